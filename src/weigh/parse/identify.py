"""Is a question comparative? The cascade: perfect-precision rules, a linear model, two transformers, rule R8.

After the study of comparative questions in a search log (its Algorithm 1). Cheap steps come first and settle most
questions, so that a whole log can be read. The reason for the verdict is part of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from weigh import models
from weigh.errors import ModelMissing
from weigh.parse import rules


class Decision(NamedTuple):
    comparative: bool
    probability: float
    by: str
    """The rule or the model that decided."""
    threshold: str = ""

    @property
    def reason(self) -> str:
        """In words. Made only when asked for: a log has millions of decisions."""
        return f"{self.by}: {self.probability:.3f}{self.threshold}" if self.by.endswith("model") else self.by


_RULE_PROBABILITY = 0.99
_NO_RULE_PROBABILITY = 0.1


def identify(questions: Sequence[str], operating_point: str = "balanced", *, thorough: bool = False) -> list[Decision]:
    """One decision a question. `precise` demands near certainty, `balanced` the best F1 (on validation).

    With `thorough` the cheap steps may say yes but never no, which finds more and costs some milliseconds a question:
    for someone who waits for an answer, not for a log.
    """
    decisions: list[Decision | None] = [_by_rule(question) for question in questions]
    doubted: dict[int, Decision] = {}  # what a cheap step would have said no to: it holds where no model is to be asked
    for name, step in _steps():
        open_ = [at for at, decision in enumerate(decisions) if decision is None]
        low, high = step.thresholds["no"], step.thresholds["precise" if operating_point == "precise" else "yes"]
        for at, p in zip(open_, map(float, step.probabilities([questions[at] for at in open_])), strict=True):
            if p >= high or (p <= low and not thorough):
                decisions[at] = Decision(p >= high, p, name)
            elif p <= low:
                doubted.setdefault(at, Decision(False, p, name))
    open_ = [at for at, decision in enumerate(decisions) if decision is None]
    if open_ and (model := _model()) is not None:
        threshold = model.thresholds[operating_point]
        told = f", comparative from {threshold:.3f}"
        for at, p in zip(open_, map(float, model.probabilities([questions[at] for at in open_])), strict=True):
            decisions[at] = Decision(p >= threshold, p, "model", told)
    return [decision or doubted.get(at) or _last_rule(questions[at]) for at, decision in enumerate(decisions)]


def _by_rule(question: str) -> Decision | None:
    rule = rules.matching(question)
    return Decision(True, _RULE_PROBABILITY, f"rule {rule}") if rule else None


def _last_rule(question: str) -> Decision:
    """Where no model is there to ask, R8 and the plain shapes of a comparison decide."""
    if rules.matching(question, ("R8",)):
        return Decision(True, _RULE_PROBABILITY, "rule R8")
    return Decision(False, _NO_RULE_PROBABILITY, "no rule matches")


def _steps() -> list[tuple[str, Any]]:
    """The cheap steps with their names; without those whose files are absent."""
    steps: list[tuple[str, Any]] = []
    with suppress(ModelMissing):
        steps.append(("linear model", models.load("identify-linear")))
    with suppress(ModelMissing):
        steps.append(("quick model", models.load("identify-quick")))
    return steps


def _model() -> Any:
    """The transformer, or None where its files are absent; asked for when the first question is left to it."""
    with suppress(ModelMissing):
        return models.load("identify")
    return None
