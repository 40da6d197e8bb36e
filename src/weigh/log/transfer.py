"""How far can a measurement on some sources of questions be trusted on a log from elsewhere?

The shipped recall and false-positive rate were counted on questions of several public sources, and they differ far more
between these than chance explains: recall at the precise point is two times as high on one as on another. So a log's
own rates are taken as drawn from the same distribution as the sources' (a random-effects model of the log-odds, with
a half-normal prior on the spread between sources), and the draws from it go into the interval. Where a log looks
unlike all of the sources, the spread is widened and the report says so. A sample of the log itself needs none of this.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from weigh.log.result import Likeness, Measured

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPREAD = 0.6
"""Scale of the prior on the spread of log-odds between sources. With it the interval held the true share of 96 in 100
logs from a source left out of the measurement, and of 93 without transformer (tests/log/test_transfer.py)."""
UNLIKE = 2.0
"""From so many standard deviations on a log is called unlike the sources."""
LEAST_FOUND = 50
"""So many comparative questions must be found before a log is compared with the sources."""

Counts = Sequence[tuple[int, int]]
"""Hits and misses, source by source."""


def rate_draws(
    measured: Measured, random: np.random.Generator, size: int, wider: float = 1.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Draws of what recall and false-positive rate may be on the log."""
    import numpy as np

    if measured.sources:
        hits = [(m.true_positive, m.false_negative) for m in measured.sources]
        errors = [(m.false_positive, m.true_negative) for m in measured.sources]
        recall, false = (elsewhere(counts, random, size, wider) for counts in (hits, errors))
    else:
        recall = random.beta(measured.true_positive + 0.5, measured.false_negative + 0.5, size)
        false = random.beta(measured.false_positive + 0.5, measured.true_negative + 0.5, size)
    # A classifier no better than chance tells nothing; draws near that would divide by nothing.
    return np.maximum(recall, false + 0.01), false


def elsewhere(counts: Counts, random: np.random.Generator, size: int, wider: float = 1.0) -> NDArray[np.float64]:
    """Draws of a rate in a source not seen, from its counts in those seen."""
    import numpy as np

    odds, noise = (np.asarray(column) for column in zip(*(_log_odds(*pair) for pair in counts), strict=True))
    spread = np.linspace(0.0, 3.0, 121)
    weight = 1 / (noise + spread[:, None] ** 2)
    total = weight.sum(axis=1)
    mean = (weight * odds).sum(axis=1) / total
    # The chance of each spread given the counts, with the mean integrated out.
    log_chance = (np.log(weight).sum(axis=1) - np.log(total) - (weight * (odds - mean[:, None]) ** 2).sum(axis=1)) / 2
    log_chance -= (spread / SPREAD) ** 2 / 2
    chance = np.exp(log_chance - log_chance.max())
    at = random.choice(len(spread), size, p=chance / chance.sum())
    drawn = mean[at] + random.standard_normal(size) * np.sqrt(1 / total[at] + (wider * spread[at]) ** 2)
    result: NDArray[np.float64] = 1 / (1 + np.exp(-drawn))
    return result


def centre(measured: Measured) -> tuple[float, float]:
    """Recall and false-positive rate to correct by: the mean over sources, not that of the largest source."""
    if not measured.sources:
        return measured.recall, measured.false_positive_rate
    import numpy as np

    recall, false = rate_draws(measured, np.random.default_rng(0), 4_000)
    return float(np.median(recall)), float(np.median(false))


def likeness(precise: int, balanced: int, doubted: int, questions: int, sources: Sequence[Likeness]) -> Likeness:
    """How the log looks beside the sources; `doubted` are questions in doubt that the cascade did not take.

    Two shares need no labels: how many of the questions found are plain enough for the precise point, and how many
    of the others were in doubt at all.
    """
    found = Likeness("this log", precise / max(1, balanced), doubted / max(1, questions - balanced))
    if len(sources) < 3 or balanced < LEAST_FOUND:
        return found
    distance = max(
        _distance(found.plain, [s.plain for s in sources]), _distance(found.doubted, [s.doubted for s in sources])
    )
    return Likeness(found.source, found.plain, found.doubted, distance)


def wider(found: Likeness) -> float:
    """By what the spread between sources is widened for a log unlike them."""
    return max(1.0, (found.distance or 0.0) / UNLIKE)


def _distance(here: float, there: Sequence[float]) -> float:
    """How many standard deviations (of one more source) the log-odds lie from the mean of the sources'."""
    odds = [_logit(value) for value in there]
    mean = sum(odds) / len(odds)
    spread = math.sqrt(sum((value - mean) ** 2 for value in odds) / (len(odds) - 1) * (1 + 1 / len(odds)))
    return abs(_logit(here) - mean) / max(spread, 0.1)


def _logit(share: float) -> float:
    share = min(max(share, 1e-4), 1 - 1e-4)
    return math.log(share / (1 - share))


def _log_odds(hits: int, misses: int) -> tuple[float, float]:
    """Log-odds and their variance; the halves keep a count of none finite."""
    return math.log((hits + 0.5) / (misses + 0.5)), 1 / (hits + 0.5) + 1 / (misses + 0.5)
