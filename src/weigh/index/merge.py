"""Several indexes made into one: the same content as if all their documents had been added to it, shard after shard.

Documents are read from the shards' stores and written like any others, so memory stays flat and a document that is
there already changes nothing. Every commit remembers how many documents of each shard have been taken. Stores only
grow at their end, so a merge that was stopped goes on from there, one that is run again has nothing to do, and one
that is run after a shard has grown takes what is new.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from weigh.errors import BadInput, Cancelled, IndexMissing
from weigh.index.commit import is_index, read_commit
from weigh.index.places import create
from weigh.index.shards import shards_in
from weigh.index.store import Snapshot
from weigh.index.writer import COMMIT_SECONDS, COMMIT_SENTENCES, Added, IndexWriter
from weigh.ingest.documents import CleanDocument

_OFTEN = 256
"""Documents between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class MergeProgress:
    """How a merge is getting on, over all shards."""

    documents: int
    """Documents taken, those of earlier runs included."""
    of: int
    sentences: int
    seconds: float


@dataclass(slots=True)
class MergeReport:
    """What a merge did."""

    out: str
    shards: list[str]
    taken_before: int = 0
    """Documents that an earlier run had taken."""
    added: Added = field(default_factory=Added)
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "index": self.out,
            "shards": self.shards,
            "taken_before": self.taken_before,
            "added": asdict(self.added),
            "seconds": round(self.seconds, 3),
        }

    def to_text(self) -> str:
        added = self.added
        lines = [
            f"Merged {len(self.shards):,} shards into {self.out}: {added.documents:,} documents with "
            f"{added.sentences:,} sentences ({added.repeated:,} equal to earlier ones) in {self.seconds:.1f} s."
        ]
        if self.taken_before:
            lines.append(f"{self.taken_before:,} documents had been merged by an earlier run.")
        if added.known:
            lines.append(f"{added.known:,} documents were in the index already.")
        if added.renamed:
            lines.append(f"{added.renamed:,} documents share an id with a different one; kept as id~2, id~3 …")
        return "\n".join(lines)


def merge(
    out: str | Path,
    shards: Sequence[str | Path],
    *,
    on_progress: Callable[[MergeProgress], None] | None = None,
    commit_sentences: int = COMMIT_SENTENCES,
    commit_seconds: float = COMMIT_SECONDS,
) -> MergeReport:
    """Add all documents of the shards, in their order, to the index at `out`; it is made where there is none.

    A shard may be an index or a folder of indexes. The shards are only read.
    """
    started = time.monotonic()
    target = Path(out).expanduser()
    stores = [Snapshot(path, read_commit(path)) for path in _indexes(target, shards)]
    if not is_index(target):
        create(target)
    report = MergeReport(str(target), [str(store.folder) for store in stores])
    with IndexWriter(target) as writer:
        taken: dict[str, int] = dict(writer.progress.get("merged", {}))
        report.taken_before = sum(min(taken.get(_key(store), 0), store.documents_count) for store in stores)
        merging = _Merge(writer, taken, report, sum(store.documents_count for store in stores))
        try:
            for store in stores:
                for number in range(taken.get(_key(store), 0), store.documents_count):
                    merging.take(store, number)
                    if number % _OFTEN == 0 or writer.uncommitted >= commit_sentences:
                        merging.look_up(started, on_progress, commit_sentences, commit_seconds)
                merging.finish(store)
            merging.commit()
        except KeyboardInterrupt:
            raise Cancelled("Stopped. What was committed stays; run the same command again to go on.") from None
        report.added = writer.added
    report.seconds = time.monotonic() - started
    return report


class _Merge:
    """The state of a merge: how far each shard has been taken."""

    def __init__(self, writer: IndexWriter, taken: dict[str, int], report: MergeReport, documents: int) -> None:
        self._writer = writer
        self._taken = taken
        self._files: dict[str, int] = dict(writer.progress.get("done", {}))
        self._before = report.taken_before
        self._of = documents
        self._documents = self._sentences = 0
        self._last_commit = time.monotonic()

    def take(self, store: Snapshot, number: int) -> None:
        meta = store.meta(number)
        texts = tuple(store.document_texts(number))
        self._writer.add(CleanDocument(meta.id, meta.url, meta.title, meta.date, meta.collection, texts))
        self._taken[_key(store)] = number + 1
        self._documents += 1
        self._sentences += len(texts)

    def finish(self, store: Snapshot) -> None:
        """Files that the shard holds whole are now known here too, so that adding them again changes nothing."""
        self._files.update(store.commit.progress.get("done", {}))

    def look_up(
        self, started: float, on_progress: Callable[[MergeProgress], None] | None, sentences: int, seconds: float
    ) -> None:
        now = time.monotonic()
        if on_progress is not None:
            done = self._before + self._documents
            on_progress(MergeProgress(done, self._of, self._sentences, now - started))
        if self._writer.uncommitted >= sentences or now - self._last_commit >= seconds:
            self.commit()

    def commit(self) -> None:
        self._writer.commit({**self._writer.progress, "done": dict(self._files), "merged": dict(self._taken)})
        self._last_commit = time.monotonic()


def _key(store: Snapshot) -> str:
    """Tells an index by when and where it was made: a copy that has grown in another way is another index."""
    place = f"{store.commit.created} {store.folder.resolve()}".encode("utf-8", "surrogateescape")
    return f"{store.folder.name} {blake2b(place, digest_size=8).hexdigest()}"


def _indexes(target: Path, shards: Sequence[str | Path]) -> list[Path]:
    """The indexes to read, each once."""
    found: dict[Path, Path] = {}
    for item in shards:
        path = Path(item).expanduser()
        inside = shards_in(path) or [path]
        if not is_index(inside[0]):
            raise IndexMissing(f"There is no index at {path}, and none right below it. Give the folders of indexes.")
        found.update({one.resolve(): one for one in inside})
    if not found:
        raise BadInput("No index to merge was given. Give the folders of one or more indexes.")
    if target.resolve() in found:
        raise BadInput(f"{target} is one of the indexes to merge. Give the path of another index to merge into.")
    return list(found.values())
