"""Which words are comparatives: by their ending, minus those that only look like it, plus the irregular ones."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from weigh.text.wordnet import related

EMPTY = frozenset(("better", "worse", "superior", "inferior", "preferable"))
"""Comparatives that say which is favoured and nothing of why."""
GRADING = frozenset(("more", "less", "fewer"))
_IRREGULAR = frozenset(("further", "farther", "elder"))


@lru_cache(maxsize=1)
def _not_comparatives() -> frozenset[str]:
    lines = (Path(__file__).parent / "data" / "not-comparatives.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


@lru_cache(maxsize=32768)
def is_comparative(word: str) -> bool:
    """Whether a folded word is an adjective or adverb in the comparative that says in what: "faster", not "better"."""
    if word in _IRREGULAR:
        return True
    if len(word) < 5 or not word.endswith("er") or not word.isalpha() or word in _not_comparatives():
        return False
    return any(_known(base) for base in bases(word))


def bases(word: str) -> tuple[str, ...]:
    """The positive degrees that a comparative in -er may come from, likeliest first: "bigger" → bigg, bigge, big."""
    stem = word[:-2]
    found = [stem[:-1] + "y"] if stem.endswith("i") else []
    if len(stem) > 2 and stem[-1] == stem[-2]:
        found.append(stem[:-1])
    return (*found, stem, stem + "e")


def _known(base: str) -> bool:
    known = related(base)
    return known.part == "a" or bool(known.antonyms)
