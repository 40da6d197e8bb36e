"""How long `weigh log` takes, and how much memory: a generated log through the command line, as a user would run it.

Two sizes, a tenth and the whole, so that memory can be seen to stay flat. With `variants` nearly all questions are
different, which is the hard case: repeated questions are classified once only. CPU seconds are those of all processes
together; unlike seconds they do not depend on what else the machine does. What two cores need at best is half of them.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

_COMMAND = [sys.executable, "-c", "from weigh.cli import main; main()", "log"]
_GOAL_STEPS = ("read", "clean", "classify: comparative")
"""The steps that belong to cleaning and telling comparative questions."""
SLICES = 10
"""Memory is given for so many equally long stretches of a run."""


def speed_log(
    questions: Path, out: Path | None = None, *, lines: int = 1_000_000, workers: int = 2, variants: bool = True
) -> dict[str, Any]:
    """Logs of a tenth of `lines` and of `lines`, made from labelled questions and analysed: seconds and memory."""
    if questions.is_dir():
        questions = questions / "identify" / "test.csv"
    result: dict[str, Any] = {"workers": workers, "variants": variants, "runs": []}
    with tempfile.TemporaryDirectory(prefix="weigh-speed-") as name:
        folder = Path(name)
        for size in (max(1, lines // 10), lines):
            log = folder / f"{size}.csv"
            flags = ["--lines", str(size), *(["--variants"] if variants else [])]
            subprocess.run(
                [*_COMMAND, "generate", str(questions), str(log), *flags], check=True, stdout=subprocess.DEVNULL
            )
            result["runs"].append(_analyze(log, folder / f"report-{size}", workers))
    if out is not None:
        out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return result


def _analyze(log: Path, report: Path, workers: int) -> dict[str, Any]:
    started, used = time.perf_counter(), _children()
    process = subprocess.Popen(
        [*_COMMAND, "analyze", str(log), "--out", str(report), "--workers", str(workers), "--json"],
        stdout=subprocess.DEVNULL,
    )
    memory = _Memory(process.pid)
    memory.start()
    code = process.wait()
    seconds, cpu = time.perf_counter() - started, _children() - used
    memory.stop()
    if code:
        raise RuntimeError(f"weigh log analyze ended with {code} on {log}.")
    data = json.loads((report / "report.json").read_text(encoding="utf-8"))
    rows = data["reading"]["rows"]
    by_step = {**data["cpu_seconds"], "start, hand-over, report": round(cpu - sum(data["cpu_seconds"].values()), 2)}
    goal = sum(by_step.get(step, 0.0) for step in _GOAL_STEPS)
    return {
        "lines": rows,
        "questions": data["questions"],
        "distinct": data["distinct"],
        "seconds": round(seconds, 1),
        "lines a second": round(rows / seconds),
        "seconds by step": data["seconds"],
        "CPU seconds": round(cpu, 1),
        "lines a CPU second": round(rows / cpu),
        "CPU seconds by step": by_step,
        "CPU seconds, cleaning and comparative": round(goal, 1),
        f"least seconds on {workers} cores": {
            "cleaning and comparative": round(goal / workers, 1),
            "all": round(cpu / workers, 1),
        },
        "memory in MB": memory.figures(),
    }


def _children() -> float:
    """CPU seconds of all ended child processes, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class _Memory(threading.Thread):
    """What a process and its children hold, looked at twice a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._end = threading.Event()
        self._samples: list[tuple[int, int]] = []
        """The process itself, and the largest of its children."""
        self._most = 0

    def run(self) -> None:
        import psutil

        while not self._end.wait(0.5):
            try:
                root = psutil.Process(self._pid)
                own = root.memory_info().rss
                others = [child.memory_info().rss for child in root.children(recursive=True)]
            except psutil.Error:
                continue
            self._samples.append((own, max(others, default=0)))
            self._most = max(self._most, own + sum(others))

    def stop(self) -> None:
        self._end.set()
        self.join()

    def figures(self) -> dict[str, Any]:
        """The most of all processes together, and the most of parent and largest worker in each stretch of the run."""
        size = max(1, -(-len(self._samples) // SLICES))
        stretches = [self._samples[at : at + size] for at in range(0, len(self._samples), size)]
        return {
            "most, all processes": round(self._most / 1e6),
            "parent over time": [round(max(own for own, _ in part) / 1e6) for part in stretches],
            "largest worker over time": [round(max(other for _, other in part) / 1e6) for part in stretches],
        }
