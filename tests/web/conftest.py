"""The real app over the real starter index, in this process for the API tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from weigh import Weigh
from weigh.settings import Settings
from weigh.store import Store
from weigh.web.app import create_app

QUESTION = "Which is better for web development, Python or Java?"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("weigh-web")


@pytest.fixture(scope="session")
def machine(folder: Path) -> Iterator[Weigh]:
    """One answering machine on the starter library; cue words as classifier, which is fast and needs no model."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [key for key in os.environ if key.startswith("WEIGH_")]:
            patch.delenv(name)
        weigh = Weigh(Settings(data_dir=str(folder), classifier="markers"))
        yield weigh
        weigh.close()


@pytest.fixture(scope="session")
def base_settings(folder: Path) -> Settings:
    return Settings(data_dir=str(folder), classifier="markers", rate_limit=0)


@pytest.fixture(scope="session")
def store(folder: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{folder / 'weigh.db'}")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def client(machine: Weigh, store: Store, base_settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(machine, store, base_settings), follow_redirects=False) as made:
        yield made


@pytest.fixture(autouse=True)
def _no_cookies(client: TestClient) -> None:
    client.cookies.clear()


@pytest.fixture(scope="session")
def answer_id(client: TestClient) -> str:
    reply = client.post("/api/v1/ask", json={"question": QUESTION})
    assert reply.status_code == 200
    return str(reply.json()["id"])
