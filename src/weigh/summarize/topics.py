"""Which aspects a summary speaks of, for whom, and by which arguments: the bones of the text, before any words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from weigh.text.lexicon import entries
from weigh.types import Argument, AspectLean, Comparison, FoundAspect

_AHEAD = 0.6
"""Part of an aspect's evidence that one object must have for the aspect to be told as its strength."""


@dataclass(frozen=True, slots=True)
class Topic:
    """An aspect on which one object is ahead, with the arguments that say so, best first."""

    aspect: str
    winner: str
    wanted: bool
    weight: float
    arguments: tuple[Argument, ...]


def topics(
    comparison: Comparison, arguments: Sequence[Argument], found: Sequence[FoundAspect], leans: Sequence[AspectLean]
) -> list[Topic]:
    """The aspects worth telling, each once: those asked for first, then the found ones, the sides taking turns.

    What the verdict says of an aspect (`leans`) holds: one that leans to another object, or to none, is no topic.
    """
    by_id = {argument.id: argument for argument in arguments if not argument.dropped}
    wanted = [topic for aspect in comparison.aspects if (topic := _wanted(aspect.name, list(by_id.values())))]
    told = {topic.aspect for topic in wanted}
    sides: dict[str, dict[str, list[Argument]]] = {}
    weights: dict[tuple[str, str], float] = {}
    for item in found:
        members = [by_id[number] for number in item.arguments if number in by_id]
        members = [argument for argument in members if argument.winner == item.object]
        entry = entries().get(item.name)
        if members and item.name not in told and not (entry and entry.neutral):
            sides.setdefault(item.name, {})[item.object] = members
            weights[item.name, item.object] = item.weight
    said = {lean.aspect: lean.winner for lean in leans}
    ahead = [topic for name, won in sides.items() if (topic := _ahead(name, won, weights))]
    ahead = [topic for topic in ahead if said.get(topic.aspect, topic.winner) == topic.winner]
    ahead.sort(key=lambda topic: (-topic.weight, topic.aspect))
    queues = [[topic for topic in ahead if topic.winner == name] for name in comparison.names]
    queues.sort(key=lambda queue: -sum(topic.weight for topic in queue))
    return wanted + [topic for turn in zip_longest(*queues) for topic in turn if topic]


def _wanted(name: str, arguments: Sequence[Argument]) -> Topic | None:
    won: dict[str, list[Argument]] = {}
    for argument in arguments:
        if name in argument.aspects and argument.winner is not None:
            won.setdefault(argument.winner, []).append(argument)
    return _ahead(name, won, {}, wanted=True)


def _ahead(
    name: str, won: dict[str, list[Argument]], weights: dict[tuple[str, str], float], *, wanted: bool = False
) -> Topic | None:
    """The topic for the object that is clearly ahead on the aspect; None where it is divided."""
    points = {winner: sum(argument.score for argument in members) for winner, members in won.items()}
    if not points:
        return None
    best = max(sorted(points), key=lambda winner: points[winner])
    if points[best] < _AHEAD * sum(points.values()):
        return None
    members = tuple(sorted(won[best], key=lambda argument: (-argument.score, argument.id)))
    return Topic(name, best, wanted, weights.get((name, best), points[best]), members)
