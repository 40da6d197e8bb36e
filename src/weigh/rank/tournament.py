"""Three or more objects in one order: Bradley–Terry strengths from the points of all pairs.

Every object starts with some draws against an average one, so that strengths stay finite and little evidence moves an
object but little from the middle. One of which next to nothing is known comes last all the same: the middle would say
that somebody had weighed it. An object that no argument speaks of has no place at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from weigh.types import Argument, Comparison, PairResult, Ranking, Stance

_ROUNDS = 100
_NEAR = 1e-12
ENOUGH = 3
"""Arguments from which on an object counts as compared, and the draws that it starts with: so many of its own arguments
weigh as much as having none."""


def sentences_of(arguments: Sequence[Argument]) -> int:
    """How many sentences the arguments come from: among many objects, one sentence may compare several pairs."""
    return len({argument.sentence.text for argument in arguments})


def hardly_compared(arguments: Sequence[Argument], names: Sequence[str]) -> tuple[str, ...]:
    """The objects of which fewer than three sentences speak; none where fewer than two others have more."""
    counted = [argument for argument in arguments if not argument.dropped]
    spoken = {name: sentences_of([a for a in counted if name in a.objects]) for name in names}
    few = tuple(name for name in names if 0 < spoken[name] < ENOUGH)
    return few if sum(spoken[name] >= ENOUGH for name in names) >= 2 else ()


def tournament_of(arguments: Sequence[Argument], comparison: Comparison) -> Ranking | None:
    """The order of the objects with evidence, strongest first; None for fewer than three, or without any evidence."""
    counted = [argument for argument in arguments if not argument.dropped]
    heard = {name for argument in counted for name in argument.objects}
    names = [name for name in comparison.names if name in heard]
    if len(comparison.names) < 3 or not names:
        return None
    won: dict[tuple[str, str], list[float]] = {}
    for argument in counted:
        if argument.winner is not None and argument.loser is not None:
            won.setdefault((argument.winner, argument.loser), []).append(argument.score)
    points = {pair: math.fsum(scores) for pair, scores in won.items()}
    counts = {pair: len(scores) for pair, scores in won.items()}
    strengths = _strengths(sorted(names), counted)
    few = hardly_compared(counted, names)
    order = tuple(sorted(names, key=lambda name: (name in few, -round(strengths[name], 9), name)))
    pairs = []
    for first, second in comparison.pairs():
        ours, theirs = points.get((first.name, second.name), 0.0), points.get((second.name, first.name), 0.0)
        number = counts.get((first.name, second.name), 0) + counts.get((second.name, first.name), 0)
        share = ours / (ours + theirs) if ours + theirs > 0 else 0.5
        pairs.append(PairResult((first.name, second.name), share, number))
    return Ranking(order, strengths, tuple(pairs), few)


def _strengths(names: Sequence[str], arguments: Sequence[Argument]) -> dict[str, float]:
    """Bradley–Terry by Newton's method; strengths sum to one. An argument for equality is half a win for either."""
    import numpy as np

    place = {name: i for i, name in enumerate(names)}
    own, average = slice(len(names)), len(names)  # the last row is the average object, whose level stays zero
    wins = np.zeros((len(names) + 1, len(names) + 1))
    for argument in arguments:
        one, other = (place[name] for name in argument.objects)
        part = {Stance.FIRST: 1.0, Stance.EQUAL: 0.5}.get(argument.stance, 0.0)
        wins[one, other] += part * argument.score
        wins[other, one] += (1 - part) * argument.score
    wins[own, average] = wins[average, own] = ENOUGH / 2 * (wins.sum() / len(arguments) or 1.0)
    games = wins + wins.T
    levels = np.zeros(len(names) + 1)
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(levels[None, :] - levels[:, None]))
        bend = games * chance * chance.T
        slope = (wins - games * chance).sum(axis=1)
        step = np.linalg.solve((np.diag(bend.sum(axis=1)) - bend)[own, own], slope[own])
        levels[own] += step / max(1.0, float(abs(step).max()))  # far from the end, a whole step may lead beyond it
        if abs(step).max() < _NEAR:
            break
    strengths = np.exp(levels[own])
    return {name: float(strengths[i] / strengths.sum()) for name, i in place.items()}
