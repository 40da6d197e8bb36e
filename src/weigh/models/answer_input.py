"""How a longer answer is read: its sentences, where it names the two objects, and as token ids for the encoder.

An answer hardly ever repeats an object word for word, so that an object is known by the stems of the words that tell it
from the other. Half of the sentences that take a side name neither, so that each is read in the context of all others
and of the question. Used alike when training and when predicting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Encoding

Span = tuple[int, int]
Keys = tuple[frozenset[str], frozenset[str]]
WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")
NAME, QUESTION, SENTENCE = 8, 32, 60  # tokens that are read: of a name, of the question, of a sentence
LONGEST = 320  # tokens in all; of a longer answer the sentences in the middle are left out
MOST_SENTENCES = 24  # of an answer that are read; the rest of a very long one adds nothing
_SENTENCE = re.compile(r"[^.!?\n]{3,400}[.!?]?")


@dataclass(frozen=True, slots=True)
class Reading:
    """A question with its answer as the encoder reads it."""

    ids: list[int]
    objects: list[int]
    """Where the two objects are introduced."""
    ends: list[int]
    """Where the question ends, and where each sentence does; a sentence begins behind the one before."""
    sentences: list[int]
    """Which sentences of the answer are read."""


def sentences(answer: str) -> list[str]:
    """The sentences of an answer, roughly: at most so many, and none of them long."""
    found = [match.group().strip() for match in _SENTENCE.finditer(answer)]
    if len(found) > MOST_SENTENCES:  # else an empty one stays: what was learnt of an answer counts them by their place
        found = [text for text in found if text]
    return found[:MOST_SENTENCES]


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
    encode: Callable[[list[str]], list[Encoding]], question: str, objects: tuple[str, str], answer: str,
    markers: tuple[int, int], start: int, end: int,
) -> Reading:  # fmt: skip
    """Names, question and sentences as token ids, with a marker for every mention of an object."""
    known, texts = keys(*objects), sentences(answer)
    encodings = encode([*objects, question, *texts])
    asked, *told = (
        _marked(text, encoding, known, markers)
        for text, encoding in zip([question, *texts], encodings[2:], strict=True)
    )
    ids, places = [start], []
    for marker, name in zip(markers, encodings[:2], strict=True):
        places.append(len(ids))
        ids += [marker, *name.ids[:NAME]]
    ids += [end, *asked[:QUESTION], end]
    read = [(at, tokens[:SENTENCE]) for at, tokens in enumerate(told)]
    while len(ids) + sum(len(tokens) + 1 for _, tokens in read) > LONGEST:
        del read[len(read) // 2]
    ends = [len(ids) - 1]
    for _, tokens in read:
        ids += [*tokens, end]
        ends.append(len(ids) - 1)
    return Reading(ids, places, ends, [at for at, _ in read])


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
