"""Plain text: paragraphs, with hard-wrapped lines joined. Long files become several documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import BinaryIO

from weigh.ingest.documents import Document, Options, Reader, Report
from weigh.ingest.encodings import decode
from weigh.ingest.streams import blocks

BLOCK = 512 * 1024
"""Bytes of text in one document at most, so that a file of any size streams."""
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BLANK = re.compile(r"\n[ \t]*\n")


class TextReader(Reader):
    name = "text"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        """Anything that is not evidently binary: hardly any control bytes, no magic of another kind."""
        if not head.strip() or head.startswith((b"%PDF", b"PK\x03\x04", b"PAR1", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")):
            return False
        return len(_CONTROL.findall(head)) * 100 <= len(head)

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Document]:
        for block in blocks(stream, min(BLOCK, self._options.max_record)):
            text = unwrapped(decode(block, report))
            if text.strip():
                yield Document(id="", text=text, title=title_of(name))


def title_of(name: str) -> str:
    """A readable title from a file's name: `cats_and-dogs.txt.gz` → `cats and dogs`."""
    stem = PurePath(PurePath(name).name.removesuffix(".gz").removesuffix(".bz2")).stem
    return stem.replace("_", " ").replace("-", " ").strip() or name


def unwrapped(text: str) -> str:
    """Paragraphs on one line each where the file breaks its lines at a width; other line breaks stay.

    A paragraph counts as wrapped when all its lines but the last are about as long as each other.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(_joined(paragraph) for paragraph in _BLANK.split(text))


def _joined(paragraph: str) -> str:
    parts = [part.strip() for part in paragraph.split("\n")]
    full = [len(part) for part in parts[:-1]]
    if full and min(full) >= 45 and max(full) <= 140 and max(full) - min(full) <= 35:
        return " ".join(parts)
    return "\n".join(parts)
