"""Thresholds, chosen on validation only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score

from weigh.models.kinds import KINDS


def identify(gold: Sequence[bool], said: NDArray[np.floating]) -> dict[str, float]:
    """`balanced`: best F1 of the comparative class; `precise`: no false alarm on validation, most recall.

    The best F1 is taken in the middle of the stretch of thresholds that come within 0.2 points of it, which
    carries over better than its very top.
    """
    true = np.asarray(gold)
    cuts = np.linspace(0.05, 0.95, 181)
    scores = np.array([f1_score(true, said >= cut) for cut in cuts])
    balanced = float(np.median(cuts[scores >= scores.max() - 0.002]))
    highest_no = float(said[~true].max())
    return {"balanced": round(balanced, 4), "precise": round(min(highest_no + 1e-4, 0.9999), 5)}


def kinds(gold: NDArray[np.bool_], said: NDArray[np.floating]) -> dict[str, float]:
    """One threshold a kind, where its F1 is best; rare kinds keep 0.5."""
    found = {}
    for at, name in enumerate(KINDS):
        cuts = np.linspace(0.2, 0.8, 25)
        scores = np.array([f1_score(gold[:, at], said[:, at] >= cut, zero_division=0) for cut in cuts])
        enough = gold[:, at].sum() >= 30
        found[name] = round(float(np.median(cuts[scores >= scores.max() - 0.002])), 3) if enough else 0.5
    return found
