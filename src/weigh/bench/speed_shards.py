"""How fast several shards are searched as one, against one index with the same documents.

    python -m weigh.bench.speed_shards FILE… --documents 10000

CPU time is measured, and the questions are put to all in turn, round after round, so that whatever else the machine
does hits all alike; what counts are the ratios.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from weigh.index import EmbeddedEngine, IndexWriter, ShardedEngine, create
from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.files import clean_file
from weigh.stages import Engine
from weigh.types import Filters, Object

_ROUNDS = 9
_PAIRS = 12


@dataclass(frozen=True, slots=True)
class ShardSpeed:
    """One number of shards; times are medians in milliseconds of CPU, ratios are against one index."""

    shards: int
    retrieve: float
    search: float
    retrieve_ratio: float
    search_ratio: float
    join_seconds: float
    """Finding out, once, what the shards have in common."""


def measure(files: Sequence[str], documents: int, counts: Sequence[int] = (1, 2, 4, 8)) -> list[ShardSpeed]:
    with tempfile.TemporaryDirectory(prefix="weigh-shards-") as name:
        folder = Path(name)
        found = (item for file in files for item in clean_file(file, Options(), Report()))
        taken = list(islice(found, documents))
        engines: dict[int, Engine] = {0: EmbeddedEngine(_index(folder / "one", taken))}
        joining: dict[int, float] = {}
        for count in counts:
            for shard in range(count):
                _index(folder / str(count) / f"{shard:05}", taken[shard::count])
            started = time.perf_counter()
            engines[count] = ShardedEngine(folder / str(count))
            joining[count] = time.perf_counter() - started
        return _compared(engines, joining)


def _index(path: Path, documents: Sequence[CleanDocument]) -> Path:
    create(path)
    with IndexWriter(path) as writer:
        for document in documents:
            writer.add(document)
            if writer.uncommitted >= 100_000:
                writer.commit()
    return path


def _compared(engines: dict[int, Engine], joining: dict[int, float]) -> list[ShardSpeed]:
    pairs = [(item.name, item.compared_with[0]) for item in engines[0].candidates("", limit=_PAIRS)]
    pairs += [("city", "country"), ("people", "world"), ("year", "time")]  # common words: many sentences

    def retrieve(engine: Engine) -> None:
        for first, second in pairs:
            engine.retrieve(Object(first), Object(second), (), Filters(), limit=10_000, general=10_000)

    def search(engine: Engine) -> None:
        for first, second in pairs:
            engine.search(f'"{first}" OR "{second}"', Filters(), limit=20)

    times: dict[tuple[str, int], list[float]] = {}
    for _ in range(_ROUNDS):
        for count, engine in engines.items():
            for what in (retrieve, search):
                times.setdefault((what.__name__, count), []).append(_milliseconds(what, engine) / len(pairs))
    middle = {key: statistics.median(values) for key, values in times.items()}
    return [
        ShardSpeed(
            count,
            round(middle["retrieve", count], 2),
            round(middle["search", count], 2),
            round(middle["retrieve", count] / middle["retrieve", 0], 2),
            round(middle["search", count] / middle["search", 0], 2),
            round(joining[count], 2),
        )
        for count in joining
    ]


def _milliseconds(work: Callable[[Engine], None], engine: Engine) -> float:
    started = time.thread_time()
    work(engine)
    return 1000 * (time.thread_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description="Search several shards as one, against one index.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--documents", type=int, default=10_000)
    asked = parser.parse_args()
    print(json.dumps([asdict(row) for row in measure(asked.files, asked.documents)], indent=2))


if __name__ == "__main__":
    main()
