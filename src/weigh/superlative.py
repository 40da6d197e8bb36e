"""Questions that name fewer than two objects: candidates from the index.

"Best laptop for students" is compared over the things that text speaks of as laptops and that are known to be compared
with each other; a question with one object offers what that object is often compared with.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from weigh.errors import BadQuery
from weigh.settings import Settings
from weigh.stages import Engine
from weigh.text.forms import noun_forms
from weigh.text.tokens import tokenize, words
from weigh.types import Filters, Object, Suggestion, Understanding

MAX_CANDIDATES = 5
"""All pairs of the candidates are compared, so five of them cost ten retrievals."""
_SENTENCES = 300
_LONGEST_NAME = 3


def resolve(
    understanding: Understanding, engine: Engine, settings: Settings
) -> tuple[Understanding, tuple[Suggestion, ...]]:
    """The understanding with its candidates filled in, and related things to offer."""
    comparison = understanding.comparison
    if understanding.outcome == "superlative" and comparison is not None:
        kind = comparison.objects[0].name if comparison.objects else ""
        found = _instances(kind, engine)
        if len(found) >= 2:
            objects = tuple(Object(name) for name in found[: min(MAX_CANDIDATES, settings.max_objects)])
            return replace(understanding, comparison=replace(comparison, objects=objects)), ()
        message = (
            f"The question asks for the best {kind or 'of a kind'}, but the index knows too few of them that are compared "
            "with each other. Name two or more: “Which is better, A or B?”"
        )
        return replace(understanding, comparison=None, message=message), engine.candidates("", limit=8)
    if comparison is None or not comparison.objects:
        return understanding, ()
    names = {name for item in comparison.objects for name in words(item.name)}
    related: dict[str, Suggestion] = {}
    for item in comparison.objects:
        for suggestion in engine.candidates(item.name, limit=8):
            if not names.issuperset(words(suggestion.name)):
                related.setdefault(suggestion.name, suggestion)
    best = sorted(related.values(), key=lambda suggestion: -suggestion.count)[:8]
    return understanding, tuple(best)


def _instances(kind: str, engine: Engine) -> list[str]:
    """Things that stand in sentences about the kind and are compared with others of them, best connected first."""
    wanted = words(kind)
    if not wanted:
        return []
    *front, head = wanted
    query = " OR ".join('"' + " ".join([*front, form]) + '"' for form in sorted(noun_forms(head)))
    try:
        page = engine.search(query, Filters(), limit=_SENTENCES)
    except BadQuery:
        return []
    seen: Counter[str] = Counter()
    for hit in page.hits:
        tokens = [token.text for token in tokenize(hit.sentence.text)]
        grams = {
            " ".join(tokens[i : i + size]) for size in range(1, _LONGEST_NAME + 1) for i in range(len(tokens) - size + 1)
        }
        seen.update(grams)
    own = set(wanted) | noun_forms(head)
    neighbours: dict[str, set[str]] = {}
    spelled: dict[str, str] = {}
    for gram, _ in seen.most_common(400):
        if own.issuperset(gram.split()):
            continue
        compared = engine.candidates(gram, limit=20)
        if compared:
            neighbours[gram] = {" ".join(words(suggestion.name)) for suggestion in compared}
            for suggestion in compared:
                spelled.setdefault(" ".join(words(suggestion.name)), suggestion.name)
    linked = {name: len(others & neighbours.keys()) for name, others in neighbours.items()}
    order = sorted((name for name, links in linked.items() if links), key=lambda name: (-seen[name] * linked[name], name))
    return [spelled.get(name, name) for name in order]


