"""Sentences in and out: the embedded engine, its writer, the keyword language, suggestions, and building from files."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "open_engine": "weigh.index.places",
    "create": "weigh.index.places",
    "delete": "weigh.index.places",
    "EmbeddedEngine": "weigh.index.engine",
    "ShardedEngine": "weigh.index.shards",
    "IndexWriter": "weigh.index.writer",
}
__all__ = sorted(_HOMES)

if TYPE_CHECKING:
    from weigh.index.engine import EmbeddedEngine as EmbeddedEngine
    from weigh.index.places import create as create
    from weigh.index.places import delete as delete
    from weigh.index.places import open_engine as open_engine
    from weigh.index.shards import ShardedEngine as ShardedEngine
    from weigh.index.writer import IndexWriter as IndexWriter


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'weigh.index' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
