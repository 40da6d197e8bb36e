"""Parquet: columns by name, a batch of rows at a time. Needs the extra `corpus` (pyarrow)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any, BinaryIO

from weigh.errors import ExtraMissing, SourceProblem
from weigh.ingest.documents import Document, Options, Reader, Report
from weigh.ingest.readers.jsonl import from_record

_ROWS = 256
_LARGEST_GROUP = 512 * 1024 * 1024
"""Uncompressed bytes of a column in one row group; a greater one is left out, since pyarrow reads groups whole."""


class ParquetReader(Reader):
    name = "parquet"

    def __init__(self, options: Options) -> None:
        self._options = options

    def recognises(self, head: bytes, name: str) -> bool:
        return head.startswith(b"PAR1")

    def records(self, stream: BinaryIO, name: str, report: Report) -> Iterator[Document]:
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise ExtraMissing("Reading Parquet files", "corpus") from None
        with tempfile.TemporaryFile() as copy:  # Parquet is read from its end, so a stream needs a place to stand
            shutil.copyfileobj(stream, copy, 1024 * 1024)
            copy.seek(0, os.SEEK_SET)
            try:
                file = pq.ParquetFile(copy, memory_map=False, pre_buffer=False)
                names = list(file.schema_arrow.names)
            except (pa.ArrowException, OSError, ValueError) as error:
                raise SourceProblem(f"{name} is no readable Parquet file: {str(error)[:200]}. Copy it anew.") from None
            yield from self._rows(file, names, name, report)

    def _rows(self, file: Any, names: list[str], name: str, report: Report) -> Iterator[Document]:
        import pyarrow as pa

        fields = self._options.fields
        if fields.text not in names:
            shown = ", ".join(names[:12])
            raise SourceProblem(
                f"{name} has no column '{fields.text}'; it has: {shown}. "
                "Name the column of the text: --field text=COLUMN."
            )
        wanted = [column for column in _columns(fields) if column in names]
        for number in range(file.metadata.num_row_groups):
            group = file.metadata.row_group(number)
            sizes = [
                group.column(at).total_uncompressed_size
                for at in range(group.num_columns)
                if group.column(at).path_in_schema.split(".")[0] in wanted
            ]
            if max(sizes, default=0) > _LARGEST_GROUP:
                report.documents_out["record too long"] += group.num_rows
                report.problem(f"{name}: row group {number} is over {_LARGEST_GROUP >> 20} MB; make groups smaller.")
                continue
            batches = file.iter_batches(batch_size=_ROWS, row_groups=[number], columns=wanted, use_threads=False)
            try:
                for batch in batches:
                    for record in batch.to_pylist():
                        document = from_record(record, fields, report, name)
                        if document is not None and len(document.text) > self._options.max_record:
                            report.documents_out["record too long"] += 1
                        elif document is not None:
                            yield document
            except (pa.ArrowException, OSError, ValueError) as error:
                report.documents_out["broken row group"] += 1
                report.problem(f"{name}: row group {number} cannot be read: {str(error)[:200]}")


def _columns(fields: Any) -> tuple[str, ...]:
    return (fields.id, fields.url, fields.title, fields.text, fields.date, fields.collection)
