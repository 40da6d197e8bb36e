"""The stance of longer answers: an encoder, and two small linear models over what it says, cross-validated."""

from __future__ import annotations

import json
import random
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
from weigh.models.answer_sentences import Item
from weigh.models.answer_sentences import chances as of_sentences
from weigh.models.answers import AnswersReader, combine, decide, features
from weigh.models.session import Session
from weigh.train import augment, heads, readings
from weigh.train.answer_reader import LETTERS, AnswerNet, AnswersTask
from weigh.train.export import export
from weigh.train.loop import fit as fit_encoder
from weigh.train.loop import seed_everything
from weigh.train.recipe import read_recipe
from weigh.train.recover import start_from
from weigh.train.trunk import lend

STRENGTH, SIDE_STRENGTH = 0.003, 0.001  # of the two regressions (C), chosen by cross-validation
WEIGHTS = {0: 3.5, 1: 1.1, 2: 1.0}  # of NO, NEUTRAL and a side: NO is rare
FOLDS, SEEDS = 10, 5
SENTENCE_STRENGTH, SENTENCE_SIDE_STRENGTH = 0.05, 0.005
HELD = 10  # every tenth written answer is kept for choosing the pass


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


def fit_sentences(even: NDArray[np.float64], odd: NDArray[np.float64], letters: str) -> dict[str, NDArray[np.float64]]:
    """Both steps for sentences: whether a side is taken, then which; the second without a bias, as for answers."""
    gold = np.array([LETTERS.index(letter) for letter in letters])
    mean, spread = even.mean(0), even.std(0) + 1e-6
    first = LogisticRegression(C=SENTENCE_STRENGTH, max_iter=1000).fit((even - mean) / spread, np.maximum(gold, 1))
    sided = gold < 2
    scale = np.sqrt((odd**2).mean(0)) + 1e-6
    second = LogisticRegression(C=SENTENCE_SIDE_STRENGTH, fit_intercept=False, max_iter=1000)
    second.fit(odd[sided] / scale, gold[sided] == 0)
    return {
        "even_mean": mean, "even_spread": spread, "even": first.coef_.T, "even_bias": first.intercept_,
        "odd_scale": scale, "odd": second.coef_[0],
    }  # fmt: skip


def as_if_unseen(
    parts: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]], items: Sequence[data.AnswerItem]
) -> list[NDArray[np.float64]]:
    """Whom the sentences of each answer speak for by linear steps that were fitted to the other answers."""
    found: list[NDArray[np.float64]] = [np.zeros((0, 4))] * len(items)
    stances = [item.stance for item in items]
    for known, held in StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(stances, stances):
        even, odd = (np.concatenate([parts[at][which] for at in known]) for which in (0, 1))
        weights = fit_sentences(even, odd, "".join(items[at].letters for at in known))
        for at in map(int, held):
            found[at] = of_sentences(*parts[at], weights)
    return found


def train(
    base: Path, folder: Path, out: Path, *, seed: int = 1, changes: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Teach the encoder the written answers, and fit the linear steps to the labelled ones.

    The encoder stands on the trunk of the stance model: only the layers above it learn. It never sees a labelled
    answer, and the steps for answers learn from what the steps for sentences say when fitted to other answers: what is
    cross-validated is honest. Leaves `model.onnx.gz`, `weights.npz`, `config.json`, `metrics.json` and `CARD.md`.
    """
    seed_everything(seed)
    recipe = read_recipe("answers", changes or {})
    trunk = int(recipe.options["trunk"])
    network = AnswerNet(base, recipe.layers, recipe.dropout, frozen=trunk)
    network.encoder.trunk = trunk
    written = augment.written_answers()
    random.Random(1).shuffle(written)  # the same for every seed
    out.mkdir(parents=True, exist_ok=True)
    start_from("stance", network, recipe, out)
    task = AnswersTask(network, [one for at, one in enumerate(written) if at % HELD], written[::HELD], seed)
    metrics: dict[str, Any] = {"written": fit_encoder(task, recipe, seed, out)}
    export(network, heads.answers, out, recipe, LONGEST, above=trunk)
    config = {
        "task": "answers", "version": out.name, "start": network.encoder.start, "end": network.encoder.end,
        "markers": list(task.markers), "trunk": lend(out),
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    metrics |= fit_steps(AnswersReader(Session(out)), folder, out)
    (out / "metrics.json").write_text(json.dumps(metrics, indent=1), encoding="utf-8")
    (out / "CARD.md").write_text(_card(metrics, len(task.items)), encoding="utf-8")
    return metrics


def fit_steps(reader: AnswersReader, folder: Path, out: Path) -> dict[str, Any]:
    """Fit all linear steps to the labelled answers as the encoder reads them, and cross-validate them."""
    items = readings.of_answers(folder)
    asked: list[Item] = [(item.question, *item.objects, item.answer) for item in items]
    rows, parts = reader.read(asked, models.load("stance").whole())
    taking, side = features(asked, rows, as_if_unseen(parts, items))
    gold = [str(item.stance) for item in items]
    even, odd = (np.concatenate([part[which] for part in parts]) for which in (0, 1))
    weights = fit(taking, side, gold) | fit_sentences(even, odd, "".join(item.letters for item in items))
    stored: dict[str, Any] = {name: value.astype(np.float32) for name, value in weights.items()}
    np.savez_compressed(out / "weights.npz", **stored)
    return {"cross_validation": cross_validated(taking, side, gold)}


def _card(metrics: dict[str, Any], written: int) -> str:
    figures = metrics["cross_validation"]
    return (
        "# answers\n\nStance of a longer answer: NO, NEUTRAL, FIRST, SECOND. Linear steps over what an encoder says of "
        "the whole and of each sentence in its context, and the stance model of each sentence by itself.\n\n"
        f"- The encoder learnt from {written} answers written for this project, read sentence by sentence, never from "
        "labelled ones\n"
        "- The linear steps learnt from Webis-CompQuestions-22, the Stack Exchange half (CC BY 4.0), whose sentences "
        "were read for this project\n"
        f"- {FOLDS}-fold cross-validation, {SEEDS} seeds: macro F1 {figures['macro_f1']:.3f}\n"
        "- Limits: little data; NO is rare. Fitted on all rows: only the cross-validated figure is honest.\n"
    )
