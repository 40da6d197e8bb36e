"""Thresholds, chosen on validation only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score

MISSED, FALSE = 0.006, 0.03  # shares of what a first step decides
SURE = 0.92  # chance from which a first step names a winner; 0.8 does as well on validation, not on plain sentences
LOST = 0.045  # share of the stances of validation that may be waved off: the larger model reads a third of them rightly
PLATEAU = 0.004  # F1; the middle of what comes that near to the best carries over better than the very top


def identify(gold: Sequence[bool], said: NDArray[np.floating]) -> dict[str, float]:
    """`balanced`: best F1 of the comparative class; `precise`: no false alarm on validation, most recall.

    `no` and `yes` are for a first step, which decides only what it is sure of: of the questions below the one hardly
    any (`MISSED`) is comparative, of those above the other hardly any (`FALSE`) is not.
    """
    true = np.asarray(gold)
    cuts = np.linspace(0.05, 0.95, 181)
    scores = np.array([f1_score(true, said >= cut) for cut in cuts])
    balanced = float(np.median(cuts[scores >= scores.max() - PLATEAU]))
    highest_no = float(said[~true].max())
    no = max((cut for cut in cuts if true[said < cut].sum() <= MISSED * (said < cut).sum()), default=0.0)
    yes = min((cut for cut in cuts if (~true[said >= cut]).sum() <= FALSE * (said >= cut).sum()), default=1.0)
    return {
        "balanced": round(balanced, 4),
        "precise": round(min(highest_no + 1e-4, 0.9999), 5),
        "no": round(float(min(no, balanced)), 4),
        "yes": round(float(max(yes, balanced)), 4),
    }


def surely_none(said: NDArray[np.floating]) -> float:
    """The chance of any stance below which a sentence is not worth a second look: hardly any (`LOST`) lies there.

    Used where the model is the first step before a larger one. `said` is what it says of sentences of validation that
    favour somebody: those that it learnt it knows by heart, and would draw the bound far up.
    """
    return round(float(np.quantile(1 - said[:, 3], LOST)), 3)


def temperature(said: NDArray[np.floating], likelihood: Callable[[NDArray[np.floating]], float]) -> float:
    """By what the logits are to be divided so that chances are what they say: `likelihood` (negative, log) is least.

    Models that learnt for several passes are too sure of themselves.
    """
    logs = np.log(np.clip(said, 1e-6, 1))

    def cooled(by: float) -> NDArray[np.floating]:
        raised = np.exp(logs / by)
        return np.asarray(raised / raised.sum(1, keepdims=True))

    return float(min(np.linspace(0.8, 2.0, 61), key=lambda by: likelihood(cooled(by))).round(2))


def kinds(gold: NDArray[np.bool_], said: NDArray[np.floating]) -> float:
    """One threshold for all kinds, where their micro F1 is best.

    One a kind follows the few questions of validation: an earlier model had 0.86 there with them and 0.825 on test.
    """
    cuts = np.linspace(0.2, 0.8, 61)
    scores = np.array([f1_score(gold, said >= cut, average="micro") for cut in cuts])
    return round(float(np.median(cuts[scores >= scores.max() - PLATEAU])), 3)
