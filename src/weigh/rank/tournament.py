"""Three or more objects in one order: Bradley–Terry strengths from the points of all pairs.

Every pair starts with a draw of half an average argument a side, so that strengths stay finite. An object that no
argument speaks of has no place: the middle would say that somebody had weighed it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from weigh.types import Argument, Comparison, PairResult, Ranking

_ROUNDS = 500
_PRIOR = 0.5


def tournament_of(arguments: Sequence[Argument], comparison: Comparison) -> Ranking | None:
    """The order of the objects with evidence, strongest first; None for fewer than three, or without any evidence."""
    heard = {name for argument in arguments if not argument.dropped for name in argument.objects}
    names = [name for name in comparison.names if name in heard]
    if len(comparison.names) < 3 or not names:
        return None
    won: dict[tuple[str, str], list[float]] = {}
    for argument in arguments:
        if not argument.dropped and argument.winner is not None and argument.loser is not None:
            won.setdefault((argument.winner, argument.loser), []).append(argument.score)
    points = {pair: math.fsum(scores) for pair, scores in won.items()}
    counts = {pair: len(scores) for pair, scores in won.items()}
    strengths = _strengths(sorted(names), points, counts)
    order = tuple(sorted(names, key=lambda name: (-round(strengths[name], 9), name)))
    pairs = []
    for first, second in comparison.pairs():
        ours, theirs = points.get((first.name, second.name), 0.0), points.get((second.name, first.name), 0.0)
        number = counts.get((first.name, second.name), 0) + counts.get((second.name, first.name), 0)
        share = ours / (ours + theirs) if ours + theirs > 0 else 0.5
        pairs.append(PairResult((first.name, second.name), share, number))
    return Ranking(order, strengths, tuple(pairs))


def _strengths(
    names: Sequence[str], points: dict[tuple[str, str], float], counts: dict[tuple[str, str], int]
) -> dict[str, float]:
    """Bradley–Terry by minorisation–maximisation; strengths sum to one."""
    average = math.fsum(points.values()) / max(1, sum(counts.values())) or 1.0
    wins = {(a, b): points.get((a, b), 0.0) + _PRIOR * average for a in names for b in names if a != b}
    total = {a: math.fsum(wins[a, b] for b in names if b != a) for a in names}
    strength = dict.fromkeys(names, 1 / len(names))
    for _ in range(_ROUNDS):
        new = {
            a: total[a] / math.fsum((wins[a, b] + wins[b, a]) / (strength[a] + strength[b]) for b in names if b != a)
            for a in names
        }
        scale = math.fsum(new.values())
        new = {a: value / scale for a, value in new.items()}
        change = max(abs(new[a] - strength[a]) for a in names)
        strength = new
        if change < 1e-12:
            break
    return strength
