"""A clean document → what the writer needs of it. This is the costly half of indexing and runs in the workers."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from weigh.index.comparisons import comparisons
from weigh.index.hashing import hash_text
from weigh.ingest.documents import CleanDocument
from weigh.text.tokens import words as words_of

_CLOSING = " \"'”’»)]*_"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with, for each sentence, its words, their hash, and the things that it compares."""

    document: CleanDocument
    words: list[str]
    """The words of each sentence, joined by spaces: what is searched."""
    hashes: list[int]
    content: int
    compared: list[tuple[tuple[str, str], ...]]


def prepare(document: CleanDocument) -> Prepared:
    document = _encodable(document)
    cut = [words_of(text) for text in document.sentences]
    words = [" ".join(parts) for parts in cut]
    hashes = [hash_text(equality_key(key, text)) for key, text in zip(words, document.sentences, strict=True)]
    content = hash_text(
        json.dumps(
            [document.url, document.title, document.date, document.collection, document.sentences], ensure_ascii=False
        )
    )
    compared = [comparisons(text, parts) for text, parts in zip(document.sentences, cut, strict=True)]
    return Prepared(document, words, hashes, content, compared)


def is_question(text: str) -> bool:
    return text.rstrip(_CLOSING).endswith("?")


def equality_key(words: str, text: str) -> str:
    """What equal sentences share. A question never equals a statement, since only the statement is evidence."""
    return words + "?" if is_question(text) else words


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
