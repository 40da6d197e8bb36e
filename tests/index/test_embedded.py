"""The embedded engine keeps the contract of engines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from contracts.engine_contract import EngineContract, EngineOf
from weigh.index import EmbeddedEngine, IndexWriter, create
from weigh.index.compact import compact
from weigh.ingest.documents import CleanDocument


class TestEmbeddedEngine(EngineContract):
    @pytest.fixture
    def engine_of(self, tmp_path: Path) -> EngineOf:
        def build(documents: Sequence[CleanDocument]) -> EmbeddedEngine:
            create(tmp_path / "index")
            self.write(tmp_path / "index", documents)
            return EmbeddedEngine(tmp_path / "index")

        return build

    def write(self, index: Path, documents: Sequence[CleanDocument]) -> None:
        with IndexWriter(index) as writer:
            for document in documents:
                writer.add(document)


class TestEmbeddedEngineAfterManyCommits(TestEmbeddedEngine):
    """The same when each document has a commit of its own, and the tables have been merged many times."""

    def write(self, index: Path, documents: Sequence[CleanDocument]) -> None:
        with IndexWriter(index) as writer:
            for document in documents:
                writer.add(document)
                writer.commit()


class TestEmbeddedEngineAfterCompacting(TestEmbeddedEngine):
    def write(self, index: Path, documents: Sequence[CleanDocument]) -> None:
        for document in documents:
            with IndexWriter(index) as writer:
                writer.add(document)
        compact(index)
