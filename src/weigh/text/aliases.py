"""Other names of well-known things: who asks about Postgres is answered by text on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from weigh.text.tokens import same_key
from weigh.types import Object

_FILE = Path(__file__).parent / "data" / "aliases.txt"


def with_aliases(objects: Sequence[Object]) -> tuple[Object, ...]:
    """The objects with the other names of what they are, unless that is another of the objects."""
    asked = {same_key(item.name) for item in objects}
    found = []
    for item in objects:
        group = _groups().get(same_key(item.name), ())
        keys = {same_key(name) for name in group}
        if len(keys & asked) > 1:  # "Is a bike the same as a bicycle?": the asker tells them apart
            group = ()
        known = {same_key(name) for name in (item.name, *item.aliases)}
        found.append(replace(item, aliases=(*item.aliases, *(n for n in group if same_key(n) not in known))))
    return tuple(found)


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    groups = [tuple(name.strip() for name in line.split(",")) for line in lines if line and not line.startswith("#")]
    return {key: group for group in groups for name in group for key in _spellings(name)}


def _spellings(name: str) -> tuple[str, ...]:
    """A name as asked for: in the singular and, if it is a plain word, in the plural."""
    key = same_key(name)
    return (key, f"{key}s") if key.isalpha() and len(key) > 3 and not key.endswith("s") else (key,)
