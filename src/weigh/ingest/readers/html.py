"""HTML: the main content of a page, without menus, forms and other boilerplate, by resiliparse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from weigh.ingest.dates import iso_date
from weigh.ingest.documents import Document, Options, Record, Report
from weigh.ingest.readers.text import title_of

_SURE = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
_TAGS = re.compile(rb"</?(?:p|div|span|a|li|h[1-6]|table|br|meta|title)\b[^<>]{0,300}>", re.I)
_DATES = (
    'meta[property="article:published_time"]',
    'meta[name="date"]',
    'meta[itemprop="datePublished"]',
    'meta[name="dc.date"]',
    "time[datetime]",
)


class HtmlReader:
    name = "html"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        if b"\x00" in head:
            return False
        opens = head.lstrip()[:1] == b"<"
        return opens and (_SURE.search(head[:8192]) is not None or len(_TAGS.findall(head[:8192])) >= 3)

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Record]:
        limit = self._options.max_record
        data = stream.read(limit + 1)
        if len(data) > limit:
            report.documents_out["record too long"] += 1
        else:
            yield Record(data)

    def document(self, record: Record, name: str, report: Report) -> Document | None:
        found = page(record.data, None, report)
        if found is None:
            report.documents_out["no text"] += 1
            return None
        return replace(found, title=found.title or title_of(name))


def page(data: bytes, charset: str | None, report: Report) -> Document | None:
    """The main content of a page with its title, date and canonical address, as far as the page tells them."""
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    from resiliparse.parse.html import HTMLTree

    if depth(data) > _DEEPEST:
        report.documents_out["tags nested too deep"] += 1
        return None
    try:
        data.decode("utf-8")
        encoding = "utf-8"
    except UnicodeDecodeError:
        encoding = charset or detect_encoding(data[:65536]) or "utf-8"
        report.repaired["other encoding than UTF-8"] += 1
    try:
        tree = HTMLTree.parse(bytes_to_str(data, encoding))
    except (ValueError, LookupError):
        tree = HTMLTree.parse(data.decode("utf-8", "replace").replace("\ufffd", ""))
    if tree.body is None:
        return None
    text = extract_plain_text(
        tree, main_content=True, list_bullets=False, alt_texts=False, links=False, form_fields=False, noscript=False
    )
    if not text.strip():
        return None
    return Document(id="", text=text, url=_canonical(tree), title=(tree.title or "").strip() or None, date=_date(tree))


def body_text(markup: str) -> str:
    """The text of a piece of HTML without code blocks: a post's body is all content."""
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    if depth(markup.encode("utf-8", "replace")) > _DEEPEST:
        return ""
    tree = HTMLTree.parse(markup)
    return str(extract_plain_text(tree, list_bullets=False, alt_texts=False, links=False, skip_elements=["pre"]))


_DEEPEST = 2_000  # the parser's time grows with the square of the depth: 0.04 s at 1,000, 3 s at 10,000
_OPEN_OR_CLOSE = re.compile(rb"<(/?)([A-Za-z][A-Za-z0-9]*+)[^<>]*+>")
_VOID = frozenset(b"area base br col embed hr img input link meta source track wbr p li td tr th dt dd option".split())


def depth(data: bytes) -> int:
    """About how deep tags nest; a page nested thousands deep is an attack on recursive parsers."""
    deepest = level = 0
    for match in _OPEN_OR_CLOSE.finditer(data):
        if match[2].lower() in _VOID:
            continue
        level = max(0, level - 1) if match[1] else level + 1
        deepest = max(deepest, level)
    return deepest


def _canonical(tree: object) -> str | None:
    found = _first(tree, 'link[rel="canonical"]')
    address = found.getattr("href") if found is not None else None  # type: ignore[attr-defined]
    return address if isinstance(address, str) and address.startswith(("https://", "http://")) else None


def _date(tree: object) -> str | None:
    for selector in _DATES:
        found = _first(tree, selector)
        if found is not None:
            value = found.getattr("content") or found.getattr("datetime")  # type: ignore[attr-defined]
            if date := iso_date(value):
                return date
    return None


def _first(tree: object, selector: str) -> object | None:
    found: object | None = tree.document.query_selector(selector)  # type: ignore[attr-defined]
    return found
