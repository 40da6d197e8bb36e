"""`weigh feedback`: what people said about answers, as training data."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from weigh.cli._output import JsonOption, console, echo_json

app = typer.Typer(help="Feedback from the web app: count it, export it as training data.", no_args_is_help=True)
DatabaseOption = Annotated[
    str | None, typer.Option(help="Database URL; the one of the settings if empty.", envvar="WEIGH_DATABASE")
]


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(help="Where the files are written, in the layout of the training data.")],
    database: DatabaseOption = None,
    since: Annotated[str | None, typer.Option(help="Only feedback from this day on (2026-11-15).")] = None,
    json: JsonOption = False,
) -> None:
    """Write feedback as training data for identify, label, stance and summaries."""
    from weigh.errors import BadInput
    from weigh.settings import Settings
    from weigh.store import Store
    from weigh.store.export import export_training_data

    try:
        start = datetime.fromisoformat(since).replace(tzinfo=UTC) if since else None
    except ValueError:
        raise BadInput(f"--since got {since!r}; expected a day such as 2026-11-15.") from None
    store = Store.open(Settings.load({"database": database}))
    try:
        counts = export_training_data(store.feedback(since=start), folder)
    finally:
        store.close()
    if json:
        echo_json(counts)
    elif not counts:
        console().print("There is no feedback to export yet.")
    else:
        for path, count in counts.items():
            console().print(f"{count:6,} rows  {path}")


@app.command()
def show(database: DatabaseOption = None, json: JsonOption = False) -> None:
    """Count the feedback by kind."""
    from collections import Counter

    from weigh.settings import Settings
    from weigh.store import Store

    store = Store.open(Settings.load({"database": database}))
    try:
        counts = Counter(item.feedback.kind for item in store.feedback())
    finally:
        store.close()
    if json:
        echo_json(dict(counts))
    else:
        for kind in ("verdict", "labels", "argument", "summary"):
            console().print(f"{counts[kind]:6,} {kind}")
