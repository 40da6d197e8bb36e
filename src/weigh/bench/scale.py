"""What a corpus of a given size costs: a small model on measured constants (`scale.json`), printed in docs/scale.md.

`python -m weigh.bench.scale` prints the tables; a test compares them with the page, so that neither can drift.
`--take RUN --machine "two cores, 2026-11-16"` first puts the figures of a run of `weigh bench speed ingest --json` into
`scale.json`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

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


def measured_table(constants: Measured) -> str:
    """The constants as a Markdown table."""
    c = constants
    rows = {
        "raw text read (menus, other languages and left-out lines included)": f"{c.raw_bytes:.0f} bytes",
        "reading and cleaning, in the workers": f"{c.clean_seconds * 1e6:.1f} µs CPU",
        "tokenising, hashing and handing over, in the workers": f"{c.prepare_seconds * 1e6:.1f} µs CPU",
        "writing, in the one writer of an index": f"{c.write_seconds * 1e6:.1f} µs CPU",
        "index on disk": f"{c.index_bytes:.0f} bytes",
        "kept by `--keep comparative`": f"{c.comparative_share:.1%}",
        "memory of a build, all processes": f"{c.build_memory_gb:.2f} GB",
    }
    return "\n".join(["| what | value |", "|---|--:|", *(f"| {what} | {value} |" for what, value in rows.items())])


def growth_table(steps: Sequence[Mapping[str, float]]) -> str:
    """The steps of `weigh bench speed ingest --growth` as a Markdown table."""
    heads = ["sentences", "a second since the row before", "writer, CPU s a million", "workers, CPU s a million"]
    heads += ["memory of all processes", "without mapped files"]
    lines = ["| " + " | ".join(heads) + " |", "|--:" * len(heads) + "|"]
    for step in steps:
        cells = (
            f"{step['sentences'] / 1e6:.2f} million", f"{step['sentences_per_second']:,.0f}",
            f"{step['writer_cpu_seconds_per_million']:.0f}", f"{step['workers_cpu_seconds_per_million']:.0f}",
            f"{step['memory_mb']:.0f} MB", f"{step['memory_without_mapped_files_mb']:.0f} MB",
        )  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def constants_of(run: Mapping[str, Any], comparative_share: float) -> Measured:
    """The constants from what `weigh bench speed ingest --json` printed."""
    stages, whole = run["stages"], run["end_to_end"]
    sentences, spent = whole["sentences"], whole["cpu_seconds"]
    clean = (stages["cpu_seconds"]["read"] + stages["cpu_seconds"]["clean"]) / stages["sentences"]
    return Measured(
        raw_bytes=round(whole["raw_megabytes"] * 1e6 / sentences, 1),
        clean_seconds=round(clean, 7),
        prepare_seconds=round(max(0.0, spent["reader_and_workers"] / sentences - clean), 7),
        write_seconds=round(spent["writer"] / sentences, 7),
        index_bytes=whole["index_bytes_per_sentence"],
        comparative_share=comparative_share,
        build_memory_gb=whole["peak_memory_mb"] / 1000,
    )


def take(path: Path, machine: str) -> None:
    """Make a run the one that the constants come from."""
    run = json.loads(path.read_text(encoding="utf-8"))
    target = Path(__file__).with_name("scale.json")
    known = json.loads(target.read_text(encoding="utf-8"))
    known["constants"] = asdict(constants_of(run, known["constants"]["comparative_share"]))
    known["from"]["machine"] = machine
    known["from"]["run"] = {name: value for name, value in run["end_to_end"].items() if name != "growth"}
    target.write_text(json.dumps(known, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the tables of docs/scale.md.")
    parser.add_argument("--take", type=Path, help="What `weigh bench speed ingest --json` printed: the new constants.")
    parser.add_argument("--machine", default="", help="With --take: what machine it was, and when.")
    parser.add_argument("--growth", type=Path, help="What `weigh bench speed ingest --growth N --json` printed.")
    asked = parser.parse_args()
    if asked.take:
        take(asked.take, asked.machine)
    constants = measured()
    tables = [measured_table(constants), table(constants), table(constants, keep=constants.comparative_share)]
    if asked.growth:
        tables.append(growth_table(json.loads(asked.growth.read_text(encoding="utf-8"))["end_to_end"]["growth"]))
    print("\n\n".join(tables))


if __name__ == "__main__":
    main()
