"""Sentences as the engine hands them out: their text at once, their sources when somebody looks at them.

A comparison may retrieve ten thousand sentences and show fifty. Making `Source` objects for all of them took longer
than finding them, so they are made on first access; in every other way these are ordinary sentences.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from weigh.index.filters import passes
from weigh.index.store import Snapshot
from weigh.types import Filters, Sentence, Source

MOST_SOURCES = 20
"""Sources listed with a sentence; their true number is kept beside them."""

_SLOTS: Any = Sentence
_set_id, _set_text, _set_count = _SLOTS.id.__set__, _SLOTS.text.__set__, _SLOTS.source_count.__set__
_get_sources, _set_sources = _SLOTS.sources.__get__, _SLOTS.sources.__set__


class SourceReader:
    """Finds the sources of sentences among the documents that the filters let through."""

    def __init__(self, store: Snapshot, filters: Filters) -> None:
        self.store = store
        self._filters = filters
        self.filtered = filters != Filters()

    def sources(self, sentence: int) -> tuple[Source, ...]:
        return tuple(self.store.source(occurrence) for occurrence in self._passing(sentence, MOST_SOURCES))

    def count(self, sentence: int) -> int:
        return len(self._passing(sentence, None))

    def _passing(self, sentence: int, most: int | None) -> list[int]:
        occurrences = self.store.occurrences_of(sentence)
        if not self.filtered:
            return occurrences[:most]
        store = self.store
        return [at for at in occurrences if passes(self._filters, store.meta(store.document_at(at)))][:most]


class StoredSentence(Sentence):
    """A sentence whose sources are read on first access."""

    __slots__ = ("_reader",)
    _reader: SourceReader

    @property
    def sources(self) -> tuple[Source, ...]:
        try:
            found: tuple[Source, ...] = _get_sources(self)
        except AttributeError:
            found = self._reader.sources(self.id)
            _set_sources(self, found)
        return found

    @sources.setter
    def sources(self, value: tuple[Source, ...]) -> None:
        _set_sources(self, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and _fields(self) == _fields(other)

    def __hash__(self) -> int:
        return hash(_fields(self))


def _fields(sentence: Sentence) -> tuple[Any, ...]:
    return sentence.id, sentence.text, sentence.sources, sentence.source_count


_new: Any = StoredSentence.__new__
_set_reader: Any = vars(StoredSentence)["_reader"].__set__


def stored_sentences(reader: SourceReader, numbers: NDArray[np.int64]) -> list[StoredSentence]:
    """Many sentences at once. Fields are set directly: the checks of a frozen class would cost half of the time."""
    texts = reader.store.texts(numbers)
    ids = numbers.tolist()
    counts = (
        [reader.count(number) for number in ids] if reader.filtered else reader.store.source_counts(numbers).tolist()
    )
    sentences = []
    for number, text, count in zip(ids, texts, counts, strict=True):
        sentence = _new(StoredSentence)
        _set_id(sentence, number)
        _set_text(sentence, text)
        _set_count(sentence, count)
        _set_reader(sentence, reader)
        sentences.append(sentence)
    return sentences
