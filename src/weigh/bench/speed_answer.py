"""How long a question takes, from asking to the whole answer, by stage; the first time and the second.

Pairs of frequent words are sorted by how many sentences name both; those nearest to 100, 500 and 10,000 are asked.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from weigh.settings import Settings
from weigh.types import Answer, Filters, Object

_WORDS = (
    "city", "town", "river", "war", "king", "film", "album", "song", "team", "player", "game", "school", "country",
    "state", "people", "world", "language", "music", "water", "sun", "earth", "moon", "car", "train", "cat", "dog",
    "gold", "silver", "iron", "computer", "book", "law", "north", "south", "east", "west", "man", "woman", "year",
    "first", "second", "was", "is", "the", "of", "in", "and",
)  # fmt: skip
_TARGETS = (100, 500, 10_000)
_PAIRS = 7
GOALS_MS = {"100": 150, "500": 600, "10000": 4_000, "second time": 100}


def speed_answer(
    index: str,
    *,
    classifier: str = "transformer",
    on_progress: Callable[[str], None] | None = None,
    **_: Any,
) -> dict[str, Any]:
    """Milliseconds per question at the median, for pairs with few, many and very many sentences."""
    from weigh.pipeline import Weigh

    with Weigh(Settings(index=index, classifier=classifier)) as weigh:
        weigh.warm()
        weigh.compare("warm", "up")
        info = weigh.info()
        counts = _counts(weigh)
        results: dict[str, Any] = {}
        for target in _TARGETS:
            chosen = nearest(counts, target)
            if not chosen:
                results[str(target)] = None
                continue
            first, second = [], []
            for pair in chosen:
                first.append(_timed(partial(weigh.compare, *pair)))
                second.append(_timed(partial(weigh.compare, *pair)))
                if on_progress:
                    on_progress(" / ".join(pair))
            results[str(target)] = {
                "pairs": len(chosen),
                "sentences at the median": int(statistics.median(counts[pair] for pair in chosen)),
                "first time ms": _median(seconds for seconds, _ in first),
                "second time ms": _median(seconds for seconds, _ in second),
                "stages ms": _stages([answer for _, answer in first]),
                "arguments at the median": int(statistics.median(len(answer.arguments) for _, answer in first)),
            }
    return {
        "task": "speed answer",
        "index": {"sentences": info.sentences, "documents": info.documents},
        "classifier": classifier,
        "results": results,
        "goals ms": GOALS_MS,
    }


def _counts(weigh: Any) -> dict[tuple[str, str], int]:
    """How many sentences name both words, for all pairs of frequent words."""
    found = {}
    for pair in combinations(_WORDS, 2):
        first, second = (Object(name) for name in pair)
        found[pair] = weigh.engine.retrieve(first, second, (), Filters(), limit=10_000, general=10_000).total
    return found


def nearest(counts: Mapping[tuple[str, str], int], target: int) -> list[tuple[str, str]]:
    """The pairs with about as many sentences as wanted: at least half as many, and at most twice."""
    near = [pair for pair, count in counts.items() if target / 2 <= count <= 2 * target]
    return sorted(near, key=lambda pair: abs(counts[pair] - target))[:_PAIRS]


def _timed(ask: Callable[[], Answer]) -> tuple[float, Answer]:
    before = time.perf_counter()
    answer = ask()
    return time.perf_counter() - before, answer


def _median(seconds: Iterable[float]) -> float:
    return round(1000 * statistics.median(seconds), 1)


def _stages(answers: list[Answer]) -> dict[str, float]:
    """The median of each stage."""
    by_stage: dict[str, list[float]] = {}
    for answer in answers:
        for timing in answer.provenance.timings:
            by_stage.setdefault(timing.stage, []).append(timing.seconds)
    return {stage: _median(seconds) for stage, seconds in by_stage.items()}
