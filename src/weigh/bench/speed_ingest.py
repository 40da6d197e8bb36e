"""How fast text goes from gzip to a searchable index: by stage on one core, end to end, and as the index grows.

CPU seconds are counted beside the clock's, since they hold on a busy machine too, the writer's apart from
those of the other processes: on free cores the slower of the two, or their sum shared by the cores, bounds the rate.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weigh.bench.made_wet import write_wet
from weigh.index import create
from weigh.index.build import Progress, add_files
from weigh.index.prepare import prepare
from weigh.ingest.clean import Draft
from weigh.ingest.documents import Options, Report
from weigh.ingest.files import Chunk, chunks, drafts
from weigh.ingest.language import is_language
from weigh.ingest.split import split, without_controls

_STAGES_MB = 10.0
_MARKS = (0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0)
"""Millions of sentences at which rate and memory are told."""
_BYTES_A_SENTENCE = 130
"""Raw text of the made pages for one kept sentence."""


@dataclass(frozen=True, slots=True)
class _Sample:
    """How a build stood at one moment."""

    sentences: int
    seconds: float
    writer: float
    """CPU seconds of the process that writes."""
    workers: float
    memory_mb: float
    """Of all processes, pages of the index's own files that are mapped included."""
    own_mb: float
    """The same without these pages, which the system takes back when it needs memory."""


def speed_ingest(
    megabytes: float = 200.0, out: Path | None = None, *, workers: int = 2, growth: float = 0.0
) -> dict[str, Any]:
    """Make a WET file of so many megabytes of raw text, index it with worker processes, and say how that went.

    With `growth`, so many million sentences are indexed instead, and the rate and memory at each step are told.
    """
    with tempfile.TemporaryDirectory(prefix="weigh-ingest-") as place:
        folder = Path(place)
        if growth:
            megabytes = growth * _BYTES_A_SENTENCE
        paths = [folder / f"made-{i}.wet.gz" for i in range(max(1, round(megabytes / 200)))]
        for i, path in enumerate(paths):
            write_wet(path, megabytes / len(paths), seed=i + 1)
        result: dict[str, Any] = {"megabytes": megabytes, "cores": os.cpu_count(), "workers": workers}
        result["stages"] = stages(paths[0])
        result["end_to_end"] = _end_to_end(folder / "index", paths, workers)
    if out is not None:
        out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return result


def stages(path: Path, megabytes: float = _STAGES_MB) -> dict[str, Any]:
    """CPU seconds of each stage on one core, over the first megabytes of a file."""
    seconds: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        value = work()
        seconds[name] = time.process_time() - began
        return value

    is_language("This loads the model. Das lädt es.", "de")
    pieces: list[Chunk] = timed("read", lambda: _read(path, megabytes))
    counts, options = Report(), Options()
    for piece in pieces:
        counts.merge(Report.from_dict(piece.report))
    whole: list[Draft] = timed("clean", lambda: [draft for piece in pieces for draft in drafts(piece, options, counts)])
    texts = [without_controls(" ".join(draft.sentences))[0] for draft in whole]
    timed("language", lambda: [is_language(text, "en") for text in texts])
    timed("split", lambda: [split(text) for text in texts])
    timed("prepare", lambda: [prepare(draft.document, draft.marks) for draft in whole])
    sentences = sum(len(draft.sentences) for draft in whole)
    raw = counts.bytes_read / 1e6
    total = seconds["read"] + seconds["clean"]
    return {
        "megabytes": round(raw, 2),
        "sentences": sentences,
        "cpu_seconds": {name: round(value, 3) for name, value in seconds.items()},
        "clean_file_mb_per_cpu_second": round(raw / total, 2),
        "with_prepare_mb_per_cpu_second": round(raw / (total + seconds["prepare"]), 2),
        "raw_bytes_per_sentence": round(counts.bytes_read / max(1, sentences), 1),
    }


def _read(path: Path, megabytes: float) -> list[Chunk]:
    found: list[Chunk] = []
    for chunk in chunks(path, Options()):
        found.append(chunk)
        if sum(item.report["bytes_read"] for item in found) > megabytes * 1e6:
            break
    return found


