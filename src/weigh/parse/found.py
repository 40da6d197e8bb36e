"""What was seen in a question, and what its objects are compared by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from weigh.parse.names import BARE, PUNCTUATION, Text, function_words, is_comparative, lists
from weigh.text.cases import is_case
from weigh.text.frames import used_up
from weigh.text.lexicon import aspect_of, aspect_of_adjective, direction_of, entries
from weigh.text.tokens import fold, words
from weigh.text.wordnet import related
from weigh.types import Aspect

_VERB_REACH = 3
"""Words before an aspect among which its verb may stand: "uses the least power"."""
_HARDER = frozenset(("hard", "harder", "hardest"))
MEASURING = {"cost": "price", "costs": "price", "weigh": "weight", "weighs": "weight"}
"""Verbs that "more" and "less" grade, with what they measure."""
_GOOD_FOR = re.compile(r"^(?:bad|good|harmful) (?:for|to) (?=\w)", re.IGNORECASE)
LIST = re.compile(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|vs\.?|versus)\s+", re.IGNORECASE)


@dataclass(slots=True)
class Found:
    """What was seen. `kind` is the class of things that a superlative asks about ("laptop"), `head` what a shared head
    left to the context ("cameras"), and `around` the circumstances ("in Berlin"), which are the context where there is
    no other. `graded` are those of the aspects that the comparative gave. `certainty` is how sure the labeller is of
    the second thing that it names, or of the kind of thing whose best is asked for; `unnamed` says that it sees nothing
    of the sort."""

    objects: list[str] = field(default_factory=list)
    aspects: list[Aspect] = field(default_factory=list)
    predicate: str | None = None
    context: str | None = None
    kind: str | None = None
    head: str = ""
    around: str = ""
    certainty: float = 0.0
    graded: list[Aspect] = field(default_factory=list)
    unnamed: bool = False
    read: list[frozenset[str]] = field(default_factory=list)
    """The words of the phrases that were taken apart."""


def add_aspects(aspects: list[Aspect], listed: str) -> None:
    """Take the aspects of a list: "price and weight"."""
    for part in LIST.split(listed.strip(" ,")):
        add_aspect(aspects, part)


def add_aspect(aspects: list[Aspect], name: str) -> None:
    """Take an aspect once, without the function words around it, with the direction that the lexicon knows.

    What grades (a comparative), counts (digits) or asks ("pros and cons") is no aspect.
    """
    pieces = _GOOD_FOR.sub("", name.partition(": ")[0].strip(" ,?.!\"'")).split()
    around, no_aspects = _empty()
    while pieces and fold(pieces[0]) in around:
        pieces = pieces[1:]
    while pieces and fold(pieces[-1]) in around and fold(pieces[-1]) not in ("in", "on", "at", "with"):
        pieces = pieces[:-1]
    name = " ".join(pieces)
    found = words(name)
    if not found or (all(word.isdigit() or word in no_aspects for word in found) and aspect_of(name) is None):
        return
    if any(is_comparative(word) or word in ("more", "less", "than") for word in found):
        return
    name = _without_adjective(name)
    if (graded := aspect_of_adjective(name)) is not None and not is_case(name):
        name = graded[0]  # "how reliable": who asks so reads of the reliability
    if name.lower() not in (aspect.name.lower() for aspect in aspects):
        aspects.append(Aspect(name, direction=direction_of(name), words=_parts(found)))


@cache
def _empty() -> tuple[frozenset[str], frozenset[str]]:
    """Function words around an aspect, and words of which alone none is made."""
    around = lists()["prepositions"] | lists()["articles"] | lists()["verbs"] | {"its", "their", "his", "her", "our"}
    return around, function_words() | lists()["relations"] | {"good", "bad", "well", "great", "nice"}


def _without_adjective(name: str) -> str:
    """An aspect of the lexicon without an adjective that says nothing of it: "small web app", but "small size"."""
    first, _, rest = name.partition(" ")
    known = aspect_of(rest) if rest and aspect_of(name) is None and not is_case(name) else None
    if known is None or aspect_of_adjective(rest) or related(fold(first)).part != "a" or first == "no":
        return name
    return name if (aspect_of_adjective(first) or ("",))[0] == known else rest


def _parts(said: list[str]) -> tuple[str, ...]:
    """The part of an aspect that text says without the rest: of "water usage" the water, of "charging speed" to
    charge."""
    if len(said) != 2 or aspect_of(" ".join(said)):
        return ()
    if said[1] in lists()["amounts-of"]:
        return (said[0],)
    stem = said[0].removesuffix("ing")
    return (said[0], stem, f"{stem}e") if stem != said[0] and said[0] in lists()["aspect-modifiers"] else ()


def of_use(aspects: Sequence[Aspect], question: str) -> list[Aspect]:
    """The aspects, those that are used up under their proper name: "which uses less power" asks for the energy use."""
    said = words(question)
    found = []
    for aspect in aspects:
        known, noun = aspect_of(aspect.name) or aspect.name, words(aspect.name)
        places = [i for i in range(len(said)) if said[i : i + len(noun)] == noun]
        before = [verb for i in places for verb in said[max(0, i - _VERB_REACH) : i]]
        meant = next((name for verb in before if (name := used_up(known, verb)) != known), None)
        found.append(Aspect(meant, aspect.weight, direction_of(meant), (aspect.name,)) if meant else aspect)
    return found


def as_meant(aspects: Sequence[Aspect], objects: Sequence[str], question: str) -> list[Aspect]:
    """The aspects, with the ease in place of the hardness of what is no stuff: "is karate harder than judo"."""
    stuffs = lists()["stuffs"] | lists()["hard"]
    if _HARDER.isdisjoint(words(question)) or any(not stuffs.isdisjoint(words(name)) for name in objects):
        return list(aspects)
    return [replace(a, name="ease", direction=direction_of("ease")) if a.name == "hardness" else a for a in aspects]


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
