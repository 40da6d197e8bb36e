"""What teachers say: soft targets for a student, on the labelled examples and on unlabelled text."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from weigh.models.data import StanceItem
from weigh.models.identify import IdentifyModel
from weigh.models.kinds import KindsModel
from weigh.models.session import MODEL, Session
from weigh.models.stance import StanceModel
from weigh.train import label, question, stance
from weigh.train.recipe import Recipe
from weigh.train.verdicts import fold_of

Target = tuple[float, ...]


def read_run(teacher: Path) -> tuple[Path, Recipe, Any]:
    """Base, recipe and weights of a finished run."""
    run = json.loads((teacher / "run.json").read_text(encoding="utf-8"))
    weights = torch.load(teacher / "checkpoint.pt", weights_only=True)
    recipe = run["recipe"] | {"layers": tuple(run["recipe"]["layers"]) if run["recipe"]["layers"] else None}
    return Path(run["base"]), Recipe(**recipe), weights


def _kept(teacher: Path, asked: Sequence[object], ask: Callable[[], np.ndarray]) -> np.ndarray:
    """What a teacher says, kept beside it: a large one takes long, and several students ask the same.

    A teacher that was trained anew is asked anew.
    """
    trained = (teacher / "checkpoint.pt").stat().st_mtime_ns
    digest = zlib.crc32("\n".join(map(str, (trained, *asked))).encode("utf-8", "replace"))
    file = teacher / f"opinions-{len(asked)}-{digest:08x}.npy"
    if file.is_file():
        found: np.ndarray = np.load(file)
        return found
    found = ask()
    np.save(file, found)
    return found


def stance_opinions(teachers: Sequence[Path], items: Sequence[StanceItem]) -> np.ndarray:
    """The teachers' mean probabilities."""
    asked = [(item.text, item.first, item.second) for item in items]
    total = np.zeros((len(items), 4), np.float32)
    for teacher in teachers:
        if not (teacher / "checkpoint.pt").is_file():  # a shipped model: it can be asked all the same
            total += StanceModel(Session(teacher)).probabilities(asked)
            continue
        total += _kept(teacher, asked, partial(_asked_stance, teacher, items))
    return total / len(teachers)


def _asked_stance(teacher: Path, items: Sequence[StanceItem]) -> np.ndarray:
    base, recipe, weights = read_run(teacher)
    network = stance.StanceNet(base, recipe.layers, recipe.dropout)
    network.load_state_dict(weights)
    network.encoder.half, network.encoder.grain = recipe.half, recipe.grain
    room, names = int(recipe.options["room"]), int(recipe.options.get("names", 0))
    return stance.StanceTask(network, [], [], room, names=names).probabilities(items)


def stance_targets(
    teachers: Sequence[Path],
    examples: Sequence[tuple[StanceItem, Target, bool]],
    unlabelled: Sequence[StanceItem],
    trust: float,
) -> list[tuple[StanceItem, Target, bool]]:
    """Labels mixed with the teachers' opinion (`trust` is the teachers' part), and unlabelled sentences with theirs."""
    items = [item for item, _, _ in examples] + list(unlabelled)
    opinions = stance_opinions(teachers, items)
    found = []
    for (item, target, sure), opinion in zip(examples, opinions, strict=False):
        if sum(target) > 1.5:  # EQUAL or NONE: the teachers share it out
            share = opinion[2:] / max(float(opinion[2:].sum()), 1e-6)
            target = (0.0, 0.0, float(share[0]), float(share[1]))
        mixed = np.array(target) * (1 - trust) + opinion * trust
        found.append((item, tuple(mixed.tolist()), sure))
    for item, opinion in zip(unlabelled, opinions[len(examples) :], strict=True):
        found.append((item, tuple(opinion.tolist()), False))
    return found


def label_targets(
    teachers: Sequence[Path],
    examples: Sequence[tuple[tuple[str, ...], np.ndarray, float]],
    unlabelled: Sequence[tuple[str, ...]],
    trust: float,
) -> list[tuple[tuple[str, ...], np.ndarray, float]]:
    """Labels mixed with the teachers' opinion, and unlabelled questions with theirs."""
    questions = [words for words, _, _ in examples] + list(unlabelled)
    total = label_opinions(teachers, questions)
    found = [
        (words, target * (1 - trust) + opinion * trust, weight)
        for (words, target, weight), opinion in zip(examples, total, strict=False)
    ]
    found += [(words, opinion, 1.0) for words, opinion in zip(unlabelled, total[len(examples) :], strict=True)]
    return found


