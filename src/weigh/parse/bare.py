"""Phrases that compare without being questions: "python vs java", "tea or coffee for breakfast", "cheapest car".

The models learned from whole questions and call such phrases not comparative; as typed into a search box they plainly
are. Only shapes count that ask for nothing else: "what does X or Y mean" names two things and compares none.
"""

from __future__ import annotations

import re

from weigh.parse.found import Found
from weigh.parse.names import is_comparative, lists
from weigh.text.comparatives import is_comparative as tells_in_what
from weigh.text.tokens import words

PROBABILITY = 0.9
"""What a shape is worth. Set, not measured: the labelled data has whole questions only."""
_LONGEST_BARE = 14
_LONGEST = 25
_SHAPES = {
    "two things with 'vs'": r"\b(?:vs|versus)\b",
    "two things to compare": r"^(?:please |can you )?(?:compare|comparing|(?:a )?comparison|diff\w{2,9})\b"
    r"|\bdiff\w{3,8} between\b|\b(?:deciding|decide|choosing|choose|torn) between\b",
    "one thing against another": r"^(?:is|are|was|were|do|does|did|why|how much|should|would|which|who|what)\b.*"
    r"\b(?:than|as (?!soon|long|far|well|much)\w+ as)\b",
    "a change from one to another": r"^(?!when|who|where|how).*"
    r"\b(?:switch|upgrad|mov|chang|migrat|convert|downgrad)\w* (?:\w+ )?from\b.*\bto\b",
    "a reason for one of two": r"^(?:why|any|is there)\b.*\b(?:use|using|pick|picking|choose|choosing) \w.* over\b",
    "one thing instead of another": r"^(?:can|could|may|should) (?:i|we|you|one)\b.*\binstead of\b",
    "a preference": r"\bprefer\b.*\b(?:to|over|or)\b|\brather\b.*\b(?:or|than)\b",
    "two things for a purpose": r"^(?:when it comes to|in terms of|regarding|for (?!how|what|which|who)).*\bor\b",
    "two things of which one is to be good": r"^(?:is|are)(?!.* (?:good|bad|safe|healthy) or )"
    r" .* or .* (?:good|bad|great|safe|healthy|unhealthy)\b",
    "a choice": r"^(?:should|shall|would you|do you (?:want|like|prefer)|do i need|w[ht]*ich)\b.*\bor\b",
}
_CHOICE = re.compile(r"\b(?:whether to|(?:whether|if) (?:i|we) (?:should|shall|want)) (?:\w+ ){1,9}or (?!not\b)")
"""A choice that nobody can mistake for something else, however long the story around it."""
_CASES = frozenset(["in", "on", "at", "with", "without", "as", "during", "when", "while", "if"])
_COMPILED = {reason: re.compile(pattern) for reason, pattern in _SHAPES.items()}
_AUXILIARIES = frozenset(["do", "does", "did", "can", "could", "will", "would"])
_ALTERNATIVE = re.compile(r"\b(?:alternatives?|replacements?) (?:to|for)\b|\bsomething \w+er than\b")


def bare_comparison(found: Found) -> str | None:
    """Why the text in which this was found compares; None where it does not."""
    said = words(found.asked)
    text = " ".join(said)
    if len(found.objects) >= 2 and _CHOICE.search(text):
        return "names a choice"
    if not said or len(said) > _LONGEST:
        return None
    if len(found.objects) >= 2:
        names = {word for name in found.objects for word in words(name)}
        if names <= lists()["undecided"]:
            return None
        reason = next((reason for reason, pattern in _COMPILED.items() if pattern.search(text)), None)
        if reason is None and "or" in said and any(map(is_comparative, words(found.predicate or ""))):
            reason = "two things and what one has more of"
        if reason is None and len(said) <= _LONGEST_BARE and "or" in said:
            if _opens(said, found.objects[0]):
                reason = "nothing but two things"
            elif said[0] in _CASES and _closes(said, found.objects[-1]) and not _asks(said[1:]):
                reason = "two things for a case"
            elif said[0] in _AUXILIARIES and _opens(said[1:], found.objects[0]) and _has_more(said):
                reason = "two things and what one does more"
        return f"names {reason}" if reason else None
    if len(said) > _LONGEST_BARE:
        return None
    if found.objects and _ALTERNATIVE.search(text):
        return "asks for an alternative"
    if found.kind and found.predicate and said[0] not in lists()["questions"] and _opens(said, found.predicate):
        return "asks for the best of a kind"
    return None


def _has_more(said: list[str]) -> bool:
    """Whether a comparative stands after the last "or": "do cats or dogs live longer"."""
    last = len(said) - 1 - said[::-1].index("or")
    return any(word in ("more", "less") or tells_in_what(word) for word in said[last + 2 :])


def _asks(said: list[str]) -> bool:
    """Whether it asks for something else than a choice: "when did …", "in which …"."""
    return said[0] in lists()["openers"] or not lists()["questions"].isdisjoint(said)


def _closes(said: list[str], name: str) -> bool:
    """Whether a phrase ends with the name: "on a tight budget, hotel or hostel"."""
    return said[-len(words(name)) :] == words(name)


def _opens(said: list[str], name: str) -> bool:
    """Whether a phrase begins with the name, but for an article."""
    at = 1 if said[0] in lists()["articles"] and len(said) > 1 and said[1] != "or" else 0
    return said[at] == words(name)[0]
