"""Documents out of an index: it is written anew without them and put in the old one's place in one step.

Columns are append-only, so nothing can be cut out of them; what this costs is one build without reading, cleaning
and splitting. Readers go on with the old index meanwhile and see the new one with their next question.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

import numpy as np

from weigh.errors import DocumentMissing, IndexProblem
from weigh.index.commit import read_commit, sync_folder, write_commit
from weigh.index.lock import FileLock
from weigh.index.places import create
from weigh.index.store import Snapshot
from weigh.index.writer import IndexWriter
from weigh.ingest.documents import CleanDocument

_COMMIT_SENTENCES = 100_000
_EXCHANGE = 2
"""Linux's RENAME_EXCHANGE."""
_HERE = -100
"""AT_FDCWD: paths are taken as they are."""


def remove(path: str | Path, ids: Collection[str], *, on_progress: Callable[[float], None] | None = None) -> int:
    """Take documents out; returns how many. Raises DocumentMissing where one is not there, and then changes nothing.

    Files that were added whole stay known, so that adding them again does not bring the documents back.
    """
    folder = Path(path).resolve()
    read_commit(folder)
    with FileLock(folder / "writer.lock"):
        commit = read_commit(folder)
        store = Snapshot(folder, commit)
        numbers = {id: store.document_number(id) for id in ids}
        if missing := [id for id, number in numbers.items() if number is None]:
            raise DocumentMissing(
                f"The index has no document {missing[0][:200]!r}. Take the id from a source of a sentence; "
                "nothing was removed."
            )
        for leftover in folder.parent.glob(f".{folder.name}.without-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        draft = folder.parent / f".{folder.name}.without-{time.time_ns()}"
        try:
            create(draft)
            _copy(store, draft, frozenset(numbers.values()), on_progress)
            made = read_commit(draft)
            # Higher than before, so that a reader caught in the exchange knows that there is something newer.
            generation = max(made.generation, commit.generation + 1)
            write_commit(draft, replace(made, generation=generation, progress=commit.progress))
            _exchange(draft, folder)
        except OSError as error:
            raise IndexProblem(
                f"The index at {folder} could not be written anew: {error.strerror or error}. It is as it was; see "
                "that there is as much room again on the disk."
            ) from error
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return len(numbers)


def _copy(
    store: Snapshot, draft: Path, unwanted: frozenset[int | None], on_progress: Callable[[float], None] | None
) -> None:
    with IndexWriter(draft) as writer:
        for number in range(store.documents_count):
            if number in unwanted:
                continue
            meta = store.meta(number)
            start, end = store.document_span(number)
            texts = tuple(store.texts(np.asarray(store.occurrence[start:end])))
            writer.add(CleanDocument(meta.id, meta.url, meta.title, meta.date, meta.collection, texts))
            if writer.uncommitted >= _COMMIT_SENTENCES:
                writer.commit()
            if on_progress is not None and number % 256 == 0:
                on_progress(number / store.documents_count)
        writer.commit()


def _exchange(draft: Path, folder: Path) -> None:
    """Both folders change places at once; where the system cannot do that, one after the other."""
    swap = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if swap is not None and swap(_HERE, os.fsencode(draft), _HERE, os.fsencode(folder), _EXCHANGE) == 0:
        sync_folder(folder.parent)
        return
    if swap is not None and (code := ctypes.get_errno()) not in (errno.EINVAL, errno.ENOSYS):
        raise OSError(code, os.strerror(code))
    old = draft.with_name(draft.name + "-old")
    folder.replace(old)
    try:
        draft.replace(folder)
    except OSError:
        old.replace(folder)
        raise
    sync_folder(folder.parent)
    shutil.rmtree(old, ignore_errors=True)
