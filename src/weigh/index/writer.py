"""Documents into an index: the one writer.

    with IndexWriter(path) as writer:
        writer.add(document)
        writer.commit()

Order of a commit: columns and runs are synced, postings committed, `commit.json` replaced, then the suggestions brought
up to date (they remember how far they have come). Leaving the `with` without an error commits what is left.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import struct
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weigh.errors import IndexProblem
from weigh.index.commit import Commit, read_commit, write_commit
from weigh.index.hashing import hash_all, hash_text
from weigh.index.lock import FileLock
from weigh.index.meta import DocumentMeta
from weigh.index.postings import FIRST_FLAGS, LATER_FLAGS, Entry, PostingsWriter, terms_of
from weigh.index.prepare import Prepared, prepare
from weigh.index.store import TABLES, Appender, Snapshot
from weigh.index.suggest import SuggestionsWriter
from weigh.index.tables import add_run
from weigh.ingest.documents import CleanDocument
from weigh.text.equality import is_question
from weigh.text.tokens import same_key

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_SPACED_JSON = json.JSONEncoder(ensure_ascii=False).encode
COMMIT_SENTENCES = 300_000
"""Sentences between two commits of a long run. Each commit makes a segment of postings, and eight of them are merged
into one; at a third of this size that took a fifth of the writer's time."""
COMMIT_SECONDS = 30.0
_BATCH = 4096
"""Sentences whose keys are looked up at once; a lookup costs about the same for one key and for a few hundred."""


@dataclass(slots=True)
class Added:
    """What a writer has done so far."""

    documents: int = 0
    known: int = 0
    """Documents that were in the index already, with the same content."""
    renamed: int = 0
    """Documents whose id was taken by a document with other content; kept under `id~2`, `id~3` …"""
    sentences: int = 0
    """Sentences of added documents."""
    repeated: int = 0
    """Those of them that equal an earlier one."""


