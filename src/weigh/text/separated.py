"""CSV whose fields may be long: every reader of it begins here.

Python's own limit, 131,072 characters, refuses long texts that are properly quoted. It is one for the whole process,
so that whoever reads sets it, instead of taking what was set before.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _csv import Reader

LONGEST_FIELD = 1 << 20  # characters; a quotation mark that is never closed is noticed after so many


def rows(lines: Iterable[str], longest: int = LONGEST_FIELD, **form: Any) -> Reader:
    """The rows of a table; `form` is what `csv.reader` takes."""
    csv.field_size_limit(longest)
    return csv.reader(lines, **form)


def records(lines: Iterable[str], **form: Any) -> csv.DictReader[str]:
    """The rows by the names of the columns; `form` is what `csv.DictReader` takes."""
    csv.field_size_limit(LONGEST_FIELD)
    return csv.DictReader(lines, **form)


def is_too_long(error: csv.Error) -> bool:
    """Whether a field was longer than allowed: the library has no error of its own for that."""
    return "field limit" in str(error)
