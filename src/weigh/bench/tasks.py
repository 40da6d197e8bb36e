"""The model tasks of `weigh bench run`: the shipped models on a part of the public data.

Each task is a function of the data folder and the split; the table at the end is all that the command line knows.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from weigh import models
from weigh.bench import metrics
from weigh.bench.metrics import Metrics
from weigh.errors import BadInput
from weigh.models import data as public
from weigh.models.answers import decide as answer_decide
from weigh.models.stance import decide
from weigh.parse.identify import identify as cascade

SPLITS = ("train", "validation", "test")


def data_folder(given: Path | None) -> Path:
    """The folder of the public data: as given, or as `WEIGH_DATA` says."""
    named = given or (Path(os.environ["WEIGH_DATA"]) if os.environ.get("WEIGH_DATA") else None)
    if named is None or not named.is_dir():
        raise BadInput(
            f"The folder of the public data is {'not given' if named is None else f'not there: {named}'}. "
            "Give it with --data or in WEIGH_DATA; docs/training.md says where the data comes from."
        )
    return named


def identify(folder: Path, split: str) -> Metrics:
    """The transformer alone at `balanced` and at `precise`, and the cascade of rules, linear model and transformer."""
    questions = public.identify(folder, split)
    model = models.load("identify")
    texts = [question.text for question in questions]
    chances = model.probabilities(texts)
    gold = [question.comparative for question in questions]
    found = metrics.identify(gold, [p >= model.thresholds["balanced"] for p in chances], chances)
    precise = metrics.identify(gold, [p >= model.thresholds["precise"] for p in chances])
    found |= {"precise_precision": precise["precision"], "precise_recall": precise["recall"]}
    for point in ("balanced", "precise"):
        whole = metrics.identify(gold, [decision.comparative for decision in cascade(texts, point)])
        found |= {f"cascade_{point}_{name}": whole[name] for name in ("precision", "recall", "f1")}
    return found


def label(folder: Path, split: str) -> Metrics:
    """The labeller on the words of the data."""
    questions = public.label(folder, split)
    said = models.load("label").labels([question.words for question in questions])
    return metrics.label([question.labels for question in questions], [[name for name, _ in row] for row in said])


def kinds(folder: Path, split: str) -> Metrics:
    """The ten kinds; of all questions also after identify, when one that it takes for no comparison has none."""
    import numpy as np

    questions = public.kinds(folder, split)
    texts = [question.text for question in questions]
    model, first = models.load("kinds"), models.load("identify")
    chances, _ = model.arrays(texts)
    said = chances >= model.threshold
    comparative = np.array([question.comparative for question in questions])
    taken = np.array(first.probabilities(texts)) >= first.thresholds["balanced"]
    gold = np.array([question.kinds for question in questions])
    found = metrics.kinds(gold, said, comparative.tolist())
    gated = metrics.kinds(gold, said & taken[:, None], comparative.tolist())
    return found | {"micro_f1_all_questions_after_identify": gated["micro_f1_all_questions"]}


def stance(folder: Path, split: str) -> Metrics:
    """The stance model on sentences with both objects marked."""
    items = public.stance(folder, split)
    chances = models.load("stance").probabilities([(item.text, item.first, item.second) for item in items])
    names = {"FIRST": "BETTER", "SECOND": "WORSE", "NONE": "NONE"}
    said = [names.get(decide(row)[0], "NONE") for row in chances]
    return metrics.stance([names[str(item.stance)] for item in items], said)


def answers(folder: Path, split: str) -> Metrics:
    """Longer answers. There is no test part: the figure to quote is the cross-validated one in the model's metrics."""
    items = public.answers(folder, split)
    model = models.load("answers")
    chances = model.probabilities([(item.question, *item.objects, item.answer) for item in items])
    said = [answer_decide(row)[0] for row in chances]
    return metrics.answers([str(item.stance) for item in items], said)


TASKS: dict[str, Callable[[Path, str], Metrics]] = {
    "identify": identify,
    "label": label,
    "kinds": kinds,
    "stance": stance,
    "answers": answers,
}
