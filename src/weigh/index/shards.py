"""Several indexes searched as one: the same hits, scores and order as one index with all their documents.

BM25 needs statistics of the whole corpus, and merging the answers of shards that each know only their own gives other
scores. So the postings are not asked one shard after the other: tantivy is shown the segments of all shards as one
index (its list of segments is a small JSON file, the segments are links), and counts over all of them by itself.
Equal sentences of different shards, equal documents and suggestions come from `joined`.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import tantivy
from numpy.typing import NDArray

from weigh.errors import BadInput, IndexFormat, IndexMissing
from weigh.index.commit import folder_size, is_index, read_commit
from weigh.index.engine import EmbeddedEngine, View, commit_stamp
from weigh.index.joined import LOCAL, MOST_SHARDS, SHIFT, Joined, join, number_in, shard_of, texts_of
from weigh.index.meta import DocumentMeta
from weigh.index.postings import Postings, damaged, open_index
from weigh.index.store import Ints, Snapshot
from weigh.index.suggest import Suggestions
from weigh.types import IndexInfo, Source

_TRIES = 5
"""A writer may commit, or tidy up its segments, while a shard is being opened."""


def shards_in(folder: Path) -> list[Path]:
    """The indexes right below a folder, by name; none where it is an index itself."""
    if is_index(folder) or not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if not path.name.startswith(".") and is_index(path))


class ShardedEngine(EmbeddedEngine):
    """Reads the indexes right below a folder, or those given, as one. Fulfils `stages.Engine`.

    Hits are as if the shards' documents had been added to one index, shard after shard.
    """

    def __init__(self, folder: str | Path, shards: Sequence[str | Path] | None = None) -> None:
        self._given = None if shards is None else [Path(path) for path in shards]
        self._listed: tuple[int, list[Path]] = (0, [])
        super().__init__(folder)

    def _shards(self) -> list[Path]:
        """The shards; the folder is looked through again when something has been put into it or taken out."""
        if self._given is not None:
            return self._given
        try:
            changed = self.path.stat().st_mtime_ns
        except OSError:
            return []
        if changed != self._listed[0]:
            self._listed = (changed, shards_in(self.path))
        return self._listed[1]

    def _newest(self) -> Hashable:
        return tuple((path, commit_stamp(path)) for path in self._shards())

    def _opened(self) -> View:
        for attempt in range(_TRIES):
            self._listed = (0, [])
            try:
                return self._open_all(self._shards())
            except IndexFormat:
                if attempt == _TRIES - 1:
                    raise
        raise AssertionError

    def _open_all(self, paths: Sequence[Path]) -> View:
        if not paths:
            raise IndexMissing(f"{self.path} holds no index. Make some in it with: weigh corpus spark … --shards N")
        if len(paths) > MOST_SHARDS:
            raise BadInput(f"{len(paths)} shards; at most {MOST_SHARDS} can be searched together. Merge some of them.")
        stores = [Snapshot(path, read_commit(path)) for path in paths]
        joined = join(stores, self.path if self._given is None else None)
        total = sum(store.commit.unique for store in stores)
        return View(
            store=ShardStore(stores, joined),
            postings=_ShardPostings(self.path, stores, joined),
            suggestions=Suggestions(joined.folder),
            unique=joined.unique,
            collections=joined.collections,
            version=joined.version,
            repeated=len(joined.copies) / max(1, total),
        )

    def _described(self, view: View) -> IndexInfo:
        info = super()._described(view)
        if self._given is None:
            return info
        return IndexInfo(
            location=", ".join(map(str, self._given)),
            engine=info.engine,
            documents=info.documents,
            sentences=info.sentences,
            size_bytes=sum(folder_size(path) for path in self._given),
            format=info.format,
            version=info.version,
            collections=info.collections,
        )


class ShardStore:
    """The stores of all shards as one: numbers carry their shard, and equal sentences have the first one's number."""

    def __init__(self, shards: Sequence[Snapshot], joined: Joined) -> None:
        self._shards = shards
        self._joined = joined
        self._dropped = any(bool((run.values == 0).any()) for run in joined.versions.runs)

    # --- sentences

    def text(self, sentence: int) -> str:
        shard, number = shard_of(sentence)
        return self._shards[shard].text(number)

    def texts(self, sentences: Ints) -> list[str]:
        return texts_of(self._shards, sentences)

    def occurrences_of(self, sentence: int) -> list[int]:
        found: list[int] = []
        for member in (sentence, *self._joined.members.all(sentence)):
            shard, number = shard_of(member)
            found += [number_in(shard, at) for at in self._shards[shard].occurrences_of(number)]
        return [at for at in found if not self._is_repeated(at)] if self._dropped else found

    def source_counts(self, sentences: Ints) -> Ints:
        """In how many documents each of the sentences stands: those of its copies count too."""
        counts = self._own_counts(sentences)
        copies = self._joined.members.counts(sentences.astype(np.uint64))
        with_copies = np.flatnonzero(copies)
        if self._dropped:
            for place in with_copies.tolist():
                counts[place] = len(self.occurrences_of(int(sentences[place])))
        elif len(with_copies):
            members = [self._joined.members.all(number) for number in sentences[with_copies].tolist()]
            flat = np.array([number for some in members for number in some], dtype=np.int64)
            np.add.at(counts, np.repeat(with_copies, copies[with_copies]), self._own_counts(flat))
        return counts

    def _own_counts(self, sentences: Ints) -> Ints:
        counts = np.zeros(len(sentences), dtype=np.int64)
        at = sentences >> SHIFT
        for shard in np.unique(at).tolist():
            chosen = np.flatnonzero(at == shard)
            counts[chosen] = self._shards[shard].source_counts(sentences[chosen] & LOCAL)
        return counts

    def _is_repeated(self, occurrence: int) -> bool:
        """Whether an earlier shard holds the same document."""
        return self._version(self.document_at(occurrence)) == 0

    # --- documents

    def _version(self, document: int) -> int:
        """-1 where the id of the document is its own, 0 where the document is known, n where it is `id~n`."""
        return int(self._joined.versions.first(np.array([document], dtype=np.uint64))[0])

    def meta(self, number: int, /) -> DocumentMeta:
        shard, there = shard_of(number)
        meta = self._shards[shard].meta(there)
        version = self._version(number)
        return meta if version <= 0 else meta._replace(id=f"{meta.id}~{version}")

    def document_number(self, document: str) -> int | None:
        base, _, version = document.rpartition("~")
        asked = [(document, -1)]
        if base and version.isascii() and version.isdigit():
            asked.append((base, int(version[:9])))
        for name, wanted in asked:
            for shard, store in enumerate(self._shards):
                there = store.document_number(name)
                if there is not None and self._version(number_in(shard, there)) == wanted:
                    return number_in(shard, there)
        return None

    def document_at(self, occurrence: int) -> int:
        shard, there = shard_of(occurrence)
        return number_in(shard, self._shards[shard].document_at(there))

    def document_span(self, number: int) -> tuple[int, int]:
        shard, there = shard_of(number)
        start, end = self._shards[shard].document_span(there)
        return number_in(shard, start), number_in(shard, end)

    def document_texts(self, number: int, low: int = 0, high: int | None = None) -> list[str]:
        shard, there = shard_of(number)
        return self._shards[shard].document_texts(there, low, high)

    def source(self, occurrence: int) -> Source:
        number = self.document_at(occurrence)
        meta = self.meta(number)
        position = occurrence - self.document_span(number)[0]
        return Source(meta.id, position, meta.url, meta.title, meta.date, meta.collection)


