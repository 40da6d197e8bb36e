"""The stance of longer answers: an encoder of the whole, and two small linear models, cross-validated."""

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
from weigh.models.answer_input import LONGEST
from weigh.models.answers import combine, decide, read
from weigh.models.session import Session
from weigh.train import augment, heads
from weigh.train.export import export
from weigh.train.loop import fit as fit_encoder
from weigh.train.loop import seed_everything
from weigh.train.run import read_recipe, start_from
from weigh.train.stance import StanceNet
from weigh.train.whole_answers import AnswersTask

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


def train(
    base: Path, folder: Path, out: Path, *, seed: int = 1, changes: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Teach the encoder the written answers, cross-validate the linear steps on all labelled rows and fit them on all.

    Leaves `model.onnx.gz`, `weights.npz`, `config.json`, `metrics.json` and `CARD.md` in `out`.
    """
    seed_everything(seed)
    recipe = read_recipe("answers", changes or {})
    network = StanceNet(base, recipe.layers, recipe.dropout)
    task = AnswersTask(network, augment.written_answers(), seed)
    out.mkdir(parents=True, exist_ok=True)
    start_from("answers", network, recipe, out)
    metrics: dict[str, Any] = {"written": fit_encoder(task, recipe, seed, out)}
    export(network, heads.stance, out, recipe, LONGEST)
    config = {
        "task": "answers", "version": out.name, "start": network.encoder.start, "end": network.encoder.end,
        "markers": list(task.markers),
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    items = data.answers(folder, "train") + data.answers(folder, "validation")
    asked = [(item.question, *item.objects, item.answer) for item in items]
    taking, side = read(asked, models.load("stance").whole(), Session(out))
    gold = [str(item.stance) for item in items]
    metrics["cross_validation"] = cross_validated(taking, side, gold)
    weights: dict[str, Any] = {name: value.astype(np.float32) for name, value in fit(taking, side, gold).items()}
    np.savez_compressed(out / "weights.npz", **weights)
    (out / "metrics.json").write_text(json.dumps(metrics, indent=1), encoding="utf-8")
    figures = metrics["cross_validation"]
    (out / "CARD.md").write_text(
        "# answers\n\nStance of a longer answer: NO, NEUTRAL, FIRST, SECOND. Two linear models over the stance model's "
        "reading of each sentence and an encoder's reading of the whole.\n\n"
        f"- The encoder learnt from {len(task.items)} answers written for this project, never from labelled ones\n"
        "- The linear models learnt from Webis-CompQuestions-22, the Stack Exchange half (CC BY 4.0), "
        f"{len(items)} answers\n- {FOLDS}-fold cross-validation, {SEEDS} seeds: macro F1 {figures['macro_f1']:.3f}\n"
        "- Limits: little data; NO is rare. Fitted on all rows: only the cross-validated figure is honest.\n",
        encoding="utf-8",
    )
    return metrics
