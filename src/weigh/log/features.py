"""Questions as counts of word and part-of-speech n-grams, hashed into a fixed number of places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from zlib import crc32

from weigh.log.tagger import tag
from weigh.text.tokens import words

PLACES = 1 << 22
"""So many that n-grams a model never saw hardly ever fall on one that it weighs."""
LONGEST = 40
"""Words beyond this one do not count; a question has asked by then."""


def ngrams(text: str, *, grammar: bool = True) -> list[str]:
    """Word and part-of-speech 1- to 3-grams with marks for begin and end, as in the paper's linear model."""
    found = words(text)[:LONGEST]
    if not found:
        return []
    by_word = _grams("", ["^", *found, "$"])
    return by_word + _grams("/", ["^", *tag(found), "$"]) if grammar else by_word


def _grams(mark: str, items: Sequence[str]) -> list[str]:
    inner = items[1:-1]
    ones = [mark + item for item in inner]
    twos = [f"{mark}{a} {b}" for a, b in pairwise(items)]
    threes = [f"{mark}{a} {b} {c}" for a, b, c in zip(items, items[1:], items[2:], strict=False)]
    return ones + twos + threes


def places(text: str, *, grammar: bool = True) -> list[int]:
    """Where the n-grams fall; without grammar those of words alone."""
    return [crc32(gram.encode("utf-8", "surrogatepass")) & (PLACES - 1) for gram in ngrams(text, grammar=grammar)]
