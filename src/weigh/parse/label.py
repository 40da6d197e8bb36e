"""Objects, aspects and predicate of a question: the token labeller, with the patterns for what it leaves out.

The model labels words (OBJ, ASP, PRED); neighbouring words of one label are one span, and a span that joins several
objects ("python or java") is taken apart. Where the model sees fewer than two objects the patterns decide.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import Any

from weigh import models
from weigh.errors import ModelMissing
from weigh.parse.patterns import Found, add_aspect, find, predicate_aspect, verbs_of_objects
from weigh.text.lexicon import aspect_of
from weigh.text.tokens import same_key, words

_JOINERS = re.compile(r"\s*[,;/]\s*(?:(?:or|and|vs\.?)\s+)?|\s+(?:or|vs\.?|versus|and)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the|some|to|my|your)\s+", re.IGNORECASE)


def label(question: str) -> Found:
    """What is compared, by what, and how."""
    by_pattern = find(question)
    model = _model()
    if model is None:
        return by_pattern
    by_model = _by_model(question, model)
    if len(by_model.objects) < 2 or _swallows(by_model.objects, by_pattern):
        by_model.objects = by_pattern.objects
    by_model.context = by_model.context or by_pattern.context
    by_model.kind = by_pattern.kind
    by_model.predicate = by_model.predicate or by_pattern.predicate
    taken = {same_key(name) for name in by_model.objects}
    context = same_key(by_model.context or "")
    merged: dict[str, Any] = {}
    for aspect in (*by_pattern.aspects, *by_model.aspects):
        key = same_key(aspect_of(aspect.name) or aspect.name)
        covered = any(key in other or other in key for other in (*merged, context) if other)
        if key not in taken and not covered and key not in verbs_of_objects():
            merged[key] = aspect
    by_model.aspects = list(merged.values())
    return by_model


def _swallows(by_model: list[str], by_pattern: Found) -> bool:
    """Whether a name of the model is much longer than that of the patterns, has the head that all share in it, or is missing."""
    if len(by_model) != len(by_pattern.objects):
        return {same_key(name) for name in by_model} < {same_key(name) for name in by_pattern.objects}
    shared = same_key(by_pattern.context or "")
    return any(
        same_key(other) in same_key(mine)
        and (len(words(mine)) > len(words(other)) + 1 or (shared and same_key(mine) == f"{same_key(other)} {shared}"))
        for mine, other in zip(by_model, by_pattern.objects, strict=True)
    )


def _by_model(question: str, model: Any) -> Found:
    found = Found()
    pieces = models.words(question)
    labels = [name for name, _ in model.labels([[word for word, _, _ in pieces]])[0]] if pieces else []
    for name, group in groupby(zip(pieces, labels, strict=True), key=lambda item: item[1]):
        spans = [piece for piece, _ in group]
        text = question[spans[0][1] : spans[-1][2]]
        if name == "OBJ":
            for part in _JOINERS.split(text):
                part = _ARTICLE.sub("", part.strip(" ?!,'\"").rstrip("."))
                if words(part) and same_key(part) not in map(same_key, found.objects):
                    found.objects.append(part)
        elif name == "ASP":
            add_aspect(found.aspects, text)
        elif name == "PRED":
            found.predicate = found.predicate or text
            predicate_aspect([word for word in words(text) if word != "than"], found.aspects)
    return found


@cache
def _model() -> Any:
    try:
        return models.load("label")
    except ModelMissing:
        return None
