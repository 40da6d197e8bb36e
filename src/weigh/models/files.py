"""Batch prediction over files: rows in, the same rows with a prediction and a probability out.

The formats are those of the public data without the label columns: CSV with a header for identify, kinds, stance and
answers, JSON lines with `words` for label. Files are read and written in stretches, so their size does not matter.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from weigh import models
from weigh.errors import BadInput
from weigh.models import data as public
from weigh.models.answers import decide as decide_answer
from weigh.models.kinds import KINDS
from weigh.models.stance import decide
from weigh.text.compared import compared_pair
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Object

STRETCH = 2048  # rows at a time
Row = dict[str, Any]
Done = Callable[[int], None]
NEEDED = {
    "identify": ("question",),
    "kinds": ("question",),
    "stance": ("object_a", "object_b", "sentence"),
    "answers": ("question", "object_1", "object_2", "answer"),
}
_STANCE = {"FIRST": "BETTER", "SECOND": "WORSE", "EQUAL": "EQUAL", "NONE": "NONE"}


def predict(task: str, source: Path, out: Path, done: Done = lambda _: None) -> int:
    """Predict a file; returns the number of rows. `done` is told the number of rows after each stretch."""
    if task == "label":
        return _predict_label(source, out, done)
    if task not in NEEDED:
        raise BadInput(f"There is no task {task!r} to predict. Expected one of: {', '.join([*NEEDED, 'label'])}.")
    judge = {"identify": _identify, "kinds": _kinds, "stance": _stance, "answers": _answers}[task]
    count = 0
    with _opened(source) as file, out.open("w", encoding="utf-8", newline="") as target:
        reader = csv.DictReader(file)
        names = [name for name in reader.fieldnames or [] if name not in ("prediction", "probability")]
        missing = [name for name in NEEDED[task] if name not in names]
        if missing:
            raise BadInput(f"{source} lacks the column {missing[0]!r}. Expected for {task}: {', '.join(NEEDED[task])}.")
        writer = csv.DictWriter(target, [*names, "prediction", "probability"], extrasaction="ignore")
        writer.writeheader()
        while rows := _stretch(reader, source):
            for row, (said, chance) in zip(rows, judge(rows), strict=True):
                writer.writerow(row | {"prediction": said, "probability": f"{chance:.6f}"})
            count += len(rows)
            done(count)
    return count


def _opened(source: Path) -> Any:
    try:
        return source.open(encoding="utf-8-sig", newline="")
    except OSError as error:
        raise BadInput(
            f"The file {source} cannot be read ({error.strerror}). Give the path of a readable file."
        ) from error


def _stretch(reader: Iterator[Row], source: Path) -> list[Row]:
    try:
        return [{name: value or "" for name, value in row.items() if name} for row in islice(reader, STRETCH)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{source} is no CSV file in UTF-8 ({error}).") from error


def _identify(rows: list[Row]) -> list[tuple[str, float]]:
    model = models.load("identify")
    cut = model.thresholds["balanced"]
    return [(str(int(p >= cut)), p) for p in model.probabilities([row["question"] for row in rows])]


def _kinds(rows: list[Row]) -> list[tuple[str, float]]:
    """All kinds above the threshold; the probability is that of the likeliest kind."""
    model = models.load("kinds")
    chances, _ = model.arrays([row["question"] for row in rows])
    return [
        (" ".join(name for name, p in zip(KINDS, row, strict=True) if p >= model.threshold), float(row.max()))
        for row in chances
    ]


def stance_item(text: str, one: str, other: str) -> tuple[str, public.Span, public.Span] | None:
    """A sentence with the spans of the mentions compared; else of the names wherever they stand as written; or None."""
    tokens = tokenize(text)
    if found := compared_pair(tokens, object_spans(text, (Object(one), Object(other)), tokens), one, other):
        return text, (found[0].start, found[0].end), (found[1].start, found[1].end)
    try:
        return text, *public.spans_of(text, one, other)
    except ValueError:
        return None


def _stance(rows: list[Row]) -> list[tuple[str, float]]:
    """BETTER, WORSE, EQUAL or NONE for `object_a`; a sentence that lacks an object says NONE."""
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
    items = [(row["question"], row["object_1"], row["object_2"], row["answer"]) for row in rows]
    chances = models.load("answers").probabilities(items)
    return [decide_answer(row) for row in chances]


def _predict_label(source: Path, out: Path, done: Done) -> int:
    model = models.load("label")
    count = 0
    with _opened(source) as file, out.open("w", encoding="utf-8") as target:
        while lines := list(islice(file, STRETCH)):
            rows = [_words(line, source, count + at) for at, line in enumerate(lines, 1) if line.strip()]
            for row, said in zip(rows, model.labels([row["words"] for row in rows]), strict=True):
                row["labels"] = [name for name, _ in said]
                row["probabilities"] = [round(chance, 6) for _, chance in said]
                target.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += len(rows)
            done(count)
    return count


def _words(line: str, source: Path, number: int) -> Row:
    """One line: `words`, or a raw `question` that is split into words."""
    try:
        row: Row = json.loads(line)
        if "words" not in row:
            row["words"] = [word for word, _, _ in models.words(row["question"])]
        if not all(isinstance(word, str) for word in row["words"]):
            raise TypeError("a word is no text")
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f"{source}, line {number}: expected a JSON object with 'words' or 'question' ({error})."
        ) from error
    return row
