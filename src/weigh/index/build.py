"""Files into an index: workers read, clean and cut; one writer writes; every commit remembers how far each file is.

The order in which documents are written depends on the files alone, never on timing or the number of workers: all
workers share the work on one file, and the writer takes their batches in the order of the file. Since the number of
batches written is part of each commit, a build that was killed goes on as if nothing had happened and ends with the
same index.
"""

from __future__ import annotations

import gc
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from weigh.errors import Cancelled
from weigh.index.near import NearReport, write_groups
from weigh.index.worker import Batch, InlineLane, Job, ProcessLane
from weigh.index.writer import COMMIT_SECONDS, COMMIT_SENTENCES, Added, IndexWriter
from weigh.ingest.documents import Options, Report
from weigh.ingest.files import CHUNK

_SMALL = 4_000_000
"""Bytes below which starting workers costs more than it brings."""
_STARTED = 32
"""Files given to the reading process at a time, so that it never waits for the next one."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a build is getting on."""

    files_done: int
    files: int
    documents: int
    sentences: int
    bytes_read: int
    """Raw text read, after decompression."""
    fraction: float
    """How much of the files has been read, 0 to 1."""
    seconds: float


@dataclass(slots=True)
class BuildReport:
    """What a build did and what it left out."""

    files: int = 0
    files_known: int = 0
    """Files that an earlier run had added whole; they were not read again."""
    resumed: bool = False
    added: Added = field(default_factory=Added)
    report: Report = field(default_factory=Report)
    failed: dict[str, str] = field(default_factory=dict)
    """File → why it could not be read to its end."""
    near: NearReport | None = None
    """Near-duplicates of the whole index, where they were asked for."""
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "files": self.files,
            "files_known": self.files_known,
            "resumed": self.resumed,
            "added": asdict(self.added),
            "seconds": round(self.seconds, 3),
            "failed": dict(self.failed),
            "read": self.report.to_dict(),
            "near": None if self.near is None else asdict(self.near),
        }

    def to_text(self, *, dry_run: bool = False) -> str:
        """The report in a few lines."""
        added, read = self.added, self.report
        rate = added.sentences / self.seconds if self.seconds else 0.0
        lines = [
            f"{'Would add' if dry_run else 'Added'} {added.documents:,} documents with {added.sentences:,} sentences "
            f"({added.repeated:,} equal to earlier ones) in {self.seconds:.1f} s, {rate:,.0f} sentences/s."
        ]
        if self.resumed:
            lines.append("Went on where an earlier run was stopped.")
        if self.files_known:
            lines.append(f"{self.files_known:,} of {self.files:,} files were in the index already.")
        if added.known:
            lines.append(f"{added.known:,} documents were in the index already.")
        if added.renamed:
            lines.append(f"{added.renamed:,} documents share an id with a different one; kept as id~2, id~3 …")
        for what, counts in (("documents", read.documents_out), ("sentences", read.sentences_out)):
            if counts:
                reasons = ", ".join(f"{reason} {count:,}" for reason, count in counts.most_common())
                lines.append(f"Left out {counts.total():,} {what}: {reasons}.")
        if read.repaired:
            lines.append(
                "Repaired: " + ", ".join(f"{what} {count:,}" for what, count in read.repaired.most_common()) + "."
            )
        if self.near is not None:
            lines.append(self.near.to_text())
        lines += [f"Problem: {text}" for text in read.problems]
        lines += [f"Failed: {path}: {why}" for path, why in self.failed.items()]
        return "\n".join(lines)


def add_files(
    path: str | Path,
    files: Sequence[str | Path],
    options: Options | None = None,
    *,
    workers: int | None = None,
    near: str | Path | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    commit_sentences: int = COMMIT_SENTENCES,
    commit_seconds: float = COMMIT_SECONDS,
    chunk: int = CHUNK,
) -> BuildReport:
    """Add files to the index at `path`. Run again after a kill, it goes on; run twice, it changes nothing.

    With `near`, the near-duplicates of the whole index are then grouped and written to that file.
    """
    started = time.monotonic()
    with _rare_collection(), IndexWriter(path) as writer:
        build = _Build(writer, [str(file) for file in files], options or Options(), workers, chunk)
        last_commit = time.monotonic()
        try:
            while build.step():
                if on_progress is not None:
                    on_progress(build.progress(time.monotonic() - started))
                if writer.uncommitted >= commit_sentences or time.monotonic() - last_commit >= commit_seconds:
                    writer.commit(build.state())
                    last_commit = time.monotonic()
            writer.commit(build.state())
        except KeyboardInterrupt:
            # Not the moment to commit: the writer may have been in the middle of a document.
            raise _stopped() from None
        finally:
            build.close()
        report = build.report()
    if near is not None:
        try:
            report.near = write_groups(path, near)
        except KeyboardInterrupt:
            raise _stopped() from None
    report.seconds = time.monotonic() - started
    return report


def _stopped() -> Cancelled:
    return Cancelled("Stopped. What was committed stays; run the same command again to go on.")


