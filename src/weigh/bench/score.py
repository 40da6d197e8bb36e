"""Scoring anyone's predictions: a file with a `prediction` for every row of a part of the public data, in its order."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from weigh.bench import metrics
from weigh.bench.metrics import Metrics
from weigh.errors import BadInput
from weigh.models import data as public
from weigh.text import separated

Meaning = TypeVar("Meaning")
Placed = tuple[str, dict[str, str]]
"""A row with its place, for messages."""
_FLAGS = {
    "1": True, "1.0": True, "true": True, "yes": True, "comparative": True,
    "0": False, "0.0": False, "false": False, "no": False, "not comparative": False,
}  # fmt: skip


def _table(path: Path, count: int) -> list[Placed]:
    """The rows of a CSV file with a `prediction` column."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = separated.records(file, restval="")
            rows = [(f"{path}, line {reader.line_num}", row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        long = isinstance(error, csv.Error) and separated.is_too_long(error)
        why = f"a field is longer than {separated.LONGEST_FIELD:,} characters" if long else _words(error)
        raise BadInput(f"The predictions {path} cannot be read ({why}). Expected a CSV file.") from error
    if not rows or "prediction" not in rows[0][1]:
        raise BadInput(
            f"{path} has no column 'prediction'. Its first line must name the columns, one of them 'prediction'."
        )
    if len(rows) != count:
        raise BadInput(
            f"{path} has {len(rows)} predictions, expected {count}: one for every row of the data, in its order."
        )
    return rows


def _meant(rows: list[Placed], meanings: Mapping[str, Meaning]) -> list[Meaning]:
    """What every `prediction` means; one that means nothing is refused, since it would count as a wrong one."""
    found = []
    for place, row in rows:
        said = row["prediction"].strip()
        key = said if said in meanings else said.lower()
        if key not in meanings:
            raise BadInput(f"{place}: got {said!r}, expected one of {', '.join(meanings)}.")
        found.append(meanings[key])
    return found


def _chance(place: str, text: str) -> float:
    try:
        if 0 <= float(text) <= 1:
            return float(text)
    except ValueError:
        pass
    raise BadInput(f"{place}: got the probability {text!r}, expected a number from 0 to 1.")


def identify(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` is 1 or 0; an optional `probability` is that of being comparative."""
    questions = public.identify(folder, split)
    rows = _table(path, len(questions))
    said = _meant(rows, _FLAGS)
    chances = [_chance(place, row["probability"]) for place, row in rows] if "probability" in rows[0][1] else None
    return metrics.identify([question.comparative for question in questions], said, chances)


def label(folder: Path, split: str, path: Path) -> Metrics:
    """JSON lines with `labels`, one label a word: OBJ, ASP, PRED or O, also with B- or I- before it."""
    questions = public.label(folder, split)
    said = list(_labels(path, [len(question.words) for question in questions]))
    return metrics.label([question.labels for question in questions], said)


def _words(error: Exception) -> str:
    """What went wrong, without the number and the path that the system puts around it."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _labels(path: Path, sizes: list[int]) -> Iterator[list[str]]:
    """The labels of each line, which must be as many as the words of its question."""
    try:
        lines = [(at, line) for at, line in enumerate(path.read_bytes().splitlines(), 1) if line.strip()]
    except OSError as error:
        raise BadInput(
            f"The predictions {path} cannot be read ({_words(error)}). Expected JSON lines with 'labels'."
        ) from error
    if len(lines) != len(sizes):
        raise BadInput(
            f"{path} has {len(lines)} predictions, expected {len(sizes)}: one for every question, in the data's order."
        )
    for (number, line), size in zip(lines, sizes, strict=True):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInput(
                f"{path}, line {number}: got no JSON ({error}), expected an object with 'labels'."
            ) from error
        said = row.get("labels") if isinstance(row, dict) else None
        if not isinstance(said, list):
            raise BadInput(f"{path}, line {number}: got {str(row)[:80]!r}, expected an object with a list 'labels'.")
        if len(said) != size:
            raise BadInput(f"{path}, line {number}: got {len(said)} labels, expected {size}: one for every word.")
        plain = [str(one).removeprefix("B-").removeprefix("I-") for one in said]
        for one, name in zip(said, plain, strict=True):
            if name not in public.LABELS:
                raise BadInput(
                    f"{path}, line {number}: got the label {one!r}, expected one of {', '.join(public.LABELS)}."
                )
        yield plain


def kinds(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` names the kinds, separated by spaces (empty for none)."""
    import numpy as np

    questions = public.kinds(folder, split)
    said = []
    for place, row in _table(path, len(questions)):
        named = row["prediction"].split()
        if not set(named) <= set(public.KIND_NAMES):
            raise BadInput(f"{place}: got the kinds {named}, expected some of {', '.join(public.KIND_NAMES)}.")
        said.append([name in named for name in public.KIND_NAMES])
    gold = np.array([question.kinds for question in questions])
    return metrics.kinds(gold, np.array(said), [question.comparative for question in questions])


def stance(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` is BETTER, WORSE, EQUAL or NONE and speaks of `object_a`."""
    items = public.stance(folder, split)
    said = _meant(_table(path, len(items)), {name: name for name in ("BETTER", "WORSE", "EQUAL", "NONE")})
    names = {"FIRST": "BETTER", "SECOND": "WORSE", "NONE": "NONE"}
    return metrics.stance([names[str(item.stance)] for item in items], said)


def answers(folder: Path, split: str, path: Path) -> Metrics:
    """`prediction` is NO, NEUTRAL, FIRST or SECOND."""
    items = public.answers(folder, split)
    said = _meant(_table(path, len(items)), {name: name for name in public.ANSWERS})
    return metrics.answers([str(item.stance) for item in items], said)


SCORES: dict[str, Callable[[Path, str, Path], Metrics]] = {
    "identify": identify,
    "label": label,
    "kinds": kinds,
    "stance": stance,
    "answers": answers,
}
