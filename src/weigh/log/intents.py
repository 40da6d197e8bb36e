"""Factual, method or argumentative? The rule baseline of the argumentative-questions paper."""

from __future__ import annotations

import re

INTENTS = ("factual", "method", "argumentative")

_FIRST = re.compile(r"[a-z]+")
_FACT = frozenset(["what", "which", "who", "whom", "whose", "when", "where", "whats", "whos", "whens", "wheres"])


def by_rule(question: str) -> str:
    """The question word decides: how asks for a method, why for arguments, other wh-words for facts, the rest argues.

    As in the paper, except that how much, how many, how long and their like ask for a fact: the paper counts them
    among factual questions, and English begins them with how.
    """
    found = _FIRST.findall(question.lower())
    if not found:
        return "factual"
    if found[0] == "how":
        return "factual" if found[1:2] and found[1] in _QUANTITY else "method"
    if found[0] == "why":
        return "argumentative"
    return "factual" if found[0] in _FACT else "argumentative"


_QUANTITY = frozenset(
    [
        "much",
        "many",
        "long",
        "often",
        "old",
        "far",
        "tall",
        "big",
        "high",
        "deep",
        "fast",
        "large",
        "heavy",
        "wide",
        "hot",
        "cold",
        "late",
        "soon",
        "early",
    ]
)