@contextmanager
def _rare_collection() -> Iterator[None]:
    """Python looks for cycles after every few hundred new objects. A build makes millions, and none is part of one."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def read_only(
    files: Sequence[str | Path],
    options: Options | None = None,
    *,
    on_progress: Callable[[Progress], None] | None = None,
) -> BuildReport:
    """What `add_files` would read, without an index: nothing is written."""
    started = time.monotonic()
    result = BuildReport(files=len(files))
    sizes = [_size(str(file)) for file in files]
    for i, file in enumerate(files):
        lane = InlineLane()
        lane.start(Job(str(file), options or Options()))
        for batch in iter(lane.take, None):
            result.added.documents += len(batch.documents)
            result.added.sentences += sum(len(item.sentences) for item in batch.documents)
            if batch.problem is not None:
                result.failed[str(file)] = batch.problem
            if batch.last:
                result.report.merge(Report.from_dict(batch.report))
            if on_progress is not None:
                read = result.report.bytes_read + (0 if batch.last else batch.report["bytes_read"])
                fraction = (sum(sizes[:i]) + batch.position) / max(1, sum(sizes))
                seconds = time.monotonic() - started
                on_progress(
                    Progress(i, len(files), result.added.documents, result.added.sentences, read, fraction, seconds)
                )
            if batch.last:
                break
    result.seconds = time.monotonic() - started
    return result


class _Build:
    """The state of a build: which file is read, and how much of it has been written."""

    def __init__(
        self, writer: IndexWriter, files: list[str], options: Options, workers: int | None, chunk: int
    ) -> None:
        self._writer = writer
        self._files = files
        self._options = options
        self._chunk = chunk
        self._keys = [_file_key(file, options) for file in files]
        self._sizes = [_size(file) for file in files]
        self._job = blake2b(
            "\n".join([*self._keys, f"{chunk} bytes"]).encode("utf-8", "replace"), digest_size=8
        ).hexdigest()
        known = dict(writer.progress)
        self._others = {name: value for name, value in known.items() if name not in ("done", "job")}
        self._done: dict[str, int] = dict(known.get("done", {}))
        self._known = sum(key in self._done for key in self._keys)
        self._documents = self._sentences = 0
        """Handed to the writer in this run; for the display, since the writer looks documents up in batches."""
        self._position = 0
        self._report: dict[str, Any] = Report().to_dict()
        """Of the file that is being written."""
        self._finished = Report()
        self.failed: dict[str, str] = {}
        self._next = 0
        """The file to start next."""
        self._started: deque[int] = deque()
        """Files that are being read; the first of them is being written."""
        self._batches = 0
        """Batches of it that have been written."""
        self._read = 0
        """Documents of it in these."""
        before = known.get("job") if isinstance(known.get("job"), dict) else None
        self.resumed = before is not None and before["id"] == self._job
        if before is not None and self.resumed:
            self._next, self._batches, self._read = before["file"], before["batches"], before["documents"]
            self._known = before["known"]
            self._finished = Report.from_dict(before["report"])
            self.failed = dict(before["failed"])
            writer.added = Added(**before["added"])
        self._skip = self._batches
        """Batches of the first file that an earlier run has written."""
        inline = workers == 0 or "-" in files or (workers is None and sum(self._sizes) < _SMALL)
        self._lane = InlineLane() if inline else ProcessLane(workers or os.cpu_count() or 1)

    def step(self) -> bool:
        """Write one batch; False when all files have been read."""
        while len(self._started) < _STARTED and self._next < len(self._files):
            if self._keys[self._next] not in self._done:
                self._lane.start(Job(self._files[self._next], self._options, self._skip, self._chunk))
                self._started.append(self._next)
                self._skip = 0
            self._next += 1
        if not self._started:
            return False
        self._write(self._lane.take())
        return True

    def _write(self, batch: Batch) -> None:
        file = self._started[0]
        for document in batch.documents:
            self._writer.add_prepared(document)
            self._sentences += len(document.sentences)
        self._documents += len(batch.documents)
        self._position, self._report = batch.position, batch.report
        if not batch.skipped:
            self._batches += 1
            self._read += len(batch.documents)
        if batch.last:
            self._finished.merge(Report.from_dict(batch.report))
            if batch.problem is not None:
                self.failed[self._files[file]] = batch.problem
            elif self._files[file] != "-":
                self._done[self._keys[file]] = self._read
            self._started.popleft()
            self._position = self._batches = self._read = 0
            self._report = Report().to_dict()

    def state(self) -> dict[str, Any]:
        """What the next run must know to go on from here."""
        file = self._started[0] if self._started else self._next
        if file >= len(self._files) or "-" in self._files:
            return {**self._others, "done": self._done}
        # Counted as the writer will have them after its commit, which writes what it still holds.
        self._writer.flush()
        return {
            **self._others,
            "done": self._done,
            "job": {
                "id": self._job,
                "file": file,
                "batches": self._batches,
                "documents": self._read,
                "known": self._known,
                "report": self._finished.to_dict(),
                "failed": self.failed,
                "added": asdict(self._writer.added),
            },
        }

    def progress(self, seconds: float) -> Progress:
        total = sum(self._sizes)
        now = self._started[0] if self._started else self._next
        read = sum(self._sizes[:now]) + self._position
        return Progress(
            files_done=sum(key in self._done for key in self._keys),
            files=len(self._files),
            documents=self._documents,
            sentences=self._sentences,
            bytes_read=self._finished.bytes_read + int(self._report["bytes_read"]),
            fraction=read / total if total else 0.0,
            seconds=seconds,
        )

    def report(self) -> BuildReport:
        return BuildReport(
            files=len(self._files),
            files_known=self._known,
            resumed=self.resumed,
            added=replace(self._writer.added),
            report=self._finished,
            failed=dict(self.failed),
        )

    def close(self) -> None:
        self._lane.close()


def _file_key(file: str, options: Options) -> str:
    """Tells a file by its place, size and time, and by how it is read; a changed file is another one."""
    try:
        stat = Path(file).stat()
        place = f"{Path(file).resolve()} {stat.st_size} {stat.st_mtime_ns}"
    except OSError:
        place = file
    digest = blake2b(f"{place} {options!r}".encode("utf-8", "replace"), digest_size=6).hexdigest()
    return f"{Path(file).name} {digest}"


def _size(file: str) -> int:
    try:
        return Path(file).stat().st_size
    except OSError:
        return 0
