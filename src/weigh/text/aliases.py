"""Other names of well-known things: who asks about Postgres is answered by text on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from weigh.text.forms import noun_forms
from weigh.text.tokens import same_key, words
from weigh.types import Object

_FILE = Path(__file__).parent / "data" / "aliases.txt"


class _Known(NamedTuple):
    """What the list says, by key: see the head of the file."""

    groups: dict[str, tuple[str, ...]]
    beside: dict[str, list[tuple[frozenset[str] | None, tuple[str, ...]]]]
    """In what company (None: in any) a thing goes by which other names."""
    near: dict[str, tuple[str, ...]]
    spellings: tuple[tuple[str, str], ...]


def with_aliases(objects: Sequence[Object]) -> tuple[Object, ...]:
    """The objects with the other names of what they are, unless that is another of the objects."""
    asked = [frozenset(spellings(item.name)) for item in objects]
    found = []
    for at, item in enumerate(objects):
        others = frozenset().union(*asked[:at], *asked[at + 1 :])
        names = _names(item.name, others)
        if not others.isdisjoint(map(same_key, names)):  # "Is a bike a bicycle?": the asker tells them apart
            names = []
        known = {key for name in (item.name, *item.aliases) for key in spellings(name)}
        new = {same_key(name): name for name in reversed(names) if same_key(name) not in known}
        found.append(replace(item, aliases=(*item.aliases, *reversed(new.values()))))
    return tuple(found)


def nearest(name: str) -> tuple[str, ...]:
    """What text may compare instead of a thing that it does not know: of a Kindle, e-readers."""
    return next((_known().near[key] for key in spellings(name) if key in _known().near), ())


def _names(name: str, others: frozenset[str]) -> list[str]:
    """The other names of a thing that stands beside these."""
    known = _known()
    names = _respelled(name)
    for key in dict.fromkeys(key for own in (name, *names) for key in spellings(own)):
        names += known.groups.get(key, ())
        for company, called in known.beside.get(key, ()):
            names += called if company is None or not company.isdisjoint(others) else ()
    return names


def _respelled(name: str) -> list[str]:
    """The name with its words written in the other way: "aluminum pan", "wi-fi 6"."""
    key = f" {same_key(name)} "
    pairs = [pair for pair in _known().spellings if f" {pair[0]} " in key]
    return [key.replace(f" {one} ", f" {other} ").strip() for one, other in pairs]


def spellings(name: str) -> tuple[str, ...]:
    """A name as asked for: in the singular and in the plural."""
    *front, last = words(name) or [""]
    forms = sorted(noun_forms(last), key=lambda form: (form != last, form)) if len(last) > 3 else [last]
    return tuple(" ".join([*front, form]) for form in forms)


@cache
def _known() -> _Known:
    known = _Known({}, {}, {}, ())
    spelled: list[tuple[str, str]] = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        head, colon, rest = line.partition(": ")
        listed = tuple(name.strip() for name in (rest if colon else line).split(","))
        if head == "spelling":
            pairs = [tuple(pair.split(" = ")) for pair in listed]
            spelled += [(same_key(a), same_key(b)) for one, other in pairs for a, b in ((one, other), (other, one))]
        elif head.startswith("~ "):
            known.near.update((key, listed) for name in head[2:].split(",") for key in spellings(name))
        elif colon:
            names, _, company = head.partition(" beside ")
            beside = frozenset(key for other in company.split(",") for key in spellings(other)) if company else None
            for key in (key for name in names.split(",") for key in spellings(name)):
                known.beside.setdefault(key, []).append((beside, listed))
        else:
            known.groups.update((key, listed) for name in listed for key in spellings(name))
    return known._replace(spellings=tuple(spelled))
