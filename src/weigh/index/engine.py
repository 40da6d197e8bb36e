"""The embedded engine: reads an index folder. Fulfils `stages.Engine`."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tantivy import Query

from weigh.errors import BadInput, DocumentMissing, IndexFormat
from weigh.index import query as keywords
from weigh.index.commit import FILE, FORMAT, Commit, folder_size, read_commit
from weigh.index.postings import Found, Postings
from weigh.index.store import Snapshot, Store
from weigh.index.stored import SourceReader, hits
from weigh.index.suggest import Suggestions
from weigh.text.mentions import aspect_phrases, aspect_spans, names_all, object_phrases
from weigh.types import (
    Aspect,
    CollectionInfo,
    Filters,
    Hit,
    IndexInfo,
    Object,
    Passage,
    Retrieved,
    SearchPage,
    Source,
    Suggestion,
)

_DEEPEST_PAGE = 100_000
"""Last hit that paging reaches; nobody reads further, and each page costs what lies before it."""
_MOST_SCANNED = 100_000
"""Entries looked at for one query where mentions must be checked or sources grouped: bounds the time of a bad case."""
_TIED = 32
_MOST_TIED = 5_000
"""Entries looked at for the sake of ties alone; in an encyclopedia a tie spans at most a fifth of the limit."""

_RARE_SLIP = 100
"""How many times as often text must have the right name: also typing slips get into print. Set, not measured."""


@dataclass(slots=True)
class View:
    """The index as of one commit."""

    store: Store
    postings: Postings
    suggestions: Suggestions
    unique: int
    """Different sentences."""
    collections: Mapping[str, Sequence[int]]
    version: str
    repeated: float = 0.0
    """Share of entries that may belong to a sentence found already, though no filter is given."""
    info: IndexInfo | None = None
    """Made when first asked for: it takes a look at every file."""


def _embedded_view(folder: Path, commit: Commit) -> View:
    store = Snapshot(folder, commit)
    postings = Postings(folder / commit.postings, len(store.occurrence), commit.posted)
    version = f"{commit.created}-{commit.generation}"
    return View(store, postings, Suggestions(folder), commit.unique, commit.collections, version)


class EmbeddedEngine:
    """Reads an index folder. Sees new commits of a writer by itself; safe to share between threads."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._stamp: Hashable = None
        self._current: View | None = None
        self._view()

    # --- retrieval for a comparison

    def retrieve(
        self, first: Object, second: Object, aspects: Sequence[Aspect], filters: Filters, *, limit: int, general: int
    ) -> Retrieved:
        view = self._view()
        postings = view.postings
        names = [object_phrases(first), object_phrases(second)]
        if not all(names) or first.name == second.name:
            return Retrieved((), 0)
        objects = [postings.any_of(phrases) for phrases in names]
        check = (first, second) if _may_mislead(names[0], names[1]) else None
        wanted = {aspect.name: postings.any_of(phrases) for aspect in aspects if (phrases := aspect_phrases(aspect))}
        reader = SourceReader(view.store, filters)
        found: list[Hit] = []
        total = 0
        if wanted:
            any_aspect = postings.union(list(wanted.values()))
            numbers, scores, count = _distinct(view, postings.all_of([*objects, any_aspect]), filters, limit, check)
            labels = _contained(view, objects, wanted, aspects, filters, numbers)
            found += hits(reader, numbers, scores, labels)
            total += count
            numbers, scores, count = _distinct(view, postings.all_of(objects, [any_aspect]), filters, general, check)
        else:
            numbers, scores, count = _distinct(view, postings.all_of(objects), filters, general, check)
        found += hits(reader, numbers, scores, None)
        return Retrieved(tuple(found), total + count)

    # --- keyword search

    def search(self, query: str, filters: Filters, *, offset: int = 0, limit: int = 20) -> SearchPage:
        if offset < 0 or limit < 1 or offset + limit > _DEEPEST_PAGE:
            raise BadInput(
                f"Page from {offset} with {limit} hits: expected offset ≥ 0, limit ≥ 1 and at most {_DEEPEST_PAGE:,} "
                "in all. Narrow the query down instead of paging so far."
            )
        tree = keywords.parse_query(query)
        view = self._view()
        numbers, scores, total = _distinct(
            view, _tree_query(view.postings, tree), filters, offset + limit, None, statements=False
        )
        found = hits(SourceReader(view.store, filters), numbers[offset:], scores[offset:], None)
        return SearchPage(query, tuple(found), total, offset)

    # --- documents

    def context(self, document: str, position: int, *, around: int = 3) -> Passage:
        view, number, length = self._document(document)
        if not 0 <= position < length:
            raise DocumentMissing(
                f"Document {document!r} has {length} sentences; there is no position {position}. "
                f"Expected 0 to {length - 1}."
            )
        around = max(0, around)
        low, high = max(0, position - around), min(length, position + around + 1)
        return self._passage(view, number, low, high, position)

    def document(self, document: str) -> Passage:
        view, number, length = self._document(document)
        return self._passage(view, number, 0, length, None)

    def _document(self, document: str) -> tuple[View, int, int]:
        view = self._view()
        number = view.store.document_number(document)
        if number is None:
            raise DocumentMissing(
                f"The index has no document {document[:200]!r}. Take the id from a source of a sentence."
            )
        start, end = view.store.document_span(number)
        return view, number, end - start

    def _passage(self, view: View, number: int, low: int, high: int, focus: int | None) -> Passage:
        start, end = view.store.document_span(number)
        meta = view.store.meta(number)
        source = Source(meta.id, focus or 0, meta.url, meta.title, meta.date, meta.collection)
        texts = view.store.document_texts(number, low, high)
        return Passage(source, tuple(texts), low, focus, end - start)

    # --- suggestions

    def complete(self, prefix: str, *, limit: int = 10) -> tuple[Suggestion, ...]:
        return self._view().suggestions.complete(prefix, limit)

    def candidates(self, name: str, *, limit: int = 10) -> tuple[Suggestion, ...]:
        return self._view().suggestions.candidates(name, limit)

    def similar(self, name: str, *, limit: int = 3) -> tuple[Suggestion, ...]:
        view = self._view()
        found = view.suggestions.similar(name, limit)
        rare = _RARE_SLIP * _naming(view, name) if found else 0
        return tuple(suggestion for suggestion in found if _naming(view, suggestion.name) > rare)

    # --- the index itself

    def info(self) -> IndexInfo:
        view = self._view()
        if view.info is None:
            view.info = self._described(view)
        return view.info

    def _described(self, view: View) -> IndexInfo:
        collections = tuple(CollectionInfo(name, *counts) for name, counts in sorted(view.collections.items()))
        return IndexInfo(
            location=str(self.path),
            engine="embedded",
            documents=sum(item.documents for item in collections),
            sentences=view.unique,
            size_bytes=folder_size(self.path),
            format=FORMAT,
            version=view.version,
            collections=collections,
        )

    def close(self) -> None:
        with self._lock:
            if self._current is not None:
                self._current.suggestions.close()
            self._current = None
            self._stamp = None

    def _view(self) -> View:
        """The newest commit. A look at one file's time tells whether there is a newer one."""
        stamp = self._newest()
        current = self._current
        if current is not None and stamp == self._stamp:
            return current
        with self._lock:
            if self._current is None or stamp != self._stamp:
                self._current = self._opened()
                self._stamp = stamp
            return self._current

    def _newest(self) -> Hashable:
        return commit_stamp(self.path)

    def _opened(self) -> View:
        commit = read_commit(self.path)
        while True:
            try:
                return _embedded_view(self.path, commit)
            except IndexFormat:
                # A writer may have committed, and cleared away the old runs, since we read the commit.
                newer = read_commit(self.path)
                if newer.generation == commit.generation:
                    raise
                commit = newer


