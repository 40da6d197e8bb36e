"""The per-file function: one file → clean documents. It knows no engine; the same file gives the same everywhere.

    report = Report()
    for document in clean_file("pages.wet.gz", Options(), report):
        …

Spark tasks call exactly this. A build on one machine calls its three steps: `chunks` cuts the file into pieces of
work, any process makes `drafts` of a piece, and a `Finisher` takes the drafts in their order.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from weigh.errors import SourceProblem, WeighError
from weigh.ingest.clean import Cleaner, Draft, Finisher
from weigh.ingest.documents import CleanDocument, Document, Options, Reader, Record, Report
from weigh.ingest.fetch import Remote, is_url
from weigh.ingest.readers import reader_for
from weigh.ingest.streams import readable

STDIN = "-"
CHUNK = 256 * 1024
"""Bytes of a piece of work: about a tenth of a second for one process."""
_MOST_RECORDS = 1_000


class Chunk(NamedTuple):
    """Some records of a file. Where a chunk ends depends on the file alone."""

    path: str
    kind: str
    """The reader that cut it."""
    records: list[Record | Document]
    report: dict[str, Any]
    """What the cutting counted since the chunk before."""
    position: int
    """Bytes of the file consumed, as far as that can be told."""


def clean_file(path: str | Path, options: Options, report: Report) -> Iterator[CleanDocument]:
    """The clean documents of a file, in its order.

    "-" is standard input, and a web address is read as it arrives. A file that cannot be opened, or is of no known
    kind, raises SourceProblem; damage inside a file is counted in the report.
    """
    finisher = Finisher(report)
    for chunk in chunks(path, options):
        report.merge(Report.from_dict(chunk.report))
        for draft in drafts(chunk, options, report):
            finished = finisher.finish(draft)
            if finished is not None:
                yield finished.document


def chunks(path: str | Path, options: Options, size: int = CHUNK) -> Iterator[Chunk]:
    """The file in pieces; what cannot be read on raises, after a piece with all that was read before."""
    name = str(path)
    report = Report()
    with _opened(name) as source:
        head, stream = readable(source, report)
        report.files += 1
        if not head:
            report.documents_out["empty file"] += 1
            yield Chunk(name, "", [], report.drained(), 0)
            return
        reader = reader_for(head, name, options)
        if reader is None:
            raise SourceProblem(
                f"{name} begins with {head[:12]!r}, which is none of the kinds of text Weigh reads: JSONL, CSV, TSV, "
                "plain text, Markdown, HTML, WET, WARC, Wikipedia XML, Stack Exchange XML or Parquet. "
                "Convert it, or leave it out."
            )
        tell = source.tell if isinstance(source, io.FileIO) else lambda: 0
        records: list[Record | Document] = []
        held = 0
        try:
            for record in reader.records(cast(BinaryIO, stream), name, report):
                records.append(record)
                held += len(record.text if isinstance(record, Document) else record.data)
                if held >= size or len(records) >= _MOST_RECORDS:
                    yield Chunk(name, reader.name, records, report.drained(), tell())
                    records, held = [], 0
        except (WeighError, OSError):
            yield Chunk(name, reader.name, records, report.drained(), tell())
            raise
        yield Chunk(name, reader.name, records, report.drained(), tell())


def drafts(chunk: Chunk, options: Options, report: Report) -> Iterator[Draft]:
    """The documents of a chunk, cleaned as far as each can be by itself."""
    if not chunk.records:
        return
    reader = _reader(chunk.kind, options)
    cleaner = Cleaner(options, report)
    shown = "stdin" if chunk.path == STDIN else Path(chunk.path).name
    for record in chunk.records:
        document = record if isinstance(record, Document) else reader.document(record, chunk.path, report)
        draft = cleaner.draft(document, shown) if document is not None else None
        if draft is not None:
            yield draft


@lru_cache(maxsize=16)
def _reader(kind: str, options: Options) -> Reader:
    reader = reader_for(b"", "", replace(options, kind=kind))
    assert reader is not None
    return reader


def expand(paths: Iterable[str | Path]) -> list[str]:
    """The files meant by paths: folders are walked (hidden files left out) in sorted order; "-" is standard input,
    and a web address stays as it is."""
    found: list[str] = []
    for given in paths:
        path = Path(given)
        if str(given) == STDIN or is_url(str(given)):
            found.append(str(given))
        elif path.is_dir():
            found.extend(_walk(path))
        elif path.exists():
            found.append(str(path))
        else:
            raise SourceProblem(f"There is no file or folder '{given}'. Check the name; '-' reads standard input.")
    return list(dict.fromkeys(found))


def _walk(folder: Path) -> Iterator[str]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file():
                yield str(path)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == STDIN:
        yield sys.stdin.buffer
        return
    if is_url(name):
        with Remote(name) as remote:
            yield cast(BinaryIO, remote)
        return
    try:
        with Path(name).open("rb", buffering=0) as source:
            yield cast(BinaryIO, source)
    except FileNotFoundError:
        raise SourceProblem(f"There is no file '{name}'. Check the name.") from None
    except OSError as error:
        raise SourceProblem(f"{name} cannot be read: {error.strerror or error}. Is it a file you may read?") from None
