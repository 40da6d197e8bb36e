"""Questions as counts of word and part-of-speech n-grams, hashed into a fixed number of places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
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
    return places_of(words(text), grammar=grammar)


def places_of(found: Sequence[str], *, grammar: bool = True) -> list[int]:
    """The same for a question that is split into words already.

    The checksum of "a b c" goes on from that of "a b", so that no n-gram is ever written out: `ngrams` says what is
    meant, this says it five times as fast, and a test holds the two together.
    """
    found = found[:LONGEST]
    if not found:
        return []
    result = _places_of_words(found)
    if grammar:
        tags = ["^", *tag(found), "$"]
        result += map(_place_of_tags, tags[1:-1])
        result += map(_place_of_tags, tags, tags[1:])
        result += map(_place_of_tags, tags, tags[1:], tags[2:])
    return result


def _places_of_words(found: Sequence[str]) -> list[int]:
    pieces = [*map(_spaced, found), b" $"]
    last = PLACES - 1
    ones = list(map(_checksum, found))
    twos = list(map(crc32, pieces, [_START, *ones]))
    threes = map(crc32, pieces[1:], twos)
    return [n & last for n in ones] + [n & last for n in twos] + [n & last for n in threes]


@lru_cache(maxsize=1 << 16)
def _spaced(word: str) -> bytes:
    return b" " + word.encode("utf-8", "surrogatepass")


@lru_cache(maxsize=1 << 16)
def _checksum(word: str) -> int:
    return crc32(word.encode("utf-8", "surrogatepass"))


@cache  # tags are few, so are their n-grams
def _place_of_tags(*tags: str) -> int:
    return crc32(("/" + " ".join(tags)).encode("ascii")) & (PLACES - 1)


_START = _checksum("^")
