"""Common Crawl WET: the plain text of web pages as WARC `conversion` records. Also cuts WARC files into records.

The cutting is our own, because libraries stop at the first wrong length or damaged member, and a crawl has both:
here the reader goes on at the next line that begins a record, and counts what it passed over.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import BinaryIO

from weigh.ingest.dates import iso_date
from weigh.ingest.documents import Document, Options, Record, Report
from weigh.ingest.encodings import decode
from weigh.ingest.streams import CHUNK

_MARK = re.compile(rb"WARC/[01]\.\d+\r?\n")
_INNER_MARK = re.compile(rb"\nWARC/[01]\.\d+\r?\n")
_REWOUND = 256 * 1024  # bounds what a file full of wrong lengths can cost
_HEADER_LINES = 200
_LINE = 16 * 1024


class WetReader:
    name = "wet"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        return _MARK.match(head.lstrip()) is not None and b"WARC-Type: conversion" in head

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Record]:
        return warc_records(stream, self._options.max_record, report, kinds=("conversion",))

    def document(self, record: Record, name: str, report: Report) -> Document:
        return Document(
            id=warc_id(record),
            text=decode(record.data, report),
            url=record.about.get("warc-target-uri"),
            date=iso_date(record.about.get("warc-date")),
        )


def warc_id(record: Record) -> str:
    return record.about.get("warc-record-id", "").strip("<>") or record.about.get("warc-target-uri", "")


def warc_records(stream: BinaryIO, limit: int, report: Report, kinds: tuple[str, ...]) -> Iterator[Record]:
    """The records of the given kinds, whole ones only; broken and too long ones are counted."""
    source = _Rewindable(stream)
    line = source.readline(_LINE)
    while line:
        if not _MARK.match(line):
            if line.strip():
                report.documents_out["broken record"] += 1
            line = _next_mark(source)
            continue
        headers = _headers(source)
        length = _length(headers)
        if headers is None or length is None:
            report.documents_out["broken record"] += 1
            line = _next_mark(source)
            continue
        kind = headers.get("warc-type", "").lower()
        wanted = kind in kinds
        if wanted and length > limit:
            report.documents_out["record too long"] += 1
            wanted = False
        payload = source.read(length) if wanted or length <= _REWOUND else b""
        missing = length - len(payload) if payload or not length else _passed_over(source, length)
        ended, line = _after(source)
        if not missing and (ended or not line or _MARK.match(line)):
            if wanted:
                yield Record(payload, headers)
            continue
        report.documents_out["broken record"] += 1
        if len(payload) <= _REWOUND and (swallowed := _INNER_MARK.search(payload)):
            source.rewind(payload[swallowed.start() + 1 :] + line)
            line = source.readline(_LINE)
        elif not _MARK.match(line):
            line = _next_mark(source)


class _Rewindable:
    """A stream to which bytes can be given back, so that a record with too great a length costs only itself."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._front = io.BytesIO()
        self._rewound = False

    def readline(self, limit: int) -> bytes:
        if not self._rewound:
            return self._stream.readline(limit)
        line = self._front.readline(limit)
        if line.endswith(b"\n") or len(line) == limit:
            return line
        self._rewound = False
        return line + self._stream.readline(limit - len(line))

    def read(self, count: int) -> bytes:
        if not self._rewound:
            return self._stream.read(count)
        data = self._front.read(count)
        if len(data) == count:
            return data
        self._rewound = False
        return data + self._stream.read(count - len(data))

    def rewind(self, data: bytes) -> None:
        self._front = io.BytesIO(data + self._front.read())
        self._rewound = True


def _headers(stream: _Rewindable) -> dict[str, str] | None:
    """The header fields up to the empty line, names in lower case; None where there is no end of them."""
    lines: list[bytes] = []
    for _ in range(_HEADER_LINES):
        line = stream.readline(_LINE)
        if not line.endswith(b"\n"):
            return None
        if line.isspace():
            fields = [text.partition(":") for text in b"".join(lines).decode("utf-8", "replace").split("\n")[:-1]]
            return {name.strip().lower(): value.strip() for name, _, value in fields}
        lines.append(line)
    return None


def _length(headers: dict[str, str] | None) -> int | None:
    text = (headers or {}).get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _passed_over(stream: _Rewindable, length: int) -> int:
    """Read past `length` bytes without keeping them; how many were missing."""
    while length > 0:
        data = stream.read(min(CHUNK, length))
        if not data:
            break
        length -= len(data)
    return length


def _after(stream: _Rewindable) -> tuple[bool, bytes]:
    """Does the record end as it should, with two line breaks? And the next line that is not empty."""
    end = stream.read(4)
    if end != b"\r\n\r\n":
        stream.rewind(end)
    line = stream.readline(_LINE)
    for _ in range(8):
        if line.strip() or not line:
            break
        line = stream.readline(_LINE)
    return end == b"\r\n\r\n", line


def _next_mark(stream: _Rewindable) -> bytes:
    """The next line that begins a record, or nothing at the end."""
    while (line := stream.readline(_LINE)) and not _MARK.match(line):
        pass
    return line
