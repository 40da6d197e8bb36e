"""What the token labeller sees in a question.

It labels words (OBJ, ASP, PRED); neighbouring words of one label are one span, and a span that joins several objects
("python or java") is taken apart and freed of what is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from weigh import models
from weigh.parse.found import MEASURING, Found, add_aspect, add_aspects, predicate_aspect, with_verb
from weigh.parse.freed import take_names
from weigh.parse.names import QUOTES, Text, lists
from weigh.text.cases import is_case
from weigh.text.lexicon import aspect_of, aspect_of_adjective
from weigh.text.tokens import fold, words

SURE = 0.8
"""How sure the model must be of what it sees for nothing else to have a say in it. Chosen on the `tuned` questions of
`weigh bench run questions`."""
HALF_SURE = 0.5
_HARDLY = 0.3
"""Below it the model sees nothing that is compared."""
_COMMA = r"\s*(?:(?<!\d),|,(?!\d{3}\b)|;)\s*(?:(?:or|and|vs\.?)\s+)?|\s+(?:or|vs\.?|versus)\s+|(?<=\w)/(?=\w)"
_JOINERS = re.compile(_COMMA, re.IGNORECASE)
_JOINERS_AND = re.compile(rf"{_COMMA}|\s+and\s+", re.IGNORECASE)
_JOINS = re.compile(r"\b(?:or|vs|versus|than)\b", re.IGNORECASE)
_JOINED = re.compile(r"[,;:/?!]|\b(?:or|vs|versus|and|than|as|over|instead|compared)\b", re.IGNORECASE)
_MODEL_NUMBER = re.compile(r"[A-Z]{2,5}|[A-Z]*\d[\w.-]*")
_SUPERLATIVE = re.compile(r"\b(?:top|good|great|ideal|\w{2,}st)\b", re.IGNORECASE)
_ARE = re.compile(r"(?:are|were) ")
_AGE = re.compile(r"\S+[ -]years?[ -]olds?\b|\b\d+ ?yo(?: (?:son|daughter|boy|girl|kid|child))?\b", re.IGNORECASE)


class _Span(NamedTuple):
    """Neighbouring words of one label: where they stand, and how sure the model is of them."""

    label: str
    start: int
    end: int
    said: str
    chance: float


def read(question: str, model: Any) -> Found:
    """Objects, aspects and predicate as the model sees them, and how sure it is."""
    found = Found()
    pieces = models.words(question, marks=True)
    labels = model.labels([[word for word, _, _ in pieces]])[0] if pieces else []
    sure = {start for (_, start, _), (_, chance) in zip(pieces, labels, strict=True) if chance >= SURE}
    spans = list(_spans(Text(question), pieces, labels))
    found.predicate = next((span.said for span in spans if span.label == "PRED"), None)
    superlative = _SUPERLATIVE.search(found.predicate or "") is not None
    if superlative:
        spans = _of_one_kind(spans, question)
    splits = _JOINERS if _JOINS.search(question) else _JOINERS_AND
    names = [name for span in spans if span.label == "OBJ" for name in _taken_apart(splits, span, sure)]
    found.context = age.group() if (age := _AGE.search(question)) else None
    _take_aspects(_without_persons(spans, found), question, found)
    things = sorted((span.chance for span in spans if span.label == "OBJ"), reverse=True)
    found.unnamed = not things or things[0] < _HARDLY
    best_of_one = superlative and len(names) == 1 and fold(names[0]) not in lists()["questions"]  # "who … first"
    if best_of_one:
        found.certainty = min(things[0], next(span.chance for span in spans if span.label == "PRED"))
    elif len(things) > 1:
        found.certainty = things[1]
    take_names(names, question, found, sure=found.certainty >= SURE)
    if lists()["undecided"].issuperset(word for name in found.objects for word in words(name)):  # "true or false"
        found.certainty = 0.0
    if best_of_one and found.certainty >= SURE and found.objects:
        found.kind = found.objects[0]
    return found


def _spans(text: Text, pieces: Sequence[tuple[str, int, int]], labels: Sequence[tuple[str, float]]) -> Iterator[_Span]:
    for name, group in groupby(zip(pieces, labels, strict=True), key=lambda item: item[1][0]):
        own = list(group)
        if name != "O":
            start, end = _whole_pieces(text, own[0][0][1], own[-1][0][2])
            chance = sum(chance for _, (_, chance) in own) / len(own)
            yield _Span(name, start, end, text.question[start:end], chance)


def _of_one_kind(spans: list[_Span], question: str) -> list[_Span]:
    """The spans, of the things only the first where nothing joins them: "the best phone to buy" asks for phones."""
    things = [span for span in spans if span.label == "OBJ"]
    if len(things) < 2 or _JOINED.search(question, things[0].end, things[-1].start):
        return spans
    return [span for span in spans if span.label != "OBJ" or span is things[0]]


def _whole_pieces(text: Text, start: int, end: int) -> tuple[int, int]:
    """The bounds widened to whole pieces of the text, so that "2.0", "Disney+" and a quoted title stay whole."""
    for first, last in text.spans:
        if first < end and last > start:
            start, end = min(start, first), max(end, last)
        elif first == end + 1 and _MODEL_NUMBER.fullmatch(text.question, first, last):
            end = last
    return start, end


def _taken_apart(splits: re.Pattern[str], span: _Span, sure: set[int]) -> list[str]:
    """A span taken apart at its joiners, but never inside a quoted title, nor where the model is `sure` that the joiner
    belongs to the name: "Deal or No Deal", "TCP/IP"."""
    said = span.said
    if said[:1] in QUOTES and said[-1:] in QUOTES and not _JOINERS.search(said):
        return [said]
    parts, start = [], 0
    quoted = [match.span() for match in re.finditer(r"\"[^\"]*\"|“[^”]*”|‘[^’]*’", said)]
    for match in splits.finditer(said):
        inside = any(first < match.start() < last for first, last in quoted)
        if not inside and sure.isdisjoint(range(span.start + match.start(), span.start + match.end())):
            parts.append(said[start : match.start()])
            start = match.end()
    return [*parts, said[start:]]


def _without_persons(spans: Sequence[_Span], found: Found) -> list[_Span]:
    """The spans but for persons, who are the context: "our daughter"."""
    persons = [span for span in spans if span.label == "ASP" and (_AGE.search(span.said) or _is_person(span.said))]
    if persons and not found.context:
        found.context = persons[0].said
    return [span for span in spans if span not in persons]


def _is_person(said: str) -> bool:
    """Whether it is somebody of whom no case tells."""
    *front, last = words(said) or [""]
    return bool(front) and last in lists()["persons"] - {"us", "me"} and not is_case(said)


def _take_aspects(spans: Sequence[_Span], question: str, found: Found) -> None:
    """What the model calls aspects, and what a comparative speaks of by itself or with the verb beside it: "lasts
    longer", "easier to learn". Where it grades what follows, only that counts: "has sold more records"."""
    at = 0
    while at < len(spans):
        label, said = spans[at].label, spans[at].said
        beside = _beside(spans, at)
        both = f"{said} {beside.said}" if beside else ""
        graded = _graded(spans, at + 1) if beside and beside.label == "PRED" else False
        if label == "ASP" and beside and beside.label == "PRED" and aspect_of_adjective(both) is not None:
            predicate_aspect(both.split(), found.aspects)
            at += 1
        elif label == "ASP" and beside and beside.label == "PRED" and fold(said) in MEASURING:
            add_aspect(found.aspects, MEASURING[fold(said)])
        elif label == "ASP" and at and spans[at - 1].label == "PRED" and (whole := _with_verb(spans, at, question)):
            predicate_aspect(whole.split(), found.aspects)  # "more difficult to learn"
        elif label == "ASP" and at and _is_what_they_are(spans[at - 1], said, question):
            pass
        elif label == "ASP" and not graded:
            add_aspects(found.aspects, said) if aspect_of(said.split(" and ")[0]) else add_aspect(found.aspects, said)
        elif label == "PRED" and not (beside and beside.label == "ASP"):
            degree = " ".join(word for word in words(said) if word != "than")
            whole = with_verb(degree, words(question[spans[at].end :])[:2])
            predicate_aspect(whole.split(), found.aspects)
            behind = spans[at + 1].said if at + 1 < len(spans) else ""
            at += whole != degree and words(behind)[:1] == words(whole)[-1:]  # the verb has been heard
            if question[: spans[at].start].endswith("as ") and " " not in said:  # "as salty as"
                add_aspect(found.aspects, said)
        at += 1


