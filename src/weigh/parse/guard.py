"""Questions that get a message instead of a comparison: offensive wording, and questions about self-harm.

Lists and wording are data (data/*.txt, data/messages.toml). Matching is by whole words, so that harmless words which
merely contain an offensive one pass; a line that begins with "!" is a phrase that is harmless as a whole. A question is
also read without its disguise: invisible signs, letters of other alphabets that look alike, points between letters.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

from weigh.text.tokens import words

Finding = Literal["offensive", "sensitive"]
_KINDS: tuple[Finding, ...] = ("sensitive", "offensive")  # care comes before manners
_ANY = "*"
_UNSEEN = frozenset(("Cc", "Cf", "Mn"))
"""Categories of signs that show nothing, or only a mark on the letter before."""
_BLANK = frozenset("\u115f\u1160\u2800")
"""Letters and signs of which nothing is seen."""
_LOOKALIKES = str.maketrans(
    "авгекмнопрстхіјѕһԁԛԝӏАВЕКМНОРСТХІЈЅαγεηικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɑɡ",
    "abrekmhonpctxijshdqwlABEKMHOPCTXIJSayenikvoptuxABEZHIKMNOPTYXiag",
)
"""Letters of the Cyrillic and Greek alphabets (and some of phonetics) that pass for Latin ones."""
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:[.·•*_-][^\W\d_]){2,}(?![^\W_])")
_SPACING = re.compile(r"[.·•*_-]")


def finding(question: str) -> Finding | None:
    """Why a question gets no comparison, however it is disguised; None where it may have one."""
    found = {finding_in(words(reading)) for reading in _readings(question)}
    return next((kind for kind in _KINDS if kind in found), None)


def _readings(question: str) -> Iterator[str]:
    """The question as it is, and as it looks."""
    yield question
    shown = "".join(sign for sign in unicodedata.normalize("NFKD", question) if not _hidden(sign))
    shown = _SPACED.sub(lambda spaced: _SPACING.sub("", spaced.group()), shown.translate(_LOOKALIKES))
    for letter in "yu":  # the Cyrillic у looks like one and sounds like the other
        yield shown.replace("у", letter).replace("У", letter)


def _hidden(sign: str) -> bool:
    return sign in _BLANK or (unicodedata.category(sign) in _UNSEEN and not sign.isspace())


def finding_in(found: list[str]) -> Finding | None:
    """The same for a question that is split into words already."""
    if _first_words().isdisjoint(found):
        return None
    return next((kind for kind in _KINDS if _matches(found, _phrases(kind), _phrases(kind, "!"))), None)


@cache
def message(name: str) -> str:
    """The text that a user reads."""
    return str(_messages()[name]).strip()


@cache
def _messages() -> dict[str, str]:
    return tomllib.loads(files("weigh.parse").joinpath("data/messages.toml").read_text(encoding="utf-8"))


@cache
def _phrases(kind: Finding, mark: str = "") -> dict[str, list[tuple[str, ...]]]:
    """First word → phrases that bear the mark, so that a question costs one look-up a word."""
    lines = files("weigh.parse").joinpath(f"data/{kind}.txt").read_text(encoding="utf-8").splitlines()
    table: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for line in lines:
        if line and line[0] != "#" and line.startswith("!") == bool(mark):
            phrase = tuple(part if part == _ANY else words(part)[0] for part in line.lstrip("!").split())
            table[phrase[0]].append(phrase)
    return dict(table)


@cache
def _first_words() -> frozenset[str]:
    """What phrases begin with: most questions have none of it, and a log has millions of questions."""
    return frozenset(_phrases("sensitive")) | frozenset(_phrases("offensive"))


_Table = dict[str, list[tuple[str, ...]]]


def _matches(found: list[str], table: _Table, harmless: _Table) -> bool:
    at = 0
    while at < len(found):
        word = found[at]
        passed = next((phrase for phrase in harmless.get(word, ()) if _stands(found, at, phrase)), ())
        if not passed and any(_stands(found, at, phrase) for phrase in table.get(word, ())):
            return True
        at += max(1, len(passed))
    return False


def _stands(found: list[str], at: int, phrase: tuple[str, ...]) -> bool:
    """Whether the phrase stands at this place; "*" takes one word or none."""
    if not phrase:
        return True
    if phrase[0] == _ANY:
        return _stands(found, at, phrase[1:]) or _stands(found, at + 1, phrase[1:])
    return at < len(found) and found[at] == phrase[0] and _stands(found, at + 1, phrase[1:])
