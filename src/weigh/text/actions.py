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
    nouns = as_nouns([item.name for item in objects])
    gerunds = [noun.split()[0] for noun in nouns.values()]
    found = []
    for item in objects:
        names = [nouns.get(item.name, "")]
        gerund = names[0].partition(" ")[0]
        if gerunds.count(gerund) == 1 and gerund not in _gerunds("light").values():
            names.append(gerund)
        known = {fold(name) for name in ("", item.name, *item.aliases)}
        found.append(replace(item, aliases=(*item.aliases, *(n for n in dict.fromkeys(names) if n not in known))))
    return tuple(found)


def as_nouns(names: Sequence[str]) -> dict[str, str]:
    """Actions as one speaks of them ("rent": "renting", "buy a home": "buying a home"); none unless all are actions."""
    gerunds = [_gerund_of(name) for name in names]
    if not all(gerunds):
        return {}
    parts = zip(names, gerunds, strict=True)
    return {name: " ".join([gerund, *name.split()[1:]]) for name, gerund in parts}


def _gerund_of(name: str) -> str:
    """The gerund that an action's name begins with, or would; empty where the name is no action."""
    first = fold(name).split()[0] if name.split() else ""
    return _either().get(first, "")


@cache
def _either() -> dict[str, str]:
    """Verbs and gerunds of both kinds, each with its gerund."""
    known = _gerunds("bare") | _gerunds("light")
    return known | {gerund: gerund for gerund in known.values()}


@cache
def _gerunds(kind: str) -> dict[str, str]:
    """Verbs with their gerunds: those that say by themselves what is done, or those that do not."""
    lines = [line for line in _FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    listed = [line.rpartition(":") for line in lines]
    return {verb: _gerund(verb) for head, _, verbs in listed if (head or "bare") == kind for verb in verbs.split()}


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