def _is_what_they_are(degree: _Span, said: str, question: str) -> bool:
    """Whether a noun behind "a better" is what things are rather than what they have: "a better composer", "are women
    better drivers than men"; of "a better investment" the lexicon knows."""
    before, after = question[: degree.start].lower(), words(question[question.find(said) + len(said) :])[:1]
    is_said = before.endswith(" a ") or (after == ["than"] and _ARE.match(before))
    if not is_said or " " in said or degree.said.lower() not in ("better", "worse"):
        return False
    return not (aspect_of(said) or is_case(said))


def _with_verb(spans: Sequence[_Span], at: int, question: str) -> str:
    """A degree and the adjective behind it with the verb that both grade, where these speak of an aspect of its own."""
    degree = f"{spans[at - 1].said} {spans[at].said}"
    whole = with_verb(degree, words(question[spans[at].end :])[:2])
    return whole if " to " in whole and aspect_of_adjective(whole) else ""


def _beside(spans: Sequence[_Span], at: int) -> _Span | None:
    """The span right behind this one."""
    following = spans[at + 1 : at + 2]
    return following[0] if following and following[0].start == spans[at].end + 1 else None


def _graded(spans: Sequence[_Span], at: int) -> bool:
    """Whether a comparative speaks of an aspect, its own or the one behind it."""
    beside = _beside(spans, at)
    return aspect_of_adjective(spans[at].said) is not None or (beside is not None and beside.label == "ASP")
