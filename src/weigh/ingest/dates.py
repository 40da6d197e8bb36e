"""Dates in many spellings → an ISO prefix: "2019", "2019-05" or "2019-05-03"."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate
from functools import lru_cache

_ISO = re.compile(r"\s*(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?!\d))?)?(?![\d])")
_COMPACT = re.compile(r"\s*(\d{4})(\d{2})(\d{2})(?:\d{6})?(?!\d)")
_EPOCH = re.compile(r"\s*(\d{10}|\d{13})(?:\.\d+)?\s*\Z")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_FIRST = re.compile(r"\s*([A-Za-z]{3,9})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})(?!\d)")
_DAY_FIRST = re.compile(r"\s*(\d{1,2})(?:st|nd|rd|th)?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})(?!\d)")


def iso_date(given: object) -> str | None:
    """The date as ISO prefix, or None where it cannot be told.

    >>> iso_date("May 3rd, 2019"), iso_date("2019-05"), iso_date("20190503102030"), iso_date("soon")
    ('2019-05-03', '2019-05', '2019-05-03', None)
    """
    if given is None or isinstance(given, bool):
        return None
    if isinstance(given, datetime | date):
        return given.isoformat()[:10]
    text = str(given)[:64]
    return _day(text) if len(text) <= 10 else _read(text)


def _read(text: str) -> str | None:
    if match := _EPOCH.match(text):
        return datetime.fromtimestamp(int(match[1][:10]), UTC).date().isoformat()
    if match := _COMPACT.match(text):
        return _checked(match[1], match[2], match[3])
    if match := _ISO.match(text):
        return _checked(match[1], match[2], match[3])
    if match := _MONTH_FIRST.match(text):
        return _named(match[3], match[1], match[2])
    if match := _DAY_FIRST.match(text):
        return _named(match[3], match[2], match[1])
    try:
        parts = parsedate(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        parts = None
    return _checked(str(parts[0]), str(parts[1]), str(parts[2])) if parts else None


_day = lru_cache(maxsize=4096)(_read)
"""Days come again and again, moments do not."""


def _named(year: str, month: str, day: str | None) -> str | None:
    name = month[:3].lower()
    return _checked(year, str(_MONTHS.index(name) + 1), day) if name in _MONTHS else None


def _checked(year: str, month: str | None, day: str | None) -> str | None:
    """As much of the date as the calendar knows."""
    try:
        if not 1000 <= int(year) <= 2999:
            return None
        if month is None:
            return f"{int(year):04}"
        if not 1 <= int(month) <= 12:
            return f"{int(year):04}"
        if day is None:
            return f"{int(year):04}-{int(month):02}"
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return f"{int(year):04}-{int(month):02}" if month else None
