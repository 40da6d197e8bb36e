"""Whether a comparison is about the objects themselves or about something near them.

"Java is faster than Python" and "Java uses less memory" tell of Java. "Calling C is cheaper from Java", "spare parts
for a Ford are cheaper" and "a rat learns tricks faster" tell of calls, parts and tricks: true as they stand, but nobody
may conclude that Java is cheap or a rat fast. "In heavy traffic a motorcycle is quicker" holds in heavy traffic only.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weigh.text.comparatives import GRADING, is_comparative
from weigh.text.lexicon import Mention
from weigh.text.tokens import Token


def _lists() -> dict[str, frozenset[str]]:
    lines = (Path(__file__).parent / "data" / "itself.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(": ") for line in lines if not line.startswith("#")]
    return {name: frozenset(listed.split()) for name, _, listed in pairs}


_LISTS = _lists()
BE = _LISTS["be"]
ADVERBS = _LISTS["adverbs"]
_HELD = _LISTS["held"]
_PARTS = _LISTS["parts"]
_LIKENING = _LISTS["likening"]
_PEOPLE = _LISTS["people"]
_ARTICLES = _LISTS["articles"]
_OWNING = _LISTS["owning"]
_MAKING = _LISTS["making"]
_GOES_ON = _LISTS["goes-on"]
_ENDS_A_NOUN = _LISTS["ends-a-noun"]
SCOPING = _LISTS["scoping"]
_OF_A_DEED = _LISTS["of-a-deed"]
_KIND = 2
"""Words for what an object is: "a faster, safer web browser"."""
_NEAR = 3
"""Words before an object that may show that it is part of something."""
_BEFORE_BE = 3
"""Further words of an object before "is": "the diesel engine of today is"."""


Place = tuple[int, int]
"""The first and the last token of an object's name."""


def is_direct(tokens: Sequence[Token], at: int, than: int, places: Sequence[Place]) -> bool:
    """Whether only a form of "be" and adverbs stand between the object and the comparative, and nothing after it."""
    before = [place for place in places if place[0] < at]
    if not before or than - at > (2 if tokens[at].text in GRADING else 1):
        return False
    led_by = tokens[before[-1][0] - 1].text if before[-1][0] else ""
    return led_by not in _PARTS and _is_be(tokens[before[-1][1] + 1 : at], ADVERBS, _BEFORE_BE)


def is_of_itself(
    tokens: Sequence[Token], at: int, than: int, places: Sequence[Place], found: Mention, with_verb: bool
) -> bool:
    """Whether the object itself is said to be so, or to have so much of it.

    `found` is the mention of the aspect, counted from the comparative, or from the verb before it: "costs less".
    """
    subject = _subject(tokens, at, places)
    if subject is None:
        return False
    if found.end == 1 and tokens[at].text in _OF_A_DEED and tokens[at + 1].text == "to":
        return False  # "easier to tame" is no ease, and "quicker to put on" no speed
    between = tokens[subject[1] + 1 : at]
    if between and between[0].text in _PEOPLE:
        return False
    if with_verb:
        return all(token.text in ADVERBS for token in between[:-1])
    while between and (
        between[-1].text in ("and", "or") or between[-1].text in ADVERBS or is_comparative(between[-1].text)
    ):
        between = between[:-1]  # "faster, quieter and much smoother than"
    adjective = found.amount is not None
    if adjective and between and between[-1].text in ("a", "an", "the") and than - at - found.end <= _KIND:
        return _is_be(between, ADVERBS | _HELD, 1)  # "is a safer car than": a car is what it is
    after = tokens[at + found.end].text if at + found.end < than else "than"
    if after not in (_GOES_ON if adjective else _ENDS_A_NOUN):
        return False
    if _is_be(between, ADVERBS | _HELD, 1):
        return True
    words = [token.text for token in between if token.text not in ADVERBS and token.text not in _ARTICLES]
    if not words:
        return adjective and _led_by(tokens, subject[0]) in _MAKING
    return len(words) <= 2 and words[-1] in _OWNING


def is_narrow(tokens: Sequence[Token], places: Sequence[Place]) -> bool:
    """Whether the sentence says where it holds before it names the object: "In heavy traffic a motorcycle is …"."""
    return bool(places) and places[0][0] > 1 and tokens[0].text in SCOPING


def _subject(tokens: Sequence[Token], at: int, places: Sequence[Place]) -> Place | None:
    """The last place before the comparative where the object is named, if it belongs to nothing else there."""
    before = [place for place in places if place[0] < at]
    return before[-1] if before and not _belongs(tokens, before[-1][0]) else None


def _belongs(tokens: Sequence[Token], place: int) -> bool:
    """Whether an object is only part of what is spoken of: "settings of early Linux", "parsing JSON"."""
    led = _led_by(tokens, place)
    if led in _MAKING:
        return False
    # what opens a sentence holds for all of it: "In town a car is …"
    before = [(i, tokens[i].text) for i in range(max(0, place - _NEAR), place)]
    part = any((i and word in _PARTS and word != "s") or word.endswith("ing") for i, word in before)
    return part or led in _PARTS or led in _LIKENING


def _led_by(tokens: Sequence[Token], place: int) -> str:
    """The word before an object and its articles: "spare parts for a Ford" → for."""
    while place > 0 and tokens[place - 1].text in _ARTICLES:
        place -= 1
    return tokens[place - 1].text if place else ""


def _is_be(between: Sequence[Token], allowed: frozenset[str], further: int) -> bool:
    """Whether "is" stands there, and beside it only what is allowed; before it so many words of the object's own."""
    words = [token.text for token in between]
    first = next((i for i, word in enumerate(words) if word in BE), None)
    if first is None or first > further:
        return False
    return all(word in BE or word in allowed or word.isdigit() for word in words[first:])
