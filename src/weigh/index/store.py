"""The sentence store: texts, neighbours and documents in append-only, memory-mapped columns.

    text, text_ends        the texts one after another, and where each ends; the number of a text is its sentence id
    first                  for each text, its first occurrence
    occurrence             for each occurrence (documents one after another, in text order) the number of its text
    meta, meta_ends        each document's id, URL, title, date and collection as JSON
    document_ends          for each document, the occurrence after its last one
    content                for each document a hash of its content, to tell a repetition from a new version

and three tables: `keys` (hash of a sentence's words → its id), `documents` (hash of a document's id → its number),
`repeats` (sentence id → further occurrences of equal sentences in other documents).
"""

from __future__ import annotations

import json
import mmap
import os
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from weigh.errors import IndexFormat
from weigh.index.commit import Commit
from weigh.index.hashing import hash_text
from weigh.index.meta import DocumentMeta
from weigh.index.tables import Table, open_table
from weigh.types import Source

Ints = NDArray[np.int64]
BYTES = ("text", "meta")
NUMBERS = {
    "text_ends": "<i8",
    "first": "<i8",
    "occurrence": "<i8",
    "meta_ends": "<i8",
    "document_ends": "<i8",
    "content": "<u8",
}
COLUMNS = (*BYTES, *NUMBERS)
STARTS_WITH_ZERO = ("text_ends", "meta_ends", "document_ends")
"""Columns of ends begin with a zero, so that item i lies between entries i and i + 1."""
TABLES = ("keys", "documents", "repeats")


def column_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.col"


class Store(Protocol):
    """What a search asks of a store, be it one or several."""

    def meta(self, number: int, /) -> DocumentMeta: ...

    def text(self, sentence: int) -> str: ...

    def texts(self, sentences: Ints) -> list[str]: ...

    def occurrences_of(self, sentence: int) -> list[int]: ...

    def source_counts(self, sentences: Ints) -> Ints: ...

    def document_number(self, document: str) -> int | None: ...

    def document_at(self, occurrence: int) -> int: ...

    def document_span(self, number: int) -> tuple[int, int]: ...

    def document_texts(self, number: int, low: int = 0, high: int | None = None) -> list[str]: ...

    def source(self, occurrence: int) -> Source: ...


