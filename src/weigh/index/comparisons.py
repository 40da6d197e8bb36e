"""Which things a sentence compares: "X vs Y", "X is cheaper than Y", "difference between X and Y", "prefer X to Y".

The names feed the suggestions, so that precision counts more than recall: a name is a short run of words with no
function word, pronoun, verb or common adjective in it (the list is data: `not_things.txt`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from weigh.text.tokens import Token, tokenize

Pair = tuple[str, str]
_CUES = frozenset({"vs", "versus", "than", "between", "prefer", "prefers", "preferred", "compared"})
_CAPITAL_AFTER_OR = re.compile(r" or (?:the |an? )?[A-Z]")
_LONGEST = 3
"""Most words in a name."""
_LONGEST_SENTENCE = 400
_ARTICLES = frozenset({"a", "an", "the"})
_COPULAS = frozenset(
    {
        "is",
        "are",
        "was",
        "were",
        "s",
        "has",
        "have",
        "offers",
        "gives",
        "seems",
        "feels",
        "looks",
        "runs",
        "costs",
        "makes",
        "tastes",
    }
)
_NOT_COMPARATIVE = frozenset(
    [
        "other",
        "rather",
        "another",
        "never",
        "ever",
        "over",
        "under",
        "after",
        "water",
        "paper",
        "computer",
        "number",
        "power",
        "river",
        "summer",
        "winter",
        "mother",
        "father",
        "brother",
        "sister",
        "member",
        "order",
        "letter",
        "matter",
        "however",
        "later",
        "earlier",
        "former",
        "either",
        "neither",
        "whether",
        "her",
        "their",
        "player",
        "driver",
        "user",
        "server",
        "layer",
        "answer",
        "center",
        "corner",
        "dinner",
        "cover",
        "offer",
        "remember",
        "together",
    ]
)


@cache
def not_things() -> frozenset[str]:
    """Words that no name of a comparable thing contains."""
    lines = (Path(__file__).parent / "not_things.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def comparisons(text: str, known_words: Sequence[str] | None = None) -> tuple[Pair, ...]:
    """The pairs of things that the sentence compares, as the text writes them.

    Most sentences compare nothing; for whoever has the words of the sentence already, telling that costs little.
    """
    if len(text) > _LONGEST_SENTENCE:
        return ()
    if known_words is not None and _CUES.isdisjoint(known_words) and not _CAPITAL_AFTER_OR.search(text):
        return ()
    tokens = tokenize(text)
    words = [token.text for token in tokens]
    found: list[Pair] = []
    for i, word in enumerate(words):
        pair: tuple[str | None, str | None] | None = None
        if word in ("vs", "versus"):
            pair = _before(text, tokens, i), _after(text, tokens, i + 1, dotted=True)
        elif word == "than":
            pair = _than(text, tokens, words, i)
        elif word == "compared" and words[i + 1 : i + 2] in (["to"], ["with"]) and i and words[i - 1] not in _COPULAS:
            pair = _before(text, tokens, i), _after(text, tokens, i + 2)
        elif word == "or":
            pair = _either(text, tokens, i)
        elif word == "between":
            if i and words[i - 1] in (
                "difference",
                "differences",
                "choice",
                "choose",
                "choosing",
                "decide",
                "comparison",
            ):
                pair = _joined(text, tokens, words, i + 1, "and")
        elif word in ("prefer", "prefers", "preferred"):
            pair = _joined(text, tokens, words, i + 1, "to") or _joined(text, tokens, words, i + 1, "over")
        if pair and pair[0] and pair[1] and pair[0].casefold() != pair[1].casefold():
            found.append((pair[0], pair[1]))
    return tuple(dict.fromkeys(found))


def _than(text: str, tokens: list[Token], words: list[str], at: int) -> tuple[str | None, str | None] | None:
    """X is cheaper than Y. The verb stands at most six words before `than`, with a comparative between them."""
    for i in range(at - 1, max(-1, at - 7), -1):
        if words[i] in _COPULAS and any(_comparative(word) for word in words[i + 1 : at]):
            subject = _before(text, tokens, i)
            start = i - len(tokenize(subject or ""))
            if start > 0 and words[start - 1] in ("of", "in", "at", "with", "by"):
                return None  # "the speed of X is …": X is not what is compared
            return subject, _after(text, tokens, at + 1)
    return None


def _comparative(word: str) -> bool:
    if word in ("more", "less", "better", "worse"):
        return True
    return len(word) > 4 and word.endswith("er") and word not in _NOT_COMPARATIVE


def _either(text: str, tokens: list[Token], at: int) -> tuple[str | None, str | None] | None:
    """X or Y counts only for names written with a capital: "two or three" is no comparison."""
    first, second = _before(text, tokens, at), _after(text, tokens, at + 1)
    if first and second and first[0].isupper() and second[0].isupper():
        return first, second
    return None


def _joined(
    text: str, tokens: list[Token], words: list[str], start: int, joint: str
) -> tuple[str | None, str | None] | None:
    for i in range(start + 1, min(start + _LONGEST + 3, len(words))):
        if words[i] == joint:
            return _before(text, tokens, i, stop=start), _after(text, tokens, i + 1)
    return None


def _before(text: str, tokens: list[Token], at: int, *, stop: int = 0) -> str | None:
    """The name that ends right before a word; None where there is none, or where it runs on too long to be a name."""
    i = at
    while i > stop and at - i <= _LONGEST and _thing(tokens[i - 1]) and (i == at or _adjacent(text, tokens, i - 1)):
        i -= 1
    if i == at or at - i > _LONGEST or not _adjacent(text, tokens, at - 1):
        return None
    return _name(text, tokens, i, at)


def _after(text: str, tokens: list[Token], start: int, *, dotted: bool = False) -> str | None:
    """The name that begins right after a word."""
    if start >= len(tokens) or not (_adjacent(text, tokens, start - 1) or dotted):
        return None
    if tokens[start].text in _ARTICLES and start + 1 < len(tokens):
        start += 1
    end = start
    while (
        end < len(tokens)
        and end - start <= _LONGEST
        and _thing(tokens[end])
        and (end == start or _adjacent(text, tokens, end - 1))
    ):
        end += 1
    if end == start or end - start > _LONGEST:
        return None
    return _name(text, tokens, start, end)


def _adjacent(text: str, tokens: list[Token], left: int) -> bool:
    """Whether only spaces or a hyphen stand between a word and the next."""
    if left < 0 or left + 1 >= len(tokens):
        return False
    return text[tokens[left].end : tokens[left + 1].start] in (" ", "-", "")


def _thing(token: Token) -> bool:
    return token.text not in not_things() and not token.text.isdigit() and not token.text.endswith("ly")


def _name(text: str, tokens: list[Token], start: int, end: int) -> str | None:
    name = text[tokens[start].start : tokens[end - 1].end]
    return name if 1 < len(name) <= 40 or name in ("C", "R", "D") else None
