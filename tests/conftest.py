"""Shared by all tests: one data folder for the whole run, so that the starter index is built once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from weigh.pipeline import Weigh
from weigh.settings import Settings


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that is no user's."""
    return tmp_path_factory.mktemp("weigh-data")


@pytest.fixture(scope="session")
def machine(data_dir: Path) -> Iterator[Weigh]:
    """Weigh on the starter library, with the shipped models."""
    with Weigh(Settings(data_dir=str(data_dir))) as weigh:
        yield weigh