def commit_stamp(folder: Path) -> tuple[int, int]:
    """Changes with every commit."""
    try:
        stat = (folder / FILE).stat()
        return stat.st_mtime_ns, stat.st_ino
    except OSError:
        return 0, 0


def _naming(view: View, name: str) -> int:
    """How many entries name the thing."""
    query = view.postings.any_of(object_phrases(Object(name)))
    return view.postings.search(query, Filters(), limit=1, statements=False).total


def _contained(
    view: View,
    objects: list[Query],
    wanted: dict[str, Query],
    aspects: Sequence[Aspect],
    filters: Filters,
    numbers: NDArray[np.int64],
) -> list[tuple[str, ...]]:
    """Which of the aspects each sentence contains. One query for each aspect is cheaper than reading all sentences."""
    if len(wanted) == 1:
        return [tuple(wanted)] * len(numbers)
    most = max(1, 2 * len(numbers))
    holders = {
        name: set(_distinct(view, view.postings.all_of([*objects, query]), filters, most, None)[0].tolist())
        for name, query in wanted.items()
    }
    labels = [tuple(name for name in holders if number in holders[name]) for number in numbers.tolist()]
    for i in range(len(labels)):
        if not labels[i]:  # more sentences hold this aspect than were looked at
            names = {span.name for span in aspect_spans(view.store.text(int(numbers[i])), aspects)}
            labels[i] = tuple(name for name in holders if name in names)
    return labels