class Snapshot:
    """The store as of one commit. Later appends do not change it."""

    def __init__(self, folder: Path, commit: Commit) -> None:
        self.folder = folder
        self.commit = commit
        for name in COLUMNS:
            self._check_length(name)
        self._text = self._mapped("text")
        self._meta = self._mapped("meta")
        self.text_ends: Ints = self._numbers("text_ends")
        self.first: Ints = self._numbers("first")
        self.occurrence: Ints = self._numbers("occurrence")
        self.meta_ends: Ints = self._numbers("meta_ends")
        self.document_ends: Ints = self._numbers("document_ends")
        self.content: NDArray[np.uint64] = self._numbers("content")
        fitting = (
            len(self.text_ends) == len(self.first) + 1
            and len(self.meta_ends) == len(self.document_ends) == len(self.content) + 1
            and int(self.text_ends[-1]) == commit.columns["text"]
            and int(self.meta_ends[-1]) == commit.columns["meta"]
            and int(self.document_ends[-1]) == len(self.occurrence)
        )
        if not fitting:
            raise IndexFormat(f"The index at {folder} is damaged: its columns do not fit together. Build it anew.")
        self.keys: Table = open_table(folder, commit.runs.get("keys", ()))
        self.documents: Table = open_table(folder, commit.runs.get("documents", ()))
        self.repeats: Table = open_table(folder, commit.runs.get("repeats", ()))
        # Bound to what it reads and not to the snapshot, which would then hold itself and its maps for ever.
        self.meta = lru_cache(maxsize=65536)(partial(_read_meta, folder, self._meta, self.meta_ends))

    @property
    def texts_count(self) -> int:
        return len(self.first)

    @property
    def documents_count(self) -> int:
        return len(self.content)

    # --- sentences

    def text(self, sentence: int) -> str:
        return self.texts(np.array([sentence], dtype=np.int64))[0]

    def texts(self, sentences: Ints) -> list[str]:
        """The texts of many sentences; fast because it only slices mapped memory."""
        starts = self.text_ends[sentences].tolist()
        ends = self.text_ends[sentences + 1].tolist()
        pieces: list[bytes] = list(map(self._text.__getitem__, map(slice, starts, ends)))
        try:
            return list(map(bytes.decode, pieces))
        except UnicodeDecodeError:
            return [piece.decode("utf-8", "replace") for piece in pieces]  # a damaged text must not hide the others

    def occurrences_of(self, sentence: int) -> list[int]:
        """Where the sentence stands: its first occurrence, then one for each further document."""
        first = int(self.first[sentence])
        return [first, *self.repeats.all(sentence)]

    def source_counts(self, sentences: Ints) -> Ints:
        """In how many documents each of the sentences stands."""
        return self.repeats.counts(sentences.astype(np.uint64)) + 1

    # --- documents

    def document_number(self, document: str) -> int | None:
        for number in self.documents.all(hash_text(document)):
            if self.meta(number).id == document:
                return number
        return None

    def document_at(self, occurrence: int) -> int:
        """The number of the document that an occurrence belongs to."""
        return int(np.searchsorted(self.document_ends, occurrence, "right")) - 1

    def document_span(self, number: int) -> tuple[int, int]:
        """First occurrence of a document, and the one after its last."""
        return int(self.document_ends[number]), int(self.document_ends[number + 1])

    def document_texts(self, number: int, low: int = 0, high: int | None = None) -> list[str]:
        """The sentences of a document from one position to before another."""
        start, end = self.document_span(number)
        high = end - start if high is None else min(high, end - start)
        return self.texts(np.asarray(self.occurrence[start + low : start + high]))

    def source(self, occurrence: int) -> Source:
        number = self.document_at(occurrence)
        meta = self.meta(number)
        return Source(
            meta.id, occurrence - int(self.document_ends[number]), meta.url, meta.title, meta.date, meta.collection
        )

    # --- files

    def _check_length(self, name: str) -> None:
        wanted = self.commit.columns.get(name, 0)
        try:
            size = column_path(self.folder, name).stat().st_size
        except OSError:
            size = -1
        if size < wanted:
            found = f"{name}.col is missing" if size < 0 else f"{name}.col has {size} bytes"
            raise IndexFormat(
                f"The index at {self.folder} is damaged: {found}, expected {wanted} bytes. "
                "Restore the folder from a copy, or build the index anew from its files."
            )

    def _mapped(self, name: str) -> Any:
        size = self.commit.columns[name]
        if not size:
            return b""
        with column_path(self.folder, name).open("rb") as stream:
            return mmap.mmap(stream.fileno(), size, access=mmap.ACCESS_READ)

    def _numbers(self, name: str) -> Any:
        count = self.commit.columns[name] // 8
        if not count:
            return np.zeros(0, dtype=NUMBERS[name])
        return np.memmap(column_path(self.folder, name), dtype=NUMBERS[name], mode="r", shape=(count,))


def _read_meta(folder: Path, column: Any, ends: Ints, number: int) -> DocumentMeta:
    try:
        return DocumentMeta(*json.loads(column[int(ends[number]) : int(ends[number + 1])]))
    except (ValueError, TypeError, IndexError):
        raise IndexFormat(
            f"The index at {folder} is damaged: what it says of document {number} cannot be read. Build it anew."
        ) from None


class Appender:
    """Appends to the columns. What lies behind the last commit is cut off first: nobody committed it."""

    def __init__(self, folder: Path, commit: Commit) -> None:
        self._streams: dict[str, BinaryIO] = {}
        self.sizes = dict(commit.columns)
        for name in COLUMNS:
            stream = column_path(folder, name).open("r+b")
            stream.truncate(commit.columns[name])
            stream.seek(0, os.SEEK_END)
            self._streams[name] = stream

    def append(self, name: str, data: bytes) -> None:
        self._streams[name].write(data)
        self.sizes[name] += len(data)

    def sync(self) -> None:
        for stream in self._streams.values():
            stream.flush()
            os.fsync(stream.fileno())

    def close(self) -> None:
        for stream in self._streams.values():
            stream.close()


def create_columns(folder: Path) -> dict[str, int]:
    """Empty columns; their sizes go into the first commit."""
    sizes = {}
    for name in COLUMNS:
        content = bytes(8) if name in STARTS_WITH_ZERO else b""
        column_path(folder, name).write_bytes(content)
        sizes[name] = len(content)
    return sizes
