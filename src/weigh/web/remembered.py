"""Answers of late are remembered: a question asked again of the same index is replayed stage by stage, not worked out.

What is kept is what the stream gave, so that whoever asks again sees the same stages and the same answer, with the
times of its making. Dropping and flipping arguments starts from the stored answer and never comes here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from threading import Lock

from weigh.pipeline import Weigh
from weigh.types import Event
from weigh.web.asked import Asked

CAPACITY = 5_000
"""Arguments kept over all answers, 1 to 3 KB each; an answer without any counts as one."""

_Key = tuple[Asked, str]


class Remembered:
    """The answers used last, as many as fit. Safe to share between threads."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        self._lock = Lock()
        self._kept: OrderedDict[_Key, tuple[Event, ...]] = OrderedDict()

    def events(self, asked: Asked, weigh: Weigh) -> Iterator[Event]:
        """What `Asked.events` gives, from memory where the index has not changed since."""
        # The words that a form corrects are shown with the answer and change nothing in it.
        what = replace(asked, question="") if asked.comparison else asked
        key = (what, weigh.info().version)
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
        if known is not None:
            yield from known
            return
        made = []
        for event in asked.events(weigh):
            made.append(event)
            yield event
        self._keep(key, tuple(made))

    def _keep(self, key: _Key, events: tuple[Event, ...]) -> None:
        answer = events[-1].answer
        # A note on the summary says that a service failed; next time it may not.
        if answer is None or answer.summary.note or _size(events) > self._capacity:
            return
        with self._lock:
            if key not in self._kept:
                self._size += _size(events)
            self._kept[key] = events
            while self._size > self._capacity:
                _, dropped = self._kept.popitem(last=False)
                self._size -= _size(dropped)


def _size(events: tuple[Event, ...]) -> int:
    answer = events[-1].answer
    return max(1, len(answer.arguments)) if answer else 0
