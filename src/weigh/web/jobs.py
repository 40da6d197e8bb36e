"""Changes to the index, one after the other in a thread of their own: an index has one writer.

Whoever asks for a change gets a job and can look at it while it waits, works and has ended. Jobs live in memory; what
a job committed stays, whatever becomes of the server.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from queue import Empty, Full, Queue
from typing import Literal

from weigh.errors import Cancelled, WeighError
from weigh.web.guard.errors import Refused

log = logging.getLogger("weigh.web")

MOST_WAITING = 16
_REMEMBERED = 200


@dataclass(frozen=True, slots=True)
class Change:
    """What a job did, or has done so far."""

    documents: int = 0
    """Documents added."""
    removed: int = 0
    known: int = 0
    """Documents that were there already, with the same content."""
    renamed: int = 0
    """Documents whose id belonged to another one; kept as `id~2`, `id~3` …"""
    sentences: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    """Why documents and sentences were left out, and how many."""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Job:
    """One change, as of the moment it was looked at."""

    id: str
    kind: Literal["add", "remove"]
    state: Literal["waiting", "running", "done", "failed"]
    created: str
    finished: str | None = None
    fraction: float = 0.0
    """How much of it is done, 0 to 1."""
    change: Change = Change()
    error: Problem | None = None

    @property
    def ended(self) -> bool:
        return self.state in ("done", "failed")


Report = Callable[[float, Change], None]
"""Called by the work as it gets on; raises Cancelled where the server stops."""


@dataclass(eq=False)
class _Task:
    work: Callable[[Report], Change]
    tidy: Callable[[], None]
    ended: threading.Event = field(default_factory=threading.Event)


class Jobs:
    """The queue, its one worker (started with the first job) and the jobs of late."""

    def __init__(self) -> None:
        self._queue: Queue[str | None] = Queue(MOST_WAITING)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._tasks: dict[str, _Task] = {}
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._stopping = threading.Event()

    def open(self) -> None:
        """Ready for work, also again after a close."""
        self._stopping.clear()

    def submit(
        self,
        kind: Literal["add", "remove"],
        work: Callable[[Report], Change],
        tidy: Callable[[], None] = lambda: None,
    ) -> Job:
        """Put a change into the queue. `tidy` is called in the end, whatever becomes of it."""
        job = Job(secrets.token_urlsafe(9), kind, "waiting", _now())
        with self._lock:
            if self._stopping.is_set():
                tidy()
                raise Refused(503, "stopped", "The server is stopping. Try again.", {"Retry-After": "5"})
            # Known before the worker can take it.
            self._jobs[job.id] = job
            self._tasks[job.id] = _Task(work, tidy)
            try:
                self._queue.put_nowait(job.id)
            except Full:
                del self._jobs[job.id], self._tasks[job.id]
                tidy()
                raise Refused(
                    503,
                    "overloaded",
                    f"{MOST_WAITING} changes wait already. Try again when some are done.",
                    {"Retry-After": "10"},
                ) from None
            self._forget()
            if self._worker is None:
                self._worker = threading.Thread(target=self._run, name="weigh-jobs", daemon=True)
                self._worker.start()
        return job

    def get(self, id: str) -> Job | None:
        with self._lock:
            return self._jobs.get(id)

    def all(self) -> tuple[Job, ...]:
        """The jobs of late, newest first."""
        with self._lock:
            return tuple(reversed(self._jobs.values()))

    def wait(self, id: str, seconds: float) -> Job:
        """The job as soon as it has ended, or as it is after so many seconds."""
        with self._lock:
            task = self._tasks.get(id)
        if task is not None and seconds > 0:
            task.ended.wait(seconds)
        with self._lock:
            return self._jobs[id]

    def close(self) -> None:
        """The running job stops at its next step, waiting ones are not begun."""
        with self._lock:
            self._stopping.set()
            worker, self._worker = self._worker, None
            if worker is not None:
                try:
                    while True:
                        self._end(self._queue.get_nowait(), "failed", error=_STOPPED)
                except Empty:
                    self._queue.put_nowait(None)
        if worker is not None:
            worker.join()

    # --- in the worker's thread

    def _run(self) -> None:
        while (id := self._queue.get()) is not None:
            self._do(id)

    def _do(self, id: str) -> None:
        task = self._tasks[id]

        def report(fraction: float, change: Change) -> None:
            if self._stopping.is_set():
                raise Cancelled(_STOPPED.message)
            with self._lock:
                self._jobs[id] = replace(self._jobs[id], fraction=min(1.0, max(0.0, fraction)), change=change)

        with self._lock:
            self._jobs[id] = replace(self._jobs[id], state="running")
        try:
            change = task.work(report)
        except WeighError as error:
            problem = Problem(error.code, str(error))
        except Exception as error:
            log.error("job %s failed", id, exc_info=error)
            problem = Problem("internal_error", "Something went wrong on our side; the server's log says what.")
        else:
            with self._lock:
                self._end(id, "done", change)
            return
        with self._lock:
            self._end(id, "failed", error=problem)

    def _end(
        self,
        id: str | None,
        state: Literal["done", "failed"],
        change: Change | None = None,
        error: Problem | None = None,
    ) -> None:
        if id is None:
            return
        job, task = self._jobs[id], self._tasks.pop(id)
        self._jobs[id] = replace(
            job,
            state=state,
            finished=_now(),
            fraction=1.0 if state == "done" else job.fraction,
            change=change or job.change,
            error=error,
        )
        task.tidy()
        task.ended.set()

    def _forget(self) -> None:
        for id in [id for id, job in self._jobs.items() if job.ended][: max(0, len(self._jobs) - _REMEMBERED)]:
            del self._jobs[id]


_STOPPED = Problem("cancelled", "The server stopped before this was done. What was committed stays; send it again.")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
