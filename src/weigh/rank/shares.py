"""Arguments → how the evidence divides, per category and overall, with an interval that knows how thin it is.

The interval is a bootstrap over sites, since sentences of one site are no independent witnesses. Each object also gets
half an average argument of its own in the pool: without it, three arguments for A and none for B would make an
interval from 100 % to 100 %. Few sites may agree by chance, so the interval is never narrower than if every sentence
were a witness of its own (Wilson's). Seed, order of sites and pool depend on the evidence alone, so that swapping the
objects mirrors the interval exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from weigh.types import GENERAL, MULTIPLE, Argument, Comparison, Share, Shares, Stance

_DRAWS = 500
_BUCKETS = 200
"""More sites than this are resampled in this many groups; beyond it the interval no longer changes."""
_PRIOR = 0.5
_TAILS = (0.05, 0.95)
_DEVIATIONS = 1.645
"""Standard deviations to these tails."""


def shares_of(arguments: Sequence[Argument], comparison: Comparison, seed: int) -> Shares:
    """The shares overall, of each wanted aspect, of several aspects together and of the general arguments."""
    counted = [argument for argument in arguments if not argument.dropped]
    names = comparison.names
    categories: dict[str, Share] = {}
    by_category: dict[str, list[Argument]] = {}
    for argument in counted:
        by_category.setdefault(argument.category, []).append(argument)
    for name in dict.fromkeys((*(aspect.name for aspect in comparison.aspects), MULTIPLE, GENERAL)):
        if name in by_category or name not in (MULTIPLE, GENERAL):
            categories[name] = share_of(by_category.get(name, []), names, seed)
    return Shares(share_of(counted, names, seed), categories)


def share_of(arguments: Sequence[Argument], names: Sequence[str], seed: int) -> Share:
    """How these arguments divide among the objects."""
    won: dict[str, list[float]] = {name: [] for name in names}
    equal = 0
    for argument in arguments:
        if argument.winner in won:
            won[argument.winner].append(argument.score)
        elif argument.stance is Stance.EQUAL:
            equal += 1
    points = {name: math.fsum(scores) for name, scores in won.items()}  # exact, so the order of arguments is no matter
    total = math.fsum(points.values())
    values = {name: points[name] / total if total > 0 else 0.0 for name in names}
    interval = _interval(arguments, values, seed) if total > 0 else {}
    return Share(values, points, {name: len(scores) for name, scores in won.items()}, equal, interval)


def _interval(arguments: Sequence[Argument], values: dict[str, float], seed: int) -> dict[str, tuple[float, float]]:
    import numpy as np

    sites: dict[str, dict[str, float]] = {}
    scores = []
    for argument in arguments:
        if argument.winner not in values:
            continue
        scores.append(argument.score)
        where = sorted({source.site for source in argument.sentence.sources}) or [argument.sentence.text]
        for site in where:
            won = sites.setdefault(site, {})
            won[argument.winner] = won.get(argument.winner, 0.0) + argument.score / len(where)
    prior = _PRIOR * math.fsum(scores) / len(scores)
    buckets = min(len(sites), _BUCKETS)
    pool = buckets + len(values)
    counts = np.random.default_rng(seed).multinomial(pool, [1 / pool] * pool, size=_DRAWS).astype(float)
    drawn = {}
    for name in sorted(values):  # by name, not by place in the comparison
        column = np.zeros(pool)
        for i, site in enumerate(sorted(sites)):
            column[i % buckets] += sites[site].get(name, 0.0)
        column[buckets + sorted(values).index(name)] = prior
        drawn[name] = counts @ column
    total = np.sum([drawn[name] for name in sorted(values)], axis=0)
    found = {}
    for name, value in values.items():
        sampled = np.divide(drawn[name], total, out=np.full(_DRAWS, 1 / len(values)), where=total > 0)
        low, high = (float(edge) for edge in np.quantile(sampled, _TAILS))
        low, high = min(low, low_end(value, scores)), max(high, 1 - low_end(1 - value, scores))
        found[name] = (min(round(low, 4), value), max(round(high, 4), value))
    return found


def low_end(share: float, scores: Sequence[float]) -> float:
    """The low end of a share if every sentence were a witness of its own: three of four are no majority."""
    squares = math.fsum(score * score for score in scores)
    number = math.fsum(scores) ** 2 / squares if squares > 0 else 1.0  # one heavy argument is not many
    square = _DEVIATIONS**2
    spread = _DEVIATIONS * math.sqrt(max(0.0, share * (1 - share)) / number + square / (4 * number**2))
    return (share + square / (2 * number) - spread) / (1 + square / number)
