"""Markdown: prose without its marks; code, tables and images are left out, front matter gives title, date and URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from weigh.ingest.dates import iso_date
from weigh.ingest.documents import Document, Options, Reader, Report
from weigh.ingest.encodings import decode
from weigh.ingest.readers import plain_name
from weigh.ingest.readers.text import BLOCK, title_of
from weigh.ingest.streams import blocks

_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})[ \t]+(.*)")
_UNDERLINE = re.compile(r"[ ]{0,3}(?:=+|-{2,})[ \t]*\Z")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_DEFINITION = re.compile(r"[ ]{0,3}\[[^\]]{1,100}\]:\s")
_IMAGE = re.compile(r"!\[[^\[\]\n]{0,500}\](?:\([^()\n]{0,1000}\)|\[[^\[\]\n]{0,100}\])?")
_LINK = re.compile(r"\[([^\[\]\n]{1,1000})\](?:\([^()\n]{0,2000}\)|\[[^\[\]\n]{0,100}\])")
_AUTOLINK = re.compile(r"<https?://[^<>\s]{1,2000}>")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,500}>")
_MARKS = re.compile(r"(?<!\w)(?:\*{1,3}|_{1,3}|~~)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~)(?!\w)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])")
_FRONT = re.compile(r"\A---[ \t]*\n((?:[^\n]*\n){0,100}?)---[ \t]*(?:\n|\Z)")
_PAIR = re.compile(r"([A-Za-z_]{1,40})[ \t]*:[ \t]*(\S.*)")


class MarkdownReader(Reader):
    name = "markdown"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        return b"\x00" not in head and plain_name(name).endswith((".md", ".markdown", ".mdown", ".mkd"))

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Document]:
        title, date, url = title_of(name), None, None
        for number, block in enumerate(blocks(stream, min(BLOCK, self._options.max_record))):
            text = decode(block, report).replace("\r\n", "\n").replace("\r", "\n")
            front, text = front_matter(text) if number == 0 else ({}, text)
            prose, heading = plain(text)
            if number == 0:
                title = front.get("title") or heading or title
                date = iso_date(front.get("date"))
                url = front.get("url")
            if prose.strip():
                yield Document(id="", text=prose, title=title, date=date, url=url)


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """The `key: value` lines between two `---` at the top, and the text after them."""
    match = _FRONT.match(text)
    if match is None:
        return {}, text
    pairs = (_PAIR.match(line) for line in match[1].split("\n"))
    return {pair[1].lower(): pair[2].strip().strip("\"'") for pair in pairs if pair}, text[match.end() :]


def plain(text: str) -> tuple[str, str | None]:
    """The prose of a Markdown text, a paragraph a line, and its first heading."""
    paragraphs: list[str] = []
    current: list[str] = []
    fence: str | None = None
    heading: str | None = None

    def finish() -> None:
        if current:
            paragraphs.append(inline(" ".join(current)))
            current.clear()

    for line in text.split("\n"):
        opening = _FENCE.match(line)
        if fence is not None:
            if opening and opening[1].startswith(fence):
                fence = None
            continue
        line = _QUOTE.sub("", line, count=1)
        if opening:
            finish()
            fence = opening[1]
        elif not line.strip() or _DEFINITION.match(line) or line.lstrip().startswith("|"):
            finish()
        elif line.startswith(("    ", "\t")) and not current and not _BULLET.match(line):
            continue  # indented code
        elif found := _HEADING.match(line):
            finish()
            paragraphs.append(inline(found[2].rstrip(" #\t")))
            heading = heading or paragraphs[-1]
        elif _UNDERLINE.match(line):
            if len(current) == 1 and heading is None:
                heading = inline(current[0])
            finish()
        elif _BULLET.match(line):
            finish()
            current.append(_BULLET.sub("", line, count=1).strip())
        else:
            current.append(line.strip())
    finish()
    return "\n".join(paragraphs), heading


def inline(text: str) -> str:
    """A paragraph without marks: links as their text, images and tags gone."""
    text = _IMAGE.sub("", text)
    text = _LINK.sub(r"\1", text)
    text = _AUTOLINK.sub("", text)
    text = _TAG.sub("", text)
    text = _MARKS.sub("", text).replace("`", "")
    return _ESCAPE.sub(r"\1", text).strip()
