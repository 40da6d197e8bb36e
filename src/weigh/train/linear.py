"""The linear first step of the identify cascade: logistic regression on hashed word n-grams."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score

from weigh import models
from weigh.models import data
from weigh.models.hashing import rows_and_features

BUCKETS = 1 << 17
STRENGTH = 100.0  # of the regression (C), chosen on validation
LEFT_OPEN = 0.07  # share of validation questions left to the transformer: what its speed allows


def _features(texts: Sequence[str]) -> Any:
    """Counts of hashed n-grams, scaled as the running model scales them."""
    rows, features, sizes = rows_and_features(texts, BUCKETS)
    values = 1 / np.sqrt(np.maximum(sizes, 1))[rows]
    return csr_matrix((values, (rows, features)), shape=(len(texts), BUCKETS))


def train(folder: Path, out: Path) -> dict[str, Any]:
    """Fit, choose the two thresholds on validation, write `weights.npz` and `config.json`.

    It learns what the shipped transformer says of the training questions, not their labels: that tells more of the
    unclear ones (F1 of the cascade on validation 0.928 against 0.923). `yes` lies above every validation question
    that is not comparative; `no` is the lowest value with which no more than the share `LEFT_OPEN` is left open.
    """
    asked, held = data.identify(folder, "train"), data.identify(folder, "validation")
    taught = np.array(models.load("identify").probabilities([q.text for q in asked]))
    seen = _features([q.text for q in asked])
    model = LogisticRegression(C=STRENGTH, max_iter=400)
    both = np.concatenate([np.ones(len(taught)), np.zeros(len(taught))])
    model.fit(vstack([seen, seen]), both, np.concatenate([2 * taught, 1 - taught]))
    said = model.predict_proba(_features([q.text for q in held]))[:, 1]
    gold = np.array([q.comparative for q in held])
    yes = float(said[~gold].max())
    yes = float(min(yes + (1 - yes) * 0.1, 0.999))  # a little above what validation asks for
    no = float(np.quantile(said[said < yes], 1 - LEFT_OPEN * len(said) / (said < yes).sum()))
    metrics = {
        "f1": float(f1_score(gold, said >= 0.5)),
        "missed_below_no": float((said[gold] <= no).mean()),
        "left_open": float(((said > no) & (said < yes)).mean()),
        "settled_yes": float((said >= yes).mean()),
    }
    out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out / "weights.npz", weights=model.coef_[0].astype(np.float16))
    config = {
        "task": "identify-linear",
        "bias": float(model.intercept_[0]),
        "thresholds": {"no": no, "yes": yes, "precise": yes},
    }
    (out / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    (out / "metrics.json").write_text(json.dumps({"validation": metrics}, indent=1), encoding="utf-8")
    return metrics
