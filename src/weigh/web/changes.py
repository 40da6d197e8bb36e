"""The work of a job on the index: a file of documents in, or documents out. Readers see each commit by themselves."""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from weigh.errors import SourceProblem
from weigh.pipeline import Weigh
from weigh.settings import Settings
from weigh.web.guard.errors import Refused
from weigh.web.jobs import Change, Report

if TYPE_CHECKING:
    from weigh.index.writer import Added
    from weigh.ingest.documents import Options
    from weigh.ingest.documents import Report as Reading

_SMALL = 1_000_000
"""Bytes that are read in this process; more goes to another one, so that questions are answered as fast as ever."""


def folder_of(weigh: Weigh, settings: Settings) -> Path:
    """The index that this server answers from, where it may be changed."""
    from weigh.index.commit import is_index

    folder = getattr(weigh.engine, "path", None)
    if not isinstance(folder, Path) or not is_index(folder):
        raise Refused(
            409,
            "index_elsewhere",
            "This server answers from several indexes or from another machine; change the index where it lies.",
        )
    if folder.name.startswith("starter-") and folder.parent == settings.data_folder():
        raise Refused(
            409,
            "starter_index",
            "This server answers from the starter library, which stays as it is. Make an index of your own with "
            "`weigh index create`, start the server again, and add to that.",
        )
    return folder


def add(folder: Path, file: Path, options: Options, report: Report) -> Change:
    """Add a file's documents. A document that is there already changes nothing."""
    from weigh.index.worker import InlineLane, Job, ProcessLane
    from weigh.index.writer import COMMIT_SECONDS, COMMIT_SENTENCES, IndexWriter
    from weigh.ingest.documents import Report as Reading

    size = max(1, file.stat().st_size)
    lane = ProcessLane() if size > _SMALL else InlineLane()
    last = time.monotonic()
    try:
        with IndexWriter(folder) as writer:
            lane.start(Job(str(file), options))
            while True:
                batch = lane.take()
                for document in batch.documents:
                    writer.add_prepared(document)
                writer.flush()
                reading = Reading.from_dict(batch.report)
                if batch.problem is not None:
                    # A file has a name of its own on this machine; the message goes to another one.
                    raise SourceProblem(batch.problem.replace(str(file), file.name))
                change = _change(writer.added, reading)
                report(0.99 * batch.position / size, change)
                if batch.last:
                    return change
                if writer.uncommitted >= COMMIT_SENTENCES or time.monotonic() - last > COMMIT_SECONDS:
                    writer.commit()
                    last = time.monotonic()
    finally:
        lane.close()


def remove(folder: Path, ids: Collection[str], report: Report) -> Change:
    """Take documents out; all of them or none."""
    from weigh.index.without import remove as without

    return Change(removed=without(folder, ids, on_progress=lambda fraction: report(fraction, Change())))


def _change(added: Added, reading: Reading) -> Change:
    left_out = {f"documents: {reason}": count for reason, count in reading.documents_out.items()}
    left_out |= {f"sentences: {reason}": count for reason, count in reading.sentences_out.items()}
    return Change(
        documents=added.documents,
        known=added.known,
        renamed=added.renamed,
        sentences=added.sentences,
        left_out=left_out,
        problems=tuple(reading.problems),
    )
