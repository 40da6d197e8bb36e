"""How long `weigh serve` takes until it is ready, and how large it is then: `python scripts/startup.py`.

The first start makes the starter index and the database; the figures are of the starts after it. CPU seconds tell the
same on a busy machine, wall-clock seconds do not.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import psutil

from serving import serving


def start(folder: Path) -> tuple[float, float, float]:
    """Wall-clock seconds, CPU seconds and megabytes when /ready answers for the first time."""
    begun = time.monotonic()
    with serving(folder) as server:
        used = psutil.Process(server.pid)
        times = used.cpu_times()
        return time.monotonic() - begun, times.user + times.system, used.memory_info().rss / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        # An installed package has its bytecode on disk.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
        for run in range(runs + 1):
            wall, cpu, size = start(Path(folder))
            print(
                f"{'first' if run == 0 else 'later'} start: {wall:.2f} s, {cpu:.2f} s of CPU, {size:.0f} MB", flush=True
            )


if __name__ == "__main__":
    main()
