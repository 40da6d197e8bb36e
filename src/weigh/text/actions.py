"""Things that one does: who asks "rent or buy a home?" is answered by text on renting and on buying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from weigh.text.tokens import fold
from weigh.types import Object

_FILE = Path(__file__).parent / "data" / "actions.txt"
_VOWELS = frozenset("aeiou")


def with_gerunds(objects: Sequence[Object]) -> tuple[Object, ...]:
    """The objects with their gerunds as further names, where all of them are actions; else as they are.

    "Buy a home" is also "buying a home" and, set against "rent", just "buying"; of "play chess" and "play cards" the
    gerund alone would be both.
    """
    gerunds = [_gerund_of(item.name) for item in objects]
    if not all(gerunds):
        return tuple(objects)
    distinct = len(set(gerunds)) == len(gerunds)
    found = []
    for item, gerund in zip(objects, gerunds, strict=True):
        first, *rest = fold(item.name).split()
        names = [" ".join([gerund, *rest])]
        if distinct and first not in _verbs()["light"] and gerund not in _light_gerunds():
            names.append(gerund)
        further = [name for name in dict.fromkeys(names) if name not in (fold(item.name), *map(fold, item.aliases))]
        found.append(replace(item, aliases=(*item.aliases, *further)))
    return tuple(found)


def _gerund_of(name: str) -> str:
    """The gerund that an action's name begins with, or would; empty where the name is no action."""
    first = fold(name).split()[0] if name.split() else ""
    return first if first in _gerunds() else _verb_to_gerund().get(first, "")


@cache
def _verbs() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {"bare": set(), "light": set()}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            head, colon, rest = line.rpartition(":")
            found["light" if colon and head == "light" else "bare"].update(rest.split())
    return {name: frozenset(listed) for name, listed in found.items()}


@cache
def _verb_to_gerund() -> dict[str, str]:
    return {verb: _gerund(verb) for verb in _verbs()["bare"] | _verbs()["light"]}


@cache
def _gerunds() -> frozenset[str]:
    return frozenset(_verb_to_gerund().values())


@cache
def _light_gerunds() -> frozenset[str]:
    return frozenset(_gerund(verb) for verb in _verbs()["light"])


def _gerund(verb: str) -> str:
    """rent → renting, drive → driving, run → running, lie → lying."""
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    closed = verb[-1] not in _VOWELS | set("wxy") and len(verb) > 2 and verb[-2] in _VOWELS and verb[-3] not in _VOWELS
    if closed and (sum(letter in _VOWELS for letter in verb) == 1 or verb == "sublet"):
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"
