"""The rules R1–R8 for comparative questions, after the study of comparative questions in a search log, in English.

The originals were Russian and of perfect precision there (R8 of nearly that). The wording below keeps their idea and
was narrowed on the training questions of Webis-CompQuestions-22 until hardly any error was left; S1 is an English
addition in the same spirit. docs/models.md has each rule's precision and recall.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from weigh.text.lexicon import aspect_of_adjective
from weigh.text.tokens import words

PERFECT = ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "S1")
"""The rules that decide alone; R8 comes last, after the models."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the rules see it: its words, and the same as one text."""

    words: tuple[str, ...]
    text: str

    def has(self, *wanted: str) -> bool:
        return any(word in wanted for word in self.words)


_JOIN = ("or", "vs", "versus")
_LONGEST = 25
"""Longer entries tell a story before they ask; rules on single words misread them."""
_R1 = re.compile(
    r"\bwhich\b.*\bbetter\b|\b(?:is|are|was|would) (?:it|\w+(?: \w+){0,3}) better (?:than|to|for)\b|\bbetter\b.* than\b"
)
_R3 = re.compile(
    r"\bhow (?:do you |do i |to )?(?:correctly )?(?:spell|write|pronounce)\b"
    r"|\b(?:correct|right)(?:ly)? (?:spelling|spelled|to say)\b"
)
_R4 = re.compile(r"\bsimilarit(?:y|ies) (?:between|of|and)\b|\bwhat do .{2,60} have in common with\b")
_R5 = re.compile(
    r"\b(?:should|shall|do|would|to) (?:i|we|you|one)? ?(?:choose|buy|prefer|pick|go with|go for)\b"
    r".* (?:or|over|vs|versus)\b"
    r"|\b(?:choose|choosing|confused|decide) between\b"
)
_R6 = re.compile(r"\bin comparison (?:to|with)\b|\bcompared? (?:to|with)\b")
_R7 = re.compile(r"\b(?:advantages?|disadvantages?|benefits?|pros)\b.* (?:over|versus|vs|compared)\b")
_R8 = re.compile(
    r"\bdifferences? (?:between|of|in)\b|\bdiffer(?:s|ent)? from\b"
    r"|\b(?:distinguish|differentiate)\b.* (?:from|and|between)\b"
)
_S1 = re.compile(r"^what(?: is| are|s| s) (?:some of )?the best\b|^which (?:is|are) the best\b")


def _compares(word: str) -> bool:
    """A comparative of a known adjective: "cheaper", "worse"."""
    return word in ("better", "worse") or (word.endswith("er") and aspect_of_adjective(word) is not None)


def _r2(q: Question) -> bool:
    joins = [i for i, word in enumerate(q.words) if word in _JOIN]
    asks = q.words[:1] and q.words[0] in ("which", "what", "who", "whats", "is", "are")
    comparatives = [i for i, word in enumerate(q.words) if _compares(word)]
    return bool(asks and joins and comparatives and comparatives[0] < joins[-1] and "or not" not in q.text)


def _search(pattern: re.Pattern[str]) -> Callable[[Question], bool]:
    return lambda q: bool(pattern.search(q.text))


RULES: dict[str, Callable[[Question], bool]] = {
    "R1": lambda q: not q.has("how", "wrote", "said") and bool(_R1.search(q.text)),
    "R2": _r2,
    "R3": lambda q: q.has("or") and bool(_R3.search(q.text)),
    "R4": _search(_R4),
    "R5": _search(_R5),
    "R6": _search(_R6),
    "R7": _search(_R7),
    "R8": _search(_R8),
    "S1": _search(_S1),
}


_ANY = re.compile(
    r"\b(?:better|or|vs|versus|pros|best|in common|between|over)\b"
    r"|compar|similarit|advantage|benefit|differ|distinguish"
)
"""What every rule needs one of; most questions of a log have none, and one look at the raw text passes them by."""


def matching(question: str, rules: tuple[str, ...] = PERFECT) -> str | None:
    """The first of the rules that calls the question comparative."""
    if _ANY.search(question.lower()) is None:
        return None
    found = words(question)
    if len(found) > _LONGEST:
        return None
    seen = Question(tuple(found), " ".join(found))
    return next((name for name in rules if RULES[name](seen)), None)
