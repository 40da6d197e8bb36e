"""The thesis's 34 triples: does the share of an aspect point the way the facts do?

The score of a triple is the first object's share among the arguments that speak of the aspect. Gold deviation is its
distance from the gold score (BETTER 1, WORSE 0, NONE ½); a score above 55 % reads BETTER, below 45 % WORSE, as in the
thesis. More is always "better" in the labels, whatever one would wish, so the direction of every aspect is set so.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weigh.bench.corpus import WEB, WIKI, corpus_index
from weigh.settings import Settings
from weigh.types import MULTIPLE, Answer, Aspect, Direction

_GOLD = {"BETTER": 1.0, "WORSE": 0.0, "NONE": 0.5}
_EDGE = 0.05
PUBLISHED = {
    "CAM, markers": {"with evidence": 18, "accuracy": 0.56, "gold deviation": 0.39},
    "CAM, first study": {"with evidence": 33, "accuracy": 0.61, "gold deviation": 0.38},
}


@dataclass(frozen=True, slots=True)
class Triple:
    first: str
    second: str
    aspect: str
    label: str


def load() -> list[Triple]:
    """The triples as in the thesis."""
    lines = (Path(__file__).parent / "data" / "triples.tsv").read_text(encoding="utf-8").splitlines()
    return [Triple(*line.split("\t")) for line in lines if line and not line.startswith("#")]


def read_label(score: float) -> str:
    """The label that a score stands for."""
    return "BETTER" if score > 0.5 + _EDGE else "WORSE" if score < 0.5 - _EDGE else "NONE"


def score_of(answer: Answer, triple: Triple) -> float | None:
    """The first object's share of the arguments that speak of the aspect; None without any."""
    points = {triple.first: 0.0, triple.second: 0.0}
    for category in (triple.aspect, MULTIPLE):
        share = answer.shares.categories.get(category)
        for name, value in share.points.items() if share else ():
            points[name] += value
    total = sum(points.values())
    return points[triple.first] / total if total > 0 else None


def run(
    data: Path,
    *,
    settings: Settings | None = None,
    classifier: str = "transformer",
    index: str | None = None,
    on_progress: Callable[[str], None] | None = None,
    **_: Any,
) -> dict[str, Any]:
    """Accuracy and gold deviation over an index of the corpus (web sentences and the Simple English Wikipedia)."""
    from weigh.pipeline import Weigh

    location = index or corpus_index(data, (WEB, WIKI), settings)
    rows: list[dict[str, Any]] = []
    with Weigh(Settings(index=location, classifier=classifier)) as weigh:
        for triple in load():
            aspect = Aspect(triple.aspect, direction=Direction.MORE)
            answer = weigh.compare(triple.first, triple.second, aspects=[aspect])
            score = score_of(answer, triple)
            sides = answer.shares.overall
            rows.append(
                {
                    "triple": f"{triple.first} / {triple.second} / {triple.aspect}",
                    "label": triple.label,
                    "score": None if score is None else round(score, 3),
                    "read": None if score is None else read_label(score),
                    "arguments": sum(sides.counts.values()),
                }
            )
            if on_progress:
                on_progress(rows[-1]["triple"])
    heard = [row for row in rows if row["score"] is not None]
    deviations = [abs(row["score"] - _GOLD[row["label"]]) for row in heard]
    return {
        "task": "triples",
        "triples": len(rows),
        "with any argument": sum(row["arguments"] > 0 for row in rows),
        "with evidence on the aspect": len(heard),
        "accuracy": round(sum(row["read"] == row["label"] for row in heard) / len(heard), 4) if heard else None,
        "gold deviation": round(statistics.mean(deviations), 4) if heard else None,
        "published": PUBLISHED,
        "rows": rows,
    }
