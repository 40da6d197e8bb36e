"""Measure the classification on labelled questions of the owner's own log, as the paper's authors did on theirs."""

from __future__ import annotations

import csv
from pathlib import Path

from weigh.errors import BadInput, SourceProblem
from weigh.log.comparative import Cascade, confusion
from weigh.log.result import Measured

_YES = frozenset({"1", "yes", "y", "true", "comparative"})
_NO = frozenset({"0", "no", "n", "false"})


def labelled(path: Path) -> list[tuple[str, bool]]:
    """Questions with the label that a person gave; rows without a label are left out."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError) as error:
        raise SourceProblem(f"The labelled questions in {path} cannot be read: {error}.") from None
    if rows and not {"question", "comparative"} <= set(rows[0]):
        raise BadInput(f"{path} has the columns {', '.join(rows[0])}; expected question and comparative (1 or 0).")
    found = []
    for row in rows:
        answer = (row["comparative"] or "").strip().lower()
        if answer in _YES or answer in _NO:
            found.append((row["question"], answer in _YES))
        elif answer:
            raise BadInput(
                f"{path} says '{answer}' in the column comparative; expected 1 or 0, or nothing where not labelled."
            )
    yes = sum(label for _, label in found)
    if yes < 20 or len(found) - yes < 20:
        raise BadInput(
            f"{path} has {yes} questions labelled comparative and {len(found) - yes} labelled not; at least 20 "
            f"of each are needed "
            "to correct by them. Label more, or leave --calibration out."
        )
    return found


def calibrate(path: Path, use_transformer: bool) -> tuple[Measured, ...]:
    """The confusion counts of both operating points on the labelled questions."""
    return measure(labelled(path), use_transformer, path.name)


def measure(rows: list[tuple[str, bool]], use_transformer: bool, source: str) -> tuple[Measured, ...]:
    import numpy as np

    questions = [question for question, _ in rows]
    truth = np.asarray([label for _, label in rows], dtype=bool)
    counts = confusion(Cascade(use_transformer).decide(questions), truth)
    return tuple(Measured(point, source, *counts[point]) for point in ("precise", "balanced"))
