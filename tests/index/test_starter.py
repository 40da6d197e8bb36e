"""The starter library becomes an index on first use, once, also when several ask at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from weigh.index import create, open_engine
from weigh.settings import Settings
from weigh.types import Filters, Object

pytestmark = pytest.mark.timeout(600)


def test_first_uses_at_the_same_time_give_one_index_that_answers(tmp_path: Path) -> None:
    settings = Settings(data_dir=str(tmp_path))
    with ThreadPoolExecutor(3) as pool:
        engines = list(pool.map(lambda _: open_engine(None, settings), range(3)))
    assert len({engine.info().location for engine in engines}) == 1
    assert len(list(tmp_path.glob("starter-*"))) == 1
    engine = engines[0]
    found = engine.retrieve(Object("Python"), Object("Java"), (), Filters(), limit=100, general=100)
    assert len(found.hits) >= 10
    source = found.hits[0].sentence.sources[0]
    assert (source.url, source.collection) == (None, "starter")
    assert (
        engine.context(source.document, source.position).sentences[min(3, source.position)]
        == found.hits[0].sentence.text
    )
    assert "Java" in {item.name for item in engine.candidates("python", limit=3)}
    assert engine.complete("pyth")[0].name == "Python"
    assert engine.candidates("", limit=5)[0].compared_with


def test_the_users_own_index_comes_before_the_starter_library(tmp_path: Path) -> None:
    create(tmp_path / "index")
    assert open_engine(None, Settings(data_dir=str(tmp_path))).info().location == str(tmp_path / "index")
    assert not list(tmp_path.glob("starter-*"))
