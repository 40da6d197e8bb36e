"""How well arguments are ordered: nDCG against people's grades, and the learning of the weights of `fit`.

Data: arguments/relevance.json, pairs of objects with retrieved arguments graded 0 to 3. Only pairs with at least six
graded arguments count. The gain of a grade g is 2^g − 1. Weights are learnt by ridge regression of the gain on the
features, each pair centred, and judged by cross-validation over pairs, so that no pair is in both parts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weigh.rank.fit import NAMES, features
from weigh.rank.fit import fit as fit_of
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Object

MIN_ARGUMENTS = 6
PENALTY = 300.0
"""Ridge penalty; from 10 to 1000 the cross-validated nDCG@10 moves by less than 0.005."""
FOLDS = 10
PUBLISHED = {"shortest first": 0.61, "random": 0.69, "BM25": 0.71, "longest first": 0.73, "GPT-4's grades": 0.749}
WEIGHTS = Path(__file__).parent.parent / "rank" / "data" / "fit.json"


@dataclass(frozen=True, slots=True)
class Graded:
    """One pair of objects with its graded arguments."""

    objects: tuple[str, str]
    texts: tuple[str, ...]
    grades: tuple[int, ...]
    model_grades: tuple[int, ...]


def load(data: Path) -> list[Graded]:
    """The pairs with at least six graded arguments."""
    pairs = []
    for row in json.loads((data / "arguments" / "relevance.json").read_text(encoding="utf-8")):
        kept = [item for item in row["arguments"] if item["argument"]]
        if len(kept) >= MIN_ARGUMENTS:
            pairs.append(
                Graded(
                    (row["obj1"], row["obj2"]),
                    tuple(item["argument"] for item in kept),
                    tuple(int(item["relevance"]) for item in kept),
                    tuple(int(item["relevance_gpt"] or 0) for item in kept),
                )
            )
    return pairs


def ndcg(grades: Sequence[int], scores: Sequence[float], depth: int) -> float:
    """nDCG at a depth with gain 2^g − 1. Equal scores count with their mean gain, so that input order cannot help."""
    import numpy as np

    gains = 2.0 ** np.asarray(grades, dtype=float) - 1
    values = np.asarray(scores, dtype=float)
    levels, where = np.unique(-values, return_inverse=True)
    mean = np.array([gains[where == level].mean() for level in range(len(levels))])[where]
    order = np.argsort(-values, kind="stable")
    discount = 1 / np.log2(np.arange(2, depth + 2))[: len(gains)]
    ideal = float((np.sort(gains)[::-1][:depth] * discount).sum())
    return float((mean[order][:depth] * discount).sum()) / ideal if ideal > 0 else 1.0


def matrix(pair: Graded) -> Any:
    """The features of a pair's arguments, one row each."""
    import numpy as np

    objects = tuple(Object(name) for name in pair.objects)
    rows = []
    for text in pair.texts:
        tokens = tokenize(text)
        rows.append(features(text, tokens, object_spans(text, objects, tokens)))
    return np.array(rows)


def learn(pairs: Sequence[Graded], matrices: Sequence[Any]) -> Any:
    """Weights per feature, in the units of the features."""
    import numpy as np

    scale = np.vstack(matrices).std(axis=0) + 1e-9
    centred = np.vstack([found - found.mean(axis=0) for found in matrices]) / scale
    gains = [2.0 ** np.array(pair.grades, dtype=float) - 1 for pair in pairs]
    target = np.concatenate([found - found.mean() for found in gains])
    weights = np.linalg.solve(centred.T @ centred + PENALTY * np.eye(len(scale)), centred.T @ target)
    return weights / scale


def cross_validated(pairs: Sequence[Graded], matrices: Sequence[Any], seed: int) -> list[Any]:
    """Each pair's scores by weights learnt from the other folds; the same pair in two spellings stays in one fold."""
    import numpy as np

    keys = ["/".join(sorted(name.lower() for name in pair.objects)) for pair in pairs]
    distinct = sorted(set(keys))
    fold = {distinct[i]: k % FOLDS for k, i in enumerate(np.random.default_rng(seed).permutation(len(distinct)))}
    scores: list[Any] = [None] * len(pairs)
    for part in range(FOLDS):
        inside = [i for i, key in enumerate(keys) if fold[key] != part]
        weights = learn([pairs[i] for i in inside], [matrices[i] for i in inside])
        for i, key in enumerate(keys):
            if fold[key] == part:
                scores[i] = matrices[i] @ weights
    return scores


def run(data: Path, **_: Any) -> dict[str, Any]:
    """nDCG@5 and @10 of Weigh's order, cross-validated, beside simple orders of the same arguments."""
    import numpy as np

    pairs = load(data)
    matrices = [matrix(pair) for pair in pairs]
    orders: dict[str, Callable[[int], list[Any]]] = {
        "weigh (cross-validated)": lambda seed: cross_validated(pairs, matrices, seed),
        "weigh (as shipped, seen these grades)": lambda _: [_shipped(pair) for pair in pairs],
        "random": lambda seed: _random(pairs, seed),
        "shortest first": lambda _: [[-len(text) for text in pair.texts] for pair in pairs],
        "longest first": lambda _: [[len(text) for text in pair.texts] for pair in pairs],
        "GPT-4's grades": lambda _: [pair.model_grades for pair in pairs],
    }
    results: dict[str, dict[str, float]] = {}
    for name, order in orders.items():
        runs = [order(seed) for seed in range(5)]
        results[name] = {
            f"nDCG@{depth}": round(
                float(
                    np.mean([ndcg(p.grades, s, depth) for scores in runs for p, s in zip(pairs, scores, strict=True)])
                ),
                4,
            )
            for depth in (5, 10)
        }
    return {
        "task": "arguments",
        "pairs": len(pairs),
        "arguments": sum(len(pair.texts) for pair in pairs),
        "results": results,
        "published nDCG@10": PUBLISHED,
        "goal": {"nDCG@10": 0.75},
    }


def _shipped(pair: Graded) -> list[float]:
    objects = tuple(Object(name) for name in pair.objects)
    scores = []
    for text in pair.texts:
        tokens = tokenize(text)
        scores.append(fit_of(text, tokens, object_spans(text, objects, tokens)))
    return scores


def _random(pairs: Sequence[Graded], seed: int) -> list[Any]:
    import numpy as np

    generator = np.random.default_rng(seed)
    return [generator.random(len(pair.texts)) for pair in pairs]


def write_weights(data: Path, target: Path = WEIGHTS) -> None:
    """Learn from all pairs and write the weights that ship, scaled to a mean of zero and a spread of one."""
    import numpy as np

    pairs = load(data)
    matrices = [matrix(pair) for pair in pairs]
    weights = learn(pairs, matrices)
    stacked = np.vstack(matrices)
    raw = stacked[stacked[:, NAMES.index("both named")] > 0] @ weights
    weights = weights / raw.std()
    content = {
        "about": "Weights of weigh.rank.fit, learnt by weigh.bench.arguments.write_weights; see docs/method.md",
        "offset": round(float(-raw.mean() / raw.std()), 5),
        "weights": {name: round(float(weight), 5) for name, weight in zip(NAMES, weights, strict=True)},
    }
    target.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
