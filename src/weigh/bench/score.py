"""Scoring anyone's predictions: a file with a `prediction` for every row of a part of the public data, in its order."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

from weigh.bench import metrics
from weigh.bench.metrics import Metrics
from weigh.errors import BadInput
from weigh.models import data as public

_YES = frozenset({"1", "true", "yes", "comparative"})


def _column(path: Path, count: int, allowed: tuple[str, ...] | None = None) -> list[dict[str, str]]:
    """The rows of a CSV file with a `prediction` column."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"The predictions {path} cannot be read ({error}). Expected a CSV file.") from error
    if not rows or "prediction" not in rows[0]:
        raise BadInput(
            f"{path} has no column 'prediction'. Its first line must name the columns, one of them 'prediction'."
        )
    if len(rows) != count:
        raise BadInput(
            f"{path} has {len(rows)} predictions, expected {count}: one for every row of the data, in its order."
        )
    if allowed is not None:
        for number, row in enumerate(rows, 2):
            if (row["prediction"] or "") not in allowed:
                raise BadInput(
                    f"{path}, line {number}: got {row['prediction']!r}, expected one of {', '.join(allowed)}."
                )
    return rows


def identify(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` is 1 or 0; an optional `probability` is that of being comparative."""
    questions = public.identify(folder, split)
    rows = _column(path, len(questions))
    said = [(row["prediction"] or "").strip().lower() in _YES for row in rows]
    chances = None
    if "probability" in rows[0]:
        try:
            chances = [float(row["probability"]) for row in rows]
        except (TypeError, ValueError) as error:
            raise BadInput(f"{path}: a probability is no number ({error}). Expected values from 0 to 1.") from error
    return metrics.identify([question.comparative for question in questions], said, chances)


def label(folder: Path, split: str, path: Path) -> Metrics:
    """JSON lines with `labels`, one label a word."""
    questions = public.label(folder, split)
    try:
        said = [json.loads(line)["labels"] for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f"The predictions {path} cannot be read ({error}). Expected JSON lines with 'labels'."
        ) from error
    if [len(row) for row in said] != [len(question.words) for question in questions]:
        raise BadInput(f"{path} does not fit the data: expected {len(questions)} lines with one label for every word.")
    return metrics.label([question.labels for question in questions], said)


def kinds(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` names the kinds, separated by spaces (empty for none)."""
    import numpy as np

    questions = public.kinds(folder, split)
    rows = _column(path, len(questions))
    said = np.array([[name in (row["prediction"] or "").split() for name in public.KIND_NAMES] for row in rows])
    gold = np.array([question.kinds for question in questions])
    return metrics.kinds(gold, said, [question.comparative for question in questions])


def stance(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` is BETTER, WORSE, EQUAL or NONE and speaks of `object_a`."""
    items = public.stance(folder, split)
    rows = _column(path, len(items), ("BETTER", "WORSE", "EQUAL", "NONE"))
    names = {"FIRST": "BETTER", "SECOND": "WORSE", "NONE": "NONE"}
    return metrics.stance([names[str(item.stance)] for item in items], [row["prediction"] for row in rows])


def answers(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` is NO, NEUTRAL, FIRST or SECOND."""
    items = public.answers(folder, split)
    rows = _column(path, len(items), public.ANSWERS)
    return metrics.answers([str(item.stance) for item in items], [row["prediction"] for row in rows])


SCORES: dict[str, Callable[[Path, str, Path], Metrics]] = {
    "identify": identify,
    "label": label,
    "kinds": kinds,
    "stance": stance,
    "answers": answers,
}
