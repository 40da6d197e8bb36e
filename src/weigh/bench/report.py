"""The benchmark's table: ours beside the published figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from weigh.bench.metrics import Metrics
from weigh.bench.published import PUBLISHED

if TYPE_CHECKING:
    from rich.table import Table


def rounded(found: Any) -> Any:
    """Figures as a reader wants them: four places, as in the table; `--json` has them all."""
    if isinstance(found, float):
        return round(found, 4)
    if isinstance(found, dict):
        return {name: rounded(value) for name, value in found.items()}
    return [rounded(value) for value in found] if isinstance(found, list | tuple) else found


def table(task: str, ours: Metrics, split: str) -> Table:
    """One row a metric that we measure, one column a system: there are more metrics than a terminal has room for."""
    from rich import box
    from rich.table import Table

    systems = PUBLISHED.get(task, {})
    found = Table(title=f"{task} ({split})", title_justify="left", box=box.SIMPLE, pad_edge=False)
    found.add_column("metric")
    found.add_column("Weigh", justify="right", style="bold", no_wrap=True)
    for system in systems:
        found.add_column(system.replace("-", "-\n"), justify="right", overflow="fold")  # names too are broken, not cut
    for name, value in ours.items():
        told = (f"{figures[name]:.4f}" if name in figures else "–" for figures in systems.values())
        found.add_row(name.replace("_", " "), f"{value:.4f}", *told)
    return found
