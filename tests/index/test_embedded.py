"""The embedded engine keeps the contract of engines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from contracts.engine_contract import EngineContract, EngineOf
from weigh.index import EmbeddedEngine, IndexWriter, create
from weigh.ingest.documents import CleanDocument


class TestEmbeddedEngine(EngineContract):
    @pytest.fixture
    def engine_of(self, tmp_path: Path) -> EngineOf:
        def build(documents: Sequence[CleanDocument]) -> EmbeddedEngine:
            create(tmp_path / "index")
            with IndexWriter(tmp_path / "index") as writer:
                for document in documents:
                    writer.add(document)
            return EmbeddedEngine(tmp_path / "index")

        return build


class TestEmbeddedEngineAfterManyCommits(EngineContract):
    """The same when each document has a commit of its own, and the tables have been merged many times."""

    @pytest.fixture
    def engine_of(self, tmp_path: Path) -> EngineOf:
        def build(documents: Sequence[CleanDocument]) -> EmbeddedEngine:
            create(tmp_path / "index")
            with IndexWriter(tmp_path / "index") as writer:
                for document in documents:
                    writer.add(document)
                    writer.commit()
            return EmbeddedEngine(tmp_path / "index")

        return build


class TestEmbeddedEngineAfterCompacting(EngineContract):
    @pytest.fixture
    def engine_of(self, tmp_path: Path) -> EngineOf:
        from weigh.index.compact import compact

        def build(documents: Sequence[CleanDocument]) -> EmbeddedEngine:
            create(tmp_path / "index")
            for document in documents:
                with IndexWriter(tmp_path / "index") as writer:
                    writer.add(document)
            compact(tmp_path / "index")
            return EmbeddedEngine(tmp_path / "index")

        return build
