"""Second readings: sentences of the data and of the web that were labelled anew for this project (`readings.tsv`).

The labels of the data were given by a crowd and slip; those here come from a large language model that read each
sentence by a written guide, without seeing the crowd's label. Neither is right alone: on validation the two together,
with the model's own opinion, tell the crowd's majority better than any of them (`docs/training.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from weigh.models.data import AnswerItem, StanceItem, answers, sentences, spans_of
from weigh.train.augment import Target, with_targets
from weigh.train.held import Held


@cache
def known() -> dict[str, list[tuple[str, str, str]]]:
    """By sentence (`train-12`: a row of the data; `web-34`: the id of a web sentence): first object, second, stance."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for line in (files("weigh.train") / "readings.tsv").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            where, first, second, stance = line.split("\t")
            found.setdefault(where, []).append((first, second, stance))
    return found


def mixed(items: Sequence[StanceItem], share: float) -> list[tuple[StanceItem, Target, bool]]:
    """Targets of the training rows, in the order of the file: their label, and `share` of a second reading's."""
    found = []
    for number, (item, target, sure) in enumerate(with_targets(items)):
        for *_, stance in known().get(f"train-{number}", ()):
            ((_, other, _),) = with_targets([replace(item, stance=stance)])
            if other != target:  # what leaves EQUAL or NONE open (adds up to 2) counts half for each here
                parts = zip(target, other, strict=True)
                target = tuple((1 - share) * own / sum(target) + share * read / sum(other) for own, read in parts)
        found.append((item, target, sure))
    return found


def of_web(paths: Sequence[Path], held: Held) -> list[StanceItem]:
    """The web sentences that were read, with their stances; what stands in `held` is left out."""
    return [
        StanceItem(text, *spans_of(text, first, second), stance)
        for path in paths
        for where, text in sentences(path)
        for first, second, stance in known().get(where, ())
        if text not in held
    ]


def of_answers(data: Path) -> list[AnswerItem]:
    """All labelled answers, with the letters of their sentences (`answer_readings.tsv`)."""
    lines = (files("weigh.train") / "answer_readings.tsv").read_text(encoding="utf-8").splitlines()
    letters = dict(line.split("\t") for line in lines if not line.startswith("#"))
    return [
        replace(item, letters=letters[f"{split}-{number}"])
        for split in ("train", "validation")
        for number, item in enumerate(answers(data, split))
    ]
