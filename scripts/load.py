"""How many answers a second `weigh serve` gives to clients that ask the same again: `python scripts/load.py`.

Starts it on the starter library, asks once, then lets `wrk` ask (apt-get install wrk). CPU milliseconds an answer tell
the same on a busy machine, answers a second do not.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import psutil

from serving import QUESTION, serving

_ASK = """
wrk.method = "POST"
wrk.body = [[%s]]
wrk.headers["Content-Type"] = "application/json"
done = function(summary, latency)
  io.write(string.format("%%d %%d %%.0f", summary.requests, summary.errors.status, latency:percentile(95) / 1000))
end
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=15)
    options = parser.parse_args()
    wrk = shutil.which("wrk")
    if wrk is None:
        sys.exit("wrk is not installed. Run: apt-get install wrk")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        body = json.dumps({"question": QUESTION})
        url = f"{server.url}/api/v1/ask"
        asked = urllib.request.Request(url, body.encode(), {"content-type": "application/json"})
        urllib.request.urlopen(asked, timeout=120).read()
        script = Path(folder) / "ask.lua"
        script.write_text(_ASK % body, encoding="utf-8")
        process = psutil.Process(server.pid)
        before = _cpu(process)
        command = [wrk, "-t2", f"-c{options.clients}", f"-d{options.seconds}s", "--timeout", "60s", "-s", script, url]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        used, size = _cpu(process) - before, process.memory_info().rss / 1e6
    found = re.search(r"(\d+) (\d+) (\d+)$", said)
    assert found, said
    requests, refused, slow = map(int, found.groups())
    answers = requests - refused
    print(
        f"{answers / options.seconds:.0f} answers a second, p95 {slow} ms, {refused} refused, "
        f"{1000 * used / max(1, answers):.1f} ms of CPU an answer, {size:.0f} MB"
    )


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    main()
