"""What things are wanted for, where and by whom: aspects ("for baking", "in cold weather") and the context.

What can be looked up is an aspect: what the lexicon knows, the cases that people compare for, short names ("for web
development"). What names a person, a place or the asker's own story is the context: sentences that speak of it count
more, and nobody expects a verdict on it.
"""

from __future__ import annotations

import re
from functools import cache

from weigh.parse.found import Found, add_aspect, add_aspects
from weigh.parse.names import JOINERS, PUNCTUATION, Text, lists
from weigh.text.cases import case_in, case_name, is_case
from weigh.text.lexicon import aspect_of, aspect_of_adjective
from weigh.text.places import with_capitals
from weigh.text.tokens import fold, words
from weigh.text.wordnet import related

_ENDS = PUNCTUATION | {*JOINERS, "than", "is", "are", "which"}
_PURPOSES = ("for", "at")
CIRCUMSTANCES = (
    "in", "on", "during", "before", "after", "while", "when", "with", "without", "across", "around", "to",
)  # fmt: skip
_OWN_CASE = ("if", "because", "since")
_OPENERS = frozenset(_PURPOSES + CIRCUMSTANCES + _OWN_CASE)
_OWN = ("my", "our", "your", "his", "her", "their")
_PLACE = re.compile(r"\s+(?=(?:to|in|on|at|with|without|during|from|across|through|around|under)\s)", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,|;|\band\b|\bbut\b)\s*", re.IGNORECASE)
_JOINS = re.compile(r"\b(?:or|vs|versus|than|between)\b", re.IGNORECASE)
_LONGEST_ASPECT = 3
"""Words of a purpose that text may still say as it was typed; a longer one that nothing knows is context."""
_LONGEST_AROUND = 5
_LONGEST_STORY = 14
_NEEDING = ("need", "needs", "has", "have", "want", "wants", "got", "able", "going", "supposed")
"""Behind these "to" opens no way and no purpose."""
_COMPARING = ("compar", "contrast", "prefer")


def purposes(text: Text, found: Found) -> None:
    """What it is wanted for: an aspect ("for …", "at …", "in cold weather"), or the context where it names a person or
    someone's own case ("for my mother", "if I live alone") or a place ("in Berlin")."""
    several = len(found.objects) > 1
    openers = _OPENERS if several else frozenset(_PURPOSES)
    if openers.isdisjoint(text.words):
        return
    taken = {fold(word) for name in found.objects for word in name.split()}
    last = max((at for at, word in enumerate(text.words) if word in taken), default=0)
    done = 0
    for at, word in enumerate(text.words[:-1]):
        if at < done or word not in openers or text.word(at - 1).startswith(_COMPARING):
            continue
        if word == "to" and (text.word(at - 1) in _NEEDING or aspect_of_adjective(text.word(at - 1)) is not None):
            continue  # "needs to work", "easiest to clean"
        ends = _ends_of_circumstances() if word in CIRCUMSTANCES else _ENDS
        end = at + 1
        while end < len(text.words) and text.words[end] not in ends:
            end += 1
        end -= text.word(end - 1) in ("and", "but")
        rest = text.words[at + 1 : end]
        if not rest or not taken.isdisjoint(rest) or (word in _PURPOSES and rest[0] in ("example", "instance", "all")):
            continue
        seen = (len(found.aspects), found.context)
        whole = at > last and several and text.word(end) not in ("is", "are")
        _take(word, rest, text.slice(at + 1, end), found, closes=whole)
        if seen != (len(found.aspects), found.context):
            done = end
            found.read.append(frozenset(rest))


@cache
def _ends_of_circumstances() -> frozenset[str]:
    return _ENDS | lists()["questions"] | {*_PURPOSES, *_OWN_CASE}


