"""What the tests of the index share: small indexes, and an index's whole content as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from weigh.index import IndexWriter, create
from weigh.index.commit import read_commit
from weigh.index.store import Snapshot
from weigh.ingest.documents import CleanDocument


def doc(id: str, *sentences: str, **fields: Any) -> CleanDocument:
    return CleanDocument(
        id, fields.get("url"), fields.get("title"), fields.get("date"), fields.get("collection", ""), sentences
    )


def index_of(path: Path, documents: Iterable[CleanDocument]) -> Path:
    create(path)
    with IndexWriter(path) as writer:
        for document in documents:
            writer.add(document)
    return path


def commit_postings_only(path: Path, *documents: CleanDocument) -> None:
    """Leave an index as a writer does that is killed between its two commits."""
    writer = IndexWriter(path)
    for document in documents:
        writer.add(document)
    writer.flush()
    writer._postings.commit()
    writer.close()


def content(path: Path) -> dict[str, Any]:
    """Everything that an index holds as of its last commit: documents, sentences in order, and all sources."""
    store = Snapshot(path, read_commit(path))
    documents = []
    for number in range(store.documents_count):
        start, end = store.document_span(number)
        numbers = np.asarray(store.occurrence[start:end])
        documents.append((tuple(store.meta(number)), tuple(store.texts(numbers)), tuple(numbers.tolist())))
    sources = [store.occurrences_of(number) for number in range(store.texts_count)]
    return {"documents": documents, "sources": sources, "unique": store.commit.unique, "posted": store.commit.posted}
