"""Postings and BM25 by tantivy. Queries are built from its query objects; no text ever reaches its query parser.

Each entry is one sentence in one document: the words of the sentence (cut by our own tokeniser, so that index and
query agree), the sentence's number, and what filters ask of the document. The flags tell a sentence's first entry
from those of equal sentences elsewhere, so that a search without filters sees each sentence once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import tantivy
from numpy.typing import NDArray
from tantivy import Occur, Query

from weigh.errors import IndexFormat
from weigh.index.filters import date_bounds, date_number, domain_terms, host, wanted_domain
from weigh.index.meta import DocumentMeta
from weigh.text.mentions import Phrase
from weigh.types import Filters

HEAP = 64_000_000
"""Bytes that tantivy gathers before it writes a segment; twice as much made building no faster."""
_ENTRY = "first"
_EVIDENCE = "evidence"
_STATEMENT = "statement"
FIRST_FLAGS = {False: f"{_STATEMENT} {_EVIDENCE} {_ENTRY}", True: _ENTRY}
"""Whether it is a question → the flags of a sentence's first entry."""
LATER_FLAGS = {False: _STATEMENT, True: ""}
"""The same for an entry of an equal sentence in another document."""
Entry = tuple[str, str, int, int, str]
"""Words as our tokeniser makes them (in which no letter needs an escape), flags, sentence, occurrence, and the terms of
its document."""


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("words", tokenizer_name="whitespace", index_option="position")
    builder.add_text_field("flags", tokenizer_name="whitespace", index_option="basic")
    builder.add_text_field("domains", tokenizer_name="whitespace", index_option="basic")
    builder.add_text_field("collection", tokenizer_name="raw", index_option="basic")
    # Signed on purpose: a Python int in an unsigned field kills tantivy's writer.
    builder.add_integer_field("sentence", fast=True)
    # Ranges are looked up in the fast fields; lists of entries for each number would take longer to write than to use.
    builder.add_integer_field("occurrence", fast=True)
    builder.add_integer_field("date", fast=True)
    return builder.build()


def open_index(folder: Path) -> tantivy.Index:
    try:
        index = tantivy.Index.open(str(folder))
    except BaseException as error:
        raise damaged(folder, error) from None
    index.register_tokenizer("whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index


def create(folder: Path) -> None:
    folder.mkdir()
    tantivy.Index(_schema(), path=str(folder))


def damaged(folder: Path, error: BaseException) -> BaseException:
    """tantivy's errors and panics as ours; what the user or the system ended stays what it is."""
    if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit | MemoryError):
        return error
    return IndexFormat(
        f"The postings at {folder} are damaged ({str(error)[:200]}). "
        "Make them anew from the stored text with: weigh index compact"
    )


def terms_of(meta: DocumentMeta) -> str:
    """What filters ask of a document, the same for all its sentences, as the end of an entry in JSON."""
    return _site_terms(host(meta.url), meta.collection) + _date_term(meta.date)


@lru_cache(maxsize=8192)
def _site_terms(site: str, collection: str) -> str:
    terms = {"collection": _collection_term(collection)}
    if domains := domain_terms(site):
        terms["domains"] = " ".join(domains)
    return json.dumps(terms)[1:-1]


@lru_cache(maxsize=8192)
def _date_term(date: str | None) -> str:
    number = date_number(date)
    return "}" if number is None else f',"date":{number}}}'


