"""Batch prediction over files: rows in, the same rows with a prediction and a probability out.

The formats are those of the public data without the label columns: CSV with a header for identify, kinds, stance and
answers, JSON lines with `words` for label. Files are read and written in stretches, so their size does not matter.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from weigh import models
from weigh.errors import BadInput
from weigh.models import data as public
from weigh.models.answers import decide as decide_answer
from weigh.models.kinds import KINDS
from weigh.models.rows import questions, table, whole
from weigh.models.stance import decide
from weigh.text.compared import compared_pair
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Object

STRETCH = 2048  # rows at a time
Row = dict[str, str]
Done = Callable[[int], None]
NEEDED = {
    "identify": ("question",),
    "kinds": ("question",),
    "stance": ("object_a", "object_b", "sentence"),
    "answers": ("question", "object_1", "object_2", "answer"),
}
ADDED = ("prediction", "probability")
_STANCE = {"FIRST": "BETTER", "SECOND": "WORSE", "EQUAL": "EQUAL", "NONE": "NONE"}


def predict(task: str, source: Path, out: Path, done: Done = lambda _: None) -> int:
    """Predict a file; returns the number of rows. `done` is told the number of rows after each stretch."""
    if task == "label":
        return _predict_label(source, out, done)
    if task not in NEEDED:
        raise BadInput(f"There is no task {task!r} to predict. Expected one of: {', '.join([*NEEDED, 'label'])}.")
    judge = {"identify": _identify, "kinds": _kinds, "stance": _stance, "answers": _answers}[task]
    rows = table(source)
    header = next(rows, [])
    wrong = next((name for name in NEEDED[task] if header.count(name) != 1), None)
    if wrong:
        raise BadInput(
            f"{source} {'names twice' if wrong in header else 'lacks'} the column {wrong!r}; it has: "
            f"{', '.join(map(repr, header[:30])) or 'none'}. Expected for {task}: {', '.join(NEEDED[task])}. "
            "Name the columns in the first line, separated by commas."
        )
    kept = [at for at, name in enumerate(header) if name not in ADDED]
    count = 0
    with whole(out) as target:
        writer = csv.writer(target)
        writer.writerow([*(header[at] for at in kept), *ADDED])
        while stretch := list(islice(rows, STRETCH)):
            judged = judge([dict(zip(header, row, strict=True)) for row in stretch])
            for row, (said, chance) in zip(stretch, judged, strict=True):
                writer.writerow([*(row[at] for at in kept), said, f"{chance:.6f}"])
            count += len(stretch)
            done(count)
    return count


def _identify(rows: list[Row]) -> list[tuple[str, float]]:
    """1 where the probability of being comparative reaches the balanced threshold, else 0; and that probability."""
    model = models.load("identify")
    cut = model.thresholds["balanced"]
    return [(str(int(p >= cut)), p) for p in model.probabilities([row["question"] for row in rows])]


def _kinds(rows: list[Row]) -> list[tuple[str, float]]:
    """All kinds that reach the threshold; the probability is that of the likeliest kind.

    They are kinds of comparative questions, and the model was taught by such alone: whether one is, `identify` says.
    """
    model = models.load("kinds")
    chances, _ = model.arrays([row["question"] for row in rows])
    return [
        (" ".join(name for name, p in zip(KINDS, row, strict=True) if p >= model.threshold), float(row.max()))
        for row in chances
    ]


def stance_item(text: str, one: str, other: str) -> tuple[str, public.Span, public.Span] | None:
    """A sentence with the spans of the mentions compared; else of the names wherever they stand as written; or None."""
    if not one.strip() or not other.strip():
        return None  # nothing stands everywhere
    tokens = tokenize(text)
    if found := compared_pair(tokens, object_spans(text, (Object(one), Object(other)), tokens), one, other):
        return text, (found[0].start, found[0].end), (found[1].start, found[1].end)
    try:
        return text, *public.spans_of(text, one, other)
    except ValueError:
        return None


def _stance(rows: list[Row]) -> list[tuple[str, float]]:
    """BETTER, WORSE, EQUAL or NONE for `object_a`, and its probability; a sentence that lacks an object says NONE."""
    items = [stance_item(row["sentence"], row["object_a"], row["object_b"]) for row in rows]
    known = [item for item in items if item is not None]
    judged = iter(models.load("stance").probabilities(known))
    found = []
    for item in items:
        if item is None:
            found.append(("NONE", 1.0))
        else:
            name, chance = decide(next(judged))
            found.append((_STANCE[name], chance))
    return found


def _answers(rows: list[Row]) -> list[tuple[str, float]]:
    """NO, NEUTRAL, FIRST or SECOND, and its probability."""
    items = [(row["question"], row["object_1"], row["object_2"], row["answer"]) for row in rows]
    chances = models.load("answers").probabilities(items)
    return [decide_answer(row) for row in chances]


def _predict_label(source: Path, out: Path, done: Done) -> int:
    model = models.load("label")
    rows = questions(source)
    count = 0
    with whole(out) as target:
        while stretch := list(islice(rows, STRETCH)):
            for row, said in zip(stretch, model.labels([row["words"] for row in stretch]), strict=True):
                row["labels"] = [name for name, _ in said]
                row["probabilities"] = [round(chance, 6) for _, chance in said]
                target.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += len(stretch)
            done(count)
    return count
