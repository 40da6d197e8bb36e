"""The files of batch prediction: rows that are sound or refused with their line, a result that is whole or not there.

Both ways go row by row, so the size of a file does not matter.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from weigh import models
from weigh.errors import BadInput
from weigh.text import separated

_SHOWN = 80  # characters of a broken row in a message


def table(source: Path) -> Iterator[list[str]]:
    """The header of a CSV file and its rows, each with as many fields as the header. Empty lines are passed over."""
    reader = separated.rows(_lines(source), strict=True)
    header: list[str] = []
    begin = 1
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            if separated.is_too_long(error):
                raise BadInput(
                    f"{source}, {_place(begin, reader.line_num)}: the field is longer than {separated.LONGEST_FIELD:,} "
                    "characters. Close the quotation mark if one is left open, else shorten the text."
                ) from None
            raise BadInput(
                f"{source}, {_place(begin, reader.line_num)}: got a row that is no CSV ({error}). Expected a quotation "
                "mark at both ends of a quoted field, and doubled ones inside it. Close the quotation mark or drop it."
            ) from None
        if row is None:
            return
        header = header or row
        if row and len(row) != len(header):
            raise BadInput(
                f"{source}, {_place(begin, reader.line_num)}: got {_counted(row)} ({_short(','.join(row))}), expected "
                f"{_counted(header)} as in the header ({_short(','.join(header))}). Put a field that holds a comma in "
                "quotation marks, and leave none out."
            )
        if row:
            yield row
        begin = reader.line_num + 1


def questions(source: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON lines, each with `words`, taken from `question` where there are none."""
    for number, line in enumerate(_lines(source), 1):
        if line.strip():
            yield _with_words(line, f"{source}, line {number}")


def _with_words(line: str, place: str) -> dict[str, Any]:
    why = ""
    try:
        row = json.loads(line)
        json.dumps(row, ensure_ascii=False).encode()  # "\ud800", half a character, can be read but never written
    except json.JSONDecodeError as error:
        why = f" ({error.msg.removesuffix(' at')} at character {error.pos + 1})"
    except (ValueError, RecursionError) as error:
        why = f" ({error})"
    else:
        if isinstance(row, dict):
            if "words" not in row and isinstance(row.get("question"), str):
                row["words"] = [word for word, _, _ in models.words(row["question"])]
            words = row.get("words")
            if isinstance(words, list) and all(isinstance(word, str) for word in words):
                return row
    raise BadInput(
        f"{place}: got {_short(line.strip())}{why}, expected a JSON object with `words`, a list of texts, or "
        '`question`, a text. Write for instance {"words": ["tea", "or", "coffee"]}.'
    )


def _lines(source: Path) -> Iterator[str]:
    """The lines of a file; one that is no UTF-8 is refused."""
    try:
        # Read strictly, a broken byte would be told with its place in some block of the file instead of its line.
        file = source.open(encoding="utf-8-sig", errors="surrogateescape", newline="")
    except OSError as error:
        raise BadInput(
            f"The file {source} cannot be read ({error.strerror}). Give the path of a readable file."
        ) from None
    with file:
        for number, line in enumerate(file, 1):
            try:
                line.encode()
            except UnicodeEncodeError as error:
                raise BadInput(
                    f"{source}, line {number}: got the byte 0x{ord(line[error.start]) - 0xDC00:02x} as character "
                    f"{error.start + 1}, expected text in UTF-8. Save the file as UTF-8, for instance by "
                    f"iconv -f latin1 -t utf-8 if it is Latin-1."
                ) from None
            yield line


def _place(begin: int, end: int) -> str:
    return f"line {begin}" if end <= begin else f"lines {begin} to {end}"


def _counted(row: list[str]) -> str:
    return f"{len(row)} field{'s' * (len(row) != 1)}"


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


@contextmanager
def whole(out: Path) -> Iterator[TextIO]:
    """A file to write: it is there when all is done; before, and if anything fails, it is what it was."""
    if out.exists() and not out.is_file():  # a pipe or a device holds nothing that could be lost
        with out.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    target = out.resolve()  # what a link points to is replaced, not the link
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    try:  # from before the draft is there: whenever the run is stopped, it goes
        with _to_write(draft, target, out) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _to_write(draft: Path, target: Path, out: Path) -> TextIO:
    """The draft, opened."""
    try:
        if target.exists():
            target.open("r+").close()  # a file that may not be written is not to be replaced either
        return draft.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise BadInput(f"{out} cannot be written ({error.strerror}). Give another file.") from None
