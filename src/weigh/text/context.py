"""How much a sentence speaks of the asker's own case: "for a small flat", "for beginners"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from weigh.text.cases import case_in, is_case
from weigh.text.lexicon import aspect_of, expand
from weigh.text.mentions import Phrase, aspect_phrases, find, phrase
from weigh.text.tokens import Token, words
from weigh.types import Aspect

_PREPOSITIONS = frozenset(("in", "on", "at", "of", "with", "without", "for", "to", "from", "by", "and", "or", "under"))
_AGE = re.compile(r"\b(\d{1,3})[ -]?(?:years?[ -]olds?|yo)\b", re.IGNORECASE)
_OF_AGE = ((1, "babies"), (12, "children"), (19, "teenagers"), (64, ""), (999, "old people"))
_GAIN = 1.0
"""What a sentence gains that speaks of the whole case: it then counts double."""


def context_factor(context: str | None) -> Callable[[Sequence[Token]], float]:
    """What a sentence's score is multiplied by: one where it does not speak of the context, more where it does."""
    heads = _heads(context or "")
    if not heads:
        return lambda _: 1.0
    return lambda tokens: 1.0 + _GAIN * sum(any(find(tokens, way) for way in ways) for ways in heads) / len(heads)


@lru_cache(maxsize=256)
def _heads(context: str) -> tuple[tuple[Phrase, ...], ...]:
    """The nouns that a context turns on, each in all the ways it may be said: "a commute in winter" → commute, winter.

    The last word before a preposition is the noun; adjectives ("small") are in too many sentences that mean others,
    unless both together are a case that the lexicon knows ("small flat"). A 4-year-old is told of as a child.
    """
    context = _AGE.sub(lambda age: f"{_of_age(int(age.group(1)))} and", context)
    parts: list[list[str]] = [[]]
    for word in words(context):
        if word in _PREPOSITIONS:
            parts.append([])
        else:
            parts[-1].append(word)
    heads = [case_in(" ".join(part)) or part[-1] for part in parts if part and part[-1].isalpha() and len(part[-1]) > 2]
    return tuple(
        aspect_phrases(expand(Aspect(head))) if aspect_of(head) or is_case(head) else (phrase(head),) for head in heads
    )


def _of_age(years: int) -> str:
    return next(who for oldest, who in _OF_AGE if years <= oldest)
