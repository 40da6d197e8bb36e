"""An index shard from each part of a Spark job's output, built wherever Spark runs the task."""

from __future__ import annotations

from pathlib import Path

from weigh.index.commit import is_index
from weigh.index.places import create
from weigh.index.shards import ShardedEngine
from weigh.index.writer import COMMIT_SENTENCES, IndexWriter
from weigh.ingest.spark import documents_of


def shards_folder(out: Path) -> Path:
    """Where the shards of a job's output are: an index to search by itself."""
    return out / "shards"


def build_shard(out: str, part: int) -> None:
    """The index of one part. A task that Spark starts again goes on after the documents that were committed."""
    folder = shards_folder(Path(out)) / f"{part:05}"
    if not is_index(folder):
        create(folder)
    with IndexWriter(folder) as writer:
        taken = int(writer.progress.get("documents", 0))
        number = 0
        for number, document in enumerate(documents_of(Path(out), part), 1):
            if number > taken:
                writer.add(document)
                if writer.uncommitted >= COMMIT_SENTENCES:
                    writer.commit({"documents": number})
        writer.commit({"documents": number})


def open_shards(out: Path) -> ShardedEngine:
    """All shards as one index; what they have in common is found out here, before the first question."""
    return ShardedEngine(shards_folder(out))
