"""Shared by all tests: one data folder for the whole run, so that the starter index is built once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
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


@pytest.fixture(scope="module")
def weigh_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Sequence[str]], Weigh]]:
    """Makes a Weigh on an index of these texts alone, with cue words as classifier."""
    from weigh.index import create
    from weigh.index.build import add_files

    with ExitStack() as stack:

        def made(texts: Sequence[str]) -> Weigh:
            folder = tmp_path_factory.mktemp("index")
            source = folder / "texts.txt"
            source.write_text("\n\n".join(texts), encoding="utf-8")
            create(folder / "index")
            add_files(folder / "index", [source])
            settings = Settings(index=str(folder / "index"), classifier="markers", data_dir=str(folder))
            return stack.enter_context(Weigh(settings))

        yield made
