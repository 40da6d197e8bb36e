"""Where indexes are: making, opening and deleting them."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from weigh.errors import IndexExists, IndexMissing, ServiceProblem
from weigh.index import postings
from weigh.index.commit import Commit, is_index, write_commit
from weigh.index.engine import EmbeddedEngine
from weigh.index.lock import FileLock
from weigh.index.shards import ShardedEngine, shards_in
from weigh.index.starter import starter_index
from weigh.index.store import create_columns
from weigh.settings import Settings
from weigh.stages import Engine


def own_index(settings: Settings) -> Path:
    """The place of the user's own index."""
    return settings.data_folder() / "index"


def open_engine(location: str | None, settings: Settings) -> Engine:
    """The engine for a location: an index, a folder of indexes that are searched as one, or without a location the
    user's own index, or else the starter library."""
    if location and location.startswith(("http://", "https://")):
        raise ServiceProblem(
            f"{location} is the address of a search cluster; this version of Weigh answers from a folder. "
            "Give the folder of an index, or nothing for the starter library."
        )
    if location:
        folder = Path(location).expanduser()
        return ShardedEngine(folder) if shards_in(folder) else EmbeddedEngine(folder)
    own = own_index(settings)
    return EmbeddedEngine(own if is_index(own) else starter_index(settings.data_folder()))


def create(path: str | Path) -> Path:
    """Make an empty index. The folder may exist if nothing is in it."""
    folder = Path(path).expanduser()
    if is_index(folder):
        raise IndexExists(
            f"There is an index at {folder} already. Add to it, or delete it first with: weigh index delete"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise IndexExists(f"{folder} exists and is no empty folder. Give the path of a new or an empty one.")
    draft = folder.parent / f".{folder.name}.new-{time.time_ns()}"
    try:
        draft.mkdir(parents=True)
        postings.create(draft / "postings-0")
        # The time tells two indexes apart that were made one after the other at the same place.
        write_commit(draft, Commit(created=f"{time.time_ns():x}", columns=create_columns(draft)))
        draft.replace(folder)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise IndexExists(f"No index could be made at {folder}: {error.strerror or error}.") from None
    return folder


def delete(path: str | Path) -> None:
    """Remove an index with all that is in it. Refuses folders that hold none, and indexes being written."""
    folder = Path(path).expanduser()
    if not is_index(folder):
        raise IndexMissing(f"There is no index at {folder}; nothing was deleted.")
    with FileLock(folder / "writer.lock"):
        (folder / "commit.json").unlink()
        shutil.rmtree(folder)
