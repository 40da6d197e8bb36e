"""What kind of question: the ten kinds (several at once), and factual, method or argumentative.

The model decides where it is installed; a few plain rules stand in for it otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from weigh import models
from weigh.errors import ModelMissing

KINDS = (
    "opinion",
    "argument",
    "reason",
    "factoid",
    "method",
    "superlative",
    "direct",
    "aspect",
    "context",
    "preference",
)
INTENTS = ("factual", "method", "argumentative")
Intent = Literal["factual", "method", "argumentative"]

_RULES = {
    "method": re.compile(r"^how (?:do|can|to|should)\b", re.IGNORECASE),
    "reason": re.compile(r"\bwhy\b", re.IGNORECASE),
    "superlative": re.compile(r"\b(?:best|worst|most|least|\w{3,}est)\b", re.IGNORECASE),
    "direct": re.compile(r"\b(?:or|vs\.?|versus|than|between)\b", re.IGNORECASE),
    "opinion": re.compile(r"\b(?:better|best|worse|worst|prefer|should|think)\b", re.IGNORECASE),
    "argument": re.compile(r"\b(?:why|pros|cons|advantages?|should|better)\b", re.IGNORECASE),
    "factoid": re.compile(r"^(?:who|when|where|how (?:many|much|old|tall|far|long))\b", re.IGNORECASE),
    "aspect": re.compile(r"\b(?:for|in terms of|at)\b", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Kinds:
    kinds: tuple[str, ...]
    intent: Intent | None


def kinds_of(questions: Sequence[str]) -> list[Kinds]:
    """The kinds and the intent of each question."""
    model = _model()
    if model is None:
        return [_by_rule(question) for question in questions]
    return [
        Kinds(
            tuple(kind for kind in KINDS if row[kind] >= model.threshold),
            max(INTENTS, key=lambda intent: row.get(intent, 0.0)),  # type: ignore[arg-type]
        )
        for row in model.probabilities(questions)
    ]


def _by_rule(question: str) -> Kinds:
    kinds = tuple(kind for kind in KINDS if kind in _RULES and _RULES[kind].search(question))
    intent: Intent = "method" if "method" in kinds else "factual" if "factoid" in kinds else "argumentative"
    return Kinds(kinds, intent)


def _model() -> Any:
    try:
        return models.load("kinds")
    except ModelMissing:
        return None
