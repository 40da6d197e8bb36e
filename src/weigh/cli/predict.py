"""`weigh predict`: run the models over files."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated

import typer

from weigh.cli._output import err, progress

app = typer.Typer(help="Run the models over files.", no_args_is_help=True)
SourceArgument = Annotated[
    Path, typer.Argument(metavar="INPUT", help="File in the format of the public data, labels not needed.")
]
OutOption = Annotated[Path, typer.Option("--out", "-o", help="File to write.", dir_okay=False)]


def _predict(task: str, source: Path, out: Path) -> None:
    from weigh.errors import BadInput
    from weigh.models.files import predict

    if out.exists() and source.exists() and out.samefile(source):
        raise BadInput(f"--out is the input itself ({out}). Name another file.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stopped by a job's time limit, too, it tidies up
    with progress() as bar:
        shown = bar.add_task(task, total=_lines(source), rate="")
        count = predict(task, source, out, lambda rows: bar.update(shown, completed=rows, rate=f"{rows:,} rows"))
    err().print(f"{count:,} predictions written to {out}")


def _lines(source: Path) -> int | None:
    """About how many rows a file has, for the bar; of a pipe, which can be read only once, it is unknown."""
    if not source.is_file():
        return None
    try:
        with source.open("rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        return None


@app.command()
def identify(source: SourceArgument, out: OutOption) -> None:
    """Comparative or not. CSV with `question`; adds `prediction` (1 or 0) and `probability`."""
    _predict("identify", source, out)


@app.command()
def label(source: SourceArgument, out: OutOption) -> None:
    """Objects, aspects, predicate. JSON lines with `words` (or `question`); adds `labels`."""
    _predict("label", source, out)


@app.command()
def kinds(source: SourceArgument, out: OutOption) -> None:
    """The kinds of a question. CSV with `question`; `prediction` names them, separated by spaces."""
    _predict("kinds", source, out)


@app.command()
def stance(source: SourceArgument, out: OutOption) -> None:
    """BETTER, WORSE, EQUAL or NONE for `object_a`. CSV with `object_a`, `object_b`, `sentence`; in any order."""
    _predict("stance", source, out)


@app.command()
def answers(source: SourceArgument, out: OutOption) -> None:
    """NO, NEUTRAL, FIRST or SECOND. CSV with `question`, `object_1`, `object_2`, `answer`."""
    _predict("answers", source, out)