def _end_to_end(index: Path, paths: list[Path], workers: int) -> dict[str, Any]:
    create(index)
    samples: list[_Sample] = []
    state = [0]
    done = threading.Event()
    began = time.monotonic()
    before = os.times()

    def watch() -> None:
        import psutil

        own = psutil.Process()
        while not done.wait(1.0):
            try:
                others = own.children(recursive=True)
                memory = [_memory(item) for item in (own, *others)]
                spent = sum(sum(item.cpu_times()[:2]) for item in others)
            except psutil.Error:
                continue
            now = os.times()
            writer = now.user + now.system - before.user - before.system
            whole, not_mapped = (sum(numbers) / 1e6 for numbers in zip(*memory, strict=True))
            samples.append(_Sample(state[0], time.monotonic() - began, writer, spent, whole, not_mapped))

    def note(progress: Progress) -> None:
        state[0] = progress.sentences

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        report = add_files(index, paths, workers=workers, on_progress=note)
    finally:
        done.set()
        watcher.join()
    after = os.times()
    writer = after.user + after.system - before.user - before.system
    others = after.children_user + after.children_system - before.children_user - before.children_system
    raw = report.report.bytes_read / 1e6
    size = sum(path.stat().st_size for path in index.rglob("*") if path.is_file())
    sentences = report.added.sentences
    return {
        "seconds": round(report.seconds, 2),
        "cpu_seconds": {"writer": round(writer, 2), "reader_and_workers": round(others, 2)},
        "raw_megabytes": round(raw, 1),
        "mb_per_second": round(raw / report.seconds, 2),
        "mb_per_cpu_second": round(raw / (writer + others), 2),
        "mb_per_second_on_two_free_cores": round(raw / max(writer, (writer + others) / 2), 2),
        "sentences": sentences,
        "repeated": report.added.repeated,
        "sentences_per_second": round(sentences / report.seconds),
        "index_bytes_per_sentence": round(size / max(1, sentences), 1),
        "peak_memory_mb": round(max((item.memory_mb for item in samples), default=0.0)),
        "peak_memory_without_mapped_files_mb": round(max((item.own_mb for item in samples), default=0.0)),
        "growth": _by_size([*samples, _Sample(sentences, report.seconds, writer, others, 0.0, 0.0)]),
    }


def _memory(process: Any) -> tuple[float, float]:
    """Bytes that only this process holds, and those of them that are no pages of files, where the system tells."""
    try:  # the sums that Linux makes; adding up all maps takes as long as indexing a thousand sentences
        text = Path(f"/proc/{process.pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        whole = float(process.memory_full_info().uss)
        return whole, whole
    kilobytes = {line.split()[0]: float(line.split()[1]) for line in text.splitlines()[1:]}
    whole = 1024 * (kilobytes["Private_Clean:"] + kilobytes["Private_Dirty:"])
    return whole, min(whole, 1024 * kilobytes["Anonymous:"])


def _by_size(samples: list[_Sample]) -> list[dict[str, float]]:
    """Rates between one size and the next, and the most memory on the way, as the index grows."""
    steps: list[dict[str, float]] = []
    low = _Sample(0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for mark in _MARKS:
        reached = next((item for item in samples if item.sentences >= mark * 1e6), None)
        if reached is None or reached.sentences == low.sentences:
            continue
        millions = (reached.sentences - low.sentences) / 1e6
        between = [item for item in samples if low.seconds < item.seconds <= reached.seconds]
        steps.append(
            {
                "sentences": reached.sentences,
                "sentences_per_second": round(millions * 1e6 / max(1e-9, reached.seconds - low.seconds)),
                "writer_cpu_seconds_per_million": round((reached.writer - low.writer) / millions, 1),
                "workers_cpu_seconds_per_million": round((reached.workers - low.workers) / millions, 1),
                "memory_mb": round(max(item.memory_mb for item in between)),
                "memory_without_mapped_files_mb": round(max(item.own_mb for item in between)),
            }
        )
        low = reached
    return steps
