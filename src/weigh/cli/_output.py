"""What all commands share: results on standard output, progress and messages on standard error."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
IndexOption = Annotated[
    str | None,
    typer.Option(
        "--index", "-i", help="Index to use: its folder, or a folder of several indexes.", envvar="WEIGH_INDEX"
    ),
]


def console() -> Console:
    """Standard output with bars and colour where a terminal can show them."""
    from rich.console import Console

    return Console(highlight=False)


def err() -> Console:
    """Standard error, for messages and progress."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def progress() -> Progress:
    """A progress display on standard error; silent where that is no terminal."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=err(),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def echo_json(data: Any) -> None:
    """One JSON document on standard output."""
    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def plain(text: str) -> str:
    """Text from an index or a user without control characters, so that it cannot steer the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
