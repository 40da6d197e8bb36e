"""Making an index small and whole again: postings written anew from the stored text, tables as single runs.

Since nothing but the store is read, this also mends damaged postings and suggestions. Readers go on meanwhile.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from weigh.index import postings
from weigh.index.commit import read_commit, write_commit
from weigh.index.hashing import hash_text
from weigh.index.lock import FileLock
from weigh.index.postings import FIRST_FLAGS, LATER_FLAGS, Entry, PostingsWriter, terms_of
from weigh.index.store import TABLES, Snapshot
from weigh.index.suggest import SuggestionsWriter
from weigh.index.tables import merge_all
from weigh.index.writer import remove_strays
from weigh.text.equality import equality_key, is_question
from weigh.text.tokens import same_key

_HEAP = 256_000_000
"""More than a build takes: fewer, larger segments are what this is for."""
_BATCH = 4096


def compact(path: str | Path) -> None:
    folder = Path(path)
    read_commit(folder)
    with FileLock(folder / "writer.lock"):
        commit = read_commit(folder)
        remove_strays(folder, commit)
        store = Snapshot(folder, commit)
        generation = commit.generation + 1
        name = f"postings-{generation}"
        postings.create(folder / name)
        writer = PostingsWriter(folder / name, heap=_HEAP)
        posted = _post(store, writer)
        writer.commit()
        writer.finish()
        runs = {table: merge_all(folder, table, generation, commit.runs.get(table, [])) for table in TABLES}
        done = replace(commit, generation=generation, postings=name, posted=posted, runs=runs)
        write_commit(folder, done)
        remove_strays(folder, done)
        suggestions = SuggestionsWriter(folder)
        suggestions.catch_up(store)
        suggestions.close()


def _post(store: Snapshot, writer: PostingsWriter) -> int:
    """Every sentence of every document again, as the writer once posted it."""
    posted = 0
    entries: list[Entry] = []
    for number in range(store.documents_count):
        start, end = store.document_span(number)
        terms = terms_of(store.meta(number))
        numbers = np.asarray(store.occurrence[start:end])
        texts = store.texts(numbers)
        words = [same_key(text) for text in texts]
        keys = [equality_key(*both) for both in zip(words, texts, strict=True)]
        known = store.keys.first(np.array([hash_text(key) for key in keys], dtype=np.uint64)).tolist()
        in_document: set[int] = set()
        for i, stored in enumerate(numbers.tolist()):
            sentence = known[i] if known[i] >= 0 and _has_key(store, known[i], keys[i]) else stored
            if words[i] and sentence not in in_document:
                in_document.add(sentence)
                flags = FIRST_FLAGS if int(store.first[sentence]) == start + i else LATER_FLAGS
                entries.append((words[i], flags[is_question(texts[i])], sentence, start + i, terms))
        if len(entries) >= _BATCH or number + 1 == store.documents_count:
            writer.add(entries)
            posted += len(entries)
            entries.clear()
    return posted


def _has_key(store: Snapshot, sentence: int, key: str) -> bool:
    text = store.text(sentence)
    return equality_key(same_key(text), text) == key
