"""WARC: web pages as they were served. The HTML of successful responses, its main content taken out."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import BinaryIO

from weigh.errors import ExtraMissing
from weigh.ingest.dates import iso_date
from weigh.ingest.documents import Document, Options, Record, Report
from weigh.ingest.encodings import decode
from weigh.ingest.readers.html import page
from weigh.ingest.readers.wet import warc_id, warc_records

_MARK = re.compile(rb"\s*WARC/[01]\.\d+\r?\n")


class WarcReader:
    name = "warc"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        return _MARK.match(head) is not None

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Record]:
        try:
            import fastwarc.warc  # noqa: F401
        except ImportError:
            raise ExtraMissing("Reading WARC files", "corpus") from None
        kinds = ("response", "resource", "conversion")
        yield from warc_records(stream, self._options.max_record, report, kinds)

    def document(self, record: Record, name: str, report: Report) -> Document | None:
        found = _content(record, self._options.max_record)
        if found is None:
            report.documents_out["no page"] += 1
            return None
        content, media, charset = found
        if len(content) > self._options.max_record:
            report.documents_out["record too long"] += 1
            return None
        if "html" in media:
            read = page(content, charset, report)
        elif media.startswith("text/plain"):
            read = Document(id="", text=decode(content, report))
        else:
            report.documents_out["no page"] += 1
            return None
        if read is None:
            report.documents_out["no text"] += 1
            return None
        return Document(
            id=warc_id(record),
            text=read.text,
            url=record.about.get("warc-target-uri") or read.url,
            title=read.title,
            date=read.date or iso_date(record.about.get("warc-date")),
        )


def _content(record: Record, limit: int) -> tuple[bytes, str, str | None] | None:
    """Body, media type and charset of a record; None for what is no successful page.

    The record is whole already; fastwarc reads its HTTP part, with transfer and content encodings undone.
    """
    from fastwarc.warc import ArchiveIterator

    if record.about.get("warc-type", "").lower() != "response":
        return record.data, record.about.get("content-type", "").lower(), None
    lines = (
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: "
        + str(len(record.data)).encode()
        + b"\r\n\r\n"
    )
    stream = io.BytesIO(lines + record.data + b"\r\n\r\n")
    try:
        for item in ArchiveIterator(stream, parse_http=True, auto_decode="all"):
            if item.http_headers is None or item.http_headers.status_code != 200:
                return None
            media = (item.http_content_type or "").lower()
            return item.reader.read(limit + 1), media, item.http_charset
    except (OSError, ValueError, RuntimeError, OverflowError):
        return None
    return None