class _ShardPostings(Postings):
    """The postings of all shards as one index."""

    def __init__(self, folder: Path, shards: Sequence[Snapshot], joined: Joined) -> None:
        self._folder = folder
        self._joined = joined
        self._ahead = None  # told for each shard by itself: see `_sentences`
        metas: list[dict[str, Any]] = []
        with _passing_folder() as links:
            for shard in shards:
                metas.append(_linked(shard.folder / shard.commit.postings, links))
                _check_fields(metas[0], metas[-1], shard.folder)
            whole = {**metas[0], "segments": [segment for meta in metas for segment in meta["segments"]]}
            (links / "meta.json").write_text(json.dumps(whole), encoding="utf-8")
            index = open_index(links)
            self._schema = index.schema
            # From here on all segments are mapped into memory, so that the links are no longer needed.
            self._searcher = self._opened(index)
        self._shard_of = np.repeat(np.arange(len(shards)), [len(meta["segments"]) for meta in metas])
        self._ends = np.array([len(shard.occurrence) for shard in shards], dtype=np.int64)
        entries = [sum(_living(segment) for segment in meta["segments"]) for meta in metas]
        for shard, count in zip(shards, entries, strict=True):
            if count < shard.commit.posted:
                wrong = ValueError(f"{count} entries, expected {shard.commit.posted}")
                raise damaged(shard.folder / shard.commit.postings, wrong)
        self._some_ahead = any(count > shard.commit.posted for shard, count in zip(shards, entries, strict=True))

    def _sentences(self, addresses: list[tantivy.DocAddress]) -> tuple[NDArray[np.int64], NDArray[np.bool_] | None]:
        segments = np.fromiter((address.segment_ord for address in addresses), np.int64, len(addresses))
        shards = self._shard_of[segments]
        numbers = np.array(self._searcher.fast_field_values("sentence", addresses), dtype=np.int64)
        numbers |= shards << SHIFT
        first = self._joined.copies.first(numbers.astype(np.uint64))
        numbers = np.where(first >= 0, first, numbers)
        if not self._some_ahead:
            return numbers, None
        # A writer may be between its two commits: what it has not committed as a whole does not count yet.
        occurrences = np.array(self._searcher.fast_field_values("occurrence", addresses), dtype=np.int64)
        return numbers, occurrences < self._ends[shards]


