"""Tables from 64-bit keys to 64-bit values on disk, in memory that does not grow with them.

A table is a few sorted, immutable runs. A commit adds one run and merges runs of similar size, so that there are about
log₂(n) of them and each entry is rewritten about log₂(n) times. A key may have many values. Looking up is a
binary search in memory-mapped arrays, for thousands of keys at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from weigh.errors import IndexFormat

Keys = NDArray[np.uint64]
Values = NDArray[np.int64]
_ROW = 16
_CHUNK = 1 << 17
"""Rows merged at a time: bounds the memory of a merge at ten megabytes."""


class Run:
    """One sorted run: all keys, then all values in the same order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            size = path.stat().st_size
            if size == 0 or size % _ROW:
                raise IndexFormat(f"{path} is damaged: {size} bytes are no whole number of rows. Build the index anew.")
            self.rows = size // _ROW
            self.keys: Keys = np.memmap(path, dtype="<u8", mode="r", shape=(self.rows,))
            self.values: Values = np.memmap(path, dtype="<i8", mode="r", offset=self.rows * 8, shape=(self.rows,))
        except OSError as error:
            raise IndexFormat(f"{path} cannot be read: {error.strerror or error}. The index is damaged.") from None


class Table:
    """Reads a table of several runs."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = tuple(runs)

    def __len__(self) -> int:
        return sum(run.rows for run in self.runs)

    def first(self, keys: Keys) -> Values:
        """For each key one of its values, or -1."""
        found = np.full(len(keys), -1, dtype=np.int64)
        if not len(keys):
            return found
        for run in self.runs:
            at = np.minimum(np.searchsorted(run.keys, keys), run.rows - 1)
            hit = run.keys[at] == keys
            found[hit] = run.values[at[hit]]
        return found

    def all(self, key: int) -> list[int]:
        """All values of one key, in the order in which they came."""
        wanted = np.uint64(key)
        found: list[int] = []
        for run in self.runs:
            low, high = np.searchsorted(run.keys, wanted, "left"), np.searchsorted(run.keys, wanted, "right")
            found.extend(run.values[low:high].tolist())
        return found

    def counts(self, keys: Keys) -> Values:
        """For each key how many values it has."""
        total = np.zeros(len(keys), dtype=np.int64)
        for run in self.runs:
            total += np.searchsorted(run.keys, keys, "right") - np.searchsorted(run.keys, keys, "left")
        return total


def open_table(folder: Path, names: Iterable[str]) -> Table:
    return Table([Run(folder / name) for name in names])


def add_run(
    folder: Path,
    table: str,
    generation: int,
    names: Sequence[str],
    keys: Sequence[int] | Keys | Values,
    values: Sequence[int] | Values,
) -> list[str]:
    """Write keys and their values as a new run, merge what is of similar size, and return the table's run names.

    Old runs stay on disk: they belong to the last commit until the next one is made.
    """
    if not len(keys):
        return list(names)
    keys, values = np.asarray(keys, dtype=np.uint64), np.asarray(values, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    newest = Run(_write(folder / f"{table}-{generation}.run", [(keys[order], values[order])], len(keys)))
    kept = [Run(folder / name) for name in names]
    while kept and kept[-1].rows < 2 * newest.rows:
        older = kept.pop()
        newest = _merged(older, newest, folder / f"{table}-{generation}-{len(kept)}.run")
    return [run.path.name for run in (*kept, newest)]


def merge_all(folder: Path, table: str, generation: int, names: Sequence[str]) -> list[str]:
    """The table as a single run."""
    runs = [Run(folder / name) for name in names]
    while len(runs) > 1:
        newest = runs.pop()
        older = runs.pop()
        runs.append(_merged(older, newest, folder / f"{table}-{generation}-{len(runs)}.run"))
    return [run.path.name for run in runs]


def _merged(older: Run, newer: Run, path: Path) -> Run:
    def parts() -> Iterable[tuple[Keys, Values]]:
        rows = older.rows + newer.rows
        pieces = max(1, rows // _CHUNK)
        # Keys may be small numbers or hashes, so the pieces are cut at keys of the larger run, not at equal distances.
        larger = older if older.rows >= newer.rows else newer
        bounds = [larger.keys[i * larger.rows // pieces] for i in range(1, pieces)]
        low = (0, 0)
        for bound in (*bounds, None):
            if bound is None:
                high = (older.rows, newer.rows)
            else:
                high = (int(np.searchsorted(older.keys, bound)), int(np.searchsorted(newer.keys, bound)))
            keys = np.concatenate([older.keys[low[0] : high[0]], newer.keys[low[1] : high[1]]])
            values = np.concatenate([older.values[low[0] : high[0]], newer.values[low[1] : high[1]]])
            order = np.argsort(keys, kind="stable")
            yield keys[order], values[order]
            low = high

    return Run(_write(path, parts(), older.rows + newer.rows))


def _write(path: Path, parts: Iterable[tuple[Keys, Values]], rows: int) -> Path:
    with path.open("wb") as stream:
        done = 0
        for keys, values in parts:
            stream.seek(done * 8)
            stream.write(keys.astype("<u8").tobytes())
            stream.seek((rows + done) * 8)
            stream.write(values.astype("<i8").tobytes())
            done += len(keys)
        stream.flush()
        os.fsync(stream.fileno())
    return path
