"""Objects, aspects and predicate of a question: the token labeller, with the patterns for what it leaves out.

What the model is sure of holds. Where it is not, or sees fewer than two objects, or misses one that the patterns see,
the patterns decide, and of several sentences only those from the asking one on count.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from weigh import models
from weigh.errors import ModelMissing
from weigh.parse.found import Found, as_meant, of_use
from weigh.parse.freed import NO_NAME
from weigh.parse.names import Text, is_comparative, lists
from weigh.parse.patterns import find, verbs_of_objects
from weigh.parse.purpose import opening_case, purposes, story, tells
from weigh.parse.spans import HALF_SURE, SURE, read
from weigh.parse.tails import free_of_aspect
from weigh.parse.worded import worded
from weigh.text.cases import is_case
from weigh.text.lexicon import aspect_of
from weigh.text.places import with_capitals
from weigh.text.tokens import fold, same_key, words
from weigh.types import Aspect

_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b(?:St|Mt|Dr|Mr|Ms|vs|No)\.)(?<!\bMrs\.)\s+(?=\w)")
_JOINS = re.compile(r"\b(?:or|vs|versus|than)\b", re.IGNORECASE)
_ROUTE = re.compile(r"(?<= )from (?!\w+ to \w+ing\b)[^,?]{2,40}? to [^,?.!]{2,40}(?=[?.!,]|$)", re.IGNORECASE)
_SIDE_BY_SIDE = re.compile(r"\b(?:which|what)(?: one)?(?: is|s|'s) \w+er\b|^differences?\b", re.IGNORECASE)
_MOST_SENTENCES = 6
"""From the end on, in which what is asked is looked for."""


def label(question: str, model: Any = None) -> Found:
    """What is compared, by what, and how. `model` stands in for the shipped labeller, for instance one that was asked
    about many questions beforehand."""
    question, route = _without_route(worded(question.lower() if question.isupper() else question))
    sentences = _SENTENCE.split(question)
    found = _by_sentences(sentences, model)
    opening_case(question, found)
    found.aspects = as_meant(of_use(found.aspects, question), found.objects, question)
    found.context = found.context or route
    if len(sentences) > 1 and len(found.objects) > 1:
        story(sentences, found)
    found.context = with_capitals(found.context) if found.context else None
    return found


def _without_route(question: str) -> tuple[str, str | None]:
    """The question without the way between two places ("fly or take the train from Paris to London"), and the way."""
    match = _ROUTE.search(question)
    if match is None or not _JOINS.search(question, 0, match.start()):
        return question, None
    return question[: match.start()].rstrip() + question[match.end() :], match.group()


def _by_sentences(sentences: list[str], model: Any) -> Found:
    whole = _label(" ".join(sentences), model)
    if whole.certainty >= SURE or len(sentences) == 1:
        return whole
    for at in range(len(sentences) - 1, max(0, len(sentences) - _MOST_SENTENCES), -1):
        if all(map(tells, sentences[at:])):  # "Torn between a cat and a dog. I have a flat and no garden."
            continue
        found = _label(" ".join(sentences[at:]), model)
        if len(found.objects) >= 2:
            return found
    first, *rest = sentences
    asks_first = first.endswith("?") or "?" not in "".join(rest)
    apart = all(sentence[0].isupper() or tells(sentence) for sentence in rest[:1])  # "vs. java" is no sentence
    if asks_first and apart:  # "… between a cat and a dog. Help!"
        found = _label(first, model)
        if len(found.objects) >= 2:
            return found
    return whole


def _label(question: str, model: Any) -> Found:
    by_pattern = find(question)
    by_pattern.objects = [name for name in by_pattern.objects if fold(name) not in NO_NAME]
    model = model or _model()
    if model is None:
        by_pattern.certainty = SURE if len(by_pattern.objects) > 1 or by_pattern.kind else 0.0
        return by_pattern
    found = read(question, model)
    if found.certainty >= HALF_SURE and len(found.objects) == len(by_pattern.objects) > 1:
        found.certainty = max(found.certainty, SURE)  # both see as many things
    if found.certainty < SURE or _fewer(found.objects, by_pattern.objects):
        found.objects = _agreed(found.objects, by_pattern, question)
    found.objects = _with_shared_heads(found.objects, by_pattern, question)
    if len(by_pattern.objects) < 2 <= len(found.objects) and not by_pattern.context:
        by_pattern.objects = list(found.objects)  # what stands behind the names is told apart only if these are known
        purposes(Text(worded(question)), by_pattern)
    free_of_aspect(found, question)
    found.context = by_pattern.context or found.context
    found.kind = found.kind or by_pattern.kind
    if not found.predicate or found.predicate.lower() in (by_pattern.predicate or "").lower():
        found.predicate = by_pattern.predicate
    found.aspects = _aspects(found, by_pattern)
    _take_around(by_pattern.around, found)
    return found


def _aspects(found: Found, by_pattern: Found) -> list[Aspect]:
    """The aspects that the patterns and the model see, each once, and none that is a name or part of one.

    Where the model is sure, it has seen all that nothing knows, and it says what the comparative grades.
    """
    taken = {same_key(name) for name in found.objects}
    if found.certainty < SURE:  # else "smells less" asks for the smell
        taken |= {verb for verb in verbs_of_objects() if aspect_of(verb) is None}
    merged: dict[str, Aspect] = {}
    mine = [aspect for aspect in found.aspects if not _is_read(aspect.name, by_pattern)]
    theirs = by_pattern.aspects
    if found.certainty >= SURE:
        theirs = [aspect for aspect in theirs if aspect_of(aspect.name) or is_case(aspect.name)]
        theirs = [aspect for aspect in theirs if not found.predicate or aspect not in by_pattern.graded]
    for aspect in (*theirs, *mine):
        key, said = same_key(aspect_of(aspect.name) or aspect.name), same_key(aspect.name)
        known = [*merged, *(same_key(kept.name) for kept in merged.values()), same_key(found.context or "")]
        covered = any(one in other or other in one for other in known if other for one in (key, said))
        own, named = set(words(said)), [set(words(name)) for name in found.objects]
        inside = any(own <= name for name in named) or (len(named) > 1 and all(own >= name for name in named))
        if key not in taken and said not in taken and not covered and not inside:
            merged[key] = aspect
    return list(merged.values())


def _is_read(name: str, by_pattern: Found) -> bool:
    """Whether an aspect is a whole phrase that the patterns took apart: "work in the rain"."""
    said = frozenset(words(name))
    return not said.isdisjoint(lists()["prepositions"]) and any(said <= phrase for phrase in by_pattern.read)


_NEVER_ASPECTS = ("without ", "when ", "while ", "if ")
"""What begins so is a circumstance, whatever the labeller takes its words for: "when tired"."""


def _take_around(around: str, found: Found) -> None:
    """The circumstances are the context where there is no other and nothing else took their words."""
    said = set(words(around))
    if around.startswith(_NEVER_ASPECTS):
        found.aspects = [aspect for aspect in found.aspects if said.isdisjoint(words(aspect.name))]
    taken = {word for aspect in found.aspects for word in words(aspect.name)}
    taken |= {word for name in found.objects for word in words(name)} & said - lists()["prepositions"]
    if said and not found.context and said.isdisjoint(taken):
        found.context = around


def _agreed(mine: list[str], by_pattern: Found, question: str) -> list[str]:
    """The model's names, mended by those of the patterns."""
    theirs = by_pattern.objects
    if len(mine) == 1 and len(theirs) < 2 and len(mine[0].split()) == 2 and _SIDE_BY_SIDE.search(question):
        return mine[0].split()
    if len(mine) < 2 or _fewer(mine, theirs):
        return theirs if len(theirs) >= min(2, len(mine)) else mine
    if len(theirs) < 2:
        return mine
    if len(mine) == len(theirs) and "than" in words(question) and any(map(_overlap, mine, theirs)):
        # one name agrees and the other is somewhere else: the grammar of "is X better than Y" is the surer sign
        mine = [
            name if _overlap(name, other) or not words(other) else other
            for name, other in zip(mine, theirs, strict=True)
        ]
    elif len(mine) > len(theirs) and all(any(_overlap(name, other) for name in mine) for other in theirs):
        mine = [
            name
            for name in mine
            if any(_overlap(name, other) for other in theirs) or not _beside(name, theirs[0], question)
        ]
    return mine


