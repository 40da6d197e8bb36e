"""Places written with their capitals: who types "in berlin" reads of Berlin (data/places.txt)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "data" / "places.txt"


def with_capitals(phrase: str) -> str:
    """The phrase with the places in it as they are written."""
    pattern, written = _places()
    return pattern.sub(lambda match: written[match.group().lower()], phrase)


@cache
def _places() -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds a place typed in small letters, and how each is written."""
    lines = [line for line in _FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    written = {name.strip().lower(): name.strip() for line in lines for name in line.split(",")}
    longest_first = sorted(written, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b"), written
