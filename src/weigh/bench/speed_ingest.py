"""How fast text goes from gzip to a searchable index: by stage on one core, end to end, and as the index grows.

CPU seconds are counted beside the clock's, since they hold on a busy machine too.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

from weigh.bench.made_wet import write_wet
from weigh.index import create
from weigh.index.build import Progress, add_files
from weigh.index.prepare import prepare
from weigh.ingest.clean import Cleaner
from weigh.ingest.documents import CleanDocument, Document, Options, Report
from weigh.ingest.files import clean_file
from weigh.ingest.language import is_language
from weigh.ingest.readers import reader_for
from weigh.ingest.split import split, without_controls
from weigh.ingest.streams import readable

_STAGES_MB = 10.0
_MARKS = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Millions of sentences at which the rate is told."""


def speed_ingest(megabytes: float = 200.0, out: Path | None = None, *, workers: int = 2) -> dict[str, Any]:
    """Make WET files of so many megabytes of raw text, index them with worker processes, and say how that went."""
    with tempfile.TemporaryDirectory(prefix="weigh-ingest-") as place:
        folder = Path(place)
        paths = [folder / f"made-{i}.wet.gz" for i in range(max(1, workers))]
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

    report = Report()
    is_language("This loads the model.", "en")
    documents: list[Document] = timed("read", lambda: _read(path, megabytes, report))
    texts = timed("control characters", lambda: [without_controls(item.text)[0] for item in documents])
    english = timed("language", lambda: [text for text in texts if is_language(text, "en")])
    timed("split", lambda: [list(split(text)) for text in english])
    counts = Report()
    cleaner = Cleaner(Options(), counts)
    whole: list[CleanDocument] = timed(
        "clean", lambda: [clean for item in documents if (clean := cleaner.clean(item, path.name))]
    )
    seconds["rules"] = seconds["clean"] - seconds["control characters"] - seconds["language"] - seconds["split"]
    timed("prepare", lambda: [prepare(item) for item in whole])
    raw = report.bytes_read / 1e6
    total = seconds["read"] + seconds["clean"]
    return {
        "megabytes": round(raw, 2),
        "sentences": counts.sentences,
        "cpu_seconds": {name: round(value, 3) for name, value in seconds.items()},
        "clean_file_mb_per_cpu_second": round(raw / total, 2),
        "with_prepare_mb_per_cpu_second": round(raw / (total + seconds["prepare"]), 2),
        "raw_bytes_per_sentence": round(report.bytes_read / max(1, counts.sentences), 1),
    }


def _read(path: Path, megabytes: float, report: Report) -> list[Document]:
    with path.open("rb", buffering=0) as source:
        head, stream = readable(cast(BinaryIO, source), report)
        reader = reader_for(head, path.name, Options())
        assert reader is not None
        documents: list[Document] = []
        for document in reader.read(cast(BinaryIO, stream), path.name, report):
            documents.append(document)
            if report.bytes_read > megabytes * 1e6:
                break
        return documents


def clean_rate(path: Path) -> float:
    """Megabytes of raw text per CPU second that `clean_file` does on one core, over a whole file."""
    report = Report()
    began = time.process_time()
    for _ in clean_file(path, Options(), report):
        pass
    return report.bytes_read / 1e6 / (time.process_time() - began)


def _end_to_end(index: Path, paths: list[Path], workers: int) -> dict[str, Any]:
    create(index)
    points: list[tuple[int, float]] = [(0, 0.0)]
    memory: list[tuple[int, float]] = []
    done = threading.Event()

    def watch() -> None:
        import psutil

        process = psutil.Process()
        while not done.wait(1.0):
            try:
                own = sum(item.memory_full_info().uss for item in (process, *process.children(recursive=True)))
            except psutil.Error:
                continue
            memory.append((points[-1][0], own / 1e6))

    def note(state: Progress) -> None:
        points.append((state.sentences, state.seconds))

    before = _cpu()
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        report = add_files(index, paths, workers=workers, on_progress=note)
    finally:
        done.set()
        watcher.join()
    cpu = _cpu() - before
    raw = report.report.bytes_read / 1e6
    size = sum(path.stat().st_size for path in index.rglob("*") if path.is_file())
    sentences = report.added.sentences
    return {
        "seconds": round(report.seconds, 2),
        "cpu_seconds": round(cpu, 2),
        "raw_megabytes": round(raw, 1),
        "mb_per_second": round(raw / report.seconds, 2),
        "mb_per_cpu_second": round(raw / cpu, 2),
        "sentences": sentences,
        "repeated": report.added.repeated,
        "sentences_per_second": round(sentences / report.seconds),
        "index_bytes_per_sentence": round(size / max(1, sentences), 1),
        "peak_memory_mb": round(max((value for _, value in memory), default=0.0)),
        "memory_mb_over_time": [[count, round(value)] for count, value in memory[:: max(1, len(memory) // 20)]],
        "rate_by_size": _by_size(points),
    }


def _by_size(points: list[tuple[int, float]]) -> dict[str, int]:
    """Sentences per second between one mark and the next, as the index grows."""
    rates: dict[str, int] = {}
    low = (0, 0.0)
    for mark in _MARKS:
        reached = next((point for point in points if point[0] >= mark * 1e6), None)
        if reached is None:
            break
        rates[f"{mark} million"] = round((reached[0] - low[0]) / max(1e-9, reached[1] - low[1]))
        low = reached
    return rates


def _cpu() -> float:
    """CPU seconds of this process and the workers that it has ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
