"""One line of a log as it is kept (hashed user, time, order, text), and the normal form by which it is counted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from weigh.text.tokens import words

NO_TIME = -(1 << 62)
"""The time of an entry in a log without a time column; it belongs to no month."""
NO_USER = 0
"""The user of an entry without one. Rules about users never touch it."""


class Entry(NamedTuple):
    """A plain tuple at heart, because millions of them go through files and between processes."""

    user: int
    time: int
    order: int
    text: str


class Row(NamedTuple):
    """What a reader gives: the three fields as text, before anything is kept."""

    question: str
    time: str
    user: str


def user_key(user: str, salt: bytes) -> int:
    """A user's 64-bit keyed hash. Without the salt nobody can tell whose it is, not even by trying all ids."""
    if not user:
        return NO_USER
    digest = hashlib.blake2b(user.encode("utf-8", "surrogatepass"), digest_size=8, key=salt).digest()
    return int.from_bytes(digest, "little") or 1


# Dropped from the normal form because they do not change what is asked; "vs." and "versus" are one word.
_SAME = {"versus": "vs", "whats": "what is", "wheres": "where is", "whos": "who is", "hows": "how is"}
_CONTRACTION = re.compile(r"\b(what|where|who|how|which|when|why|that|it)['’]s\b", re.IGNORECASE)
_DROPPED = frozenset({"a", "an", "the", "please", "pls"})


def normal_form(text: str) -> str:
    """Questions with the same normal form are counted as one: case, punctuation, articles, "vs."/"versus" do not
    count."""
    if "'" in text or "’" in text:
        text = _CONTRACTION.sub(r"\1 is", text)
    found = words(text)
    kept = [_SAME.get(word, word) for word in found if word not in _DROPPED]
    return " ".join(kept or found)


def question_number(key: str) -> int:
    """A stable number for a normal form: which piece it falls into, and its place in a random sample."""
    return int.from_bytes(hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def read_time(text: str, pattern: str | None = None) -> int | None:
    """Seconds since 1970 (UTC), or None where the text is no time. Times without a zone are taken as UTC."""
    text = text.strip()
    try:
        if pattern:
            moment = datetime.strptime(text, pattern)
        elif text.isdigit() and len(text) >= 9:
            number = int(text)
            while number > 32_503_680_000:  # beyond the year 3000 it can only be milliseconds or finer
                number //= 1000
            return number
        elif text.isdigit() and len(text) != 8:
            return None  # too short for seconds since 1970, and no year-month-day
        else:
            moment = datetime.fromisoformat(text)
    except ValueError:
        try:
            return int(float(text)) if 1e8 < float(text) < 3.2e10 else None
        except (ValueError, OverflowError):
            return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        return int(moment.timestamp())
    except (OverflowError, ValueError):
        return None


@lru_cache(maxsize=8192)
def _month_of_day(day: int) -> str:
    try:
        moment = datetime.fromtimestamp(day * 86_400, UTC)
    except (OverflowError, ValueError, OSError):
        return ""
    return f"{moment.year:04d}-{moment.month:02d}"


def month(time: int) -> str:
    """`2012-03`, or the empty text for an entry without time."""
    return "" if time == NO_TIME else _month_of_day(time // 86_400)


def year(time: int) -> str:
    """`2012`; entries without time all fall into one year."""
    return month(time)[:4]


def months_between(months: Iterable[str]) -> list[str]:
    """Every month from the first to the last, also those in which nothing was asked."""
    known = sorted(item for item in months if item)
    if not known:
        return []
    result = [known[0]]
    while result[-1] < known[-1] and len(result) < 1_200:
        y, m = int(result[-1][:4]), int(result[-1][5:])
        result.append(f"{y + m // 12:04d}-{m % 12 + 1:02d}")
    return result
