"""From classified counts to the true share and total with an interval: correction by measured recall and precision.

Of T comparative entries among n the classifier says yes to about R·T + F·(n - T), with its recall R and its
false-positive rate F; solved for T that is the estimate (Rogan and Gladen 1978). Four things make it uncertain, and
the interval carries all of them: R and F were counted on finitely many labelled questions, which may be of other
sources than this log (`transfer`); which questions of this log are missed is chance; and a question asked a thousand
times is missed or found a thousand times at once (so the variance counts distinct questions by the squares of their
frequencies, not entries). R and F are common to all months, so months can be compared more surely than their level.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from weigh.log.result import Estimate, Measured, Period, Season, Trend
from weigh.log.tally import Volume
from weigh.log.transfer import centre, rate_draws

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWS = 4_000
_LEVEL = (2.5, 97.5)
WHOLE = "whole log"


def periods(
    volumes: Mapping[str, Volume], names: Sequence[str], measured: Measured, seed: int, wider: float = 1.0
) -> tuple[Period, tuple[Period, ...], Trend | None]:
    """The whole log, each month, and the trend over the months. `wider` is that of `transfer`."""
    import numpy as np

    random = np.random.default_rng(seed)
    recall, false = rate_draws(measured, random, DRAWS, wider)
    middle = centre(measured)
    known = np.full(DRAWS, middle[0]), np.full(DRAWS, middle[1])

    def period(name: str, volume: Volume) -> tuple[Period, NDArray[np.float64]]:
        draws = _share_draws(volume, measured.point, recall, false, random)
        by_chance = _share_draws(volume, measured.point, *known, random)
        return _period(name, volume, draws, by_chance, measured.point, middle), draws

    overall, _ = period(WHOLE, volumes.get("", Volume()))
    found = [period(name, volumes.get(name, Volume())) for name in names]
    months, draws = tuple(item for item, _ in found), [drawn for _, drawn in found]
    filled = [at for at, name in enumerate(names) if volumes.get(name, Volume()).questions > 0]
    trend = _trend(np.asarray([draws[at] for at in filled]), filled) if len(filled) >= 3 else None
    return overall, months, trend


def _share_draws(
    volume: Volume, point: str, recall: NDArray[np.float64], false: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.float64]:
    import numpy as np

    n = volume.questions
    if n == 0:
        return np.zeros(DRAWS)
    said, said_sq = getattr(volume, point), getattr(volume, f"{point}_sq")
    yes_sq = np.clip((said_sq - false * volume.questions_sq) / (recall - false), said_sq, volume.questions_sq)
    # Where nothing was found, one unseen question may still be there.
    yes_sq = np.maximum(yes_sq, volume.questions_sq / max(1, n))
    variance = recall * (1 - recall) * yes_sq + false * (1 - false) * (volume.questions_sq - yes_sq)
    noisy = said + random.standard_normal(DRAWS) * np.sqrt(np.maximum(variance, 0))
    result: NDArray[np.float64] = np.clip((noisy - false * n) / (recall - false) / n, 0, 1)
    return result


def _period(
    name: str,
    volume: Volume,
    draws: NDArray[np.float64],
    by_chance: NDArray[np.float64],
    point: str,
    middle: tuple[float, float],
) -> Period:
    n = volume.questions
    recall, false = middle
    said = getattr(volume, point) / n if n else 0.0
    value = min(1.0, max(0.0, (said - false) / max(recall - false, 0.01)))
    share = _around(value, draws)
    total = Estimate(value * n, share.low * n, share.high * n)
    return Period(name, n, volume.precise, volume.balanced, share, total, _around(value, by_chance))


def _around(value: float, draws: NDArray[np.float64]) -> Estimate:
    import numpy as np

    low, high = (float(x) for x in np.percentile(draws, _LEVEL))
    return Estimate(value, min(low, value), max(high, value))


def _trend(draws: NDArray[np.float64], at: Sequence[int]) -> Trend:
    """Slope of the share over the months, in percentage points a month; recall's error is common to all months."""
    import numpy as np

    x = np.asarray(at, dtype=float)
    x -= x.mean()
    slopes = 100 * (x[:, None] * draws).sum(axis=0) / (x**2).sum()
    low, high = (float(v) for v in np.percentile(slopes, _LEVEL))
    slope = Estimate(float(np.median(slopes)), low, high)
    if low <= 0 <= high:
        text = "No clear trend: the share of comparative questions may as well have risen as fallen over these months."
    else:
        way = "rose" if slope.value > 0 else "fell"
        text = f"The share of comparative questions {way} by about {abs(slope.value):.2f} percentage points a month."
    return Trend(slope, text)


def wilson(hits: int, n: int) -> Estimate:
    """A share counted on a sample, with Wilson's interval."""
    if n == 0:
        return Estimate(0.0, 0.0, 1.0)
    z, p = 1.96, hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half))


MIN_TOTAL = 20
MIN_LIFT = 2.0
FALSE_DISCOVERIES = 0.05


def seasons(
    candidates: Sequence[tuple[int, str, Mapping[str, int]]],
    volumes: Mapping[str, Volume],
    names: Sequence[str],
    limit: int = 40,
) -> tuple[Season, ...]:
    """Questions asked at least twice as much in a month as in the others, beyond chance (Benjamini–Hochberg, 5 %)."""
    sizes = {name: volumes[name].questions for name in names if name in volumes and volumes[name].questions}
    whole = sum(sizes.values())
    if len(sizes) < 2:
        return ()
    ranks = {name: _ranks(candidates, name) for name in sizes}
    found: list[tuple[float, Season]] = []
    tests = 0
    for _, text, months in candidates:
        total = sum(months.get(name, 0) for name in sizes)
        if total < MIN_TOTAL:
            continue
        for name, size in sizes.items():
            tests += 1
            count = months.get(name, 0)
            if count < 5 or size == whole:
                continue
            lift = (count / size) / ((total - count + 0.5) / (whole - size))
            if lift >= MIN_LIFT:
                p = _tail(count, total, size / whole)
                at = list(names).index(name)
                before = ranks.get(names[at - 1], {}).get(text) if at else None
                found.append((p, Season(text, name, count, total, lift, ranks[name][text], before, p)))
    found.sort(key=lambda item: (item[0], item[1].question))
    kept = 0
    for rank, (p, _) in enumerate(found, 1):
        if p <= FALSE_DISCOVERIES * rank / max(1, tests):
            kept = rank
    best = sorted((season for _, season in found[:kept]), key=lambda s: (-(s.count - s.count / s.lift), s.question))[
        :limit
    ]
    return tuple(sorted(best, key=lambda s: (s.month, s.rank)))


def _ranks(candidates: Sequence[tuple[int, str, Mapping[str, int]]], name: str) -> dict[str, int]:
    asked = sorted(((-months[name], text) for _, text, months in candidates if months.get(name)), key=lambda item: item)
    return {text: rank for rank, (_, text) in enumerate(asked, 1)}


def _tail(count: int, total: int, share: float) -> float:
    """An upper bound (Chernoff) on the chance of at least `count` of `total` falling into a month of this share."""
    seen = count / total
    if seen <= share:
        return 1.0
    rest = (1 - seen) * math.log((1 - seen) / (1 - share)) if seen < 1 else 0.0
    return math.exp(-total * (seen * math.log(seen / share) + rest))
