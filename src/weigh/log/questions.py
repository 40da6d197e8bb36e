"""Is an entry question-like, and is it genuine? Two plain looks at words; the lists are data."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

from weigh.log.entries import normal_form
from weigh.log.wordlists import section, sections
from weigh.parse import guard
from weigh.text.tokens import words


@cache
def _anywhere() -> re.Pattern[str]:
    phrases = sorted(section("question_indicators.txt", "anywhere"), key=lambda item: (-len(item), item))
    return re.compile(r"\b(?:" + "|".join(re.escape(item) for item in phrases) + r")\b")


@cache
def _beginnings() -> tuple[frozenset[str], frozenset[str]]:
    return section("question_indicators.txt", "first"), section("question_indicators.txt", "auxiliary")


def question_like(text: str) -> bool:
    """Does the entry have the form of a question: a question mark, a question word in front, or a question's phrase?"""
    if text.endswith("?"):
        return True
    lowered = text.lower().replace("’", "'")
    first, auxiliary = _beginnings()
    start = lowered.split(None, 3)
    if not start:
        return False
    word = start[0].strip("\"'(¿,.:")
    if word in first or word.partition("'")[0] in first:
        return len(start) > 1
    if word in auxiliary and len(start) >= 3:
        return True
    return len(start) >= 3 and _anywhere().search(lowered) is not None


_BLANKS = re.compile(r"_{3,}|\.{4,}")
_LETTERS = re.compile(r"\b\d{1,2} letters?(?: word)?$|^\d{1,2} letters? (?:word|for)\b")
_CLUE_END = re.compile(r"\s\(\d{1,2}(?:[,-]\d{1,2})*\)\s*\??$")


def _phrases(name: str) -> re.Pattern[str]:
    items = sorted(sections("not_genuine.txt")[name], key=lambda item: (-len(item), item))
    return re.compile(r"\b(?:" + "|".join(re.escape(item) for item in items) + r")\b")


@cache
def _keep_out() -> re.Pattern[str]:
    items = sorted(sections("keep_out.txt")[""], key=lambda item: (-len(item), item))
    return re.compile(r"\b(?:" + "|".join(re.escape(item) for item in items) + r")\b")


@cache
def _keep_out_starts() -> frozenset[str]:
    """The words that the phrases begin with: hardly any question of a log has one, and needs no second look."""
    return frozenset(item.split(None, 1)[0] for item in sections("keep_out.txt")[""])


def withheld(question: str) -> Literal["sensitive", "offensive"] | None:
    """Why a question is counted but never shown: the guard of asking, and a wider net for suffering of any kind."""
    return withheld_of(words(question))


def withheld_of(found: list[str]) -> Literal["sensitive", "offensive"] | None:
    """The same for a question that is split into words already."""
    why = guard.finding_in(found)
    if why is None and not _keep_out_starts().isdisjoint(found) and _keep_out().search(" ".join(found)):
        return "sensitive"
    return why


class Genuine:
    """Tells crossword clues, quiz questions and look-ups of titles from questions that somebody wants answered."""

    def __init__(self, off: frozenset[str] = frozenset(), titles: Path | None = None) -> None:
        self._off = off
        self._crossword = _phrases("crossword")
        self._quiz = _phrases("quiz")
        self._quiz_start = tuple(f"{item} " for item in sections("not_genuine.txt")["quiz start"])
        self._title_words = tuple(f" {item}" for item in sections("not_genuine.txt")["title words"])
        self._tails = tuple(
            sorted((f" {item}" for item in sections("not_genuine.txt")["title tails"]), key=len, reverse=True)
        )
        self._titles = {_title_key(item) for item in sections("not_genuine.txt")["titles"]}
        if titles is not None:
            with titles.open(encoding="utf-8", errors="replace") as lines:
                # Only titles that could pass for a question are kept, so that a whole encyclopedia's list fits.
                self._titles |= {_title_key(line) for line in lines if question_like(line.strip())}

    def why_not(self, text: str, key: str) -> str | None:
        """The rule by which the entry is no genuine question, or None. `key` is its normal form."""
        if "crossword" not in self._off and (
            self._crossword.search(key) or _LETTERS.search(key) or _BLANKS.search(text) or _CLUE_END.search(text)
        ):
            return "crossword"
        if "quiz" not in self._off and (self._quiz.search(key) or key.startswith(self._quiz_start)):
            return "quiz"
        if "titles" not in self._off and self._is_title(key):
            return "titles"
        return None

    def _is_title(self, key: str) -> bool:
        if key.endswith(self._title_words):
            return True
        if key.replace(" ", "") in self._titles:
            return True
        if not key.endswith(self._tails):
            return False
        return any(key.endswith(tail) and key[: -len(tail)].replace(" ", "") in self._titles for tail in self._tails)


def _title_key(text: str) -> str:
    """A title without anything that people leave out: "Who's the Boss?" and "whos the boss" are the same."""
    return normal_form(text).replace(" ", "")
