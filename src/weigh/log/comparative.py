"""Comparative or not, for millions of questions: Algorithm 1 of the log-analysis paper at two operating points.

precise    1. a perfect-precision rule (R1-R7, S1) says yes          → comparative
           2. a classifier is above its own perfect threshold        → comparative
           3. all classifiers agree at their relaxed thresholds      → what they agree on
           4. they do not agree                                      → what rule R8 says
balanced   precise, or R8, or the best classifier is above its threshold for the best F1

The linear model looks at every question that no rule settled; the transformer only at those that the linear model
leaves in doubt, from the gate's probability to its perfect threshold, so that a log of millions takes minutes. All
numbers are in weights/cascade.json with what was measured, gate included, on questions not tuned on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from weigh.errors import ModelMissing
from weigh.log.linear import card
from weigh.log.result import Likeness, Measured
from weigh.parse import rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Decision(NamedTuple):
    """The verdict at both points, and the step that made it."""

    precise: bool
    balanced: bool
    step: str


NO = Decision(False, False, "none")
DOUBTED = "in doubt, not taken"
"""The step of a question that the linear model does not rule out but no step takes."""


@cache
def transformer() -> Any:
    """The shipped question model, or None where it is not installed."""
    from weigh import models

    try:
        return models.load("identify")
    except ModelMissing:
        return None


def variant(use_transformer: bool) -> str:
    """Which cascade runs: its thresholds and its measured quality are kept apart."""
    return "with transformer" if use_transformer and transformer() is not None else "without transformer"


def thresholds(use_transformer: bool) -> dict[str, float]:
    result: dict[str, float] = card("cascade")[variant(use_transformer)]["thresholds"]
    return result


def measured(use_transformer: bool) -> tuple[Measured, ...]:
    """How good the cascade is, counted on identify/test."""
    shipped = card("cascade")
    own = shipped[variant(use_transformer)]
    result = []
    for point in ("precise", "balanced"):
        parts = tuple(Measured(point, name, *counts[point]) for name, counts in own["by source"].items())
        result.append(replace(Measured(point, shipped["source"], *own["measured"][point]), sources=parts))
    return tuple(result)


def sources(use_transformer: bool) -> tuple[Likeness, ...]:
    """How the questions look that this was measured on, source by source."""
    found = []
    for name, counts in card("cascade")[variant(use_transformer)]["by source"].items():
        precise, balanced = (counts[p][0] + counts[p][2] for p in ("precise", "balanced"))
        rest = sum(counts["balanced"]) - balanced
        found.append(Likeness(name, precise / max(1, balanced), counts["doubted"] / max(1, rest)))
    return tuple(found)


class Cascade:
    """Decides questions in batches. One per process."""

    def __init__(self, use_transformer: bool = True, limits: dict[str, float] | None = None) -> None:
        from weigh import models

        self._linear = models.load("identify-linear")
        self._transformer = transformer() if use_transformer else None
        self._limits = limits or thresholds(use_transformer)

    def decide(self, questions: Sequence[str]) -> list[Decision]:
        """One decision a question, in order."""
        import numpy as np

        result = [NO] * len(questions)
        ruled = [rules.matching(question) for question in questions]
        scores = self._linear.probabilities(questions)
        second = np.full(len(questions), np.nan, dtype=np.float32)
        if self._transformer is not None:
            low, high = self._limits["gate"], self._limits["linear perfect"]
            asked = [at for at, p in enumerate(scores) if ruled[at] is None and low <= p < high]
            if asked:
                second[asked] = self._transformer.probabilities([questions[at] for at in asked])
        for at, question in enumerate(questions):
            if rule := ruled[at]:
                result[at] = Decision(True, True, f"rule {rule}")
            elif scores[at] >= self._limits["gate"]:
                result[at] = self.combine(float(scores[at]), float(second[at]), question)
            elif rules.matching(question, ("R8",)):
                result[at] = Decision(False, True, "rule R8")
        return result

    def combine(self, linear: float, other: float, question: str) -> Decision:
        """Steps 2 to 4 for one question. `other` is not a number where there is no transformer."""
        limit = self._limits
        alone = other != other
        if linear >= limit["linear perfect"]:
            return Decision(True, True, "linear model alone")
        if not alone and other >= limit["transformer perfect"]:
            return Decision(True, True, "transformer alone")
        votes = {linear >= limit["linear relaxed"]} | (set() if alone else {other >= limit["transformer relaxed"]})
        if votes == {True}:
            return Decision(True, True, "consensus of the models")
        best = linear >= limit["balanced"] if alone else other >= limit["balanced"]
        if rules.matching(question, ("R8",)):
            # With one classifier alone there is never a disagreement for R8 to settle; it then settles what is left.
            return Decision(alone or len(votes) > 1, True, "rule R8")
        return Decision(False, best, "balanced threshold" if best else DOUBTED)


def confusion(decisions: Sequence[Decision], truth: NDArray[np.bool_]) -> dict[str, tuple[int, int, int, int]]:
    """True positives, false negatives, false positives, true negatives at both points."""
    import numpy as np

    result = {}
    for point in ("precise", "balanced"):
        said = np.asarray([getattr(item, point) for item in decisions], dtype=bool)
        yes, hit, both = int(truth.sum()), int((said & truth).sum()), int(said.sum())
        result[point] = (hit, yes - hit, both - hit, len(truth) - yes - both + hit)
    return result
