"""The one tokeniser. What it calls a word is what the index stores, what a query looks for and what is highlighted.

`C++`, `C#`, `F#` and `.NET` are words of their own, apostrophes and hyphens separate ("Python's" is `python`, `s`),
case and accents do not count.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

# A leading dot belongs to the word only where nothing word-like stands before it: ".NET", but not "end.Next", "...and".
_WORD = re.compile(r"(?<![\w.])\.(?=[^\W\d_])\w+|\w+(?:\+\+|#(?!\w))?")


class Token(NamedTuple):
    text: str
    start: int
    end: int


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """Lower case without accents: how a word is compared."""
    word = word.lower()
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c)).lower()


def tokenize(text: str) -> list[Token]:
    """The words of a text with their character offsets."""
    return [Token(fold(match.group()), match.start(), match.end()) for match in _WORD.finditer(text)]


def words(text: str) -> list[str]:
    """The words of a text, folded, without offsets."""
    return [fold(word) for word in _WORD.findall(text)]


def same_key(text: str) -> str:
    """Two sentences with the same key are equal: case, spaces and punctuation do not count."""
    return " ".join(words(text))
