"""Is a question comparative? The cascade: perfect-precision rules, a linear model, the small transformer, rule R8.

After the study of comparative questions in a search log (its Algorithm 1). Cheap steps come first and settle most
questions, so that a whole log can be read. The reason for the verdict is part of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from weigh import models
from weigh.errors import ModelMissing
from weigh.parse import rules


@dataclass(frozen=True, slots=True)
class Decision:
    comparative: bool
    probability: float
    reason: str


_RULE_PROBABILITY = 0.99
_NO_RULE_PROBABILITY = 0.1


def identify(questions: Sequence[str], operating_point: str = "balanced") -> list[Decision]:
    """One decision a question. `precise` demands near certainty, `balanced` the best F1 (on validation)."""
    decisions: list[Decision | None] = [_by_rule(question) for question in questions]
    linear, model = _models()
    if linear is not None:
        open_ = [at for at, decision in enumerate(decisions) if decision is None]
        low, high = linear.thresholds["no"], linear.thresholds["yes"]
        for at, p in zip(open_, map(float, linear.probabilities([questions[at] for at in open_])), strict=True):
            if p <= low or p >= high:
                decisions[at] = Decision(p >= high, p, f"linear model: {p:.3f}")
    if model is not None:
        open_ = [at for at, decision in enumerate(decisions) if decision is None]
        threshold = model.thresholds[operating_point]
        for at, p in zip(open_, map(float, model.probabilities([questions[at] for at in open_])), strict=True):
            decisions[at] = Decision(p >= threshold, p, f"model: {p:.3f}, {operating_point} from {threshold:.3f}")
    return [_last_rule(question) if d is None else d for question, d in zip(questions, decisions, strict=True)]


def _by_rule(question: str) -> Decision | None:
    rule = rules.matching(question)
    return Decision(True, _RULE_PROBABILITY, f"rule {rule}") if rule else None


def _last_rule(question: str) -> Decision:
    """Where no model is there to ask, R8 and the plain shapes of a comparison decide."""
    if rules.matching(question, ("R8",)):
        return Decision(True, _RULE_PROBABILITY, "rule R8")
    return Decision(False, _NO_RULE_PROBABILITY, "no rule matches")


@cache
def _models() -> tuple[Any, Any]:
    """The linear model and the transformer, each None where its files are absent."""
    linear: Any = None
    model: Any = None
    with suppress(ModelMissing):
        linear = models.load("identify-linear")
    with suppress(ModelMissing):
        model = models.load("identify")
    return linear, model
