"""Bytes → text, with broken and wrong encodings repaired and counted."""

from __future__ import annotations

import re

from weigh.ingest.documents import Report

# What UTF-8 punctuation and accents look like after having been read as Windows-1252 once too often.
_MOJIBAKE = re.compile("â€|Ã[\u0080-¿‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u00a0-¿]")
_MOJIBAKE_RUN = re.compile("[\u0080-ÿŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]{2,8}")
_VALID_PAIRS = re.compile(rb"[\xc3-\xf4][\x80-\xbf]")
_HIGH = re.compile(rb"[\x80-\xff]")


def decode(data: bytes, report: Report) -> str:
    """UTF-8 where it is; else Windows-1252, or UTF-8 without its broken bytes, whichever the bytes look like."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        pairs, high = len(_VALID_PAIRS.findall(data)), len(_HIGH.findall(data))
        if pairs * 4 >= high:  # mostly well-formed sequences: damaged UTF-8
            report.repaired["invalid UTF-8"] += 1
            text = data.decode("utf-8", "replace").replace("\ufffd", "")
        else:
            report.repaired["Windows-1252 encoding"] += 1
            text = data.decode("cp1252", "replace").replace("\ufffd", "")
    return mended(text, report)


def mended(text: str, report: Report) -> str:
    """Text whose UTF-8 was once read as Windows-1252 ("donâ€™t") as it was meant ("don’t")."""
    if text.isascii() or not _MOJIBAKE.search(text):
        return text
    report.repaired["doubly encoded text"] += 1
    return _MOJIBAKE_RUN.sub(_undo, text)


def _undo(match: re.Match[str]) -> str:
    run = match.group()
    try:
        return b"".join(_byte(character) for character in run).decode("utf-8")
    except UnicodeError:
        return run


def _byte(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")  # the five bytes that Windows-1252 leaves undefined
