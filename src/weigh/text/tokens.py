"""The one tokeniser. What it calls a word is what the index stores, what a query looks for and what is highlighted.

`C++`, `C#`, `F#` and `.NET` are words of their own, apostrophes and hyphens separate ("Python's" is `python`, `s`),
case and accents do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

# A leading dot belongs to the word only where nothing word-like stands before it: ".NET", but not "end.Next", "...and".
_WORD = re.compile(r"(?<![\w.])\.(?=[^\W\d_])\w+|\w+(?:\+\+|#(?!\w))?")
_DOT_BEFORE_LETTER = re.compile(r"\.[A-Za-z]")
_PLAIN = bytes(ord(chr(i).lower()) if chr(i).isalnum() or chr(i) == "_" else 32 for i in range(128)) + bytes(128)
"""ASCII in lower case with a space for all that is no part of a word."""
_PLAIN_LINES = _PLAIN[:10] + b"\n" + _PLAIN[11:]
_PLAIN_WORD = re.compile(r"\w+")
_SIGN = re.compile(r"[+#]")


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
    return [match.span() for match in (_PLAIN_WORD if _plain(text) else _WORD).finditer(text)]


def words(text: str) -> list[str]:
    """The words of a text, folded, without offsets."""
    if _plain(text):
        return text.encode().translate(_PLAIN).decode().split()
    return [fold(word) for word in _WORD.findall(text)]


def words_of_all(texts: Sequence[str]) -> list[list[str]]:
    """`words` of each text. The plain ones are taken together, in less than half the time."""
    joined = "\n".join(texts)
    lines = joined.encode("ascii", "replace").translate(_PLAIN_LINES).decode().split("\n")
    if len(lines) != len(texts):  # some text has line breaks of its own
        return [words(text) for text in texts]
    found = [line.split() for line in lines]
    # Telling for the whole which of the special cases occur spares most texts a look at each.
    special = [match.start() for match in _DOT_BEFORE_LETTER.finditer(joined)]
    if "+" in joined or "#" in joined:
        special += [match.start() for match in _SIGN.finditer(joined)]
    others = [joined.count("\n", 0, place) for place in special]
    if not joined.isascii():
        others += [i for i, text in enumerate(texts) if not text.isascii()]
    for i in others:
        found[i] = words(texts[i])
    return found


def _plain(text: str) -> bool:
    """Has the text no accents and none of the special words? Most have none, and then a quarter of the time will do."""
    return (
        text.isascii()
        and "+" not in text
        and "#" not in text
        and not ("." in text[:-1] and _DOT_BEFORE_LETTER.search(text))
    )


def same_key(text: str) -> str:
    """Two sentences with the same key are equal: case, spaces and punctuation do not count."""
    return " ".join(words(text))
