"""One file per kind of text, each a `Reader`. `reader_for` tells the kind by the content first, by the name second."""

from __future__ import annotations

from pathlib import PurePath

from weigh.errors import BadInput
from weigh.ingest.documents import Options, Reader


def readers(options: Options) -> tuple[Reader, ...]:
    """All readers, those with the surest marks first: a kind is the first that recognises the content."""
    from weigh.ingest.readers.csv import CsvReader
    from weigh.ingest.readers.html import HtmlReader
    from weigh.ingest.readers.jsonl import JsonlReader
    from weigh.ingest.readers.markdown import MarkdownReader
    from weigh.ingest.readers.parquet import ParquetReader
    from weigh.ingest.readers.stackexchange import StackExchangeReader
    from weigh.ingest.readers.text import TextReader
    from weigh.ingest.readers.warc import WarcReader
    from weigh.ingest.readers.wet import WetReader
    from weigh.ingest.readers.wikipedia import WikipediaReader

    return (
        ParquetReader(options),
        WetReader(options),
        WarcReader(options),
        WikipediaReader(options),
        StackExchangeReader(options),
        JsonlReader(options),
        HtmlReader(options),
        CsvReader(options),
        MarkdownReader(options),
        TextReader(options),
    )


def reader_for(head: bytes, name: str, options: Options) -> Reader | None:
    """The reader of a file, or None where its content is of no known kind."""
    known = readers(options)
    if options.kind is not None:
        for reader in known:
            if reader.name == options.kind:
                return reader
        raise BadInput(f"There is no kind of file '{options.kind}'. Known: {', '.join(r.name for r in known)}.")
    return next((reader for reader in known if reader.recognises(head, name)), None)


def plain_name(name: str) -> str:
    """A file's name in lower case without folders and without .gz or .bz2: `Data/A.CSV.gz` → `a.csv`."""
    return PurePath(name).name.lower().removesuffix(".gz").removesuffix(".bz2")
