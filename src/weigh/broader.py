"""A comparison that nothing in the index speaks of, made broader: "BMW M Series" and "Toyota SUV" → BMW and Toyota.

Proper names are left standing by themselves ("green tea" is no kind of "green"), and nouns before a word that all names
share or one of them has, where text compares just these: "gas stove" and "induction" → gas and induction. The answer
says so.
"""

from __future__ import annotations

from dataclasses import replace

from weigh.stages import Engine
from weigh.text.tokens import same_key, words
from weigh.text.wordnet import is_noun, related
from weigh.types import Comparison, Object

_LOOKED_UP = 5
_PARTNERS = 50


def broader(comparison: Comparison, engine: Engine) -> Comparison | None:
    """The comparison with names cut to what text may compare; None where there is nothing to cut."""
    if (bare := _without_shared_head(comparison, engine)) is not None:
        return bare
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


def _without_shared_head(comparison: Comparison, engine: Engine) -> Comparison | None:
    """The comparison of what stands before the last word that all longer names share, if the index compares these."""
    parts = [words(name) for name in comparison.names]
    longer = [own for own in parts if len(own) > 1]
    heads = {own[-1] for own in longer}
    if len(heads) != 1 or not all(is_noun(own[-2]) for own in longer):
        return None  # a "green" or "electric" something is nothing by itself
    bare = [" ".join(own[:-1] or own) for own in parts]
    known = {same_key(found.name) for found in engine.candidates(bare[0], limit=_PARTNERS)}
    if len(set(bare)) < len(bare) or not known.issuperset(bare[1:]):
        return None
    objects = tuple(Object(name) for name in bare)
    return replace(comparison, objects=objects, context=comparison.context or heads.pop())


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
