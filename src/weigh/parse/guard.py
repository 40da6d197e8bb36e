"""Questions that get a message instead of a comparison: offensive wording, and questions about self-harm.

Lists and wording are data (data/*.txt, data/messages.toml). Matching is by whole words, so that harmless words which
merely contain an offensive one pass.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from importlib.resources import files
from typing import Literal

from weigh.text.tokens import words

Finding = Literal["offensive", "sensitive"]
_ANY = "*"


def finding(question: str) -> Finding | None:
    """Why a question gets no comparison; None where it may have one. Care comes before manners."""
    found = words(question)
    for kind in ("sensitive", "offensive"):
        if _matches(found, _phrases(kind)):
            return "sensitive" if kind == "sensitive" else "offensive"
    return None


@cache
def message(name: str) -> str:
    """The text that a user reads."""
    return str(_messages()[name]).strip()


@cache
def _messages() -> dict[str, str]:
    return tomllib.loads(files("weigh.parse").joinpath("data/messages.toml").read_text(encoding="utf-8"))


@cache
def _phrases(kind: str) -> dict[str, list[tuple[str, ...]]]:
    """First word → phrases, so that a question costs one look-up a word."""
    lines = files("weigh.parse").joinpath(f"data/{kind}.txt").read_text(encoding="utf-8").splitlines()
    table: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for line in lines:
        if line and not line.startswith("#"):
            phrase = tuple(part if part == _ANY else words(part)[0] for part in line.split())
            table[phrase[0]].append(phrase)
    return dict(table)


def _matches(found: list[str], table: dict[str, list[tuple[str, ...]]]) -> bool:
    return any(_stands(found, at, phrase) for at, word in enumerate(found) for phrase in table.get(word, ()))


def _stands(found: list[str], at: int, phrase: tuple[str, ...]) -> bool:
    """Whether the phrase stands at this place; "*" takes one word or none."""
    if not phrase:
        return True
    if phrase[0] == _ANY:
        return _stands(found, at, phrase[1:]) or _stands(found, at + 1, phrase[1:])
    return at < len(found) and found[at] == phrase[0] and _stands(found, at + 1, phrase[1:])
