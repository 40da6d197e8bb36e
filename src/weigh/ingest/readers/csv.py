"""CSV and TSV with a header line; the separator is told from the header."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import BinaryIO

from weigh.errors import SourceProblem
from weigh.ingest.documents import Document, Options, Reader, Report
from weigh.ingest.encodings import decode
from weigh.ingest.readers import plain_name
from weigh.ingest.readers.jsonl import from_record
from weigh.ingest.streams import lines
from weigh.text import separated

_SEPARATORS = "\t,;|"


class CsvReader(Reader):
    name = "csv"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        """By the name, or by a first line that looks like a header with the column of the text."""
        if b"\x00" in head:
            return False
        if plain_name(name).endswith((".csv", ".tsv", ".tab")):
            return True
        first = head.split(b"\n", 1)[0].decode("utf-8", "replace")
        columns = _row(first, _separator(first))
        return len(columns) > 1 and self._options.fields.text in columns

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Document]:
        limit = self._options.max_record
        texts = (decode(line, report) for line in lines(stream, limit, report))
        header = next(texts, "")
        separator = _separator(header)
        columns = _row(header, separator)
        wanted = self._options.fields.text
        if wanted not in columns:
            if not header.strip():
                return
            shown = ", ".join(column[:40] for column in columns[:12])
            raise SourceProblem(
                f"{name} has no column '{wanted}'; its first line names: {shown}. "
                "Name the column that holds the text: --field text=COLUMN."
            )
        rows = separated.rows(texts, limit, delimiter=separator)
        while True:
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error:  # a quote that never closes, most often: go on with a fresh reader after it
                report.documents_out["broken row"] += 1
                rows = separated.rows(texts, limit, delimiter=separator)
                continue
            if not row:
                continue
            record = {column: value for column, value in zip(columns, row, strict=False) if value}
            record.setdefault(wanted, "")
            document = from_record(record, self._options.fields, report, name)
            if document is not None:
                yield document


def _separator(header: str) -> str:
    return max(_SEPARATORS, key=header.count) if any(mark in header for mark in _SEPARATORS) else ","


def _row(line: str, separator: str) -> list[str]:
    try:
        return [column.strip() for column in next(separated.rows([line[:65536]], delimiter=separator), [])]
    except csv.Error:
        return []