def _may_mislead(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Whether the postings alone could take one object for the other, or a small word for a name.

    Only then each sentence's mentions are looked at, which costs about ten times as much as finding it.
    """
    words = [{form for phrase in phrases for forms in phrase for form in forms} for phrases in (first, second)]
    short = any(len(phrase) == 1 and min(map(len, phrase[0])) <= 2 for phrase in (*first, *second))
    return short or not words[0].isdisjoint(words[1])


def _distinct(
    view: View,
    query: Query,
    filters: Filters,
    limit: int,
    check: tuple[Object, Object] | None,
    *,
    statements: bool = True,
) -> tuple[NDArray[np.int64], NDArray[np.float64], int]:
    """The best different sentences, and how many there are."""
    if limit <= 0:
        return np.zeros(0, dtype=np.int64), np.zeros(0), 0
    # Entries may belong to the same sentence or name the wrong thing, and of equally good ones the earliest come first,
    # so more are fetched than asked for, and more again until enough are left.
    filtered = filters != Filters() or check is not None
    window = limit * 2 if filtered else limit + round(limit * (0.25 + view.repeated)) + _TIED
    most = max(_MOST_TIED, limit * 2)
    while True:
        window = min(_MOST_SCANNED, window)
        found = view.postings.search(query, filters, limit=window, statements=statements)
        kept = _first_of_each(found) if filtered or view.repeated else np.arange(len(found.sentences))
        if check is not None and len(kept):
            kept = kept[[names_all(text, check) for text in view.store.texts(found.sentences[kept])]]
        complete = found.total <= window
        if complete or window >= _MOST_SCANNED:
            break
        if len(kept) >= limit and (found.scores[kept[limit - 1]] > found.scores[-1] or window >= most):
            break
        window *= 4
    # Where not all could be looked at, the rest is taken to be like what was seen.
    total = len(kept) if complete else round(found.total * len(kept) / max(1, len(found.sentences)))
    kept = kept[:limit]
    return found.sentences[kept], found.scores[kept], total


def _first_of_each(found: Found) -> NDArray[np.int64]:
    """Places of the best entry of each sentence, in the order of the scores."""
    _, places = np.unique(found.sentences, return_index=True)
    return np.sort(places)


def _tree_query(postings: Postings, tree: keywords.Tree) -> Query:
    match tree:
        case keywords.Words(words):
            return postings.phrase(tuple(frozenset({word}) for word in words))
        case keywords.Not(part):
            return postings.all_of([], [_tree_query(postings, part)])
        case keywords.Or(parts):
            return postings.union([_tree_query(postings, part) for part in parts])
        case keywords.And(parts):
            wanted = [_tree_query(postings, part) for part in parts if not isinstance(part, keywords.Not)]
            unwanted = [_tree_query(postings, part.part) for part in parts if isinstance(part, keywords.Not)]
            return postings.all_of(wanted, unwanted)
