"""Cases that people compare for: "cold weather", "small flats", "long distances" (data/cases.txt).

A case is spoken of in other words: of cold weather winter, frost and what keeps warm. Loaded on first use.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from weigh.text.forms import noun_forms
from weigh.text.tokens import words
from weigh.text.wordnet import related

_FILE = Path(__file__).parent / "data" / "cases.txt"
_ARTICLES = ("a", "an", "the")
_TELLING = 5
"""Letters from which on a noun is told by itself: "car", "dog" and "air" stand in too many sentences."""
_DOING = ("ing", "graphy", "travel")
_INTENSIFIERS = frozenset(
    ("most", "more", "less", "least", "much", "far", "very", "really", "quite", "as", "so", "a", "the", "an", "of",
     "low", "lower", "high", "higher", "good", "better", "best", "great", "fewer")
)  # fmt: skip


class Case(NamedTuple):
    """A case that people compare for: how it reads after "for", and all phrases that speak of it."""

    name: str
    phrases: tuple[str, ...]


@lru_cache(maxsize=1)
def _cases() -> dict[tuple[str, ...], Case]:
    """The cases by every way to ask for them."""
    found: dict[tuple[str, ...], Case] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        asked, others = ([phrase.strip() for phrase in part.split(",")] for part in line.split("|"))
        ways = [tuple(word for word in words(way) if word not in _ARTICLES) for way in asked]
        phrases = (*map(" ".join, ways), *filter(None, others))
        for way, written in zip(ways, asked, strict=True):
            case = Case(asked[0] if written.startswith("(") else written, phrases)
            found |= {(*way[:-1], form): case for form in noun_forms(way[-1])}
    return found


def case_of(parts: tuple[str, ...]) -> Case | None:
    """The case of these words; of two that are one each ("winter hiking"), both together; of a noun before one
    that one does ("wildlife photography") the noun, which tells more than what the case has in common with others."""
    known = _cases()
    parts = tuple(part for part in parts if part not in _ARTICLES)
    if parts in known or len(parts) < 2:
        return known.get(parts)
    several = [known[(part,)] for part in parts if (part,) in known]
    if len(several) == len(parts):
        return Case(" ".join(parts), tuple(phrase for case in several for phrase in case.phrases))
    front, head = parts[0], parts[1:]
    if head in known and head[-1].endswith(_DOING) and len(front) >= _TELLING and related(front).part == "n":
        return Case(" ".join(parts), (" ".join(parts), front))
    return None


def bare(name: str) -> tuple[str, ...]:
    """The words of an aspect without what only grades them: "more durable" → durable, but "low light" is a case."""
    parts = words(name)
    while len(parts) > 1 and parts[0] in _INTENSIFIERS and tuple(parts) not in _cases():
        parts = parts[1:]
    return tuple(parts)


def is_case(phrase: str) -> bool:
    """Whether a phrase is a case that people compare for: "hot weather", "small flats"."""
    return case_of(bare(phrase)) is not None


def case_name(phrase: str) -> str:
    """A case as it reads after "for": "flat" → "flats"; other phrases as they are."""
    case = case_of(bare(phrase))
    return case.name if case else phrase


def case_in(phrase: str) -> str | None:
    """The case that closes a phrase: "I often drive long distances" → "long distances"."""
    parts = phrase.split()
    return next((tail for at in range(len(parts)) if is_case(tail := " ".join(parts[at:]))), None)
