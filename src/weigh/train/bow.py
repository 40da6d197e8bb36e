"""Trains the `bow` classifier: multinomial logistic regression on hashed words, weights stored as half floats."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from weigh.classify.bow import BUCKETS, CLASSES, features
from weigh.text.mentions import object_spans
from weigh.types import Object, Stance

_LABELS = {"BETTER": Stance.FIRST, "WORSE": Stance.SECOND, "NONE": Stance.NONE}


def rows(path: Path) -> tuple[Any, list[int]]:
    """The hashed features and the classes of a file of `stance/sentences`. Objects are in text order there."""
    from scipy.sparse import csr_matrix

    columns: list[int] = []
    starts = [0]
    labels: list[int] = []
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            spans = object_spans(row["sentence"], (Object(row["object_a"]), Object(row["object_b"])))
            a = next((s for s in spans if s.name == row["object_a"]), None)
            b = next((s for s in spans if s.name == row["object_b"] and a is not None and s.start > a.start), None)
            if a is None or b is None:
                continue
            columns.extend(features(row["sentence"], (a.start, a.end), (b.start, b.end)))
            starts.append(len(columns))
            labels.append(CLASSES.index(_LABELS[row["label"]]))
    return csr_matrix(([1.0] * len(columns), columns, starts), shape=(len(labels), BUCKETS)), labels


def train_bow(data: Path, out: Path) -> dict[str, float]:
    """Trains on train, chooses the regularisation on validation, writes `out`; returns the validation figures."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import f1_score

    x, y = rows(data / "stance/sentences/train.csv")
    x_val, y_val = rows(data / "stance/sentences/validation.csv")
    best: tuple[float, Any] = (0.0, None)
    for strength in (0.1, 0.3, 1.0, 3.0):
        model = LogisticRegression(C=strength, max_iter=500, random_state=13).fit(x, y)
        best = max(best, (float(f1_score(y_val, model.predict(x_val), average="weighted")), model), key=lambda b: b[0])
    weights = best[1].coef_.T.astype(np.float16)
    np.savez_compressed(out, weights=weights, bias=best[1].intercept_.astype(np.float32))
    return {"validation weighted F1": best[0]}
