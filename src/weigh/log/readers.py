"""Readers of question logs: CSV, TSV, JSON lines, Parquet, also gzipped; streamed, columns named by the caller."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Literal, cast

from weigh.errors import BadInput, ExtraMissing, SourceProblem
from weigh.log.entries import Row
from weigh.log.options import Columns
from weigh.text import separated

Format = Literal["csv", "tsv", "jsonl", "parquet"]
_ENDINGS: dict[str, Format] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".txt": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
MAX_LINE = 1 << 20
"""Lines longer than this are no log entries; they are counted as unreadable and never held in memory whole."""


def expand(paths: Sequence[str]) -> list[str]:
    """Files as given, folders walked in sorted order. "-" is standard input."""
    found: list[str] = []
    for item in paths:
        path = Path(item)
        if item == "-":
            found.append(item)
        elif path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith((".", "_")))
            found += [str(p) for p in inside if _format_by_name(p.name)]
        elif path.is_file():
            found.append(item)
        else:
            raise SourceProblem(
                f"There is no file or folder {item}. Give the log as a file, a folder, or - for standard input."
            )
    if not found:
        raise SourceProblem(
            f"No log found in {', '.join(paths) or 'nothing'}. Expected files ending in {', '.join(_ENDINGS)}, "
            f"also .gz."
        )
    return found


def _format_by_name(name: str) -> Format | None:
    return _ENDINGS.get(Path(name.lower().removesuffix(".gz")).suffix)


def detect(path: str, wanted: str = "auto") -> Format:
    """The format asked for, else by the name's ending; standard input must be told."""
    if wanted != "auto":
        return cast(Format, wanted)
    if found := _format_by_name(path):
        return found
    raise BadInput(f"Cannot tell the format of {path} by its name. Say it with --format csv, tsv, jsonl or parquet.")


def _open(path: str) -> BinaryIO:
    stream: BinaryIO = sys.stdin.buffer if path == "-" else cast(BinaryIO, io.BufferedReader(io.FileIO(path), 1 << 20))
    head = stream.peek(2)[:2] if isinstance(stream, io.BufferedReader) else b""
    return cast(BinaryIO, gzip.open(stream)) if head == b"\x1f\x8b" else stream


def read(path: str, columns: Columns, wanted: str = "auto") -> Iterator[Row | None]:
    """The rows of one file in order; None stands for a row that cannot be read, so that ordinals stay true."""
    kind = detect(path, wanted)
    try:
        if kind == "parquet":
            yield from _parquet(path, columns)
        else:
            with _open(path) as stream:
                lines = _lines(stream)
                yield from (
                    _json_lines(lines, columns, path) if kind == "jsonl" else _separated(lines, columns, path, kind)
                )
    except (OSError, EOFError) as error:
        raise SourceProblem(f"Reading {path} failed: {error}. The file may be cut off or damaged.") from None


def _lines(stream: BinaryIO) -> Iterator[str]:
    """Decoded lines; bytes that are no UTF-8 become the replacement character, over-long lines an empty line."""
    while line := stream.readline(MAX_LINE):
        if len(line) == MAX_LINE and not line.endswith(b"\n"):
            while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield "\n"
            continue
        yield line.decode("utf-8", "replace")


def _separated(lines: Iterator[str], columns: Columns, path: str, kind: Format) -> Iterator[Row | None]:
    # Tab-separated logs hardly ever quote; a stray quotation mark in a question must not swallow the lines after it.
    form = {"delimiter": "\t", "quoting": csv.QUOTE_NONE} if kind == "tsv" else {}
    rows = separated.rows(lines, MAX_LINE, **form)
    try:
        first = next(rows) if columns.header else None
    except StopIteration:
        return
    if first is not None:
        first = [name.strip().lstrip("\ufeff").strip('"') for name in first]
    question, time, user = (_position(name, first, path) for name in (columns.question, columns.time, columns.user))
    assert question is not None
    least = max(i for i in (question, time, user) if i is not None) + 1
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error:
            yield None
            continue
        if len(row) < least:
            yield None
            continue
        yield Row(row[question], row[time] if time is not None else "", row[user] if user is not None else "")


def _position(name: str | None, header: list[str] | None, path: str) -> int | None:
    if name is None:
        return None
    if header is None:
        if name.isdigit() and int(name) >= 1:
            return int(name) - 1
        raise BadInput(f"Without a header columns are numbers from 1; got '{name}'. Say for example --question 2.")
    if name in header:
        return header.index(name)
    raise _no_column(name, header, path)


def _no_column(name: str, known: Sequence[str], path: str) -> BadInput:
    return BadInput(
        f"{path} has no column '{name}'. It has: {', '.join(known[:30])}. Name the columns with --question, --time and "
        "--user; --time none or --user none if there is none."
    )


def _json_lines(lines: Iterator[str], columns: Columns, path: str) -> Iterator[Row | None]:
    first = True
    for line in lines:
        if not line.strip():
            if line == "\n":
                yield None
            continue
        try:
            item = json.loads(line)
        except (ValueError, RecursionError):
            yield None
            continue
        if not isinstance(item, dict):
            yield None
            continue
        if first and columns.question not in item:
            raise _no_column(columns.question, list(item), path)
        first = False
        yield Row(
            _text(item.get(columns.question)),
            _text(item.get(columns.time)) if columns.time else "",
            _text(item.get(columns.user)) if columns.user else "",
        )


def _parquet(path: str, columns: Columns) -> Iterator[Row | None]:
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise ExtraMissing("Reading Parquet", "corpus") from None
    if path == "-":
        raise BadInput("Parquet cannot be read from standard input; give the file.")
    try:
        file = parquet.ParquetFile(path)
    except Exception as error:  # pyarrow has many errors for a broken file, all mean the same here
        raise SourceProblem(f"{path} is no readable Parquet file: {error}.") from None
    known = list(file.schema_arrow.names)
    wanted = [name for name in (columns.question, columns.time, columns.user) if name]
    for name in wanted:
        if name not in known:
            raise _no_column(name, known, path)
    for batch in file.iter_batches(batch_size=20_000, columns=wanted):
        size = batch.num_rows
        parts = [
            [_text(value) for value in batch.column(name).to_pylist()] if name else [""] * size
            for name in (columns.question, columns.time, columns.user)
        ]
        yield from map(Row, *parts)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    isoformat = getattr(value, "isoformat", None)
    return str(isoformat()) if isoformat else str(value)
