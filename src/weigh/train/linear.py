"""The linear first step of the identify cascade: logistic regression on hashed word n-grams."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score

from weigh.models import data
from weigh.models.hashing import rows_and_features

BUCKETS = 1 << 17
STRENGTH = 30.0  # of the regression (C), chosen on validation


def _features(texts: Sequence[str]) -> Any:
    """Counts of hashed n-grams, scaled as the running model scales them."""
    rows, features, sizes = rows_and_features(texts, BUCKETS)
    values = 1 / np.sqrt(np.maximum(sizes, 1))[rows]
    return csr_matrix((values, (rows, features)), shape=(len(texts), BUCKETS))


def train(folder: Path, out: Path, missed: float = 0.01) -> dict[str, Any]:
    """Fit, choose the two thresholds on validation, write `weights.npz` and `config.json`.

    `yes` is the lowest value above which no validation question is wrongly taken for comparative; `no` the highest
    below which at most the share `missed` of the comparative ones lie.
    """
    asked, held = data.identify(folder, "train"), data.identify(folder, "validation")
    model = LogisticRegression(C=STRENGTH, max_iter=400, class_weight={0: 1.0, 1: 2.0})
    model.fit(_features([q.text for q in asked]), [q.comparative for q in asked])
    said = model.predict_proba(_features([q.text for q in held]))[:, 1]
    gold = np.array([q.comparative for q in held])
    no = float(np.quantile(said[gold], missed))
    yes = float(said[~gold].max())
    yes = float(min(yes + (1 - yes) * 0.1, 0.999))  # a little above what validation asks for
    passed = float(((said > no) & (said < yes)).mean())
    metrics = {
        "f1": float(f1_score(gold, said >= 0.5)),
        "missed_below_no": float((said[gold] <= no).mean()),
        "passed_on": passed,
        "settled_yes": float((said >= yes).mean()),
    }
    out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out / "weights.npz", weights=model.coef_[0].astype(np.float16))
    config = {"task": "identify-linear", "bias": float(model.intercept_[0]), "thresholds": {"no": no, "yes": yes}}
    (out / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    (out / "metrics.json").write_text(json.dumps({"validation": metrics}, indent=1), encoding="utf-8")
    return metrics
