"""The linear first steps: logistic regression on hashed word n-grams, of questions (identify) or sentences (stance)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import KFold

from weigh import models
from weigh.ingest.documents import Options, Report
from weigh.ingest.files import clean_file
from weigh.models import data
from weigh.models.data import StanceItem
from weigh.models.hashing import rows_and_features
from weigh.train import augment, card, sentences, verdicts
from weigh.train.held import Held
from weigh.train.phrases import Writer

QUESTION_BUCKETS, SENTENCE_BUCKETS = 1 << 17, 1 << 16
QUESTION_STRENGTH, SENTENCE_STRENGTH = 100.0, 1.0  # of the regressions (C), chosen on validation
SURELY_NOT, VARIETIES = 0.005, 4  # chance below which a question is clear; 6 and 12 variants were no better than 4
PRECISION = 0.995  # of `precise`, on what is learnt from: more is not to be had there, as verdicts slip
LEFT_OPEN = 0.2  # share of validation left to the next step: 0.07 costs nearly a point of F1, 0.25 hardly gains any
LOST = 0.005  # share of the sentences that favour somebody which the filter may wave off
SENTENCES, MADE = 60_000, 10_000  # of running text, and made of phrases
# Weights against one of running text: with a stance, made of phrases, and labelled as having none.
STANCE_WEIGHT, MADE_WEIGHT, NONE_WEIGHT = 5.0, 2.5, 0.1
_NAME = " "  # in place of an object: no name is learnt as a sign of comparison, nor that there is one
_FOLDS = 5


def _features(texts: Sequence[str], buckets: int) -> Any:
    """Counts of hashed n-grams, scaled as the running model scales them."""
    rows, features, sizes = rows_and_features(texts, buckets)
    values = 1 / np.sqrt(np.maximum(sizes, 1))[rows]
    return csr_matrix((values, (rows, features)), shape=(len(texts), buckets))


def _save(
    out: Path, task: str, model: LogisticRegression, thresholds: dict[str, float], metrics: dict[str, float]
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out / "weights.npz", weights=model.coef_[0].astype(np.float16))
    config = {"task": task, "bias": float(model.intercept_[0]), "thresholds": thresholds}
    (out / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    (out / "metrics.json").write_text(json.dumps({"validation": metrics}, indent=1), encoding="utf-8")
    (out / "CARD.md").write_text(card.write_linear(task, metrics), encoding="utf-8")


def train_identify(folder: Path, out: Path) -> dict[str, float]:
    """Fit, choose the two thresholds on validation, write `weights.npz` and `config.json`.

    It learns what the shipped transformer says of the training questions and of variants of the unclear ones, not their
    labels: that tells more of the unclear ones. `yes` lies above every validation question that is not comparative, and
    `precise` where of the questions that it learnt from at least `PRECISION` are so by their last verdict as well;
    `no` is the lowest value with which no more than the share `LEFT_OPEN` is left open.
    """
    model, held = models.load("identify"), data.identify(folder, "validation")
    told, measures = verdicts.read(folder), verdicts.measuring(folder)
    asked = [text for text, _ in told]
    chances = model.probabilities(asked)
    unclear = [text for text, chance in zip(asked, chances, strict=True) if chance > SURELY_NOT]
    varieties = [text for number in range(VARIETIES) for text in verdicts.varied(unclear, asked, measures, number)]
    taught = np.concatenate([chances, model.probabilities(varieties)])
    seen = _features(asked + varieties, QUESTION_BUCKETS)
    fitted = LogisticRegression(C=QUESTION_STRENGTH, max_iter=400)
    both = np.concatenate([np.ones(len(taught)), np.zeros(len(taught))])
    fitted.fit(vstack([seen, seen]), both, np.concatenate([2 * taught, 1 - taught]))
    said = fitted.predict_proba(_features([q.text for q in held], QUESTION_BUCKETS))[:, 1]
    gold = np.array([q.comparative for q in held])
    yes = float(said[~gold].max())
    yes = float(min(yes + (1 - yes) * 0.1, 0.999))  # a little above what validation asks for
    known, verdict = fitted.predict_proba(seen[: len(told)])[:, 1], np.array([own for _, own in told])
    cuts = np.linspace(yes, 1, 100)[:-1]
    precise = next((cut for cut in cuts if verdict[known >= cut].mean() >= PRECISION), 1.0)
    no = float(np.quantile(said[said < yes], 1 - LEFT_OPEN * len(said) / (said < yes).sum()))
    metrics = {
        "f1": float(f1_score(gold, said >= 0.5)),
        "missed_below_no": float((said[gold] <= no).mean()),
        "left_open": float(((said > no) & (said < yes)).mean()),
        "settled_yes": float((said >= yes).mean()),
    }
    _save(out, "identify-linear", fitted, {"no": no, "yes": yes, "precise": float(precise)}, metrics)
    return metrics


def train_stance(folder: Path, corpus: Sequence[Path], text: Path, out: Path) -> dict[str, float]:
    """The filter before the stance models: does a sentence, whatever it names, favour or equate anything at all?

    Sentences with a stance are told from running text (`text`, a file that `weigh index add` reads), which nearly
    always has none. Labelled sentences without a stance count little, since what looks like a comparison is for the
    larger models to decide. The threshold is the one below which `LOST` of the former lie when not trained on.
    """
    held = Held(sentences.measuring(folder))
    known = [item for item, _, _ in sentences.labelled(folder, corpus, 0.0) + augment.written()]
    made = [item for item, _, _ in Writer(1).sentences(MADE) if item.stance != "NONE"]
    running = (one for document in clean_file(text, Options(), Report()) for one in document.sentences)
    plain = list(islice((one for one in running if one not in held), SENTENCES))
    labelled = [STANCE_WEIGHT if item.stance != "NONE" else NONE_WEIGHT for item in known]
    weights = np.array(labelled + [MADE_WEIGHT] * len(made) + [1.0] * len(plain))
    favouring = np.array([item.stance != "NONE" for item in known + made] + [False] * len(plain))
    seen = _features([_nameless(item) for item in known + made] + plain, SENTENCE_BUCKETS)

    def fitted(rows: NDArray[np.int64]) -> LogisticRegression:
        model = LogisticRegression(C=SENTENCE_STRENGTH, solver="liblinear", random_state=1)
        return model.fit(seen[rows], favouring[rows], weights[rows])

    said = np.zeros(len(favouring))
    for rows, others in KFold(_FOLDS, shuffle=True, random_state=1).split(said):
        said[others] = fitted(rows).predict_proba(seen[others])[:, 1]
    told = np.arange(len(said)) < len(known)
    threshold = float(np.quantile(said[favouring & told], LOST))
    model = fitted(np.arange(len(favouring)))
    validation = data.stance(folder, "validation")
    chances = model.predict_proba(_features([item.text for item in validation], SENTENCE_BUCKETS))[:, 1]
    sided = np.array([item.stance != "NONE" for item in validation])
    metrics = {
        "threshold": threshold,
        "kept_of_favouring": float((chances[sided] >= threshold).mean()),
        "kept_of_others": float((chances[~sided] >= threshold).mean()),
        "kept_of_text": float((said[-len(plain) :] >= threshold).mean()),
    }
    _save(out, "stance-linear", model, {"none": threshold}, metrics)
    return metrics


def _nameless(item: StanceItem) -> str:
    one, other = sorted((item.first, item.second))
    return f"{item.text[: one[0]]}{_NAME}{item.text[one[1] : other[0]]}{_NAME}{item.text[other[1] :]}"
