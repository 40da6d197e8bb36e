"""Which things a sentence compares: "X vs Y", "X is cheaper than Y", "difference between X and Y", "prefer X to Y".

The names feed the suggestions, so that precision counts more than recall: a name is a short run of words with no
function word, pronoun, verb or common adjective in it (the list is data: `not_things.txt`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from weigh.text.tokens import spans
from weigh.text.tokens import words as words_of

Pair = tuple[str, str]
_CUES = frozenset({"vs", "versus", "than", "between", "prefer", "prefers", "preferred", "compared"})
_TRIGGERS = _CUES | {"or"}
_BEFORE_BETWEEN = frozenset({"difference", "differences", "choice", "choose", "choosing", "decide", "comparison"})
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
    if known_words is None:
        known_words = words_of(text)
    elif _CUES.isdisjoint(known_words) and not (" or " in text and _CAPITAL_AFTER_OR.search(text)):
        return ()
    places = [i for i, word in enumerate(known_words) if word in _TRIGGERS and _possible(known_words, i)]
    if not places:
        return ()
    sentence = _Sentence(text, known_words, spans(text))
    found = [pair for i in places if (pair := _pair(sentence, i))]
    return tuple(dict.fromkeys(found))


class _Sentence(NamedTuple):
    text: str
    words: Sequence[str]
    spans: list[tuple[int, int]]


def _possible(words: Sequence[str], at: int) -> bool:
    """Could a comparison stand here? A look at the words alone, since finding their places costs far more."""
    word = words[at]
    if word == "than":
        return _verb(words, at) is not None
    if word == "compared":
        return words[at + 1 : at + 2] in (["to"], ["with"]) and at > 0 and words[at - 1] not in _COPULAS
    if word == "between":
        return at > 0 and words[at - 1] in _BEFORE_BETWEEN
    return True


def _pair(sentence: _Sentence, at: int) -> Pair | None:
    word = sentence.words[at]
    pair: tuple[str | None, str | None] | None = None
    if word in ("vs", "versus"):
        pair = _before(sentence, at), _after(sentence, at + 1, dotted=True)
    elif word == "than":
        pair = _than(sentence, at)
    elif word == "compared":
        pair = _before(sentence, at), _after(sentence, at + 2)
    elif word == "or":
        pair = _either(sentence, at)
    elif word == "between":
        pair = _joined(sentence, at + 1, "and")
    else:
        pair = _joined(sentence, at + 1, "to") or _joined(sentence, at + 1, "over")
    if pair and pair[0] and pair[1] and pair[0].casefold() != pair[1].casefold():
        return pair[0], pair[1]
    return None


def _than(sentence: _Sentence, at: int) -> tuple[str | None, str | None] | None:
    """X is cheaper than Y."""
    verb = _verb(sentence.words, at)
    if verb is None:
        return None
    start = _start_before(sentence, verb)
    if start is not None and start > 0 and sentence.words[start - 1] in ("of", "in", "at", "with", "by"):
        return None  # "the speed of X is …": X is not what is compared
    return _before(sentence, verb), _after(sentence, at + 1)


def _verb(words: Sequence[str], at: int) -> int | None:
    """The verb stands at most six words before `than`, with a comparative between them."""
    compared = False
    for i in range(at - 1, max(-1, at - 7), -1):
        if compared and words[i] in _COPULAS:
            return i
        compared = compared or _comparative(words[i])
    return None


def _comparative(word: str) -> bool:
    if word in ("more", "less", "better", "worse"):
        return True
    return len(word) > 4 and word.endswith("er") and word not in _NOT_COMPARATIVE


def _either(sentence: _Sentence, at: int) -> tuple[str | None, str | None] | None:
    """X or Y counts only for names written with a capital: "two or three" is no comparison."""
    first, second = _before(sentence, at), _after(sentence, at + 1)
    if first and second and first[0].isupper() and second[0].isupper():
        return first, second
    return None


def _joined(sentence: _Sentence, start: int, joint: str) -> tuple[str | None, str | None] | None:
    for i in range(start + 1, min(start + _LONGEST + 3, len(sentence.words))):
        if sentence.words[i] == joint:
            return _before(sentence, i, stop=start), _after(sentence, i + 1)
    return None


def _before(sentence: _Sentence, at: int, *, stop: int = 0) -> str | None:
    """The name that ends right before a word; None where there is none, or where it runs on too long to be a name."""
    start = _start_before(sentence, at, stop=stop)
    return None if start is None else _name(sentence, start, at)


def _start_before(sentence: _Sentence, at: int, *, stop: int = 0) -> int | None:
    words, i = sentence.words, at
    while i > stop and at - i <= _LONGEST and _thing(words[i - 1]) and (i == at or _adjacent(sentence, i - 1)):
        i -= 1
    return None if i == at or at - i > _LONGEST or not _adjacent(sentence, at - 1) else i


def _after(sentence: _Sentence, start: int, *, dotted: bool = False) -> str | None:
    """The name that begins right after a word."""
    words = sentence.words
    if start >= len(words) or not (_adjacent(sentence, start - 1) or dotted):
        return None
    if words[start] in _ARTICLES and start + 1 < len(words):
        start += 1
    end = start
    while (
        end < len(words)
        and end - start <= _LONGEST
        and _thing(words[end])
        and (end == start or _adjacent(sentence, end - 1))
    ):
        end += 1
    if end == start or end - start > _LONGEST:
        return None
    return _name(sentence, start, end)


def _adjacent(sentence: _Sentence, left: int) -> bool:
    """Whether only spaces or a hyphen stand between a word and the next."""
    if left < 0 or left + 1 >= len(sentence.words):
        return False
    return sentence.text[sentence.spans[left][1] : sentence.spans[left + 1][0]] in (" ", "-", "")


@lru_cache(maxsize=65536)
def _thing(word: str) -> bool:
    return word not in not_things() and not word.isdigit() and not word.endswith("ly")


def _name(sentence: _Sentence, start: int, end: int) -> str | None:
    name = sentence.text[sentence.spans[start][0] : sentence.spans[end - 1][1]]
    return name if 1 < len(name) <= 40 or name in ("C", "R", "D") else None
