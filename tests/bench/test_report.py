"""The benchmark's table can be read in a terminal of the usual width."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from weigh.bench.published import PUBLISHED
from weigh.bench.report import rounded, table

NAMES = ("recall_at_precision_0.995", "cascade_balanced_precision", "weighted_f1", "f1")


@pytest.mark.parametrize("task", sorted(PUBLISHED))
def test_no_figure_and_no_name_is_cut_off_at_80_columns(task: str) -> None:
    figures = {name: 0.1234 + at / 100 for at, name in enumerate(NAMES)}
    console = Console(width=80, file=io.StringIO())
    console.print(table(task, figures, "test"))
    told = console.file.getvalue()
    assert all(f"{value:.4f}" in told for value in figures.values())
    assert all(word in told for name in NAMES for word in name.split("_"))
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= 80
    for published in PUBLISHED[task].values():
        for name in NAMES:
            assert name not in published or f"{published[name]:.4f}" in told


def test_figures_of_a_study_are_told_with_four_places() -> None:
    assert rounded({"all": {"objects": 0.8733333333333333, "questions": 1298}, "each": [1 / 3, "a"]}) == {
        "all": {"objects": 0.8733, "questions": 1298},
        "each": [0.3333, "a"],
    }
