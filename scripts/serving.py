"""`weigh serve` as its own process, and Debian's Chromium: what the scripts here and the browser's tests share."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
QUESTION = "Which is better for web development, Python or Java?"


@dataclass
class Server:
    pid: int
    url: str
    folder: Path


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[Server]:
    """On a free port, with its data in the folder, no rate limit and these settings; as soon as it is ready."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("WEIGH_")}
    environment |= {f"WEIGH_{key.upper()}": value for key, value in settings.items()}
    environment |= {"WEIGH_DATA_DIR": str(folder), "WEIGH_RATE_LIMIT": "0", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", "from weigh.cli import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        url = next((found[0] for line in process.stderr if (found := re.search(r"http://[\d.]+:\d+", line))), None)
        if url is None:
            raise RuntimeError("weigh serve did not start")
        # Its log is read on, so that the pipe never fills.
        threading.Thread(target=process.stderr.read, daemon=True).start()
        while True:
            try:
                urllib.request.urlopen(f"{url}/api/v1/ready", timeout=30).read()
                break
            except OSError:
                time.sleep(0.01)
        yield Server(process.pid, url, folder)
    finally:
        process.terminate()
        ended = process.wait(30)
    if ended not in (0, -15):
        raise RuntimeError(f"weigh serve ended with {ended}")
