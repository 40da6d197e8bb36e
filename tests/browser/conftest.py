"""The real server as its own process, and Debian's Chromium through Playwright."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from serving import CHROMIUM, FLAGS, Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`weigh serve` on a free port, with the starter library, an empty database and the quickest classifier.

    WEIGH_TEST_SERVER=PID,URL,DATA_DIR names one that runs already (with the settings below).
    """
    if running := os.environ.get("WEIGH_TEST_SERVER"):
        pid, url, place = running.split(",")
        yield Server(int(pid), url, Path(place))
        return
    folder = tmp_path_factory.mktemp("weigh-browser")
    with serving(folder, classifier="markers", compat_writes="true") as made:
        yield made


@pytest.fixture(scope="session")
def model_server(server: Server) -> Iterator[Server]:
    """`weigh serve` as it comes: with the shipped models. Shares the other one's starter index."""
    with serving(server.folder) as made:
        yield made


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Any]:
    """Opens pages in fresh contexts; any script error or breach of the content policy fails the test."""
    contexts, problems = [], []

    def watch(message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            problems.append(message.text)

    def make(at: Server = server, **options: Any) -> Any:
        context = browser.new_context(base_url=at.url, accept_downloads=True, **options)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", watch)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core from the npm registry, fetched for the test only (it is not part of the project)."""
    if given := os.environ.get("WEIGH_TEST_AXE"):
        return Path(given).read_text(encoding="utf-8")
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed, so axe-core cannot be fetched (WEIGH_TEST_AXE may name axe.min.js)")
    folder = tmp_path_factory.mktemp("axe")
    fetched = subprocess.run(["npm", "pack", "axe-core@4"], cwd=folder, capture_output=True, timeout=60)
    archives = list(folder.glob("*.tgz"))
    if fetched.returncode or not archives:
        pytest.skip("axe-core could not be fetched from the npm registry (WEIGH_TEST_AXE may name axe.min.js)")
    with tarfile.open(archives[0]) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()
