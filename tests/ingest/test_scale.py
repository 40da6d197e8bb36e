"""The model of costs: its tables are those of the page, and it behaves as costs do."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from weigh.bench.scale import SIZES, Measured, constants_of, measured, measured_table, plan, table
from weigh.bench.speed_ingest import _by_size, _Sample

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"


def test_tables_of_the_page_are_what_the_model_computes_from_the_measured_constants() -> None:
    constants = measured()
    page = PAGE.read_text(encoding="utf-8")
    assert table(constants) in page, "run python -m weigh.bench.scale and put its tables into docs/scale.md"
    assert table(constants, keep=constants.comparative_share) in page
    assert measured_table(constants) in page


def test_constants_are_those_of_the_run() -> None:
    run = {
        "stages": {"sentences": 1000, "cpu_seconds": {"read": 0.002, "clean": 0.008, "split": 9.0}},
        "end_to_end": {
            "sentences": 100_000, "raw_megabytes": 13.0, "cpu_seconds": {"writer": 2.0, "reader_and_workers": 2.5},
            "index_bytes_per_sentence": 170.0, "peak_memory_mb": 300,
        },
    }  # fmt: skip
    assert constants_of(run, 0.06) == Measured(130.0, 1e-5, 1.5e-5, 2e-5, 170.0, 0.06, 0.3)


def test_plan_by_hand_for_a_round_case() -> None:
    constants = Measured(
        raw_bytes=200, clean_seconds=4e-5, prepare_seconds=3e-5, write_seconds=1e-5, index_bytes=150,
        comparative_share=0.05, build_memory_gb=0.5,
    )  # fmt: skip
    found = plan(100_000_000, "embedded", constants)
    assert found.raw_tb == pytest.approx(0.02)
    assert found.disk_tb == pytest.approx(0.015)
    assert (found.machines, found.shards) == (1, 1)
    assert found.cpu_hours == pytest.approx(100e6 * 8e-5 / 3600)
    assert found.hours == pytest.approx(100e6 * 1e-5 / 3600), "one writer, so its core is what the build waits for"
    assert found.memory_gb == pytest.approx(1.5 + 0.5)


@pytest.mark.parametrize("engine", ["embedded", "cluster"])
def test_more_sentences_never_cost_less_and_a_filter_never_costs_more(engine: str) -> None:
    constants = measured()
    plans = [plan(size, engine, constants) for size in SIZES]
    for small, large in pairwise(plans):
        assert small.disk_tb < large.disk_tb
        assert small.cpu_hours < large.cpu_hours
        assert small.month_dollars <= large.month_dollars
    for size in SIZES:
        kept = plan(size, engine, constants, keep=constants.comparative_share)
        full = plan(size, engine, constants)
        assert kept.cpu_hours < full.cpu_hours
        assert kept.machines <= full.machines


def test_growth_tells_rates_between_the_steps_and_the_most_memory_on_the_way() -> None:
    samples = [
        _Sample(count, count / 50_000, count * 2e-5, count * 3e-5, 100 + count / 1e4, 90 + count / 1e5)
        for count in (100_000, 250_000, 600_000)
    ]
    samples.append(_Sample(700_000, 60.0, 14.0, 21.0, 0.0, 0.0))
    steps = _by_size(samples)
    assert [step["sentences"] for step in steps] == [250_000, 600_000]
    assert [step["sentences_per_second"] for step in steps] == [50_000, 50_000]
    assert [step["writer_cpu_seconds_per_million"] for step in steps] == [20.0, 20.0]
    assert [step["workers_cpu_seconds_per_million"] for step in steps] == [30.0, 30.0]
    assert [step["memory_mb"] for step in steps] == [125, 160]
    assert [step["memory_without_mapped_files_mb"] for step in steps] == [92, 96]
