"""The benchmark's table: ours beside the published figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from weigh.bench.metrics import Metrics
from weigh.bench.published import PUBLISHED

if TYPE_CHECKING:
    from rich.table import Table


def table(task: str, ours: Metrics, split: str) -> Table:
    """One row a system, one column a metric that we measure."""
    from rich.table import Table

    found = Table(title=f"{task} ({split})", title_justify="left")
    found.add_column("system")
    names = list(ours)
    for name in names:
        found.add_column(name, justify="right")
    found.add_row("Weigh", *(f"{ours[name]:.4f}" for name in names), style="bold")
    for system, figures in PUBLISHED.get(task, {}).items():
        found.add_row(system, *(f"{figures[name]:.4f}" if name in figures else "–" for name in names))
    return found
