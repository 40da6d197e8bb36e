"""The working half of a build: files → batches of prepared documents, in the order of the files.

    lane = ProcessLane(workers=2)
    lane.start(Job("pages.wet.gz", Options()))
    batch = lane.take()

One process reads and cuts the files into chunks and hands these to the workers in turn; each worker cleans its chunks
and prepares them; whoever takes the batches takes them from the workers in the same turn. So a single large file keeps
all cores busy, and the order depends on the files alone. Processes speak in pickles, being halves of one program, and
end by themselves when the others are gone.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from weigh.errors import SourceProblem, WeighError
from weigh.index.prepare import Prepared, prepare
from weigh.ingest.clean import Finisher
from weigh.ingest.documents import Options, Report
from weigh.ingest.files import CHUNK, Chunk, chunks, drafts

_READ = "from weigh.index.worker import read_main; read_main()"
_WORK = "from weigh.index.worker import work_main; work_main()"
"""Not `-m`: as the main module its classes would have other names on the other side."""
_AHEAD = 8
"""Chunks that wait for a worker, and batches that wait to be taken, of each worker: bounds the memory, and is enough to
go on working while the writer commits."""


@dataclass(frozen=True, slots=True)
class Job:
    path: str
    options: Options
    skip: int = 0
    """Batches of the file that are in the index already. They come again, but without their documents."""
    chunk: int = CHUNK
    """Bytes of text in a chunk, and so in a batch."""


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
    skipped: bool = False


class _Work(NamedTuple):
    """A piece of work for whichever worker's turn it is."""

    options: Options
    chunk: Chunk | None
    skipped: bool = False
    problem: str | None = None


def _works(job: Job) -> Iterator[_Work]:
    """The work of one file: its chunks, and a last one that says how it ended."""
    problem = None
    try:
        for number, chunk in enumerate(chunks(job.path, job.options, job.chunk)):
            yield _Work(job.options, chunk, number < job.skip)
    except (WeighError, OSError) as error:
        problem = str(error)
    yield _Work(job.options, None, problem=problem)


def _worked(work: _Work) -> Batch:
    """What a worker does. What was skipped is cleaned all the same: templates of a site are told by all its pages."""
    if work.chunk is None:
        return Batch([], Report().to_dict(), 0, last=True, problem=work.problem)
    report = Report.from_dict(work.chunk.report)
    documents = [prepare(draft.document, draft.marks) for draft in drafts(work.chunk, work.options, report)]
    return Batch(documents, report.to_dict(), work.chunk.position, skipped=work.skipped)


class _Lane(ABC):
    """Finishes what the workers made, in the order of the file."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._report = Report()
        self._finisher = Finisher(self._report)

    def start(self, job: Job) -> None:
        """Read this file, after those that were started before it."""
        self._jobs.append(job)

    def take(self) -> Batch:
        """The next batch of the files, in the order in which they were started."""
        batch = self._next()
        self._report.merge(Report.from_dict(batch.report))
        finished = [done for item in batch.documents if (done := self._finisher.finish(item)) is not None]
        batch = replace(batch, documents=[] if batch.skipped else finished, report=self._report.to_dict())
        if batch.last:
            batch = replace(batch, position=_size(self._jobs.popleft().path))
            self._report = Report()
            self._finisher = Finisher(self._report)
        return batch

    @abstractmethod
    def _next(self) -> Batch:
        """The next batch as it was read, before what only the order of a site's documents tells."""

    @abstractmethod
    def close(self) -> None:
        """End all that is at work."""


class InlineLane(_Lane):
    """Does everything in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._works: Iterator[_Work] = iter(())

    def _next(self) -> Batch:
        work = next(self._works, None)
        if work is None:
            self._works = _works(self._jobs[0])
            work = next(self._works)
        return _worked(work)

    def close(self) -> None:
        """Nothing is at work between two batches."""


class ProcessLane(_Lane):
    """Reads in one other process and works in several, a few batches ahead of whoever takes them."""

    def __init__(self, workers: int = 1) -> None:
        super().__init__()
        pipes = [os.pipe() for _ in range(workers)]
        ends = [write for _, write in pipes]
        self._workers = [
            subprocess.Popen([sys.executable, "-c", _WORK], stdin=read, stdout=subprocess.PIPE) for read, _ in pipes
        ]
        self._reader = subprocess.Popen(
            [sys.executable, "-c", _READ, *map(str, ends)], stdin=subprocess.PIPE, pass_fds=ends
        )
        for pipe in pipes:  # only the two processes may hold them, or the end of one would go unnoticed by the other
            os.close(pipe[0])
            os.close(pipe[1])
        self._ready: list[queue.Queue[Batch | None]] = [queue.Queue(maxsize=_AHEAD) for _ in pipes]
        self._turn = count()
        for process, ready in zip(self._workers, self._ready, strict=True):
            assert process.stdout is not None
            threading.Thread(target=_fetch, args=(process.stdout, ready), daemon=True).start()

    def start(self, job: Job) -> None:
        super().start(job)
        assert self._reader.stdin is not None
        try:
            pickle.dump(job, self._reader.stdin)
            self._reader.stdin.flush()
        except OSError:
            pass  # the reader has ended; `take` says so

    def _next(self) -> Batch:
        number = next(self._turn) % len(self._workers)
        batch = self._ready[number].get()
        if batch is None:
            status = self._workers[number].wait()
            raise SourceProblem(
                f"A worker process ended unexpectedly (status {status}), perhaps for lack of memory. "
                "What was committed is safe; run the same command again to go on."
            )
        return batch

    def close(self) -> None:
        for process in (self._reader, *self._workers):
            process.kill()
            process.wait()
        for ready in self._ready:  # lets the threads that wait to put something go to their end
            while not ready.empty():
                ready.get_nowait()


def _fetch(stream: BinaryIO, ready: queue.Queue[Any]) -> None:
    """Put what comes through a pipe into a queue, and None at its end."""
    try:
        while True:
            ready.put(pickle.load(stream))
    except Exception:
        ready.put(None)


def read_main() -> None:
    """The reading process: jobs from standard input, work to the workers in turn."""
    outs = [os.fdopen(int(number), "wb") for number in sys.argv[1:]]
    turn = count()
    try:
        while True:
            for work in _works(pickle.load(sys.stdin.buffer)):
                out = outs[next(turn) % len(outs)]
                pickle.dump(work, out, protocol=pickle.HIGHEST_PROTOCOL)
                out.flush()
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


def work_main() -> None:
    """A working process: work from standard input, batches to standard output."""
    # Whatever a library prints must not get between the batches.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Hardly anything here is part of a cycle; looking for some after every few documents took a twentieth of the time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    waiting: queue.Queue[_Work | None] = queue.Queue(maxsize=_AHEAD)
    threading.Thread(target=_fetch, args=(sys.stdin.buffer, waiting), daemon=True).start()
    try:
        while (work := waiting.get()) is not None:
            pickle.dump(_worked(work), out, protocol=pickle.HIGHEST_PROTOCOL)
            out.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    os._exit(0)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0
