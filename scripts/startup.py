"""How long `weigh serve` takes until it is ready, and how large it is then: `python scripts/startup.py`.

The first start makes the starter index and the database; the figures are of the starts after it. CPU seconds tell the
same on a busy machine, wall-clock seconds do not.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

import psutil

COMMAND = [sys.executable, "-c", "from weigh.cli import main; main()", "serve", "--port", "0"]


def start(folder: str) -> tuple[float, float, float]:
    """Wall-clock seconds, CPU seconds and megabytes when /ready answers for the first time."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("WEIGH_")}
    # An installed package has its bytecode on disk.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment |= {"WEIGH_DATA_DIR": folder, "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
    begun = time.monotonic()
    process = subprocess.Popen(COMMAND, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        url = next(found[0] for line in process.stderr if (found := re.search(r"http://[\d.]+:\d+", line)))
        while True:
            try:
                urllib.request.urlopen(f"{url}/api/v1/ready", timeout=30).read()
                break
            except OSError:
                time.sleep(0.01)
        used = psutil.Process(process.pid)
        times = used.cpu_times()
        return time.monotonic() - begun, times.user + times.system, used.memory_info().rss / 1e6
    finally:
        process.terminate()
        process.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        for run in range(runs + 1):
            wall, cpu, size = start(folder)
            print(
                f"{'first' if run == 0 else 'later'} start: {wall:.2f} s, {cpu:.2f} s of CPU, {size:.0f} MB", flush=True
            )


if __name__ == "__main__":
    main()