def _fewer(mine: list[str], theirs: list[str]) -> bool:
    """Whether some of these names are missing among mine, and I have no other."""
    return len(mine) > 1 and {same_key(name) for name in mine} < {same_key(name) for name in theirs}


def _with_shared_heads(mine: list[str], by_pattern: Found, question: str) -> list[str]:
    """The names, with a head that closes the last one where it belongs: to all of them, or to the context."""
    shared, theirs = same_key(by_pattern.head), [same_key(other) for other in by_pattern.objects]
    heads = {
        other.removeprefix(same_key(name))
        for name in mine
        for other in theirs
        if other.startswith(f"{same_key(name)} ") and other not in same_key(question)
    }
    for at, name in enumerate(mine):
        for other, key in zip(by_pattern.objects, theirs, strict=True):
            # a shared head is context, or belongs to every name (and then stands behind the last one only)
            headed = shared and at == len(mine) - 1 and f"{same_key(name)} ".startswith(f"{key} {shared} ")
            if headed or key.removeprefix(same_key(name)) in heads:
                mine[at] = other
    return mine


def _overlap(one: str, other: str) -> bool:
    return not set(words(one)).isdisjoint(words(other))


def _beside(name: str, first: str, question: str) -> bool:
    """Whether a name is part of what is asked ("which is a good investment, gold or …") or stands behind a
    preposition ("in the developed world")."""
    before = words(question[: question.find(name)])
    if before and before[0] in lists()["questions"] and question.find(name) < question.find(first):
        return True
    while before and before[-1] in lists()["articles"]:
        before.pop()
    if before and is_comparative(before[-1]):  # "worse drivers than"
        return True
    return bool(before) and before[-1] in lists()["prepositions"] - {"or", "vs", "versus", "and", "than", "to"}


def _model() -> Any:
    """The labeller, or None where its files are absent."""
    with suppress(ModelMissing):
        return models.load("label")
    return None