def label_opinions(teachers: Sequence[Path], questions: Sequence[tuple[str, ...]]) -> list[np.ndarray]:
    """The teachers' mean probabilities, word by word."""
    total = [np.zeros((len(words), 4)) for words in questions]
    for teacher in teachers:
        base, recipe, weights = read_run(teacher)
        network = label.LabelNet(base, recipe.layers, recipe.dropout)
        network.load_state_dict(weights)
        network.encoder.half = recipe.half
        task = label.LabelTask(network, [], [], np.zeros((4, 4)))
        for own, opinion in zip(total, task.probabilities(questions), strict=True):
            own += opinion / len(teachers)
    return total


def question_targets(
    teachers: Sequence[Path], examples: Sequence[tuple[str, Target]], unlabelled: Sequence[str], trust: float
) -> list[tuple[str, Target]]:
    """Known targets mixed with the teachers' opinion, whose part is `trust`; what is not known becomes their word."""
    texts = [text for text, _ in examples]
    outputs = len(examples[0][1])
    # Asked apart, as students share the labelled questions oftener than the others, and what was said is kept.
    of_known = _question_opinions(teachers, texts, outputs, labelled=True)
    total = np.concatenate([of_known, _question_opinions(teachers, unlabelled, outputs, labelled=False)])
    texts += unlabelled
    known = np.array([target for _, target in examples] + [(np.nan,) * outputs] * len(unlabelled))
    mixed = np.where(np.isnan(known), total, known * (1 - trust) + total * trust)
    return list(zip(texts, map(tuple, mixed.tolist()), strict=True))


def _question_opinions(teachers: Sequence[Path], texts: Sequence[str], outputs: int, *, labelled: bool) -> np.ndarray:
    """The teachers' mean probabilities.

    Of a labelled question those teachers are heard that left it out when they learnt, where there are any: the others
    know its verdict by heart, right or wrong.
    """
    heard = np.array([left_out(teacher, texts) & labelled for teacher in teachers])
    heard[:, ~heard.any(0)] = True
    total = np.zeros((len(texts), outputs), np.float32)
    for teacher, own in zip(teachers, heard, strict=True):
        if own.any():
            total[own] += said_of_questions(teacher, [texts[at] for at in np.flatnonzero(own).tolist()], outputs)
    return np.asarray(total / heard.sum(0)[:, None])


def left_out(teacher: Path, texts: Sequence[str]) -> np.ndarray:
    """Which questions a teacher did not learn from."""
    own, folds = options_of(teacher).get("fold") or (0, 1)
    return np.array([fold_of(text, folds) == own for text in texts], bool)


def options_of(run: Path) -> dict[str, Any]:
    """The options of a run's recipe; a shipped model tells none."""
    file = run / "run.json"
    return json.loads(file.read_text(encoding="utf-8"))["recipe"]["options"] if file.is_file() else {}


def said_of_questions(teacher: Path, texts: Sequence[str], outputs: int) -> np.ndarray:
    """What one teacher says: as int8 where it was exported, which is several times as fast."""
    if (teacher / MODEL).is_file():
        ask = partial(_exported_opinions, teacher, texts, outputs)
    else:
        ask = partial(_asked_questions, teacher, texts, outputs)
    return _kept(teacher, texts, ask) if (teacher / "checkpoint.pt").is_file() else ask()


def _asked_questions(teacher: Path, texts: Sequence[str], outputs: int) -> np.ndarray:
    base, recipe, weights = read_run(teacher)
    alone = bool(recipe.options.get("alone", False))
    network = question.QuestionNet(base, outputs, recipe.layers, recipe.dropout, alone=alone)
    network.load_state_dict(weights)
    network.encoder.half = recipe.half
    kind = question.IdentifyTask if outputs == 1 else question.KindsTask
    return kind(network, [], []).probabilities(texts)


def _exported_opinions(teacher: Path, texts: Sequence[str], outputs: int) -> np.ndarray:
    """What an exported or shipped question model says."""
    session = Session(teacher)
    if outputs == 1:
        return np.array(IdentifyModel(session).probabilities(texts))[:, None]
    return np.concatenate(KindsModel(session).arrays(texts), 1)
