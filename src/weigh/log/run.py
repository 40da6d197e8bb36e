"""One machine, many processes: read → clean → classify and count → report, in steps that can be taken up again."""

from __future__ import annotations

import json
import secrets
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

from weigh.errors import BadInput
from weigh.log import pieces
from weigh.log.clean import Removed
from weigh.log.entries import Row
from weigh.log.options import LogOptions
from weigh.log.readers import expand, read
from weigh.log.result import LogReport
from weigh.log.shuffle import done, extras, write_json
from weigh.log.tally import Tally

CHUNK = 50_000
"""Rows a chunk: some 10 MB, so that the rows in flight stay small whatever the log's size."""


class Watcher(Protocol):
    """Hears how far a run is: the step's name, what is done, and the total where it is known."""

    def __call__(self, step: str, done: int, total: int | None) -> None: ...


def _silent(step: str, done: int, total: int | None) -> None:
    pass


class Found:
    """What the steps found, before analysis: the same from one machine and from Spark."""

    def __init__(self, counts: Counter[str], removed: Removed, tally: Tally, times: Times) -> None:
        self.counts, self.removed, self.tally, self.times = counts, removed, tally, times


class Times:
    """How long each step took, and the CPU seconds of all processes in it: these do not depend on who else computes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.cpu: dict[str, float] = {}

    @contextmanager
    def of(self, step: str) -> Iterator[None]:
        started, own = time.perf_counter(), time.process_time()
        yield
        self.seconds[step] = time.perf_counter() - started
        self.add(step, time.process_time() - own)

    def add(self, step: str, cpu: float) -> None:
        self.cpu[step] = self.cpu.get(step, 0.0) + cpu


def _clocked(function: Callable[..., int], *arguments: Any) -> float:
    """Run one job in a worker; its CPU seconds."""
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


def analyze(files: Sequence[str], options: LogOptions, watch: Watcher = _silent) -> LogReport:
    """The whole study; writes the report into `options.out` and removes the work folder."""
    from weigh.log.analysis import make_report
    from weigh.log.outputs import write_outputs

    paths = expand(files)
    if options.spark:
        from weigh.log.spark import find as find_on_spark

        found = find_on_spark(paths, options)
    else:
        found = find(paths, options, watch)
    report = make_report(paths, options, found)
    write_outputs(report, found.tally, options)
    watch("report", 1, 1)
    if not options.keep_work and options.work_folder.exists():
        shutil.rmtree(options.work_folder)
    return report


def find(paths: Sequence[str], options: LogOptions, watch: Watcher = _silent) -> Found:
    """Run the three steps on this machine, taking up what an earlier, stopped run of the same inputs left."""
    work = options.work_folder
    times = Times()
    parts, salt = _take_up(paths, options)
    with _pool(options.workers) as pool:
        with times.of("read"):
            _read_all(paths, options, work, parts, salt, pool, watch, times)
        with times.of("clean"):
            jobs = [
                (pieces.clean_users, (str(work), part, parts, options.rules, options.titles))
                for part in sorted(set(range(parts)) - done(work / pieces.CLEAN))
            ]
            _run(pool, jobs, "clean", parts, watch, times)
        with times.of("classify"):
            counted = {int(path.stem) for path in (work / pieces.COUNT).glob("*.tally")}
            tasks = [
                (pieces.count_part, (str(work), part, options.transformer, options.min_users, options.sample))
                for part in sorted(set(range(parts)) - counted)
            ]
            _run(pool, tasks, "classify", parts, watch, times)
    counts: Counter[str] = Counter()
    for extra in extras(work / pieces.READ):
        counts.update(extra)
    with times.of("sum up"):
        found = Found(counts, pieces.removed_in(work), pieces.tally_in(work), times)
    return found


def _take_up(paths: Sequence[str], options: LogOptions) -> tuple[int, bytes]:
    """The work folder: new, or that of the same run stopped earlier. Returns the number of parts and the salt."""
    work = options.work_folder
    inputs = [[path, *_stamp(path)] for path in paths]
    settings = json.loads(
        json.dumps(
            [
                asdict(options.columns),
                asdict(options.rules),
                str(options.titles),
                options.transformer,
                options.min_users,
                options.sample,
                options.file_format,
            ],
            default=lambda value: sorted(value) if isinstance(value, frozenset) else str(value),
        )
    )
    manifest = work / "manifest.json"
    known = json.loads(manifest.read_text("ascii")) if manifest.exists() else None
    if known and (known["inputs"] != inputs or known["settings"] != settings or "-" in paths):
        if done(work / pieces.READ):
            raise BadInput(
                f"{work} holds the work of another run (other files or settings). Remove it, or choose another "
                "folder with --out."
            )
        shutil.rmtree(work)  # it had not got anywhere, for instance for a wrong column
    elif known:
        return int(known["parts"]), bytes.fromhex(known["salt"])
    for name in (pieces.READ, pieces.CLEAN, pieces.COUNT):
        (work / name).mkdir(parents=True, exist_ok=True)
    work.chmod(0o700)
    parts = options.partitions or _parts(paths, options.workers)
    salt = (options.salt or secrets.token_hex(16)).encode()[:64]
    write_json(manifest, {"inputs": inputs, "settings": settings, "parts": parts, "salt": salt.hex()})
    manifest.chmod(0o600)
    return parts, salt


def _stamp(path: str) -> tuple[int, int]:
    if path == "-":
        return 0, 0
    stat = Path(path).stat()
    return stat.st_size, stat.st_mtime_ns


def _parts(paths: Sequence[str], workers: int) -> int:
    """As many parts as keep one at some 10 MB of log, for a worker holds the questions of one part at a time; packed
    files are taken to hold eight times their size."""
    size = sum((8 if path.endswith((".gz", ".parquet")) else 1) * _stamp(path)[0] for path in paths)
    if "-" in paths:
        return 256
    return min(2048, max(2 * workers, size // 10_000_000 + 1))


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor | None]:
    """Worker processes; with one worker everything runs in this process."""
    if workers <= 1:
        yield None
        return
    # spawn: models hold threads, which a forked process would inherit broken
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_one_thread) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _one_thread() -> None:
    """Each worker is one core's work; libraries that start threads of their own only get in each other's way."""
    import os

    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"


def _chunks(paths: Sequence[str], options: LogOptions) -> Iterator[list[Row | None]]:
    chunk: list[Row | None] = []
    for path in paths:
        for row in read(path, options.columns, options.file_format):
            chunk.append(row)
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
    if chunk:
        yield chunk


def _read_all(
    paths: Sequence[str],
    options: LogOptions,
    work: Path,
    parts: int,
    salt: bytes,
    pool: ProcessPoolExecutor | None,
    watch: Watcher,
    times: Times,
) -> None:
    if (work / "read.done").exists():
        return
    ready = done(work / pieces.READ)
    running: set[Future[float]] = set()
    seen = 0
    for number, chunk in enumerate(_chunks(paths, options)):
        if number not in ready:
            job = (str(work), number, chunk, number * CHUNK, options.columns, options.rules, salt, parts)
            if pool is None:
                pieces.read_chunk(*job)
            else:
                running.add(pool.submit(_clocked, pieces.read_chunk, *job))
        seen += len(chunk)
        watch("read", seen, None)
        if len(running) >= 2 * options.workers:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                times.add("read", future.result())
    for future in running:
        times.add("read", future.result())
    (work / "read.done").touch()


def _run(
    pool: ProcessPoolExecutor | None,
    jobs: Sequence[tuple[Callable[..., int], tuple[Any, ...]]],
    step: str,
    total: int,
    watch: Watcher,
    times: Times,
) -> None:
    finished = total - len(jobs)
    watch(step, finished, total)
    if pool is None:
        for function, arguments in jobs:
            function(*arguments)
            finished += 1
            watch(step, finished, total)
        return
    running = {pool.submit(_clocked, function, *arguments) for function, arguments in jobs}
    while running:
        ended, running = wait(running, return_when=FIRST_COMPLETED)
        for future in ended:
            times.add(step, future.result())
        finished += len(ended)
        watch(step, finished, total)
