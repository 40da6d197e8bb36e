"""Wikipedia XML dumps: the articles, page by page, as plain text.

Each page is cut out of the stream and parsed by itself, so that a broken page costs only itself, and no document
type with entities can come before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import quote

from weigh.ingest.documents import Document, Options, Record, Report
from weigh.ingest.encodings import decode
from weigh.ingest.readers.wikitext import plain
from weigh.ingest.readers.xml import element
from weigh.ingest.streams import framed

_BASE = re.compile(r"<base>\s*(https?://[^<\s]{1,200}/wiki/)[^<]{0,500}</base>")
_DBNAME = re.compile(r"<dbname>\s*(\w{1,60})\s*</dbname>")
_REDIRECT = re.compile(r"\s*#redirect\b", re.I)


class WikipediaReader:
    name = "wikipedia"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        return b"<mediawiki" in head[:4096]

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Record]:
        # The site's own description comes first; it is short, so it is looked for in what is buffered already.
        head = stream.peek(65536)[:65536].decode("utf-8", "replace")  # type: ignore[attr-defined]
        base = found[1] if (found := _BASE.search(head)) else ""
        about = {"base": base, "wiki": found[1] if (found := _DBNAME.search(head)) else "wiki"}
        for frame in framed(stream, b"<page>", b"</page>", self._options.max_record, report):
            yield Record(frame, about)

    def document(self, record: Record, name: str, report: Report) -> Document | None:
        page = element(decode(record.data, report))
        if page is None:
            report.documents_out["broken XML"] += 1
            return None
        title = (page.findtext("title") or "").strip()
        markup = page.findtext("revision/text") or ""
        other = (page.findtext("ns") or "0").strip() != "0" or page.find("redirect") is not None
        if other or not title or not markup.strip() or _REDIRECT.match(markup):
            report.documents_out["no article"] += 1
            return None
        identity, base = (page.findtext("id") or "").strip(), record.about["base"]
        return Document(
            id=f"{record.about['wiki']}:{identity}" if identity else "",
            text=plain(markup),
            url=f"{base}{quote(title.replace(' ', '_'))}" if base else None,
            title=title,
            date=(page.findtext("revision/timestamp") or "")[:10] or None,
        )
