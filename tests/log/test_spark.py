"""Spark gives the counts of one machine."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from weigh.log.generate import Plan, write_log
from weigh.log.options import LogOptions
from weigh.log.run import find
from weigh.log.tally import Tally

from .made import labelled


def _counts(tally: Tally) -> dict[str, object]:
    return {name: getattr(tally, name) for name in tally.__slots__ if name not in ("spent", "askers")}


@pytest.mark.timeout(900)
def test_spark_gives_the_same_counts_as_one_machine(tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="needs pyspark: pip install 'weigh[spark]'")
    if not shutil.which("java"):
        pytest.skip("Spark needs Java")
    from weigh.log.spark import find as find_on_spark

    paths = []
    for number in range(2):
        path = tmp_path / f"log{number}.csv"
        write_log(path, labelled(), Plan(lines=1_500, months=3, share=0.1, bots_of_each_kind=1, seed=number))
        paths.append(str(path))
    options = LogOptions(out=tmp_path / "out", workers=1, partitions=3, transformer=False, salt="same", sample=20)
    here = find(paths, options)
    there = find_on_spark(paths, replace(options, spark="local[2]", partitions=4))
    assert there.counts == here.counts
    assert there.removed.to_dict() == here.removed.to_dict()
    assert _counts(there.tally) == _counts(here.tally)
