"""JSON Lines: one object a line, its fields named by the options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from weigh.ingest.dates import iso_date
from weigh.ingest.documents import Document, Fields, Options, Record, Report
from weigh.ingest.encodings import decode
from weigh.ingest.streams import lines

_OPENS = re.compile(rb'\s*\{\s*(?:"|\})')


class JsonlReader:
    name = "jsonl"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        return _OPENS.match(head) is not None

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Record]:
        for line in lines(stream, self._options.max_record, report):
            if line.strip():
                yield Record(line)

    def document(self, record: Record, name: str, report: Report) -> Document | None:
        try:
            found = json.loads(decode(record.data, report))
        except (ValueError, RecursionError):
            report.documents_out["no JSON"] += 1
            return None
        if not isinstance(found, dict):
            report.documents_out["no JSON object"] += 1
            return None
        return from_record(found, self._options.fields, report, name)


def from_record(record: Mapping[str, Any], fields: Fields, report: Report, name: str) -> Document | None:
    """The document in a record with named fields, or None (counted) where it has no text."""
    text = record.get(fields.text)
    if isinstance(text, list):
        text = "\n".join(part for part in text if isinstance(part, str))
    if not isinstance(text, str) or not text.strip():
        report.documents_out["no text"] += 1
        if fields.text not in record:
            shown = ", ".join(sorted(str(key)[:40] for key in record)[:12]) or "none"
            report.problem(
                f"{name}: a record has no field '{fields.text}'. Its fields: {shown}. "
                "Name the one to use: --field text=NAME."
            )
        return None
    return Document(
        id=_plain(record.get(fields.id)) or "",
        text=text,
        url=_plain(record.get(fields.url)),
        title=_plain(record.get(fields.title)),
        date=iso_date(record.get(fields.date)),
        collection=_plain(record.get(fields.collection)) or "",
    )


def _plain(value: object) -> str | None:
    """Strings and numbers as text; anything else is no name of anything."""
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