class IndexWriter:
    """Adds documents to an index. Raises IndexLocked where another writer is at work."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._commit = read_commit(self.path)
        self._lock = FileLock(self.path / "writer.lock")
        try:
            self._commit = read_commit(self.path)
            self._snapshot = Snapshot(self.path, self._commit)
            self._postings = PostingsWriter(self.path / self._commit.postings)
            self._postings.rollback_to(len(self._snapshot.occurrence), self._commit.posted)
            self._columns = Appender(self.path, self._commit)
            remove_strays(self.path, self._commit)
            self._suggestions = SuggestionsWriter(self.path)
            self._suggestions.catch_up(self._snapshot)
        except BaseException:
            self._lock.release()
            raise
        self.added = Added()
        self._posted = self._commit.posted
        self._unique = self._commit.unique
        self._collections = {name: list(counts) for name, counts in self._commit.collections.items()}
        self._texts = self._snapshot.texts_count
        self._occurrences = len(self._snapshot.occurrence)
        self._documents = self._snapshot.documents_count
        self._buffer: list[Prepared] = []
        self._buffered = 0
        self._new_keys: dict[int, int] = {}
        """Hash → number, of sentences since the last commit; the next three likewise."""
        self._new_documents: dict[str, tuple[int, int]] = {}
        self._new_texts: list[str] = []
        self._new_rows: dict[str, tuple[list[int], list[int]]] = {name: ([], []) for name in TABLES}
        self._firsts: list[int] = []
        """Of texts since the last flush; the next two likewise."""
        self._numbers: list[int] = []
        self._entries: list[Entry] = []
        self._compared: Counter[tuple[str, str]] = Counter()

    @property
    def progress(self) -> Mapping[str, Any]:
        """What the last commit was given as progress."""
        return self._commit.progress

    def add(self, document: CleanDocument) -> None:
        """Add a document; one that is in the index already, with the same content, changes nothing."""
        self.add_prepared(prepare(document))

    def add_prepared(self, prepared: Prepared) -> None:
        self._buffer.append(prepared)
        self._buffered += len(prepared.sentences)
        if self._buffered >= _BATCH or len(self._buffer) >= _BATCH:
            self.flush()

    # --- one batch

    def flush(self) -> None:
        """Write the documents held back for looking them up together. They count with the next commit."""
        known = self._snapshot.documents.first(_hashes(hash_all([item.meta.id for item in self._buffer])))
        fresh: list[tuple[DocumentMeta, int, Prepared]] = []
        for item, number in zip(self._buffer, known.tolist(), strict=True):
            content = _content(item)
            name = self._free_name(item.meta.id, content, number)
            if name is not None:
                self._new_documents[name] = (self._documents + len(fresh), content)
                fresh.append((item.meta._replace(id=name), content, item))
        hashes = _hashes(b"".join([item.hashes for _, _, item in fresh]))
        stored, values = self._snapshot.keys.first(hashes).tolist(), hashes.tolist()
        start = 0
        for meta, content, item in fresh:
            end = start + len(item.sentences)
            self._write_document(meta, content, item, values[start:end], stored[start:end])
            start = end
        self._append_columns()
        self._postings.add(self._entries)
        self._posted += len(self._entries)
        self._entries.clear()
        self._buffer.clear()
        self._buffered = 0

    def _free_name(self, wanted: str, new_content: int, number: int) -> str | None:
        """The id under which the document is kept; None where it is in the index already."""
        name, version = wanted, 1
        while True:
            if name in self._new_documents:
                content: int | None = self._new_documents[name][1]
            elif version == 1 and number < 0:
                content = None
            else:
                stored = self._snapshot.document_number(name)
                content = None if stored is None else int(self._snapshot.content[stored])
            if content is None:
                self.added.renamed += version > 1
                return name
            if content == new_content:
                self.added.known += 1
                return None
            version += 1
            name = f"{wanted}~{version}"

    def _write_document(
        self, meta: DocumentMeta, content: int, item: Prepared, values: list[int], stored: list[int]
    ) -> None:
        terms = terms_of(meta)
        new_keys, texts, firsts, numbers = self._new_keys, self._new_texts, self._firsts, self._numbers
        post = self._entries.append
        earlier = self._texts
        """Sentences from here on were first seen in this document."""
        in_document: set[int] = set()
        repeated = unique = 0
        next_number = earlier
        for occurrence, text, words, question, value, number in zip(
            count(self._occurrences), item.sentences, item.words, item.questions, values, stored, strict=False
        ):
            if number < 0:
                number = new_keys.setdefault(value, next_number) if words else next_number
            if number != next_number:
                known = self._text(number)
                if known == text or (is_question(known) == question and same_key(known) == words):
                    repeated += 1
                    if number < earlier and number not in in_document:
                        in_document.add(number)
                        post((words, LATER_FLAGS[question], number, occurrence, terms))
                        self._add_row("repeats", number, occurrence)
                    if known == text:
                        numbers.append(number)
                        continue
                    words = ""
                # Written in another way it is a text of its own. So is one that only has the hash of another one; it
                # is merely never found equal to a third.
            if words:
                post((words, FIRST_FLAGS[question], next_number, occurrence, terms))
                unique += 1
            texts.append(text)
            firsts.append(occurrence)
            numbers.append(next_number)
            next_number += 1
        self._texts = next_number
        self._unique += unique
        self._occurrences += len(item.sentences)
        self._count_compared(item, earlier)
        self._columns.append("meta", _JSON(meta).encode())
        self._columns.append("meta_ends", _i8(self._columns.sizes["meta"]))
        self._columns.append("document_ends", _i8(self._occurrences))
        self._columns.append("content", struct.pack("<Q", content))
        self._add_row("documents", hash_text(meta.id), self._documents)
        self._documents += 1
        counts = self._collections.setdefault(meta.collection, [0, 0])
        counts[0] += 1
        counts[1] += len(item.sentences)
        self.added.documents += 1
        self.added.sentences += len(item.sentences)
        self.added.repeated += repeated

    def _count_compared(self, item: Prepared, earlier: int) -> None:
        """Counted for each stored text, since that is what a successor of a killed writer can read again."""
        start = len(self._numbers) - len(item.sentences)
        counted = earlier
        for position, pairs in item.compared.items():
            number = self._numbers[start + position]
            if number >= counted:
                counted = number + 1
                for pair in pairs:
                    self._compared[pair] += 1

    def _text(self, number: int) -> str:
        committed = self._snapshot.texts_count
        return self._snapshot.text(number) if number < committed else self._new_texts[number - committed]

    def _add_row(self, table: str, key: int, value: int) -> None:
        keys, values = self._new_rows[table]
        keys.append(key)
        values.append(value)

    def _append_columns(self) -> None:
        """What was gathered, a column at a time: one write for thousands of sentences."""
        texts = [text.encode() for text in self._new_texts[len(self._new_texts) - len(self._firsts) :]]
        ends = np.cumsum([len(text) for text in texts], dtype=np.int64) + self._columns.sizes["text"]
        self._columns.append("text", b"".join(texts))
        self._columns.append("text_ends", ends.astype("<i8").tobytes())
        self._columns.append("first", np.array(self._firsts, dtype="<i8").tobytes())
        self._columns.append("occurrence", np.array(self._numbers, dtype="<i8").tobytes())
        self._firsts.clear()
        self._numbers.clear()

    # --- commit

    @property
    def uncommitted(self) -> int:
        """Sentences that would be lost if the process ended now."""
        return self._buffered + self._occurrences - len(self._snapshot.occurrence)

    def commit(self, progress: Mapping[str, Any] | None = None) -> None:
        """Make everything added so far last, together with the caller's progress."""
        try:
            self._make_commit(progress)
        except (OSError, ValueError, sqlite3.Error) as error:
            raise IndexProblem(
                f"The index at {self.path} could not be written: {error}. What was committed before is safe; "
                "see that there is room on the disk, and run the same command again."
            ) from error

    def _make_commit(self, progress: Mapping[str, Any] | None) -> None:
        self.flush()
        generation = self._commit.generation + 1
        self._columns.sync()
        self._new_rows["keys"] = list(self._new_keys), list(self._new_keys.values())
        runs = {
            name: add_run(self.path, name, generation, self._commit.runs.get(name, []), *self._new_rows[name])
            for name in TABLES
        }
        self._postings.commit()
        self._commit = replace(
            self._commit,
            generation=generation,
            posted=self._posted,
            unique=self._unique,
            columns=dict(self._columns.sizes),
            runs=runs,
            collections={name: list(counts) for name, counts in self._collections.items()},
            progress=dict(progress) if progress is not None else self._commit.progress,
        )
        write_commit(self.path, self._commit)
        self._snapshot = Snapshot(self.path, self._commit)
        self._suggestions.add(self._compared, upto=self._texts)
        self._compared.clear()
        self._new_keys.clear()
        self._new_documents.clear()
        self._new_texts.clear()
        self._new_rows = {name: ([], []) for name in TABLES}
        remove_strays(self.path, self._commit)

    def close(self) -> None:
        """Let go of the index. What was added after the last commit is forgotten."""
        self._columns.close()
        self._postings.finish()
        self._suggestions.close()
        self._lock.release()

    def __enter__(self) -> IndexWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None and (self._buffer or self._documents > self._snapshot.documents_count):
                self.commit()
        finally:
            self.close()


def remove_strays(folder: Path, commit: Commit) -> None:
    """Delete runs and postings that the commit does not name: leftovers of merges and of killed writers."""
    kept = {name for names in commit.runs.values() for name in names}
    for path in folder.iterdir():
        if path.suffix == ".run" and path.name not in kept:
            path.unlink(missing_ok=True)
        elif path.name.startswith("postings-") and path.name != commit.postings:
            shutil.rmtree(path, ignore_errors=True)


def _hashes(packed: bytes) -> NDArray[np.uint64]:
    return np.frombuffer(packed, dtype="<u8")


def _content(item: Prepared) -> int:
    """Tells a document from another version of it."""
    return hash_text(_SPACED_JSON([*item.meta[1:], item.sentences]))


def _i8(value: int) -> bytes:
    return struct.pack("<q", value)
