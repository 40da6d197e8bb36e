"""The question as the labeller and the patterns read it: without markup and what is no part of a comparison, with
joiners written out."""

from __future__ import annotations

import re

from weigh.parse.found import LIST
from weigh.parse.names import BARE, JOINERS, function_words, lists
from weigh.text.lexicon import aspect_of, aspect_of_adjective
from weigh.text.tokens import fold

_SLASH = re.compile(r"(?<=\w)\s+(?:/|[<>]=?)\s+(?=\w)")
_VERSUS = re.compile(r"(?<=[\w+#]) (?:vs\b\.?|v\.)\s*(?=[\w.\"“‘])", re.IGNORECASE)
_V = re.compile(r"^(?!.*\b(?:or|vs|versus|than|and|between)\b)(\w.*) v (?=\w)")  # "python v java"
_TAG = re.compile(r"<[^<>]{0,200}>")
_VALUE = re.compile(r"\b(value) for (?:the |your )?money\b", re.IGNORECASE)
_CLIMATE = re.compile(r"\b(for|on) (?:the|our) climate\b", re.IGNORECASE)
_WORTH = re.compile(r"\s+worth (?:it |the money |\w+ing )?(?:over|compared (?:to|with)|instead of)\s", re.IGNORECASE)
_LISTED = re.compile(r"^([^:?]*\b(?:vs|versus|or)\b[^:?]+?)\s*:\s*([^:?]+?)[\s?.]*$", re.IGNORECASE)
_SLASHED_ONLY = re.compile(r"^\w+(?:/\w+)+\s*\?*$")
_SUPERLATIVE = re.compile(r"(?:the )?((?:most|least) [\w-]+|[a-z]+st) (?=\w)", re.IGNORECASE)
_THIS_YEAR = re.compile(
    r"^(best .*?|top .*?|\D*?\b(?:or|vs)\b\D*?)(?<! or)(?<! vs)(?<! or in)(?: in)? 20[1-9]\d(?=\W*$)", re.IGNORECASE
)


def worded(question: str) -> str:
    """The question without markup, with "tea / coffee" written out as "tea or coffee", "tea VS.coffee" as "tea vs
    coffee", "value for money" as value, "best language: go or rust" without what they are and "java 2026" without when
    that is asked."""
    question = _VALUE.sub(r"\1", _TAG.sub(" ", question)).strip()
    if "climate" in question:
        question = _CLIMATE.sub(r"\1 the environment", question)  # what a place has is another climate
    if "worth" in question:
        question = _WORTH.sub(" vs ", question)
    if " v" in question or " V" in question:
        question = _V.sub(r"\1 vs ", _VERSUS.sub(" vs ", question))
    if (match := _SUPERLATIVE.match(question)) and _is_superlative(match.group(1)):
        question = _without_kind(match.group(1), question[match.end() :]) or question
    if " 20" in question:
        question = _THIS_YEAR.sub(r"\1", question)
    if ":" in question and (match := _LISTED.match(question)) and all(map(aspect_of, LIST.split(match.group(2)))):
        return f"{match.group(1)} in terms of {match.group(2)}?"  # "tea vs coffee: taste, price and health"
    if _SLASHED_ONLY.match(question):
        return question.replace("/", " or ")
    return _SLASH.sub(" or ", question)


def _is_superlative(said: str) -> bool:
    return " " in said or said.lower() in BARE or aspect_of_adjective(said) is not None


def _without_kind(superlative: str, rest: str) -> str | None:
    """What names things after saying what they all are ("fastest language: go or rust", "best camera canon or nikon"),
    without that; None where it says no such thing."""
    head, colon, names = rest.partition(":")
    if not colon:
        pieces, known = rest.split(), lists()["heads"] | lists()["kinds"]
        size = next((at for at, piece in enumerate(pieces) if fold(piece) not in known), 0)
        size += 2 if size and pieces[size] == "to" else 0  # "easiest instrument to learn piano or guitar"
        head, names = " ".join(pieces[:size]), " ".join(pieces[size:])
    kind, _, doing = head.partition(" to ")
    said, named = fold(kind).split(), fold(names.strip(" ?")).split()
    if not said or not named or named[0] in function_words() or set(JOINERS).isdisjoint(named):
        return None
    first = named[min(named.index(word) for word in JOINERS if word in named) - 1]
    if not colon and first == named[-1]:  # "best guitar strings or piano strings"
        return None
    if (
        not lists()["prepositions"].union(named).isdisjoint(said)
    ):  # "best pet for kids: …", "best tea bags or loose tea"
        return None
    graded = f"{superlative} to {doing}"
    if doing and not aspect_of_adjective(graded) and said[-1] not in ("way", "ways"):
        return None
    return f"{graded if aspect_of_adjective(graded) else superlative}: {names.strip()}"
