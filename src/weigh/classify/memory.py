"""Stances are remembered: the same sentence and pair is never read twice by a model in one process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from weigh.stages import Classifier
from weigh.types import Judgement, Object

CAPACITY = 200_000
"""Judgements kept, some 100 bytes each beside the text that is hashed anyway."""

_Pair = tuple[Object, Object]


class Remembering:
    """A classifier that keeps its judgements per pair, dropping the pair unused for longest when full."""

    def __init__(self, inner: Classifier, capacity: int = CAPACITY) -> None:
        self.name = inner.name
        self._inner = inner
        self._capacity = capacity
        self._size = 0
        self._lock = Lock()
        self._pairs: OrderedDict[_Pair, dict[str, Judgement]] = OrderedDict()

    def classify(self, sentences: Sequence[str], first: Object, second: Object) -> list[Judgement]:
        with self._lock:
            known = dict(self._pairs.get((first, second), {}))
        missing = list(dict.fromkeys(text for text in sentences if text not in known))
        if missing:
            fresh = dict(zip(missing, self._inner.classify(missing, first, second), strict=True))
            known.update(fresh)
            self._keep((first, second), fresh)
        return [known[text] for text in sentences]

    def _keep(self, pair: _Pair, fresh: dict[str, Judgement]) -> None:
        with self._lock:
            kept = self._pairs.setdefault(pair, {})
            before = len(kept)
            kept.update(fresh)
            self._size += len(kept) - before
            self._pairs.move_to_end(pair)
            while self._size > self._capacity and len(self._pairs) > 1:
                _, dropped = self._pairs.popitem(last=False)
                self._size -= len(dropped)
