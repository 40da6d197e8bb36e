"""How long `weigh log` takes, and how much memory: a generated log through the command line, as a user would run it.

Two sizes, so that memory can be seen to stay flat. With `variants` nearly all questions are different, which is the
hard case: repeated questions are classified once only.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

_COMMAND = [sys.executable, "-c", "from weigh.cli import main; main()", "log"]


def speed_log(
    questions: Path, out: Path | None = None, *, lines: int = 1_000_000, workers: int = 2, variants: bool = True
) -> dict[str, Any]:
    """Logs of a tenth of `lines` and of `lines`, made from labelled questions and analysed: seconds and memory."""
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
    started = time.perf_counter()
    process = subprocess.Popen(
        [*_COMMAND, "analyze", str(log), "--out", str(report), "--workers", str(workers), "--json"],
        stdout=subprocess.DEVNULL,
    )
    peak = _Peak(process.pid)
    peak.start()
    code = process.wait()
    seconds = time.perf_counter() - started
    peak.stop()
    if code:
        raise RuntimeError(f"weigh log analyze ended with {code} on {log}.")
    data = json.loads((report / "report.json").read_text(encoding="utf-8"))
    return {
        "lines": data["reading"]["rows"],
        "questions": data["questions"],
        "distinct": data["distinct"],
        "seconds": round(seconds, 1),
        "steps": data["seconds"],
        "peak MB, all processes": round(peak.most / 1e6),
    }


class _Peak(threading.Thread):
    """The most memory that a process and its children held together."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._pid = pid
        self._end = threading.Event()

    def run(self) -> None:
        import psutil

        while not self._end.wait(0.2):
            try:
                root = psutil.Process(self._pid)
                held = 0
                for process in (root, *root.children(recursive=True)):
                    held += process.memory_info().rss
                self.most = max(self.most, held)
            except psutil.Error:
                continue

    def stop(self) -> None:
        self._end.set()
        self.join()
