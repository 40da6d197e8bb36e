"""A bounded workshop for questions: few at once, some waiting, the rest turned away with 503 and Retry-After.

A question is worked on in a thread, stage by stage. Where the client goes away or the time is up, the iterator is
closed at the next stage, so that nobody computes what nobody will read.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from weigh.models.session import give_back
from weigh.web.guard.errors import Refused

T = TypeVar("T")
log = logging.getLogger("weigh.web")
_END: Any = object()


@dataclass(eq=False)
class _Job(Generic[T]):
    make: Callable[[], Iterator[T]]
    loop: asyncio.AbstractEventLoop
    results: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)
    cancelled: threading.Event = field(default_factory=threading.Event)

    def put(self, value: Any) -> None:
        # The loop may be gone when the server stops while a stage still runs.
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.results.put_nowait, value)

    def run(self) -> None:
        """In the thread: hands over one result after the other until the end, an error or a cancellation."""
        try:
            if not self.cancelled.is_set():
                items = self.make()
                try:
                    for item in items:
                        if self.cancelled.is_set():
                            break
                        self.put(item)
                finally:
                    if close := getattr(items, "close", None):
                        close()
            self.put(_END)
        except Exception as error:
            self.put(error)


class Workshop:
    """`running` and `waiting` are exact at any moment; together they never exceed the two limits."""

    def __init__(self, concurrent: int, queue: int, timeout: float) -> None:
        self._threads = max(1, concurrent)
        self._places = self._threads + max(0, queue)
        self._timeout = timeout
        self._jobs: set[_Job[Any]] = set()
        self._running = 0
        self._lock = threading.Lock()
        self.open()

    def open(self) -> None:
        """Ready for work, also again after a close."""
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="weigh-work")

    @property
    def running(self) -> int:
        return self._running

    @property
    def waiting(self) -> int:
        return max(0, len(self._jobs) - self._running)

    async def stream(self, make: Callable[[], Iterator[T]]) -> AsyncIterator[T]:
        """What the iterator gives, as it comes. Leaving the loop early cancels the work."""
        job = self._admit(make)
        deadline = job.loop.time() + self._timeout
        try:
            while True:
                try:
                    item = await asyncio.wait_for(job.results.get(), max(0.0, deadline - job.loop.time()))
                except TimeoutError:
                    raise Refused(
                        504,
                        "too_slow",
                        f"The answer took longer than {self._timeout:g} seconds. "
                        "Ask for fewer objects or use the fast search.",
                    ) from None
                if item is _END:
                    return
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            job.cancelled.set()

    async def last(self, make: Callable[[], Iterator[T]]) -> T:
        """The last thing that the iterator gives."""
        result: Any = _END
        async for item in self.stream(make):
            result = item
        if result is _END:
            raise Refused(503, "stopped", "The server is stopping. Try again in a moment.", {"Retry-After": "5"})
        return result  # type: ignore[no-any-return]

    async def call(self, function: Callable[[], T]) -> T:
        """One function call under the same limits."""
        return await self.last(lambda: iter((function(),)))

    def _admit(self, make: Callable[[], Iterator[T]]) -> _Job[T]:
        job = _Job(make, asyncio.get_running_loop())
        with self._lock:
            if len(self._jobs) >= self._places:
                raise Refused(
                    503,
                    "overloaded",
                    f"{len(self._jobs)} questions are being answered or waiting, which is all there is room for. "
                    "Try again in a few seconds.",
                    {"Retry-After": "5"},
                )
            self._jobs.add(job)
        try:
            self._pool.submit(self._work, job)
        except RuntimeError:
            with self._lock:
                self._jobs.discard(job)
            raise Refused(503, "stopped", "The server is stopping. Try again.", {"Retry-After": "5"}) from None
        return job

    def _work(self, job: _Job[Any]) -> None:
        with self._lock:
            self._running += 1
        try:
            job.run()
            give_back()
        finally:
            with self._lock:
                self._running -= 1
                self._jobs.discard(job)

    def close(self) -> None:
        """Cancels what waits and lets running stages end."""
        with self._lock:
            for job in self._jobs:
                job.cancelled.set()
        self._pool.shutdown(wait=True, cancel_futures=False)
