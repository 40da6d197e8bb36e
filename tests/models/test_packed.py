"""Model files stand compressed: nothing is lost, any gzip opens them, and a damaged one is told."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.errors import ModelMissing
from weigh.models import packed


@given(st.binary(max_size=5000))
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.mktemp("packed") / "file.gz"
    packed.write(file, content)
    assert packed.read(file) == gzip.decompress(file.read_bytes()) == content


def test_small_whole_numbers_take_half_the_room(tmp_path: Path) -> None:
    weights = np.random.default_rng(1).normal(0, 3, 200_000).round().astype(np.int8)
    packed.write(tmp_path / "file.gz", weights.tobytes())
    bits = 8 * (tmp_path / "file.gz").stat().st_size / weights.size
    shares = np.unique(weights, return_counts=True)[1] / weights.size
    entropy = -(shares * np.log2(shares)).sum()
    assert entropy < bits < entropy + 0.1 < 4


@pytest.mark.parametrize("cut", [0, 5, 100, -1])
def test_a_damaged_file_is_named(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "model.onnx.gz"
    packed.write(file, bytes(range(256)) * 9)
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(ModelMissing, match=r"model\.onnx\.gz is damaged"):
        packed.read(file)
