"""Sentences as the engine hands them out: their text at once, their sources when somebody looks at them.

A comparison may retrieve ten thousand sentences and show fifty. Making `Source` objects for all of them took longer
than finding them, so they are made on first access; in every other way these are ordinary sentences.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weigh.index.filters import passes
from weigh.index.store import Store
from weigh.types import Filters, Hit, Sentence, Source

MOST_SOURCES = 20
"""Sources listed with a sentence; their true number is kept beside them."""

_SENTENCE: Any = Sentence
_HIT: Any = Hit


class SourceReader:
    """Finds the sources of sentences among the documents that the filters let through."""

    def __init__(self, store: Store, filters: Filters) -> None:
        self.store = store
        self._passes = lru_cache(maxsize=None)(lambda number: passes(filters, store.meta(number)))
        self._filtered = filters != Filters()

    def sources(self, sentence: int) -> tuple[Source, ...]:
        return tuple(self.store.source(occurrence) for occurrence in self._passing(sentence)[:MOST_SOURCES])

    def counts(self, sentences: NDArray[np.int64]) -> list[int]:
        """How many sources each sentence has. A sentence with one source has passed the filters if it was found."""
        counts: list[int] = self.store.source_counts(sentences).tolist()
        if self._filtered:
            for i, count in enumerate(counts):
                if count > 1:
                    counts[i] = len(self._passing(int(sentences[i])))
        return counts

    def _passing(self, sentence: int) -> list[int]:
        occurrences = self.store.occurrences_of(sentence)
        if not self._filtered:
            return occurrences
        return [at for at in occurrences if self._passes(self.store.document_at(at))]


class StoredSentence(Sentence):
    """A sentence whose sources are read on first access."""

    __slots__ = ("_reader",)
    _reader: SourceReader

    @property
    def sources(self) -> tuple[Source, ...]:
        with contextlib.suppress(AttributeError):
            known: tuple[Source, ...] = _SENTENCE.sources.__get__(self)
            return known
        found = self._reader.sources(self.id)
        _SENTENCE.sources.__set__(self, found)
        return found

    @sources.setter
    def sources(self, value: tuple[Source, ...]) -> None:
        _SENTENCE.sources.__set__(self, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and _fields(self) == _fields(other)

    def __hash__(self) -> int:
        return hash(_fields(self))


def _fields(sentence: Sentence) -> tuple[Any, ...]:
    return sentence.id, sentence.text, sentence.sources, sentence.source_count


def hits(
    reader: SourceReader, numbers: NDArray[np.int64], scores: NDArray[np.float64], labels: list[tuple[str, ...]] | None
) -> list[Hit]:
    """Many hits at once. Fields are set slot by slot without a Python loop, which took four fifths of the time."""
    count = len(numbers)
    sentences: list[StoredSentence] = list(map(_SENTENCE.__new__, repeat(StoredSentence, count)))
    _fill(_SENTENCE.id, sentences, numbers.tolist())
    _fill(_SENTENCE.text, sentences, reader.store.texts(numbers))
    _fill(_SENTENCE.source_count, sentences, reader.counts(numbers))
    _fill(vars(StoredSentence)["_reader"], sentences, repeat(reader, count))
    found: list[Hit] = list(map(_HIT.__new__, repeat(Hit, count)))
    _fill(_HIT.sentence, found, sentences)
    _fill(_HIT.score, found, scores.tolist())
    _fill(_HIT.aspects, found, labels if labels is not None else repeat((), count))
    return found


def _fill(slot: Any, items: Iterable[object], values: Iterable[object]) -> None:
    """Set one slot of many objects. `deque` without room runs through a map faster than a loop can."""
    deque(map(slot.__set__, items, values), maxlen=0)
