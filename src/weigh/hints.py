"""What an asker can do where nothing was found (mend a slip, loosen a filter, take other names) or a model is lost."""

from __future__ import annotations

from collections.abc import Sequence

from weigh import models
from weigh.stages import Engine
from weigh.text.tokens import same_key
from weigh.types import Argument, Comparison, Filters

_COLLECTIONS_NAMED = 5
_PARTNERS_NAMED = 3
_INSTEAD = {
    "identify": "rules alone decided whether the question compares",
    "kinds": "rules alone told the kinds of the question",
    "label": "patterns alone told what the question compares",
    "stance": "cue words were used instead",
}
"""What does the work of a model that could not be loaded."""


def meant(comparison: Comparison, arguments: Sequence[Argument], engine: Engine) -> dict[str, str]:
    """Names of which no argument speaks, each with the known one that is a typing slip away."""
    heard = {name for argument in arguments for name in argument.objects}
    taken = {same_key(name) for name in comparison.names}
    found = {}
    for item in comparison.objects:
        if item.name in heard or item.aliases:  # what has other names is well known
            continue
        near = [known.name for known in engine.similar(item.name) if same_key(known.name) not in taken]
        if near:
            found[item.name] = near[0]
    return found


def advice(comparison: Comparison, filters: Filters, passed: int, engine: Engine) -> str:
    """Why the index says nothing, as far as can be told: by filters, of which `passed` sentences came through, or by
    the names."""
    if not engine.info().sentences:
        return "The index is empty. Add your own text with: weigh index add FILE…"
    if filters == Filters():
        return f"{_compared(comparison, engine)}Other names for the same things may help."
    everywhere = Filters()
    named = sum(
        engine.retrieve(one, other, (), everywhere, limit=1, general=1).total for one, other in comparison.pairs()
    )
    if named <= passed:
        told = "Other names for the same things may help; without the filter nothing names them together either."
    else:
        told = f"The filter ({_told(filters)}) lets {passed or 'none'} of {named:,} sentences through that name them."
    return told + _unknown(filters, engine)


def without_models(classifier: str) -> tuple[str, ...]:
    """What the answer goes without, as the models' files are absent or damaged, and how to get them back."""
    lost = [task for task in models.missing() if task != "stance" or classifier == "markers (fallback)"]
    told = [f"The {task} model could not be loaded; {_INSTEAD[task]}." for task in lost if task in _INSTEAD]
    mend = "Reinstall weigh to mend this, or look into the folder that WEIGH_MODELS names."
    return (" ".join([*told, mend]),) if told else ()


def _compared(comparison: Comparison, engine: Engine) -> str:
    """What text compares the things with instead, as a sentence before others; empty where it knows none of them."""
    taken = {same_key(name) for name in comparison.names}
    parts = []
    for item in comparison.objects:
        known = [other.name for other in engine.candidates(item.name, limit=_PARTNERS_NAMED)]
        others = [name for name in known if same_key(name) not in taken]
        if others:
            parts.append(f"{item.name} with {' and '.join(filter(None, (', '.join(others[:-1]), others[-1])))}")
    return f"Text compares {', and '.join(parts)}. " if parts else ""


def _told(filters: Filters) -> str:
    parts = [f"collection {name}" for name in filters.collections] + [f"site {name}" for name in filters.domains]
    parts += [f"from {filters.since} on"] if filters.since else []
    parts += [f"up to {filters.until}"] if filters.until else []
    return ", ".join(parts)


def _unknown(filters: Filters, engine: Engine) -> str:
    """The collections asked for that the index does not have, as a further sentence."""
    known = [collection.name for collection in engine.info().collections]
    unknown = [name for name in filters.collections if name not in known]
    if not unknown:
        return ""
    more = len(known) - _COLLECTIONS_NAMED
    listed = ", ".join(known[:_COLLECTIONS_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f" The index has no collection {' or '.join(unknown)}; it has {listed or 'none at all'}."
