"""The same study on a cluster: the functions of `pieces` as Spark tasks, with Spark's shuffle in place of ours.

    rows → (read) → by user → (clean) → by question → (classify, count) → sum of tallies

Counts are those of one machine: users and questions are grouped whole, and the order of rows is that of the files.
"""

from __future__ import annotations

import os
import pickle
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from weigh.errors import BadInput, ExtraMissing
from weigh.log.clean import Removed, clean_partition
from weigh.log.options import LogOptions
from weigh.log.pieces import _genuine, by_question, classifier, entries_of
from weigh.log.readers import read
from weigh.log.run import Found, Times
from weigh.log.tally import Tally, tally_partition

_FILE_ROWS = 1 << 40
"""Ordinals of one file's rows; the next file's begin after them, so that order over all files is kept."""


def find(paths: Sequence[str], options: LogOptions) -> Found:
    """Read, clean, classify and count on Spark (`options.spark` is its master)."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise ExtraMissing("Running on Spark", "spark") from None
    if "-" in paths:
        raise BadInput("Spark cannot read standard input; give files that every worker can reach.")
    times = Times()
    started = time.perf_counter()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    master = options.spark or "local[*]"
    builder = SparkSession.builder.master(master).appName("weigh log").config("spark.ui.enabled", "false")
    if master.startswith("local"):
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    session = builder.getOrCreate()
    try:
        context = session.sparkContext
        parts = options.partitions or max(2 * context.defaultParallelism, 8)
        salt = (options.salt or secrets.token_hex(16)).encode()[:64]
        columns, rules, titles = options.columns, options.rules, options.titles
        wanted, transformer, min_users, sample = (
            options.file_format,
            options.transformer,
            options.min_users,
            options.sample,
        )

        def read_file(numbered: tuple[int, str]) -> Iterator[tuple[str, Any]]:
            number, path = numbered
            counts: Counter[str] = Counter()
            for first, chunk in _chunks(read(path, columns, wanted)):
                kept, found = entries_of(chunk, number * _FILE_ROWS + first, columns, rules, salt)
                counts.update(found)
                for entry in kept:
                    yield "entry", (entry.user or entry.order, tuple(entry))
            yield "counts", dict(counts)

        def clean(rows: Iterable[tuple[int, Any]]) -> Iterator[tuple[str, Any]]:
            with _spilled(entry for _, entry in rows) as again:
                kept, removed = clean_partition(again, rules, _genuine(rules.off, titles))
            for pair in by_question(kept):
                yield "entry", pair
            yield "removed", removed.to_dict()

        def count(rows: Iterable[tuple[int, Any]]) -> Iterator[bytes]:
            yield pickle.dumps(
                tally_partition((row for _, row in rows), classifier(transformer), min_users=min_users, sample=sample)
            )

        def number_of(key: int) -> int:
            return key

        read_rows = context.parallelize(list(enumerate(paths)), len(paths)).flatMap(read_file).cache()
        cleaned = _only(read_rows, "entry").partitionBy(parts, number_of).mapPartitions(clean).cache()
        tallies = _only(cleaned, "entry").partitionBy(parts, number_of).mapPartitions(count)
        total = Tally()
        for packed in tallies.toLocalIterator():
            total.add(pickle.loads(packed))
        counts: Counter[str] = Counter()
        for found in _only(read_rows, "counts").collect():
            counts.update(found)
        removed = Removed()
        for item in _only(cleaned, "removed").collect():
            removed.add(Removed.from_dict(item))
    finally:
        session.stop()
    times.seconds["spark"] = time.perf_counter() - started
    return Found(counts, removed, total, times)


@contextmanager
def _spilled(rows: Iterator[Any]) -> Iterator[Callable[[], Iterator[Any]]]:
    """Rows on disk that can be gone through more than once, so that a bot's entries never fill a worker's memory."""
    with tempfile.TemporaryFile() as file:
        while batch := list(islice(rows, 10_000)):
            pickle.dump(batch, file)
        end = file.tell()

        def again() -> Iterator[Any]:
            file.seek(0)
            while file.tell() < end:
                yield from pickle.load(file)

        yield again


def _only(rows: Any, kind: str) -> Any:
    return rows.filter(lambda item: item[0] == kind).map(lambda item: item[1])


def _chunks(rows: Iterator[Any], size: int = 20_000) -> Iterator[tuple[int, list[Any]]]:
    chunk: list[Any] = []
    first = 0
    for row in rows:
        chunk.append(row)
        if len(chunk) == size:
            yield first, chunk
            first += size
            chunk = []
    if chunk:
        yield first, chunk
