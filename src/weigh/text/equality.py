"""When two sentences are equal: one definition for the index, for Spark and for whoever joins their results."""

from __future__ import annotations

_CLOSING = " \"'”’»)]*_"
_PLAIN_ENDS = frozenset(".!:;,abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789…-")
"""Last characters after which no look at the rest is needed: nearly all sentences end so."""


def is_question(text: str) -> bool:
    return text[-1:] not in _PLAIN_ENDS and text.rstrip(_CLOSING).endswith("?")


def equality_key(words: str, text: str) -> str:
    """What equal sentences share. A question never equals a statement, since only the statement is evidence.

    `words` is `tokens.same_key(text)`, which whoever asks has at hand.
    """
    return words + "?" if is_question(text) else words
