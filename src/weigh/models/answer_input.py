"""How a longer answer is read: where it names the two objects, and as token ids for the encoder of whole answers.

An answer hardly ever repeats an object word for word, so that an object is known by the stems of the words that tell it
from the other. Used alike when training and when predicting.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Encoding

Span = tuple[int, int]
Keys = tuple[frozenset[str], frozenset[str]]
WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")
QUESTION, ANSWER, END = 32, 150, 50  # tokens that are read: of the question, of the answer, and of these from its end
LONGEST = QUESTION + ANSWER + 5  # and two that open and close, one between, two markers where nothing is named


@cache
def groups(name: str) -> tuple[frozenset[str], ...]:
    """The groups of `answer_words.txt` that are for one thing."""
    lines = (files("weigh.models") / "answer_words.txt").read_text(encoding="utf-8").splitlines()
    return tuple(frozenset(words.split()) for head, _, words in (line.partition(":") for line in lines) if head == name)


def stem(word: str) -> str:
    """A word without its ending, roughly."""
    return word[: max(3, len(word) - 2)] if len(word) > 4 else word


def keys(one: str, other: str) -> Keys:
    """The stems that tell each object from the other."""

    def own(mine: str, theirs: str) -> frozenset[str]:
        found = {stem(word) for word in WORD.findall(mine.lower()) if word not in groups("nameless")[0]}
        return frozenset(found - {stem(word) for word in WORD.findall(theirs.lower())}) or frozenset(found)

    return own(one, other), own(other, one)


def mentions(text: str, known: Keys) -> list[tuple[int, Span]]:
    """Stretches of words that belong to one of the objects and not to the other: which one, and where.

    >>> mentions("The dark rosin is stickier.", keys("light rosin", "dark rosin"))
    [(1, (4, 8))]
    """
    found: list[tuple[int, Span]] = []
    before = -1
    for word in WORD.finditer(text):
        owners = [which for which in (0, 1) if stem(word.group().lower()) in known[which]]
        which = owners[0] if len(owners) == 1 else -1
        if which >= 0 and which == before:
            found[-1] = (which, (found[-1][1][0], word.end()))
        elif which >= 0:
            found.append((which, word.span()))
        before = which
    return found


def build(
    question: tuple[str, Encoding], answer: tuple[str, Encoding], objects: tuple[str, str],
    markers: tuple[int, int], start: int, end: int,
) -> tuple[list[int], int, int]:  # fmt: skip
    """Token ids of question and answer, with a marker for every mention, and where each object is read.

    That is its first mention in the answer, else in the question, else a marker at the beginning.
    """
    known = keys(*objects)
    asked = _marked(*question, known, markers)[:QUESTION]
    said = _marked(*answer, known, markers)
    if len(said) > ANSWER:
        said = said[: ANSWER - END] + said[-END:]
    ids = [*asked, end, *said]
    missing = [marker for marker in markers if marker not in ids]
    ids = [start, *missing, *ids, end]
    begins = len(ids) - len(said) - 1
    places = [ids.index(marker, begins) if marker in ids[begins:] else ids.index(marker) for marker in markers]
    return ids, places[0], places[1]


def _marked(text: str, encoding: Encoding, known: Keys, markers: Sequence[int]) -> list[int]:
    """The tokens of a text, those of a mention replaced by one marker."""
    ids: list[int] = []
    waiting = mentions(text, known)
    inside = False
    for token, (begin, stop) in zip(encoding.ids, encoding.offsets, strict=True):
        while waiting and waiting[0][1][1] <= begin:
            waiting.pop(0)
            inside = False
        if waiting and stop > waiting[0][1][0]:
            if not inside:
                ids.append(markers[waiting[0][0]])
                inside = True
        else:
            ids.append(token)
    return ids