@contextmanager
def _passing_folder() -> Iterator[Path]:
    """A folder for as long as it takes to open an index in it.

    tantivy watches an open index from a thread of its own, which may put a lock file into the folder while the
    folder is being emptied; so a removal that met one is tried again.
    """
    folder = Path(tempfile.mkdtemp(prefix="weigh-shards-"))
    try:
        yield folder
    finally:
        for _ in range(50):
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break
            time.sleep(0.01)


def _linked(postings: Path, folder: Path) -> dict[str, Any]:
    """Link the segments of a shard into a folder; returns what tantivy's list says of them."""
    try:
        meta: dict[str, Any] = json.loads((postings / "meta.json").read_text(encoding="utf-8"))
        stems = {segment["segment_id"].replace("-", "") for segment in meta["segments"]}
        for path in postings.iterdir():
            if path.name.partition(".")[0] in stems:
                (folder / path.name).symlink_to(path.absolute())
        return meta
    except FileExistsError:
        raise BadInput(
            f"{postings.parent} was copied from another shard and has postings in common with it. Leave one out; "
            "or, if both have grown since, merge them with: weigh index merge"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise damaged(postings, error) from None


def _check_fields(first: dict[str, Any], other: dict[str, Any], shard: Path) -> None:
    names = [[field["name"] for field in meta["schema"]] for meta in (first, other)]
    if names[0] != names[1]:
        raise IndexFormat(
            f"The postings of {shard} have other fields than those of the first shard. Write them anew with: "
            f"weigh index compact --index {shard}, and the same for each other shard."
        )


def _living(segment: dict[str, Any]) -> int:
    deleted = (segment.get("deletes") or {}).get("num_deleted_docs", 0)
    return int(segment["max_doc"]) - int(deleted)
