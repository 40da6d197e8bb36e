"""A comparison that nothing in the index speaks of, made broader: "BMW M Series" and "Toyota SUV" → BMW and Toyota.

Only proper names are left standing by themselves: "green tea" is no kind of "green". The answer says what was done.
"""

from __future__ import annotations

from dataclasses import replace

from weigh.stages import Engine
from weigh.text.tokens import same_key, words
from weigh.text.wordnet import related
from weigh.types import Comparison, Object

_LOOKED_UP = 5


def broader(comparison: Comparison, engine: Engine) -> Comparison | None:
    """The comparison with long names cut to the proper names they begin with; None where that changes nothing."""
    objects = []
    for item in comparison.objects:
        name = _maker(item.name, engine) if len(words(item.name)) > 1 else item.name
        if name is None:
            return None  # a maker against a model would be no fair comparison
        objects.append(Object(name, item.aliases))
    keys = {same_key(item.name) for item in objects}
    if len(keys) < len(objects) or keys == {same_key(name) for name in comparison.names}:
        return None
    return replace(comparison, objects=tuple(objects))


def note(asked: Comparison, compared: Comparison) -> str | None:
    """What a reader must know where something else was compared than asked."""
    if asked.names == compared.names:
        return None
    return f"Nothing in the index names both {' and '.join(asked.names)}; this compares {' and '.join(compared.names)}."


def _maker(name: str, engine: Engine) -> str | None:
    """The longest beginning of a name that text compares and writes as a proper name; None where there is none."""
    parts = words(name)
    for end in range(len(parts) - 1, 0, -1):
        key = " ".join(parts[:end])
        for known in engine.complete(key, limit=_LOOKED_UP):
            if same_key(known.name) == key and not known.name.islower() and not related(parts[0]).part:
                return known.name
    return None
