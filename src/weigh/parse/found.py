"""What was seen in a question, and what its objects are compared by and wanted for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from weigh.parse.names import BARE, JOINERS, PUNCTUATION, Text, function_words, is_comparative, lists
from weigh.text.cases import case_in, is_case
from weigh.text.lexicon import aspect_of, aspect_of_adjective, direction_of, entries
from weigh.text.tokens import fold, words
from weigh.types import Aspect, Direction

LIST = re.compile(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|vs\.?|versus)\s+", re.IGNORECASE)
_PREPOSITION = re.compile(r"\s+(?:to|in|on|at|with|during|from)\s+", re.IGNORECASE)
_ENDS = PUNCTUATION | {*JOINERS, "than", "is", "are", "which"}
_PURPOSES = ("for", "at")
_CIRCUMSTANCES = ("in", "on", "during", "while", "when")
_OWN_CASE = ("if", "because", "since")


@dataclass(slots=True)
class Found:
    """What was seen. `kind` is the class of things that a superlative asks about ("laptop"), `asked` the part of the
    text that asks, without the story before it."""

    objects: list[str] = field(default_factory=list)
    aspects: list[Aspect] = field(default_factory=list)
    predicate: str | None = None
    context: str | None = None
    kind: str | None = None
    asked: str = ""


def add_aspects(aspects: list[Aspect], listed: str) -> None:
    """Take the aspects of a list: "price and weight"."""
    for part in LIST.split(listed.strip(" ,")):
        add_aspect(aspects, part)


def add_aspect(aspects: list[Aspect], name: str) -> None:
    """Take an aspect once, without the function words around it, with the direction that the lexicon knows.

    What grades (a comparative), counts (digits) or asks ("pros and cons") is no aspect.
    """
    pieces = name.partition(": ")[0].strip(" ,?.!\"'").split()
    empty = lists()["prepositions"] | lists()["articles"] | lists()["verbs"] | {"its", "their", "his", "her", "our"}
    while pieces and fold(pieces[0]) in empty:
        pieces = pieces[1:]
    while pieces and fold(pieces[-1]) in empty - {"in", "on", "at", "with"}:
        pieces = pieces[:-1]
    name = " ".join(pieces)
    found = words(name)
    empty = function_words() | lists()["relations"] | {"good", "bad", "well", "great", "nice"}
    if not found or (all(word.isdigit() or word in empty for word in found) and aspect_of(name) is None):
        return
    if any(is_comparative(word) or word in ("more", "less", "than") for word in found):
        return
    if name.lower() not in (aspect.name.lower() for aspect in aspects):
        aspects.append(Aspect(name, direction=_direction(name)))


def _direction(name: str) -> Direction:
    """The direction of an aspect: of "cost of living" that of the cost; nobody wishes for a high consumption."""
    if name.lower().endswith((" usage", " consumption")):
        return Direction.LESS
    return direction_of(name.partition(" of ")[0] if aspect_of(name) is None else name)


def with_verb(graded: str, following: Sequence[str]) -> str:
    """A comparative with the verb that it grades, where both together speak of an aspect: "easier" + "to learn"."""
    phrase = " ".join((graded, *following[:2]))
    return phrase if following[:1] == ["to"] and aspect_of_adjective(phrase) else graded


def predicate_aspect(words: list[str], aspects: list[Aspect]) -> None:
    """The aspect that a comparative speaks of: "cheaper" and "more expensive" both give price, less is better."""
    text = " ".join(words)
    if not words or words[-1] in (*BARE, "more", "less", "than", "most", "least"):
        return
    known = aspect_of_adjective(text) or aspect_of_adjective(words[-1])
    if known is not None:
        aspects.append(Aspect(known[0], direction=entries()[known[0]].direction))
    elif len(words) > 1:
        add_aspect(aspects, words[-1])


def graded_noun(text: Text, at: int) -> str:
    """The aspect that "better" grades: "better battery life", but no "better gaming laptop"."""
    ends = PUNCTUATION | function_words() | {""}
    for end in (at + 2, at + 1):
        noun = " ".join(text.words[at:end])
        if text.word(end) in ends and ends.isdisjoint(text.words[at:end]) and noun != "option":
            return noun if aspect_of(noun) and not aspect_of_adjective(noun) else ""
    return ""


def purposes(text: Text, found: Found) -> None:
    """What it is wanted for: an aspect ("for …", "at …", "in cold weather"), or the context where it names a person or
    someone's own case ("for my mother", "if I live alone")."""
    taken = {fold(word) for name in found.objects for word in name.split()}
    openers = _PURPOSES + _CIRCUMSTANCES + _OWN_CASE if len(found.objects) > 1 else _PURPOSES
    for at, word in enumerate(text.words[:-1]):
        if word not in openers or (word in _PURPOSES and text.words[at + 1] in ("example", "instance", "all")):
            continue
        end = at + 1
        while end < len(text.words) and text.words[end] not in _ENDS:
            end += 1
        phrase = text.slice(at + 1, end)
        first, rest = text.words[at + 1], set(text.words[at + 1 : end])
        if rest & taken:
            continue
        if word in _CIRCUMSTANCES:  # much else stands behind these words: only what is known counts
            add_aspect(found.aspects, phrase if is_case(phrase) else "")
        elif word in _OWN_CASE:
            if first in ("i", "we") and not rest & lists()["questions"]:
                case = case_in(phrase)
                add_aspect(found.aspects, case or "")
                found.context = found.context or (None if case else phrase)
        elif rest & lists()["persons"] or first in ("a", "an", "someone"):
            found.context = found.context or phrase
        elif first in ("my", "our", "your", "his", "her", "their"):
            add_aspect(found.aspects, text.slice(at + 2, end))
        else:
            cases = [part for part in _PREPOSITION.split(phrase) if is_case(part)] if len(found.objects) > 1 else []
            add_aspects(found.aspects, phrase if is_case(phrase) or not cases else " and ".join(cases))
