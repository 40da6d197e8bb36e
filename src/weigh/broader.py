"""A comparison that nothing in the index speaks of, made broader: "BMW M Series" and "Toyota SUV" → BMW and Toyota.

A name is cut only to what text really compares: to a proper name that it begins with ("green tea" is no kind of
"green"); to the noun before a word that all names share or one of them has ("gas stove" and "induction" → gas and
induction); to what stands before "with a bike" or behind "normal"; or it becomes the nearest thing that the list of
other names has (a Kindle is an e-reader). The answer says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from weigh.parse.names import lists
from weigh.stages import Engine
from weigh.text.aliases import nearest, spellings, with_aliases
from weigh.text.lexicon import aspect_of, direction_of, expand
from weigh.text.tokens import same_key, words
from weigh.text.wordnet import related
from weigh.types import Aspect, Comparison, Object

_LOOKED_UP = 5
_PARTNERS = 50
_MOST_CUT = 2
"""Words that a name may lose at its end; behind more of them stands something else than was asked for."""


class _Way(NamedTuple):
    """A name to compare instead, and what was cut off its end."""

    name: str
    cut: str = ""


def broader(comparison: Comparison, engine: Engine) -> Comparison | None:
    """The comparison with names cut to what text may compare; None where there is nothing to cut."""
    graph = _Graph(engine)
    ways = [list(dict.fromkeys(_ways(item.name))) for item in comparison.objects]
    for chosen in sorted(product(*ways), key=lambda chosen: sum(map(_cost, chosen))):
        cuts = {way.cut for way in chosen if way.cut}
        if len(cuts) < 2 and _changed(comparison, [way.name for way in chosen]) and graph.compares(chosen):
            graph.compares(chosen[::-1])  # now it knows how to write the first one, too
            found = replace(comparison, objects=with_aliases([Object(graph.shown(way.name)) for way in chosen]))
            return _with_cut(found, cuts.pop()) if cuts else found
    return _of_makers(comparison, engine)


def _ways(name: str) -> Iterator[_Way]:
    """The name, and what text may compare instead of it, the nearest first."""
    yield _Way(name)
    yield from map(_Way, nearest(name))
    parts = words(name)
    if len(parts) > 1 and parts[0] in lists()["plain"]:
        yield _Way(" ".join(parts[1:]))
        yield from map(_Way, nearest(" ".join(parts[1:])))
    at = next((i for i, word in enumerate(parts) if i and word in lists()["prepositions"]), 0)
    if at:
        yield from _cut(parts, at)
        parts = parts[:at]
    for end in range(len(parts) - 1, max(0, len(parts) - 1 - _MOST_CUT), -1):
        # a "green" or "electric" something is nothing by itself, nor is olive oil an olive
        if related(parts[end - 1]).part == "a" or parts[-1] in lists()["materials"]:
            break
        yield from _cut(parts, end)


def _cut(parts: list[str], end: int) -> Iterator[_Way]:
    """The first words of a name, or the nearest thing to them."""
    for name in (" ".join(parts[:end]), *nearest(" ".join(parts[:end]))):
        yield _Way(name, " ".join(parts[end:]))


def _cost(way: _Way) -> int:
    return len(words(way.cut))


def _changed(comparison: Comparison, names: list[str]) -> bool:
    keys = {same_key(name) for name in names}
    return len(keys) == len(names) and keys != {same_key(name) for name in comparison.names}


def _with_cut(comparison: Comparison, cut: str) -> Comparison:
    """The comparison with what was cut off its names: an aspect where the lexicon knows it, else the context; a number
    is neither."""
    if aspect_of(cut) and cut not in (aspect.name for aspect in comparison.aspects):
        aspect = expand(Aspect(cut, direction=direction_of(cut)))
        return replace(comparison, aspects=(*comparison.aspects, aspect))
    if any(word.isalpha() for word in words(cut)):  # of "Windows 10" the 10 is no circumstance
        return replace(comparison, context=comparison.context or cut)
    return comparison


class _Graph:
    """What the index compares with what, looked up once for each name."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._partners: dict[str, frozenset[str]] = {}
        self._shown: dict[str, str] = {}

    def compares(self, ways: tuple[_Way, ...]) -> bool:
        """Whether text compares the first with all the others."""
        first, *others = with_aliases([Object(way.name) for way in ways])
        partners = frozenset().union(*(self._of(name) for name in (first.name, *first.aliases)))
        return bool(partners) and all(
            any(not partners.isdisjoint(spellings(name)) for name in (other.name, *other.aliases)) for other in others
        )

    def shown(self, name: str) -> str:
        """A name as the index writes it, unless it is a common word that only opens a sentence there."""
        key = same_key(name)
        return name if related(key).part else self._shown.get(key, name)

    def _of(self, name: str) -> frozenset[str]:
        key = same_key(name)
        if key not in self._partners:
            found = self._engine.candidates(name, limit=_PARTNERS)
            self._shown.update((same_key(partner.name), partner.name) for partner in found)
            self._partners[key] = frozenset(same_key(partner.name) for partner in found)
        return self._partners[key]


def _of_makers(comparison: Comparison, engine: Engine) -> Comparison | None:
    """The comparison of the makers that all longer names begin with."""
    objects = []
    for item in comparison.objects:
        name = _maker(item.name, engine) if len(words(item.name)) > 1 else item.name
        if name is None:
            return None  # a maker against a model would be no fair comparison
        objects.append(Object(name, item.aliases))
    return replace(comparison, objects=tuple(objects)) if _changed(comparison, [one.name for one in objects]) else None


def _maker(name: str, engine: Engine) -> str | None:
    """The longest beginning of a name that text compares and writes as a proper name; None where there is none."""
    parts = words(name)
    for end in range(len(parts) - 1, 0, -1):
        key = " ".join(parts[:end])
        for known in engine.complete(key, limit=_LOOKED_UP):
            if same_key(known.name) == key and not known.name.islower() and not related(parts[0]).part:
                return known.name
    return None


def note(asked: Comparison, compared: Comparison) -> str | None:
    """What a reader must know where something else was compared than asked."""
    if asked.names[: len(compared.names)] == compared.names:
        return None
    return f"Nothing in the index names both {' and '.join(asked.names)}; this compares {' and '.join(compared.names)}."