class PostingsWriter:
    """Adds entries. `rollback_to` forgets entries of a writer that was killed between its two commits."""

    def __init__(self, folder: Path, *, heap: int = HEAP) -> None:
        self._folder = folder
        self._index = open_index(folder)
        try:
            self._writer = self._index.writer(heap_size=heap, num_threads=1)
        except BaseException as error:
            raise damaged(folder, error) from None
        self._add = self._writer.add_json

    def rollback_to(self, occurrences: int, posted: int) -> None:
        self._index.reload()
        entries = self._index.searcher().num_docs
        if entries > posted:
            try:
                # Killed in the middle of this, a predecessor leaves a file in the way that belongs to no commit.
                self._writer.garbage_collect_files()
                self._writer.delete_documents_by_query(_from(self._index.schema, occurrences))
                self._writer.commit()
            except BaseException as error:
                raise damaged(self._folder, error) from None
            self._index.reload()
            entries = self._index.searcher().num_docs
        if entries != posted:
            raise damaged(self._folder, ValueError(f"{entries} entries, expected {posted}"))

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries, better thousands than one: tantivy's own thread goes to sleep whenever it has nothing to do.

        As JSON, since that is one call of tantivy instead of nine and takes two thirds of the time.
        """
        add = self._add
        for words, flags, sentence, occurrence, terms in entries:
            add(f'{{"words":"{words}","sentence":{sentence},"occurrence":{occurrence},"flags":"{flags}",{terms}')

    def commit(self) -> None:
        self._writer.commit()

    def finish(self) -> None:
        """Wait for merges that run in the background; the writer is of no use afterwards."""
        self._writer.wait_merging_threads()


def _collection_term(name: str) -> str:
    """Never empty, since the empty name can be asked for as well."""
    return "=" + name.encode("utf-8", "replace").decode("utf-8")


def _from(schema: tantivy.Schema, occurrence: int) -> Query:
    return Query.range_query(
        schema, "occurrence", tantivy.FieldType.Integer, lower_bound=occurrence, upper_bound=(1 << 62)
    )


class Found:
    """What a search found: sentence numbers and scores, best first, and how many entries there are in all."""

    def __init__(self, sentences: NDArray[np.int64], scores: NDArray[np.float64], total: int) -> None:
        self.sentences = sentences
        self.scores = scores
        self.total = total


class Postings:
    """Reads the postings as of one moment."""

    def __init__(self, folder: Path, occurrences: int, posted: int) -> None:
        self._folder = folder
        index = open_index(folder)
        self._schema = index.schema
        self._searcher = self._opened(index)
        entries = self._searcher.num_docs
        if entries < posted:
            raise damaged(folder, ValueError(f"{entries} entries, expected {posted}"))
        # A writer may be between its two commits: what it has not committed as a whole does not count yet.
        self._ahead = _from(self._schema, occurrences) if entries > posted else None

    def _opened(self, index: tantivy.Index) -> tantivy.Searcher:
        try:
            return index.searcher()
        except BaseException as error:
            raise damaged(self._folder, error) from None

    # --- building queries

    def phrase(self, wanted: Phrase) -> Query:
        """A run of words, each in any of its forms."""
        if len(wanted) == 1:
            return self._union([Query.term_query(self._schema, "words", form) for form in sorted(wanted[0])])
        runs = product(*(sorted(forms) for forms in wanted))
        return self._union([Query.phrase_query(self._schema, "words", list(run)) for run in runs])

    def any_of(self, phrases: Iterable[Phrase]) -> Query:
        return self._union([self.phrase(wanted) for wanted in phrases])

    @staticmethod
    def all_of(wanted: Sequence[Query], unwanted: Sequence[Query] = ()) -> Query:
        parts = [(Occur.Must, query) for query in wanted] or [
            (Occur.Must, Query.const_score_query(Query.all_query(), 0.0))
        ]
        return Query.boolean_query([*parts, *((Occur.MustNot, query) for query in unwanted)])

    @staticmethod
    def union(queries: Sequence[Query]) -> Query:
        return Postings._union(queries)

    @staticmethod
    def _union(queries: Sequence[Query]) -> Query:
        if len(queries) == 1:
            return queries[0]
        return Query.boolean_query([(Occur.Should, query) for query in queries]) if queries else Query.empty_query()

    # --- searching

    def search(self, query: Query, filters: Filters, *, limit: int, offset: int = 0, statements: bool = False) -> Found:
        """The best entries. Without filters each sentence comes once; with filters once for each source."""
        conditions = self._conditions(filters)
        flag = _STATEMENT if conditions else _EVIDENCE
        if statements:
            conditions.append(Query.term_query(self._schema, "flags", flag))
        elif not conditions:
            conditions.append(Query.term_query(self._schema, "flags", _ENTRY))
        whole: list[tuple[Any, Query]] = [(Occur.Must, query)]
        whole += [(Occur.Must, Query.const_score_query(condition, 0.0)) for condition in conditions]
        if self._ahead is not None:
            whole.append((Occur.MustNot, self._ahead))
        try:
            result = self._searcher.search(Query.boolean_query(whole), limit=limit, offset=offset)
            hits = result.hits
            sentences, kept = self._sentences([address for _, address in hits])
        except BaseException as error:
            raise damaged(self._folder, error) from None
        scores = np.array([score for score, _ in hits], dtype=np.float64)
        total = result.count or 0
        if kept is not None:
            sentences, scores, total = sentences[kept], scores[kept], total - int(np.count_nonzero(~kept))
        order = np.lexsort((sentences, -scores))
        return Found(sentences[order], scores[order], total)

    def _sentences(self, addresses: list[tantivy.DocAddress]) -> tuple[NDArray[np.int64], NDArray[np.bool_] | None]:
        """The sentences of entries, and which of these count where not all do."""
        return np.array(self._searcher.fast_field_values("sentence", addresses), dtype=np.int64), None

    def _conditions(self, filters: Filters) -> list[Query]:
        conditions = []
        if filters.collections:
            names = [_collection_term(name) for name in filters.collections]
            conditions.append(self._union([Query.term_query(self._schema, "collection", name) for name in names]))
        if filters.domains:
            names = [wanted_domain(item).encode("utf-8", "replace").decode("utf-8") for item in filters.domains]
            conditions.append(self._union([Query.term_query(self._schema, "domains", name) for name in names]))
        if bounds := date_bounds(filters):
            kind = tantivy.FieldType.Integer
            conditions.append(
                Query.range_query(self._schema, "date", kind, lower_bound=bounds[0], upper_bound=bounds[1])
            )
        return conditions
