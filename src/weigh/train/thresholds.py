"""Thresholds, chosen on validation only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score

MISSED, FALSE = 0.006, 0.03  # shares of what a first step decides
DIFFERS = 0.01  # share of the winners that a first step names and its teachers do not
SURE = 0.97  # the least chance to name a winner by; 0.95 costs 0.2 points of F1 on validation
LOST = 0.005  # share of the stances beyond doubt that may be waved off; 0.0075 costs 0.4 points on validation
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

    Used where the model is the first step before a larger one. `said` is what it says of sentences that favour
    somebody beyond doubt: label and second reading agree. Slips of the labels would draw the bound far down.
    """
    return round(float(np.quantile(1 - said[:, 3], LOST)), 5)


def surely_sided(said: NDArray[np.floating], taught: NDArray[np.floating]) -> float:
    """The chance of a winner from which a first step may name it: hardly any (`DIFFERS`) of these the teachers see
    otherwise. Taken from unlabelled sentences, which are many; but a model may have learnt them by heart, so that it is
    never lower than `SURE`.
    """
    sure, side = said[:, :2].max(1), said[:, :2].argmax(1)
    agreed = side == np.concatenate([taught[:, :2], taught[:, 2:].sum(1, keepdims=True)], 1).argmax(1)
    cuts = np.linspace(SURE, 0.99, 10)
    kept = [cut for cut in cuts if (~agreed[sure >= cut]).sum() <= DIFFERS * (sure >= cut).sum()]
    return round(float(min(kept, default=1.0)), 3)


def kinds(gold: NDArray[np.bool_], said: NDArray[np.floating]) -> float:
    """One threshold for all kinds, where their micro F1 is best.

    One a kind follows the few questions of validation: an earlier model had 0.86 there with them and 0.825 on test.
    """
    cuts = np.linspace(0.2, 0.8, 61)
    scores = np.array([f1_score(gold, said >= cut, average="micro") for cut in cuts])
    return round(float(np.median(cuts[scores >= scores.max() - PLATEAU])), 3)
