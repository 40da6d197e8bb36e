"""A clean document → what the writer needs of it. This is the costly half of indexing and runs in the workers."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Self

from weigh.index.comparisons import Pair, comparisons
from weigh.index.hashing import hash_text
from weigh.ingest.documents import CleanDocument
from weigh.text.equality import is_question
from weigh.text.tokens import words as words_of

_JSON = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with, for each sentence, its words, their hash, and the things that it compares."""

    document: CleanDocument
    words: list[str]
    """The words of each sentence, joined by spaces: what is searched."""
    questions: list[bool]
    hashes: list[int]
    content: int
    compared: dict[int, tuple[Pair, ...]]
    """Position → what the sentence there compares; most compare nothing."""
    marks: tuple[int, ...] = ()
    """What the filter of templates knows the sentences by; see `ingest.clean`."""

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.document.sentences

    def without(self, positions: Collection[int]) -> Self:
        kept = [i for i in range(len(self.hashes)) if i not in positions]
        document = replace(self.document, sentences=tuple([self.document.sentences[i] for i in kept]))
        return replace(
            self,
            document=document,
            words=[self.words[i] for i in kept],
            questions=[self.questions[i] for i in kept],
            hashes=[self.hashes[i] for i in kept],
            content=_content(document),
            compared={new: self.compared[old] for new, old in enumerate(kept) if old in self.compared},
            marks=(),
        )


def prepare(document: CleanDocument, marks: tuple[int, ...] = ()) -> Prepared:
    document = _encodable(document)
    words: list[str] = []
    questions: list[bool] = []
    hashes: list[int] = []
    compared: dict[int, tuple[Pair, ...]] = {}
    for position, text in enumerate(document.sentences):
        parts = words_of(text)
        key = " ".join(parts)
        asks = is_question(text)
        words.append(key)
        questions.append(asks)
        hashes.append(hash_text(key + "?" if asks else key))
        if pairs := comparisons(text, parts):
            compared[position] = pairs
    return Prepared(document, words, questions, hashes, _content(document), compared, marks)


def _content(document: CleanDocument) -> int:
    """Tells a document from another version of it."""
    return hash_text(_JSON([document.url, document.title, document.date, document.collection, document.sentences]))


def _encodable(document: CleanDocument) -> CleanDocument:
    """The document without halves of surrogate pairs, which no file can hold."""
    try:
        "".join(
            (
                document.id,
                document.url or "",
                document.title or "",
                document.date or "",
                document.collection,
                *document.sentences,
            )
        ).encode()
    except UnicodeEncodeError:
        return replace(
            document,
            id=_mended(document.id),
            url=_mended(document.url) if document.url else document.url,
            title=_mended(document.title) if document.title else document.title,
            date=_mended(document.date) if document.date else document.date,
            collection=_mended(document.collection),
            sentences=tuple(_mended(text) for text in document.sentences),
        )
    return document


def _mended(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
