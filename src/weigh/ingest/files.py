"""The per-file function: one file → clean documents. It knows no engine; the same file gives the same everywhere.

    report = Report()
    for document in clean_file("pages.wet.gz", Options(), report):
        …

Worker processes and Spark tasks call exactly this.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from weigh.errors import SourceProblem
from weigh.ingest.clean import Cleaner
from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.fetch import Remote, is_url
from weigh.ingest.readers import reader_for
from weigh.ingest.streams import readable

STDIN = "-"


def clean_file(path: str | Path, options: Options, report: Report, *, skip: int = 0) -> Iterator[CleanDocument]:
    """The clean documents of a file, in its order; the first `skip` of them are left out.

    "-" is standard input, and a web address is read as it arrives. A file that cannot be opened, or is of no known
    kind, raises SourceProblem; damage inside a file is counted in the report. The report covers the whole file, the
    skipped part too, so that a build that was resumed reports the same as one that was not.
    """
    name = str(path)
    shown = "stdin" if name == STDIN else Path(name).name
    with _opened(name) as source:
        head, stream = readable(source, report)
        report.files += 1
        if not head:
            report.documents_out["empty file"] += 1
            return
        reader = reader_for(head, name, options)
        if reader is None:
            raise SourceProblem(
                f"{name} begins with {head[:12]!r}, which is none of the kinds of text Weigh reads: JSONL, CSV, TSV, "
                "plain text, Markdown, HTML, WET, WARC, Wikipedia XML, Stack Exchange XML or Parquet. "
                "Convert it, or leave it out."
            )
        cleaner = Cleaner(options, report)
        yielded = 0
        for document in reader.read(cast(BinaryIO, stream), name, report):
            clean = cleaner.clean(document, shown)
            if clean is None:
                continue
            yielded += 1
            if yielded > skip:
                yield clean


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
