"""A clean document → what the writer needs of it. This is the costly half of indexing and runs in the workers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import compress
from typing import NamedTuple, Self

from weigh.index.comparisons import Pair, comparisons
from weigh.index.hashing import hash_all
from weigh.index.meta import DocumentMeta
from weigh.ingest.documents import CleanDocument
from weigh.text.equality import is_question
from weigh.text.tokens import words_of_all


class Prepared(NamedTuple):
    """A document with, for each sentence, its words, their hash, and the things that it compares.

    Plain tuples, lists and bytes, since thousands of them go from process to process every second.
    """

    meta: DocumentMeta
    sentences: tuple[str, ...]
    words: list[str]
    """The words of each sentence, joined by spaces: what is searched."""
    questions: list[bool]
    hashes: bytes
    """Of each sentence, as `hash_all` makes them."""
    compared: dict[int, tuple[Pair, ...]]
    """Position → what the sentence there compares; most compare nothing."""
    marks: tuple[int, ...] = ()
    """What the filter of templates knows the sentences by; see `ingest.clean`."""

    def without(self, positions: Collection[int]) -> Self:
        stays = [i not in positions for i in range(len(self.sentences))]
        places = list(compress(range(len(stays)), stays))
        return self._replace(
            sentences=tuple(compress(self.sentences, stays)),
            words=list(compress(self.words, stays)),
            questions=list(compress(self.questions, stays)),
            hashes=b"".join([self.hashes[8 * i : 8 * i + 8] for i in places]),
            compared={new: self.compared[old] for new, old in enumerate(places) if old in self.compared},
            marks=(),
        )


def prepare(document: CleanDocument, marks: tuple[int, ...] = ()) -> Prepared:
    meta = DocumentMeta(document.id, document.url, document.title, document.date, document.collection)
    sentences = document.sentences
    if not _encodable((*meta, *sentences)):
        meta = DocumentMeta._make(text and _mended(text) for text in meta)
        sentences = tuple(map(_mended, sentences))
    parts = words_of_all(sentences)
    words = list(map(" ".join, parts))
    questions = list(map(is_question, sentences))
    hashes = hash_all([key + "?" if asks else key for key, asks in zip(words, questions, strict=True)])
    pairs = map(comparisons, sentences, parts)
    return Prepared(
        meta, sentences, words, questions, hashes, {i: found for i, found in enumerate(pairs) if found}, marks
    )


def _encodable(texts: Iterable[str | None]) -> bool:
    """Is there no half of a surrogate pair, which no file can hold?"""
    try:
        "".join([text for text in texts if text]).encode()
    except UnicodeEncodeError:
        return False
    return True


def _mended(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
