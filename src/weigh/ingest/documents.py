"""What ingestion speaks of: a document as read, a document as cleaned, the reader of one kind of file, the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Literal, NamedTuple, Protocol


class Record(NamedTuple):
    """A document as bytes: cut out of its file, but not yet understood."""

    data: bytes
    about: Mapping[str, str] = {}
    """What the file says of it: header fields."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as its file gave it. `text` is as read; a line break separates paragraphs."""

    id: str
    text: str
    url: str | None = None
    title: str | None = None
    date: str | None = None
    collection: str = ""


@dataclass(frozen=True, slots=True)
class CleanDocument:
    """A document ready to index. A sentence's position is its index in `sentences`."""

    id: str
    url: str | None
    title: str | None
    date: str | None
    collection: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """The names of the fields (JSONL) or columns (CSV, Parquet) that hold a document's parts."""

    id: str = "id"
    url: str = "url"
    title: str = "title"
    text: str = "text"
    date: str = "date"
    collection: str = "collection"


@dataclass(frozen=True, slots=True)
class Options:
    """How files are read and cleaned. The same options and file give the same documents, on every machine."""

    kind: str | None = None
    """The reader to use, where the content must not decide."""
    collection: str = ""
    """Collection of documents that name none."""
    fields: Fields = field(default_factory=Fields)
    language: str | None = "en"
    """Documents in other languages are left out; None keeps all."""
    keep: Literal["all", "comparative"] = "all"
    """`comparative` keeps only sentences that could be evidence."""
    min_words: int = 3
    max_sentence: int = 1_000
    """Longest sentence in characters."""
    max_record: int = 16 * 1024 * 1024
    """Longest record (line, page, archive member) in bytes; longer ones are left out and counted."""
    spam: bool = True
    """Leave out spam, lists of keywords, and template sentences that a site repeats."""


class Report:
    """What was read, kept, repaired and left out, and why. Reports of several files add up with `merge`."""

    def __init__(self) -> None:
        self.files = 0
        self.bytes_read = 0
        """Bytes of raw text, after decompression."""
        self.documents = 0
        self.sentences = 0
        self.questions = 0
        """Kept sentences that end in a question mark; engines keep them for context, never as evidence."""
        self.documents_out: Counter[str] = Counter()
        self.sentences_out: Counter[str] = Counter()
        self.repaired: Counter[str] = Counter()
        self.problems: list[str] = []
        """The first few problems in words, for the user."""

    def problem(self, text: str, *, most: int = 20) -> None:
        """Remember what went wrong; only the first few, so that a bad file cannot fill the memory."""
        if len(self.problems) < most:
            self.problems.append(text[:500])

    def merge(self, other: Report) -> None:
        self.files += other.files
        self.bytes_read += other.bytes_read
        self.documents += other.documents
        self.sentences += other.sentences
        self.questions += other.questions
        self.documents_out.update(other.documents_out)
        self.sentences_out.update(other.sentences_out)
        self.repaired.update(other.repaired)
        for text in other.problems:
            self.problem(text)

    def to_dict(self) -> dict[str, Any]:
        return {
            "files": self.files,
            "bytes_read": self.bytes_read,
            "documents": self.documents,
            "sentences": self.sentences,
            "questions": self.questions,
            "documents_out": dict(sorted(self.documents_out.items())),
            "sentences_out": dict(sorted(self.sentences_out.items())),
            "repaired": dict(sorted(self.repaired.items())),
            "problems": list(self.problems),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """The inverse of `to_dict`, so that workers and Spark tasks can hand reports over as JSON."""
        report = cls()
        for name in ("files", "bytes_read", "documents", "sentences", "questions"):
            setattr(report, name, int(data[name]))
        for name in ("documents_out", "sentences_out", "repaired"):
            getattr(report, name).update(data[name])
        report.problems.extend(data["problems"])
        return report

    def drained(self) -> dict[str, Any]:
        """What has been counted since the last call."""
        counted = self.to_dict()
        self.__init__()  # type: ignore[misc]
        return counted

    def __repr__(self) -> str:
        return f"Report({self.to_dict()})"


class Reader(Protocol):
    """One kind of file. A reader streams: it never holds more than one record, and a broken record is counted in
    the report and left out, never fatal.

    Cutting a file into records must be done by one process and should cost little; understanding a record can be done
    by any, and may cost more. A reader that can do no cheap cutting gives documents at once.
    """

    name: str

    def recognises(self, head: bytes, name: str) -> bool:
        """Is this the kind? `head` is the (decompressed) beginning of the content, `name` the file's name."""
        ...

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Record | Document]: ...

    def document(self, record: Record, name: str, report: Report) -> Document | None:
        """The document in a record, or None (counted). What gives documents at once is never asked."""
        return None
