"""Objects, aspects and predicate of a question: the token labeller, with the patterns for what it leaves out.

The model labels words (OBJ, ASP, PRED); neighbouring words of one label are one span, and a span that joins several
objects ("python or java") is taken apart and freed of what is no name. Where the model sees fewer than two objects, or
misses one that the patterns see, the patterns decide. Of several sentences only those from the asking one on count.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import Any

from weigh import models
from weigh.errors import ModelMissing
from weigh.parse.found import Found, add_aspect, add_aspects, as_meant, of_use, predicate_aspect, with_verb
from weigh.parse.freed import NO_NAME, take_names
from weigh.parse.names import QUOTES, Text, is_comparative, lists
from weigh.parse.patterns import find, verbs_of_objects
from weigh.parse.purpose import story, tells
from weigh.parse.tails import free_of_aspect
from weigh.parse.worded import worded
from weigh.text.cases import is_case
from weigh.text.lexicon import aspect_of
from weigh.text.places import with_capitals
from weigh.text.tokens import fold, same_key, words

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\w)")
_COMMA = r"\s*[,;]\s*(?:(?:or|and|vs\.?)\s+)?|\s+(?:or|vs\.?|versus)\s+|(?<=\w)/(?=\w)"
_JOINERS = re.compile(_COMMA, re.IGNORECASE)
_JOINERS_AND = re.compile(rf"{_COMMA}|\s+and\s+", re.IGNORECASE)
_JOINS = re.compile(r"\b(?:or|vs|versus|than)\b", re.IGNORECASE)
_MODEL_NUMBER = re.compile(r"[A-Z]{2,5}|[A-Z]*\d[\w.-]*")
_ROUTE = re.compile(r"(?<= )from (?!\w+ to \w+ing\b)[^,?]{2,40}? to [^,?.!]{2,40}(?=[?.!,]|$)", re.IGNORECASE)
_SIDE_BY_SIDE = re.compile(r"\b(?:which|what)(?: one)?(?: is|s|'s) \w+er\b|^differences?\b", re.IGNORECASE)
_AGE = re.compile(r"\S+[ -]years?[ -]olds?\b", re.IGNORECASE)


def label(question: str, model: Any = None) -> Found:
    """What is compared, by what, and how. `model` stands in for the shipped labeller, for instance one that was asked
    about many questions beforehand."""
    question, route = _without_route(worded(question.lower() if question.isupper() else question))
    sentences = _SENTENCE.split(question)
    found = _by_sentences(sentences, model)
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
    for at in range(len(sentences) - 1, 0, -1):
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
    return _label(" ".join(sentences), model)


def _label(question: str, model: Any) -> Found:
    by_pattern = find(question)
    by_pattern.asked = question
    by_pattern.objects = [name for name in by_pattern.objects if fold(name) not in NO_NAME]
    model = model or _model()
    if model is None:
        return by_pattern
    found = _by_model(question, model)
    found.objects = _agreed(found.objects, by_pattern, question)
    free_of_aspect(found, question)
    found.context = by_pattern.context or found.context
    found.kind, found.asked = by_pattern.kind, question
    if not found.predicate or found.predicate.lower() in (by_pattern.predicate or "").lower():
        found.predicate = by_pattern.predicate
    taken = {same_key(name) for name in found.objects}
    taken |= {verb for verb in verbs_of_objects() if aspect_of(verb) is None}
    merged: dict[str, Any] = {}
    new = [aspect for aspect in found.aspects if not _is_read(aspect.name, by_pattern)]
    for aspect in (*by_pattern.aspects, *new):
        key, said = same_key(aspect_of(aspect.name) or aspect.name), same_key(aspect.name)
        known = [*merged, *(same_key(kept.name) for kept in merged.values()), same_key(found.context or "")]
        covered = any(one in other or other in one for other in known if other for one in (key, said))
        own, named = set(words(said)), [set(words(name)) for name in found.objects]
        inside = any(own <= name for name in named) or (len(named) > 1 and all(own >= name for name in named))
        if key not in taken and said not in taken and not covered and not inside:
            merged[key] = aspect
    found.aspects = list(merged.values())
    _take_around(by_pattern.around, found)
    return found


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
    if len(mine) < 2 or {same_key(name) for name in mine} < {same_key(name) for name in theirs}:
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
    shared = same_key(by_pattern.head)
    for at, name in enumerate(mine):
        for other in theirs:
            # a shared head is context, or belongs to every name (and then stands behind the last one only)
            headed = shared and f"{same_key(name)} ".startswith(f"{same_key(other)} {shared} ")
            bare = same_key(other).startswith(f"{same_key(name)} ") and fold(other) not in fold(question)
            if headed or bare:
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


def _by_model(question: str, model: Any) -> Found:
    found = Found()
    pieces = models.words(question)
    labels = [name for name, _ in model.labels([[word for word, _, _ in pieces]])[0]] if pieces else []
    text = Text(question)
    splits = _JOINERS if _JOINS.search(question) else _JOINERS_AND
    names: list[str] = []
    for name, group in groupby(zip(pieces, labels, strict=True), key=lambda item: item[1]):
        spans = [piece for piece, _ in group]
        start, end = _whole_pieces(text, spans[0][1], spans[-1][2])
        said = question[start:end]
        if name == "OBJ":
            if re.search(r"\sof$", said):  # "Lord of the Rings": the name goes on
                end = _whole_pieces(text, *_next_name(text, end))[1]
                said = question[start:end]
            quoted = said[:1] in QUOTES and said[-1:] in QUOTES and not _JOINERS.search(said)
            names += [said] if quoted else _outside_quotes(splits, said)
        elif name == "ASP" and (age := _AGE.search(said)):
            found.context = found.context or age.group()
        elif name == "ASP" and _is_person(said):
            found.context = found.context or said
        elif name == "ASP":
            add_aspects(found.aspects, said) if aspect_of(said.split(" and ")[0]) else add_aspect(found.aspects, said)
        elif name == "PRED":
            found.predicate = found.predicate or said
            graded = " ".join(word for word in words(said) if word != "than")
            predicate_aspect(with_verb(graded, words(question[end:])[:2]).split(), found.aspects)
    take_names(names, question, found)
    return found


def _is_person(said: str) -> bool:
    """Whether it is somebody of whom no case tells: "our 10yo daughter"."""
    *front, last = words(said) or [""]
    return bool(front) and last in lists()["persons"] - {"us", "me"} and not is_case(said)


def _whole_pieces(text: Text, start: int, end: int) -> tuple[int, int]:
    """The bounds widened to whole pieces of the text, so that "2.0", "Disney+" and a quoted title stay whole."""
    for first, last in text.spans:
        if first < end and last > start:
            start, end = min(start, first), max(end, last)
        elif first == end + 1 and _MODEL_NUMBER.fullmatch(text.question, first, last):
            end = last
    return start, end


def _next_name(text: Text, end: int) -> tuple[int, int]:
    """The words behind a place up to the next function word."""
    at = next((i for i, (start, _) in enumerate(text.spans) if start >= end), len(text.spans))
    last = text.skip_articles(at)
    while last < len(text.spans) and not text.ends_name(last) and not is_comparative(text.words[last]):
        last += 1
    return (end, text.spans[last - 1][1]) if last > at else (end, end)


def _outside_quotes(splits: re.Pattern[str], said: str) -> list[str]:
    """A span taken apart at its joiners, but never inside a quoted title."""
    parts, start = [], 0
    quoted = [match.span() for match in re.finditer(r"\"[^\"]*\"|“[^”]*”|‘[^’]*’", said)]
    for match in splits.finditer(said):
        if not any(first < match.start() < last for first, last in quoted):
            parts.append(said[start : match.start()])
            start = match.end()
    return [*parts, said[start:]]


@cache
def _model() -> Any:
    try:
        return models.load("label")
    except ModelMissing:
        return None
