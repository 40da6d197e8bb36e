"""The working half of a build: one file → batches of prepared documents, in a process of its own.

It reads jobs from standard input and writes batches to standard output,
both as pickles between the two halves of one program. It ends by itself when the other half is gone.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weigh.errors import SourceProblem, WeighError
from weigh.index.prepare import Prepared, prepare
from weigh.ingest.documents import Options, Report

BATCH = 2_000
"""Sentences in a batch. A batch's end depends on the file's content only, so that every run makes the same ones."""
_COMMAND = "from weigh.index.worker import main; main()"
"""Not `-m`: as the main module its classes would have other names on the other side."""
_AHEAD = 3
"""Batches that a worker may be ahead of the writer: bounds the memory."""


@dataclass(frozen=True, slots=True)
class Job:
    path: str
    options: Options
    skip: int = 0
    """Documents of the file that are in the index already."""
    batch: int = BATCH


@dataclass(frozen=True, slots=True)
class Batch:
    """Some documents of a file. The last batch of a file has `last`; `problem` says why a file could not be read on."""

    documents: list[Prepared]
    report: dict[str, Any]
    """All counts of the file so far."""
    position: int
    """Bytes of the file consumed, as far as that can be told."""
    last: bool = False
    problem: str | None = None


def batches(job: Job) -> Iterator[Batch]:
    """The batches of one file."""
    from weigh.ingest.files import clean_file

    report = Report()
    documents: list[Prepared] = []
    size = 0
    problem = None
    try:
        for document in clean_file(job.path, job.options, report, skip=job.skip):
            documents.append(prepare(document))
            size += len(document.sentences)
            if size >= job.batch or len(documents) >= job.batch:
                yield Batch(documents, report.to_dict(), _position(job.path))
                documents, size = [], 0
    except (WeighError, OSError) as error:
        problem = str(error)
    yield Batch(documents, report.to_dict(), _size(job.path), last=True, problem=problem)


class InlineLane:
    """Reads files in this process."""

    def start(self, job: Job) -> None:
        self._batches = batches(job)

    def take(self) -> Batch:
        return next(self._batches)

    def close(self) -> None:
        pass


class ProcessLane:
    """Reads files in another process, a few batches ahead of whoever takes them."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
        )
        self._ready: queue.Queue[Batch | None] = queue.Queue(maxsize=_AHEAD)
        self._closed = False
        threading.Thread(target=self._fetch, daemon=True).start()

    def _fetch(self) -> None:
        assert self._process.stdout is not None
        try:
            while not self._closed:
                self._ready.put(pickle.load(self._process.stdout))
        except Exception:
            self._ready.put(None)

    def start(self, job: Job) -> None:
        assert self._process.stdin is not None
        try:
            pickle.dump(job, self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            pass  # the worker has ended; `take` says so

    def take(self) -> Batch:
        batch = self._ready.get()
        if batch is None:
            status = self._process.wait()
            raise SourceProblem(
                f"A worker process ended unexpectedly (status {status}), perhaps for lack of memory. "
                "What was committed is safe; run the same command again to go on."
            )
        return batch

    def close(self) -> None:
        self._closed = True
        self._process.kill()
        self._process.wait()
        while not self._ready.empty():
            self._ready.get_nowait()


def main() -> None:
    # Whatever a library prints must not get between the batches.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        while True:
            for batch in batches(pickle.load(sys.stdin.buffer)):
                pickle.dump(batch, out, protocol=pickle.HIGHEST_PROTOCOL)
                out.flush()
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def _position(path: str) -> int:
    """How far this process has read the file. Only Linux tells; elsewhere the time left is told less well."""
    try:
        for link in Path("/proc/self/fd").iterdir():
            if link.is_symlink() and str(link.readlink()) == str(Path(path).resolve()):
                line = (Path("/proc/self/fdinfo") / link.name).read_text().splitlines()[0]
                return int(line.split()[1])
    except (OSError, ValueError, IndexError):
        pass
    return 0
