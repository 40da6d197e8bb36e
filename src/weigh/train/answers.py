"""The stance of longer answers: two small linear models over what the stance model reads, cross-validated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedKFold

from weigh import models
from weigh.models import data
from weigh.models.answers import combine, decide, read

STRENGTH, SIDE_STRENGTH = 0.01, 0.003  # of the two regressions (C), chosen by cross-validation
WEIGHTS = {0: 3.5, 1: 1.1, 2: 1.0}  # of NO, NEUTRAL and a side: NO is rare
FOLDS, SEEDS = 10, 5


def fit(taking: NDArray[np.float64], side: NDArray[np.float64], gold: Sequence[str]) -> dict[str, NDArray[np.float64]]:
    """Both steps; the second without a bias, so that exchanging the objects exchanges the outcome."""
    names = np.array(gold)
    step = np.where(names == "NO", 0, np.where(names == "NEUTRAL", 1, 2))
    mean, spread = taking.mean(0), taking.std(0) + 1e-6
    first = LogisticRegression(C=STRENGTH, class_weight=WEIGHTS, max_iter=2000).fit((taking - mean) / spread, step)
    sided = step == 2
    scale = np.sqrt((side[sided] ** 2).mean(0)) + 1e-6
    second = LogisticRegression(C=SIDE_STRENGTH, fit_intercept=False, max_iter=2000)
    second.fit(side[sided] / scale, names[sided] == "FIRST")
    return {
        "mean": mean, "spread": spread, "taking": first.coef_.T, "bias": first.intercept_,
        "scale": scale, "side": second.coef_[0],
    }  # fmt: skip


def cross_validated(taking: NDArray[np.float64], side: NDArray[np.float64], gold: Sequence[str]) -> dict[str, float]:
    """Macro F1 over all folds' predictions, mean of several seeds."""
    names = np.array(gold)
    every, each = [], []
    for seed in range(SEEDS):
        said = np.empty(len(names), dtype=object)
        for known, held in StratifiedKFold(FOLDS, shuffle=True, random_state=seed).split(taking, names):
            weights = fit(taking[known], side[known], names[known])
            said[held] = [decide(row)[0] for row in combine(taking[held], side[held], weights)]
        every.append(f1_score(names, said, average="macro"))
        each.append(f1_score(names, said, labels=list(data.ANSWERS), average=None))
    found = {"macro_f1": float(np.mean(every)), "spread": float(np.std(every))}
    return found | {f"f1_{name}": float(value) for name, value in zip(data.ANSWERS, np.mean(each, 0), strict=True)}


def train(folder: Path, out: Path) -> dict[str, Any]:
    """Cross-validate on all rows, fit on all rows, write `weights.npz`, `config.json`, `metrics.json`, `CARD.md`."""
    items = data.answers(folder, "train") + data.answers(folder, "validation")
    stance = models.load("stance").whole()
    taking, side = read([(item.question, *item.objects, item.answer) for item in items], stance)
    gold = [str(item.stance) for item in items]
    metrics = {"cross_validation": cross_validated(taking, side, gold)}
    out.mkdir(parents=True, exist_ok=True)
    weights: dict[str, Any] = {name: value.astype(np.float32) for name, value in fit(taking, side, gold).items()}
    np.savez_compressed(out / "weights.npz", **weights)
    (out / "config.json").write_text(json.dumps({"task": "answers", "version": out.name}), encoding="utf-8")
    (out / "metrics.json").write_text(json.dumps(metrics, indent=1), encoding="utf-8")
    figures = metrics["cross_validation"]
    (out / "CARD.md").write_text(
        "# answers\n\nStance of a longer answer: NO, NEUTRAL, FIRST, SECOND. Two linear models over the stance model's "
        "reading of each sentence.\n\n- Learnt from: Webis-CompQuestions-22, the Stack Exchange half (CC BY 4.0), "
        f"{len(items)} answers\n- {FOLDS}-fold cross-validation, {SEEDS} seeds: macro F1 {figures['macro_f1']:.3f}\n"
        "- Limits: little data; NO is rare. Fitted on all rows: only the cross-validated figure is honest.\n",
        encoding="utf-8",
    )
    return metrics
