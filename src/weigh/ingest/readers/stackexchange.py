"""Stack Exchange `Posts.xml`: questions and answers, a row each, their HTML bodies as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import BinaryIO

from weigh.ingest.documents import Document, Options, Record, Report
from weigh.ingest.encodings import decode
from weigh.ingest.readers.html import body_text
from weigh.ingest.readers.xml import element
from weigh.ingest.streams import lines

_ROW = re.compile(rb"<row\s[^<>]{0,2000}\bPostTypeId=")
_SITE = re.compile(r"([a-z0-9-]{1,60}\.){1,4}(?:com|net|org)\Z")


class StackExchangeReader:
    name = "stackexchange"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        return b"<posts>" in head[:2048] or _ROW.search(head) is not None

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Record]:
        for line in lines(stream, self._options.max_record, report):
            if line.lstrip().startswith(b"<row"):
                yield Record(line)

    def document(self, record: Record, name: str, report: Report) -> Document | None:
        site = site_of(name)
        row = element(decode(record.data, report).strip())
        if row is None:
            report.documents_out["broken XML"] += 1
            return None
        kind, number = row.get("PostTypeId"), row.get("Id", "")
        if kind not in ("1", "2") or not number.isdigit():
            report.documents_out["no question or answer"] += 1
            return None
        text = body_text(row.get("Body", ""))
        if not text.strip():
            report.documents_out["no text"] += 1
            return None
        return Document(
            id=f"{site or 'posts'}:{number}",
            text=text,
            url=f"https://{site}/{'q' if kind == '1' else 'a'}/{number}" if site else None,
            title=row.get("Title"),
            date=row.get("CreationDate", "")[:10] or None,
        )


def site_of(name: str) -> str | None:
    """The site of a dump, which is unpacked into a folder of the site's name: `coffee.stackexchange.com/Posts.xml`."""
    parent = PurePath(name).parent.name.lower()
    return parent if _SITE.match(parent) else None
