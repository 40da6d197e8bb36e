"""A comparison given directly (form, API, library) instead of by a question: checked and made whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weigh.errors import BadInput
from weigh.settings import Settings
from weigh.text import lexicon
from weigh.text.tokens import same_key, words
from weigh.types import Aspect, Comparison, Direction, Object

MAX_ASPECTS = 20
MAX_NAME = 100


def given_comparison(
    objects: Sequence[str | Object], aspects: Sequence[str | Aspect], context: str | None, settings: Settings
) -> Comparison:
    """The comparison of these objects by these aspects. A plain string takes the defaults. Raises BadInput."""
    things = [item if isinstance(item, Object) else Object(item.strip()) for item in objects]
    for thing in things:
        _check_name(thing.name, "object")
    if len({same_key(thing.name) for thing in things}) < len(things):
        raise BadInput(f"The same object was given twice: {', '.join(t.name for t in things)}. Give different ones.")
    if not 2 <= len(things) <= settings.max_objects:
        given = f"{len(things)} objects were" if len(things) != 1 else "One object was"
        raise BadInput(f"{given} given; a comparison takes 2 to {settings.max_objects}.")
    if len(aspects) > MAX_ASPECTS:
        raise BadInput(f"{len(aspects)} aspects were given; a comparison takes at most {MAX_ASPECTS}.")
    wanted: list[Aspect] = []
    for item in aspects:
        aspect = (
            item if isinstance(item, Aspect) else Aspect(item.strip(), direction=lexicon.direction_of(item.strip()))
        )
        _check_name(aspect.name, "aspect")
        if not 1 <= aspect.weight <= 5:
            raise BadInput(f"Aspect '{aspect.name}' has weight {aspect.weight}; expected a whole number from 1 to 5.")
        way = aspect.direction or lexicon.direction_of(aspect.name)
        wanted.append(replace(aspect, name=aspect.name.strip(), direction=way))
    return Comparison(tuple(things), _merged(wanted), context=context)


def _merged(aspects: Sequence[Aspect]) -> tuple[Aspect, ...]:
    """Aspects of one meaning as one, with the highest weight; its words keep what else it was called."""
    found: dict[str, Aspect] = {}
    for aspect in aspects:
        known = found.setdefault(_meaning(aspect.name), aspect)
        if known is aspect:
            continue
        if _turned(known) != _turned(aspect):
            raise BadInput(
                f"The aspects '{known.name}' ({known.direction} is better) and '{aspect.name}' ({aspect.direction} is "
                "better) are told by the same words, but ask for the contrary. Give one of them."
            )
        found[_meaning(aspect.name)] = replace(
            known, weight=max(known.weight, aspect.weight), words=(*known.words, aspect.name, *aspect.words)
        )
    return tuple(found.values())


def merged_note(comparison: Comparison) -> str | None:
    """What a reader must know where several of the aspects given are one."""
    told = []
    for aspect in comparison.aspects:
        names = [aspect.name, *(word for word in aspect.words if _meaning(word) == _meaning(aspect.name))]
        if len(names) > 1:
            listed = f"The aspects {', '.join(names[:-1])} and {names[-1]}"
            told.append(f"{listed} are told by the same words and count as one, with weight {aspect.weight}.")
    return " ".join(told) or None


def _meaning(name: str) -> str:
    """What an aspect is called in the lexicon, or by itself where the lexicon does not have it."""
    return lexicon.aspect_of(name) or same_key(name)


def _turned(aspect: Aspect) -> bool:
    """Whether the contrary of what is usual is wanted of an aspect."""
    return aspect.direction != lexicon.direction_of(aspect.name)


def _check_name(name: str, what: str) -> None:
    if not words(name):
        raise BadInput(f"{name!r} was given as {what}; expected a name with at least one letter or digit.")
    if len(name) > MAX_NAME:
        raise BadInput(f"An {what} of {len(name)} characters was given; names take at most {MAX_NAME}.")


def aspect_from_text(text: str) -> Aspect:
    """An aspect as typed on a command line or in a form field: `price`, `price:5`, `price:5:less`."""
    name, _, rest = text.partition(":")
    weight_text, _, direction = rest.partition(":")
    try:
        weight = int(weight_text) if weight_text else 3
        way = Direction(direction) if direction else lexicon.direction_of(name.strip())
    except ValueError:
        raise BadInput(
            f"{text!r} was given as aspect; expected NAME, NAME:WEIGHT (1–5) or NAME:WEIGHT:more|less."
        ) from None
    return Aspect(name.strip(), weight, way)
