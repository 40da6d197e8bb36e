"""How fast the embedded index is built, opened and read, with SQLite FTS5 beside it as the yardstick.

Both engines answer the same queries over the same sentences in the same run, taking turns, so that the ratios hold on a
busy machine too. FTS5 gives id, text and score; ours gives what the program uses: hits with text, score and sources.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import numpy as np

from weigh.index import EmbeddedEngine, create
from weigh.index.build import Progress, add_files
from weigh.index.commit import read_commit
from weigh.index.store import Snapshot
from weigh.text.mentions import phrase
from weigh.text.tokens import words
from weigh.types import Filters, Object

_SAMPLE = 50_000
"""Sentences from which the frequent words come that make up the pairs."""
_FREQUENT = 20
_PAIRS = 8
_ROUNDS = 5
_FTS5 = "select rowid, text, rank from sentences where sentences match ? order by rank limit ?"


def speed_index(corpus: Path, out: Path | None = None, *, index: Path | None = None) -> dict[str, Any]:
    """Build an index of the corpus (or take `index`), measure, and write the figures to `out` as JSON."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="weigh-speed-")))
        result: dict[str, Any] = {"corpus": corpus.name}
        if index is None:
            index = create(folder / "index")
            result["build"] = _build(index, corpus)
        store = Snapshot(index, read_commit(index))
        engine = EmbeddedEngine(index)
        info = engine.info()
        result |= {"sentences": info.sentences, "documents": info.documents, "size_bytes": info.size_bytes}
        result["bytes_per_sentence"] = round(info.size_bytes / max(1, info.sentences), 1)
        result["open_ms"] = round(
            1000 * statistics.median(_seconds(lambda: EmbeddedEngine(index)) for _ in range(7)), 2
        )
        pairs = _pairs(store, engine)
        database, seconds = _fts5(folder / "fts5.sqlite", store)
        stack.callback(database.close)
        result["fts5_build_seconds"] = round(seconds, 2)
        result["retrieval"] = {
            str(limit): _retrieval(
                engine, database, limit, [pair for pair, count in pairs if count >= limit] or [p for p, _ in pairs]
            )
            for limit in (500, 10_000)
        }
        result["complete_ms"] = _milliseconds([_seconds(partial(engine.complete, start)) for start in ascii_lowercase])
        engine.close()
    if out is not None:
        out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return result


def _build(index: Path, corpus: Path) -> dict[str, Any]:
    points: list[tuple[float, int]] = [(0.0, 0)]

    def note(state: Progress) -> None:
        points.append((state.seconds, state.sentences))

    with _peak_memory() as peak:
        report = add_files(index, [corpus], on_progress=note)
    total = points[-1][1]
    return {
        "seconds": round(report.seconds, 2),
        "sentences_per_second": round(report.added.sentences / report.seconds),
        "megabytes_per_second": round(report.report.bytes_read / 1e6 / report.seconds, 2),
        "first_tenth_per_second": _rate(points, 0, total / 10),
        "last_tenth_per_second": _rate(points, total * 9 / 10, total),
        "peak_memory_mb": {name: round(value / 1e6) for name, value in peak.items()},
    }


def _rate(points: list[tuple[float, int]], low: float, high: float) -> int:
    """Sentences per second while the index grew from `low` to `high`."""
    part = [point for point in points if low <= point[1] <= high]
    if len(part) < 2 or part[-1][0] <= part[0][0]:
        return 0
    return round((part[-1][1] - part[0][1]) / (part[-1][0] - part[0][0]))


@contextlib.contextmanager
def _peak_memory() -> Iterator[dict[str, int]]:
    """The most memory of this process and its workers together: all, and what is theirs alone (no mapped files)."""
    import psutil

    peak = {"all": 0, "own": 0}
    done = threading.Event()
    process = psutil.Process()

    def watch() -> None:
        while not done.wait(0.5):
            with contextlib.suppress(psutil.Error):
                infos = [item.memory_full_info() for item in (process, *process.children(recursive=True))]
                peak["all"] = max(peak["all"], sum(info.rss for info in infos))
                peak["own"] = max(peak["own"], sum(info.uss for info in infos))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def _pairs(store: Snapshot, engine: EmbeddedEngine) -> list[tuple[tuple[str, str], int]]:
    """Pairs of frequent words with the number of sentences that name both, most first."""
    count = store.texts_count
    numbers = np.linspace(0, count - 1, min(_SAMPLE, count)).astype(np.int64)
    frequent = Counter(word for text in store.texts(numbers) for word in set(words(text)) if len(word) > 2)
    names = [word for word, _ in frequent.most_common(_FREQUENT)]
    found = []
    for first, second in combinations(names, 2):
        total = engine.retrieve(Object(first), Object(second), (), Filters(), limit=1, general=1).total
        found.append(((first, second), total))
    found.sort(key=lambda item: -item[1])
    return found


def _fts5(path: Path, store: Snapshot) -> tuple[sqlite3.Connection, float]:
    database = sqlite3.connect(path)
    started = time.perf_counter()
    database.execute("create virtual table sentences using fts5(text)")
    with database:
        for start in range(0, store.texts_count, 20_000):
            numbers = np.arange(start, min(start + 20_000, store.texts_count), dtype=np.int64)
            database.executemany(
                "insert into sentences (rowid, text) values (?, ?)",
                zip(numbers.tolist(), store.texts(numbers), strict=True),
            )
    database.execute("insert into sentences (sentences) values ('optimize')")
    database.commit()
    return database, time.perf_counter() - started


def _retrieval(
    engine: EmbeddedEngine, database: sqlite3.Connection, limit: int, pairs: list[tuple[str, str]]
) -> dict[str, Any]:
    ours: list[float] = []
    theirs: list[float] = []
    chosen = pairs[:: max(1, len(pairs) // _PAIRS)][:_PAIRS]
    for first, second in chosen:
        match = " AND ".join("(" + " OR ".join(sorted(phrase(name)[0])) + ")" for name in (first, second))
        retrieve = partial(engine.retrieve, Object(first), Object(second), (), Filters(), limit=0, general=limit)
        for _ in range(_ROUNDS):
            ours.append(_seconds(retrieve))
            theirs.append(_seconds(lambda: database.execute(_FTS5, (match, limit)).fetchall()))  # noqa: B023
    result: dict[str, Any] = {"pairs": len(chosen), "weigh_ms": _milliseconds(ours), "fts5_ms": _milliseconds(theirs)}
    if ours:
        result["times_as_fast_p50"] = round(statistics.median(theirs) / statistics.median(ours), 1)
        result["times_as_fast_in_all"] = round(sum(theirs) / sum(ours), 1)
    return result


def _milliseconds(seconds: list[float]) -> dict[str, float]:
    if not seconds:
        return {}
    return {
        "p50": round(1000 * float(np.percentile(seconds, 50)), 2),
        "p95": round(1000 * float(np.percentile(seconds, 95)), 2),
    }


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
