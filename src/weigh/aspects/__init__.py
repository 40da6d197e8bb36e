"""Arguments → the aspects they speak of: found, not only asked for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from weigh.aspects.extract import Reason, reasons
from weigh.settings import Settings
from weigh.stages import AspectFinder
from weigh.types import Argument, Comparison, FoundAspect

MOST = 10
"""Aspects shown per object."""
_READ = 1000
"""Arguments read, best first; more would bring no aspect that is worth showing."""
_METHOD = {1: 1.0, 2: 1.25, 3: 0.75}
"""A phrase says more than a single word, a noun after "because" less: it may belong to another thought."""


class ReasonFinder:
    """Finds aspects by comparatives, by their phrases and by the nouns of reasons."""

    def find(self, arguments: Sequence[Argument], comparison: Comparison) -> tuple[FoundAspect, ...]:
        by_object: dict[str, dict[str, list[tuple[Argument, Reason]]]] = {name: {} for name in comparison.names}
        for argument in arguments[:_READ]:
            if argument.dropped or argument.winner not in by_object:
                continue
            for reason in reasons(argument):
                by_object[argument.winner].setdefault(reason.key, []).append((argument, reason))
        counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for name, groups in by_object.items():
            for key, found in groups.items():
                counts[key][name] = len(found)
        return tuple(aspect for name in comparison.names for aspect in _best(name, by_object[name], counts))


def _best(
    name: str, groups: dict[str, list[tuple[Argument, Reason]]], counts: defaultdict[str, dict[str, int]]
) -> list[FoundAspect]:
    """One object's aspects, most telling first: often said for it, seldom for the others."""
    aspects = []
    for key, found in groups.items():
        own = len(found)
        others = max((count for other, count in counts[key].items() if other != name), default=0)
        if own < others or (own == 1 and found[0][1].method == 3):
            continue  # said more for another, or a lone noun
        method = max(_METHOD[reason.method] for _, reason in found)
        words = Counter(reason.words.lower() for _, reason in found)
        label = Counter(reason.name for _, reason in found).most_common(1)[0][0]
        ids = tuple(dict.fromkeys(argument.id for argument, _ in found))
        weight = own * (own + 0.5) / (own + others + 1) * method
        listed = tuple(word for word, _ in sorted(words.items(), key=lambda item: (-item[1], item[0])))
        aspects.append(FoundAspect(label, name, own, round(weight, 4), listed, ids))
    aspects.sort(key=lambda aspect: (-aspect.weight, aspect.name))
    return aspects[:MOST]


def make_finder(settings: Settings) -> AspectFinder:
    """The finder; no setting changes it."""
    return ReasonFinder()
