"""The papers' metrics, by scikit-learn's and seqeval's definitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from weigh.errors import ExtraMissing
from weigh.models.decode import entities

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Metrics = dict[str, float]


def _sklearn() -> Any:
    try:
        from sklearn import metrics
    except ImportError as error:
        raise ExtraMissing("The benchmark (scikit-learn)", "bench") from error
    return metrics


def identify(gold: Sequence[bool], said: Sequence[bool], chances: Sequence[float] | None = None) -> Metrics:
    """Precision, recall, F1 of the comparative class, weighted F1; with probabilities the recall at precision 0.995."""
    sk = _sklearn()
    precision, recall, f1, _ = sk.precision_recall_fscore_support(gold, said, average="binary", zero_division=0)
    found = {
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "weighted_f1": sk.f1_score(gold, said, average="weighted"),
    }
    if chances is not None:
        found["recall_at_precision_0.995"] = _recall_at(gold, chances, 0.995)
    return {name: float(value) for name, value in found.items()}


def _recall_at(gold: Sequence[bool], chances: Sequence[float], wanted: float) -> float:
    """The highest recall of any threshold whose precision is at least `wanted` (this looks at the gold labels)."""
    import numpy as np

    true = np.asarray(gold, bool)[np.argsort(-np.asarray(chances), kind="stable")]
    hits = np.cumsum(true)
    fits = hits / np.arange(1, len(true) + 1) >= wanted
    return float((hits[fits] / max(true.sum(), 1)).max(initial=0.0))


def label(gold: Sequence[Sequence[str]], said: Sequence[Sequence[str]]) -> Metrics:
    """Entity-level F1 per label and overall, as seqeval counts (a span counts when both ends and the label fit)."""
    try:
        from seqeval.metrics import classification_report
    except ImportError as error:
        raise ExtraMissing("The benchmark (seqeval)", "bench") from error
    report = classification_report(
        [entities(one) for one in gold], [entities(one) for one in said], output_dict=True, zero_division=0
    )
    found = {"f1": float(report["micro avg"]["f1-score"]), "mean_f1": float(report["macro avg"]["f1-score"])}
    for name in ("OBJ", "ASP", "PRED"):
        found[f"f1_{name}"] = float(report.get(name, {}).get("f1-score", 0.0))
    return found


def kinds(gold: NDArray[np.bool_], said: NDArray[np.bool_], comparative: Sequence[bool]) -> Metrics:
    """Micro F1: of comparative questions (the paper's task) over the paper's seven merged kinds and over all ten, and
    over the ten of all questions.
    """
    import numpy as np

    from weigh.models.data import merged_kinds

    sk = _sklearn()
    asked = np.asarray(comparative, bool)
    seven = merged_kinds(gold[asked]), merged_kinds(said[asked])
    return {
        "micro_f1_merged": float(sk.f1_score(*seven, average="micro", zero_division=0)),
        "micro_f1": float(sk.f1_score(gold[asked], said[asked], average="micro", zero_division=0)),
        "macro_f1": float(sk.f1_score(gold[asked], said[asked], average="macro", zero_division=0)),
        "micro_f1_all_questions": float(sk.f1_score(gold, said, average="micro", zero_division=0)),
    }


def stance(gold: Sequence[str], said: Sequence[str]) -> Metrics:
    """F1 per class, weighted and macro; EQUAL counts as NONE, because the data has no such class."""
    sk = _sklearn()
    names = ("BETTER", "WORSE", "NONE")
    folded = ["NONE" if one == "EQUAL" else one for one in said]
    each = sk.f1_score(gold, folded, labels=names, average=None, zero_division=0)
    found = {f"f1_{name}": float(value) for name, value in zip(names, each, strict=True)}
    for average in ("weighted", "macro"):
        found[f"{average}_f1"] = float(sk.f1_score(gold, folded, labels=names, average=average, zero_division=0))
    return found


def answers(gold: Sequence[str], said: Sequence[str]) -> Metrics:
    """F1 per class and macro F1 over NO, NEUTRAL, FIRST, SECOND."""
    sk = _sklearn()
    names = ("NO", "NEUTRAL", "FIRST", "SECOND")
    each = sk.f1_score(gold, said, labels=names, average=None, zero_division=0)
    found = {f"f1_{name}": float(value) for name, value in zip(names, each, strict=True)}
    return {"macro_f1": float(each.mean())} | found
