"""Which aspects a summary speaks of, for whom, and by which arguments: the bones of the text, before any words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from weigh.text.frames import frame_of
from weigh.text.lexicon import ALSO, aspect_of, entries, is_contrary, is_purpose, mentions
from weigh.text.tokens import tokenize
from weigh.types import Argument, Aspect, AspectLean, Comparison, FoundAspect

_PLAINEST = 2
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
    divided: bool = False
    """Whether it was asked for and the evidence is divided: then who can be is told, and nobody is ahead."""
    contrary: bool = False
    """Whether the contrary of what is usual is wanted of it: then only arguments that were turned speak of it."""


def topics(
    comparison: Comparison, arguments: Sequence[Argument], found: Sequence[FoundAspect], leans: Sequence[AspectLean]
) -> list[Topic]:
    """The aspects worth telling, each once: those asked for first, then the found ones, the sides taking turns.

    What the verdict says of an aspect (`leans`) holds: one that leans to another object, or to none, is no topic.
    """
    by_id = {argument.id: argument for argument in arguments if not argument.dropped}
    said = {lean.aspect: lean.winner for lean in leans}
    divided = {lean.aspect for lean in leans if lean.winner is None and lean.share < 1}
    wanted = [topic for aspect in comparison.aspects for topic in _wanted(aspect, list(by_id.values()), said)]
    wanted = [replace(topic, divided=topic.divided or topic.aspect in divided) for topic in wanted]
    told = {name for topic in wanted for name in (topic.aspect, aspect_of(topic.aspect))}
    sides: dict[str, dict[str, list[Argument]]] = {}
    weights: dict[tuple[str, str], float] = {}
    for item in found:
        members = [by_id[number] for number in item.arguments if number in by_id]
        members = [a for a in members if a.winner == item.object and not _is_beside(a, item.name)]
        entry = entries().get(item.name)
        if members and item.name not in told and not (entry and entry.neutral):
            sides.setdefault(item.name, {})[item.object] = members
            weights[item.name, item.object] = item.weight
    for name, winner in said.items():  # the verdict names it, so a reader wants to see why, though others speak near it
        members = [a for a in by_id.values() if winner and a.winner == winner and _plainness(a, name) == _PLAINEST]
        if members and name not in told:
            sides[name] = {winner: members} if winner else {}
    ahead = [topic for name, won in sides.items() if (topic := _ahead(name, won, weights))]
    ahead = [topic for topic in ahead if said.get(topic.aspect, topic.winner) == topic.winner]
    ahead.sort(key=lambda topic: (-topic.weight, topic.aspect))
    queues = [[topic for topic in ahead if topic.winner == name] for name in comparison.names]
    queues.sort(key=lambda queue: -sum(topic.weight for topic in queue))
    return wanted + [topic for turn in zip_longest(*queues) for topic in turn if topic]


def _wanted(aspect: Aspect, arguments: Sequence[Argument], said: Mapping[str, str | None]) -> list[Topic]:
    """The topic of an aspect asked for, or one for each side where the verdict calls its evidence divided."""
    won: dict[str, list[Argument]] = {}
    name, contrary = aspect.name, is_contrary(aspect)
    for argument in arguments:
        if contrary and not argument.turned:
            continue
        if name in argument.aspects and argument.winner is not None and not _is_beside(argument, name, wanted=True):
            won.setdefault(argument.winner, []).append(argument)
    if said.get(name) is not None:
        won = {winner: members for winner, members in won.items() if winner == said[name]}
    topic = _ahead(name, won, {}, wanted=True)
    if len(won) > 1 and (name in said or topic is None):
        sides = [_ahead(name, {winner: members}, {}, wanted=True) for winner, members in won.items()]
        both = [replace(side, divided=True, contrary=contrary) for side in sides if side]
        return sorted(both, key=lambda side: (-_plainness(side.arguments[0], aspect_of(name) or name), -side.weight))
    return [replace(topic, contrary=contrary)] if topic else []


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
    known = aspect_of(name) or name
    members = tuple(
        sorted(won[best], key=lambda argument: (-_plainness(argument, known), -argument.score, argument.id))
    )
    return Topic(name, best, wanted, weights.get((name, best), points[best]), members)


def _plainness(argument: Argument, aspect: str) -> int:
    """How plainly a sentence says who is better by the aspect: of the objects, of something near them, or hardly."""
    frame = frame_of(argument)
    if frame is None or frame.told != aspect or frame.favoured != argument.winner:
        return 0
    return _PLAINEST if frame.of_itself else 1


def _is_beside(argument: Argument, aspect: str, *, wanted: bool = False) -> bool:
    """Whether the sentence compares by something else: "… needs less memory …, because apps …" tells of no selection.

    Of what was asked for it may speak in passing, but not after all is said: "faster than a car of the same price".
    """
    frame = frame_of(argument)
    known = aspect_of(aspect) or aspect
    told = frame.told if frame else None
    if told == known or not wanted:
        return told not in (None, known)
    if known not in entries() or is_purpose(known):
        return False
    end = frame.end if frame and told else len(argument.sentence.text)
    tokens = tokenize(argument.sentence.text)
    meant = {known, ALSO.get(known)}
    return all(mention.aspect not in meant or tokens[mention.start].start > end for mention in mentions(tokens))
