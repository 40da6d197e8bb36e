"""What a corpus of a given size costs: a small model on measured constants (`scale.json`), printed in docs/scale.md.

`python -m weigh.bench.scale` prints the tables; a test compares them with the page, so that neither can drift.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

SIZES = (10_000_000, 1_000_000_000, 14_300_000_000)


@dataclass(frozen=True, slots=True)
class Measured:
    """Constants per kept sentence, from `weigh bench speed ingest` (see scale.json for the run they come from)."""

    raw_bytes: float
    """Raw text read for one kept sentence, other languages and left-out lines included."""
    clean_seconds: float
    """CPU seconds of reading and cleaning, in the workers."""
    prepare_seconds: float
    """CPU seconds of tokenising and hashing, in the workers."""
    write_seconds: float
    """CPU seconds of the one writer of an index."""
    index_bytes: float
    comparative_share: float
    """What `--keep comparative` keeps of running text."""
    build_memory_gb: float


@dataclass(frozen=True, slots=True)
class Assumed:
    """What was not measured here: hardware and prices to be replaced by one's own, and what a cluster adds."""

    cores: int = 16
    memory_gb: int = 64
    disk_gb: int = 1_900
    dollars_per_hour: float = 0.80
    """One machine of that size."""
    packed: float = 0.4
    """gzip's share of raw text."""
    shard_sentences: int = 200_000_000
    """Sentences in one embedded index before its single writer and its merges take longer than a day."""
    hot: float = 0.10
    """Share of an index that must be in memory for fast answers: dictionaries and frequent postings."""
    cluster_bytes: float = 1.6
    """A search cluster's index in units of the embedded one: stored source, doc values, positions."""
    cluster_seconds: float = 3.0
    """A cluster's indexing in units of our own writer: JSON over HTTP, refreshes, merges."""
    replicas: int = 1
    disk_fill: float = 0.75


@dataclass(frozen=True, slots=True)
class Plan:
    """The cost of one corpus on one engine."""

    sentences: int
    engine: str
    raw_tb: float
    disk_tb: float
    memory_gb: float
    """Memory over all machines that keeps the hot part of the index at hand."""
    machines: int
    shards: int
    cpu_hours: float
    hours: float
    """To read, clean and index, with all machines at work."""
    build_dollars: float
    month_dollars: float
    """To keep the machines for a month of answering."""


def measured() -> Measured:
    values = json.loads(files("weigh.bench").joinpath("scale.json").read_text(encoding="utf-8"))["constants"]
    return Measured(**values)


def plan(
    sentences: int, engine: str, constants: Measured, *, keep: float = 1.0, assumed: Assumed | None = None
) -> Plan:
    """What a corpus of `sentences` costs on `engine`, "embedded" or "cluster", if the share `keep` of it is indexed.

    All text must be read and cleaned, whatever is kept of it then.
    """
    a = assumed or Assumed()
    cluster = engine == "cluster"
    kept = sentences * keep
    disk_gb = kept * constants.index_bytes / 1e9 * (a.cluster_bytes * (1 + a.replicas) if cluster else 1.0)
    hot_gb = disk_gb * a.hot
    machines = max(1, math.ceil(disk_gb / (a.disk_gb * a.disk_fill)), math.ceil(hot_gb / (a.memory_gb * 0.75)))
    shards = max(machines, math.ceil(kept / a.shard_sentences))
    writing = kept * constants.write_seconds * (a.cluster_seconds * (1 + a.replicas) if cluster else 1.0)
    cpu = sentences * constants.clean_seconds + kept * constants.prepare_seconds + writing
    # An embedded index has one writer, which is one core; a cluster writes with half of its cores.
    writers = machines * a.cores // 2 if cluster else min(shards, machines * a.cores // 2)
    hours = max(cpu / (machines * a.cores), writing / writers) / 3600
    return Plan(
        sentences=sentences,
        engine=engine,
        raw_tb=sentences * constants.raw_bytes / 1e12,
        disk_tb=disk_gb / 1e3,
        memory_gb=hot_gb + constants.build_memory_gb * machines,
        machines=machines,
        shards=shards,
        cpu_hours=cpu / 3600,
        hours=hours,
        build_dollars=machines * hours * a.dollars_per_hour,
        month_dollars=machines * 730 * a.dollars_per_hour,
    )


def table(constants: Measured, sizes: Sequence[int] = SIZES, *, keep: float = 1.0) -> str:
    """The plans as a Markdown table."""
    heads = ["sentences", "engine", "raw text", "to fetch", "index on disk", "memory", "machines", "shards"]
    heads += ["CPU hours", "hours", "build", "a month"]
    lines = ["| " + " | ".join(heads) + " |", "|--:|---" + "|--:" * (len(heads) - 2) + "|"]
    for size in sizes:
        for engine in ("embedded", "cluster"):
            p = plan(size, engine, constants, keep=keep)
            cells = (
                f"{size:,}", engine, _tb(p.raw_tb), _tb(p.raw_tb * Assumed().packed), _tb(p.disk_tb),
                f"{p.memory_gb:,.1f} GB", str(p.machines), str(p.shards), f"{p.cpu_hours:,.1f}", f"{p.hours:,.1f}",
                f"${p.build_dollars:,.2f}", f"${p.month_dollars:,.0f}",
            )  # fmt: skip
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _tb(value: float) -> str:
    return f"{value:,.2f} TB" if value >= 1 else f"{value * 1000:,.1f} GB"


if __name__ == "__main__":
    constants = measured()
    print(table(constants))
    print()
    print(table(constants, keep=constants.comparative_share))
