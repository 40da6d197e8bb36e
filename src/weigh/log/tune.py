"""The thresholds of the cascade (Algorithm 1) on identify/validation, and its quality on identify/test.

    python -m weigh.log.tune /path/to/data/questions

To be run whenever the models of identify change; writes weights/cascade.json.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from weigh.log.train import WEIGHTS, table
from weigh.parse import rules


def _perfect_threshold(scores: Any, truth: Any) -> float:
    """Just above the highest score of a question that is not comparative."""
    return float(scores[truth == 0].max()) + 1e-6


def _best_f1(scores: Any, truth: Any) -> float:
    best, at = -1.0, 0.5
    for cut in np.unique(np.round(scores, 3)):
        chosen = scores >= cut
        hit = int((chosen & (truth == 1)).sum())
        f1 = 2 * hit / max(1, int(chosen.sum()) + int((truth == 1).sum()))
        if f1 > best:
            best, at = f1, float(cut)
    return at


def tune_cascade(data: Path) -> None:
    """Thresholds of Algorithm 1 on validation, and the confusion counts on test, with and without the transformer."""
    from weigh.log.comparative import DOUBTED, Cascade, confusion, transformer

    shipped = WEIGHTS / "cascade.json"
    card: dict[str, Any] = json.loads(shipped.read_text()) if shipped.exists() else {}
    card |= {"name": "cascade", "source": "identify/test of Webis-CompQuestions-22"}
    parts = {name: table(data / "identify" / f"{name}.csv") for name in ("validation", "test")}
    source = _sources(data, [row["question"] for row in parts["test"]])
    for name, use in (("without transformer", False), ("with transformer", True)):
        if use and transformer() is None:
            continue
        limits = _limits(*_looks(parts["validation"], use))
        truth = np.asarray([row["comparative"] == "1" for row in parts["test"]])
        cascade = Cascade(use, limits)
        questions = [row["question"] for row in parts["test"]]
        decided = cascade.decide(questions)
        by_source = {}
        for part in sorted(set(source)):
            inside = [at for at, one in enumerate(source) if one == part]
            found = [decided[at] for at in inside]
            doubted = sum(decision.step == DOUBTED for decision in found)
            by_source[part] = {**confusion(found, truth[inside]), "doubted": doubted}
        card[name] = {"thresholds": limits, "measured": confusion(decided, truth), "by source": by_source}
    card.pop("version", None)
    card["version"] = hashlib.sha256(json.dumps(card, sort_keys=True).encode()).hexdigest()[:12]
    shipped.write_text(json.dumps(card, indent=1) + "\n")
    print("cascade", json.dumps(card, indent=1))


def _sources(data: Path, questions: Sequence[str]) -> list[str]:
    """Where each question comes from, as far as the data tells: kinds names the source of its 15,000 questions."""
    names = {"q": "Quora", "g": "Natural Questions", "m": "MS MARCO"}
    rows = [row for part in ("train", "validation", "test") for row in table(data / "kinds" / f"{part}.csv")]
    known = {row["question"].strip().lower(): names[row["dataset"]] for row in rows}
    return [known.get(question.strip().lower(), "other (not told)") for question in questions]


def _looks(rows: Sequence[dict[str, str]], use_transformer: bool) -> tuple[Any, Any, Any, Any]:
    """Settled by a rule, the linear model's probability, the transformer's (or none), the truth."""
    from weigh import models
    from weigh.log.comparative import transformer

    questions = [row["question"] for row in rows]
    ruled = np.asarray([rules.matching(q) is not None for q in questions])
    first = np.asarray(models.load("identify-linear").probabilities(questions))
    other = np.asarray(transformer().probabilities(questions)) if use_transformer else np.full(len(rows), np.nan)
    return ruled, first, other, np.asarray([row["comparative"] == "1" for row in rows])


def _limits(ruled: Any, linear: Any, other: Any, truth: Any) -> dict[str, float]:
    """Perfect thresholds just above the best-scored error; relaxed ones where consensus finds most without error."""
    hard = ~ruled
    alone = bool(np.isnan(other).all())
    limits = {"linear perfect": _perfect_threshold(linear[hard], truth[hard])}
    best = linear if alone else other
    limits["balanced"] = _best_f1(np.where(ruled, 1.0, best), truth)
    if alone:
        return {**limits, "linear relaxed": limits["linear perfect"], "gate": min(0.02, limits["balanced"])}
    limits["transformer perfect"] = _perfect_threshold(other[hard], truth[hard])
    # What steps 1 and 2 leave; among it consensus may make no error, and should find as much as it can.
    left = hard & (linear < limits["linear perfect"]) & (other < limits["transformer perfect"])
    found, relaxed = 0, (limits["linear perfect"], limits["transformer perfect"])
    for a in np.linspace(0.0, limits["linear perfect"], 100):
        b = float(other[left & ~truth & (linear >= a)].max(initial=0.5)) + 1e-6
        hits = int((left & truth & (linear >= a) & (other >= b)).sum())
        if hits > found:
            found, relaxed = hits, (float(a), b)
    limits |= {"linear relaxed": relaxed[0], "transformer relaxed": relaxed[1]}
    # The transformer is some two hundred times as slow as the linear model, so it is asked about two in a hundred
    # questions that do not compare (three cost a third more time for the same F1 of 0.922 on validation; one loses
    # 0.008). What it would have found below the gate is missed, and measured as missed.
    limits["gate"] = float(np.quantile(linear[hard & ~truth], 0.98))
    return limits


if __name__ == "__main__":
    tune_cascade(Path(sys.argv[1]))
