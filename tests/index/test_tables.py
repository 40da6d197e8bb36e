"""Tables on disk find what was put into them, over any number of runs and merges."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.errors import IndexFormat
from weigh.index import tables
from weigh.index.tables import add_run, merge_all, open_table

_ROWS = st.lists(st.tuples(st.integers(0, 40) | st.integers(0, 2**64 - 1), st.integers(0, 2**62)), max_size=30)


@settings(max_examples=30, deadline=None)
@given(st.lists(_ROWS, max_size=8), st.booleans())
def test_a_table_gives_back_all_values_in_order_whatever_was_merged(
    batches: list[list[tuple[int, int]]], small: bool
) -> None:
    wanted: dict[int, list[int]] = defaultdict(list)
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        if small:
            patch.setattr(tables, "_CHUNK", 4)
        folder = Path(name)
        names: list[str] = []
        for generation, rows in enumerate(batches):
            names = add_run(folder, "t", generation, names, [key for key, _ in rows], [value for _, value in rows])
            for key, value in rows:
                wanted[key].append(value)
        table = open_table(folder, names)
        keys = np.array([*wanted, 41], dtype=np.uint64)
        assert [table.all(key) for key in wanted] == list(wanted.values())
        assert table.counts(keys).tolist() == [*map(len, wanted.values()), 0]
        for value, values in zip(table.first(keys).tolist(), [*wanted.values(), [-1]], strict=True):
            assert value in values
        merged = open_table(folder, merge_all(folder, "t", 99, names))
        assert len(merged.runs) <= 1
        assert [merged.all(key) for key in wanted] == list(wanted.values())


def test_the_number_of_runs_grows_only_with_the_logarithm(tmp_path: Path) -> None:
    names: list[str] = []
    for generation in range(100):
        names = add_run(tmp_path, "t", generation, names, [generation * 7 % 100], [generation])
    assert len(names) <= 8
    assert len(open_table(tmp_path, names)) == 100


def test_a_truncated_run_is_told_as_damage(tmp_path: Path) -> None:
    (name,) = add_run(tmp_path, "t", 1, [], [1, 3], [2, 4])
    with (tmp_path / name).open("r+b") as stream:
        stream.truncate(17)
    with pytest.raises(IndexFormat, match="damaged"):
        open_table(tmp_path, [name])
