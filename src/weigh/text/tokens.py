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
_DOT_BEFORE_LETTER = re.compile(r"\.[A-Za-z]")
_PLAIN = bytes(ord(chr(i).lower()) if chr(i).isalnum() or chr(i) == "_" else 32 for i in range(128)) + bytes(128)
"""ASCII in lower case with a space for all that is no part of a word."""


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
    plain = (c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c) and not c.isspace())
    return "".join(plain).lower() or word  # a sign such as U+FDFA stands for several words, and is one


@lru_cache(maxsize=2048)
def tokenize(text: str) -> tuple[Token, ...]:
    """The words of a text with their character offsets. Kept for a while: an answer looks at a sentence many times."""
    return tuple(Token(fold(match.group()), match.start(), match.end()) for match in _WORD.finditer(text))


def spans(text: str) -> list[tuple[int, int]]:
    """Where the words of a text stand, in the order of `words`."""
    return [match.span() for match in _WORD.finditer(text)]


def words(text: str) -> list[str]:
    """The words of a text, folded, without offsets."""
    if text.isascii() and "+" not in text and "#" not in text and not _DOT_BEFORE_LETTER.search(text):
        # Most sentences have none of the special words, and then this takes a quarter of the time.
        return text.encode().translate(_PLAIN).decode().split()
    return [fold(word) for word in _WORD.findall(text)]


def same_key(text: str) -> str:
    """Two sentences with the same key are equal: case, spaces and punctuation do not count."""
    return " ".join(words(text))