def _take(word: str, rest: list[str], phrase: str, found: Found, *, closes: bool) -> None:
    """Take the phrase behind a preposition. `closes` says that it stands behind all names."""
    several = len(found.objects) > 1
    if word in _OWN_CASE:
        if rest[0] in ("i", "we") and lists()["questions"].isdisjoint(rest):
            own_case(phrase, found)
    elif word == "to":
        if closes:
            to_somewhere(phrase, found)
    elif word in CIRCUMSTANCES:  # much else stands behind these words: as an aspect only what is known counts
        whole = case_name(f"{word} {phrase}") if is_case(f"{word} {phrase}") else phrase  # "in the rain": wet weather
        known = word != "without" and _taken_apart(whole, found)
        telling = len(rest) <= _LONGEST_AROUND and lists()["empty"].isdisjoint(rest) and not phrase.isdigit()
        if not known and closes and telling:
            found.around = found.around or f"{word} {phrase}"
    elif not lists()["persons"].isdisjoint(rest) or rest[0] in ("a", "an", "someone"):
        found.context = found.context or phrase
    elif rest[0] in _OWN:
        add_aspect(found.aspects, phrase.partition(" ")[2])
    elif not several or not _taken_apart(phrase, found):
        if several and len(rest) > _LONGEST_ASPECT and "and" not in rest:
            found.context = found.context or phrase
        else:
            add_aspects(found.aspects, phrase)


def _taken_apart(phrase: str, found: Found) -> bool:
    """Whether the phrase, or a part of it, is known: that is an aspect ("travelling across europe"), the rest is
    context."""
    if not phrase:
        return False
    if is_case(phrase) or aspect_of(phrase):
        add_aspects(found.aspects, phrase)
        return True
    parts = _PLACE.split(phrase)
    bare = [parts[0], *(part.partition(" ")[2] for part in parts[1:])]
    known = [is_case(part) or (at == 0 and aspect_of(part) is not None) for at, part in enumerate(bare)]
    if not any(known):
        return False
    for part, said, is_known in zip(bare, parts, known, strict=True):
        if is_known:
            add_aspect(found.aspects, part)
        elif said != "to work":  # the commute
            found.around = found.around or said
    return True


def to_somewhere(phrase: str, found: Found) -> None:
    """What stands behind "to": what one does it for ("to lose weight"), the way to work, or where one goes."""
    first, *rest = words(phrase) or [""]
    if first == "work":
        add_aspect(found.aspects, "commuting")
        if len(rest) > 1:
            _take(rest[0], rest[1:], " ".join(rest[1:]), found, closes=True)
    elif with_capitals(phrase) != phrase or phrase[:1].isupper():
        found.around = found.around or f"to {phrase}"
    elif not _taken_apart(phrase, found) and not _taken_apart(" ".join(rest), found):  # "to build a website"
        does = related(first).part == "v" or first in lists()["verbs"]
        add_aspect(found.aspects, phrase if does and len(rest) <= _LONGEST_ASPECT else "")


def own_case(phrase: str, found: Found) -> None:
    """What the asker says of himself: the cases in it are aspects, the rest is the context."""
    cases = [case_in(part) for part in _AND.split(phrase)]
    for case in cases:
        add_aspect(found.aspects, case or "")
    if not all(cases):
        found.context = found.context or phrase


def opening_case(question: str, found: Found) -> None:
    """The case that stands before all names: "in winter electric car or diesel"."""
    places = [question.find(name) for name in found.objects]
    first, *rest = words(question[: min(places, default=0)]) or [""]
    if first in CIRCUMSTANCES and is_case(" ".join(rest)):
        add_aspect(found.aspects, " ".join(rest))


def story(sentences: list[str], found: Found) -> None:
    """Sentences beside the one that asks, in which the asker tells of himself: "I have a small flat. Cat or dog?"."""
    names = {word for name in found.objects for word in words(name)}
    for sentence in sentences:
        said = words(sentence)
        if 2 < len(said) <= _LONGEST_STORY and names.isdisjoint(said) and tells(sentence):
            own_case(sentence.rstrip(" .!?"), found)


def tells(sentence: str) -> bool:
    """Whether the asker tells of himself here, and names nothing to choose from."""
    return words(sentence)[:1] in (["i"], ["we"]) and not _JOINS.search(sentence)
