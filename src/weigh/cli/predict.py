"""`weigh predict`: run the models over files."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated

import typer

from weigh.cli._output import err, progress

app = typer.Typer(
    help="Run the models over files: the rows of INPUT, each with a prediction and a probability, go to --out. "
    "`weigh predict TASK --help` says what the two are. --out is written when all rows are done; a broken row is "
    "refused with its line, and --out stays as it was.",
    no_args_is_help=True,
    rich_markup_mode="markdown",  # flows the paragraphs of a help text
)
SourceArgument = Annotated[
    Path, typer.Argument(metavar="INPUT", help="File in UTF-8, in the format of the public data; labels not needed.")
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
    """Comparative or not. CSV with `question`; adds `prediction` (1 or 0) and `probability` (of being comparative).

    `prediction` is 1 where `probability` reaches the `balanced` threshold of the model's config.json (best F1 on
    validation); for another one, cut by `probability`.
    """
    _predict("identify", source, out)


@app.command()
def label(source: SourceArgument, out: OutOption) -> None:
    """Objects, aspects, predicate. JSON lines with `words` (or `question`); adds `labels` and `probabilities`.

    `labels` has OBJ, ASP, PRED or O for every word, `probabilities` the probability of each of them. A label may be
    less likely by itself than another one, since the labels of a question are chosen together. A `question` is split
    into `words`, in lower case and without punctuation.
    """
    _predict("label", source, out)


@app.command()
def kinds(source: SourceArgument, out: OutOption) -> None:
    """The kinds of a comparative question. CSV with `question`; adds `prediction` and `probability` (of the likeliest).

    `prediction` names all kinds that reach the threshold of the model's config.json, separated by spaces, perhaps none:
    opinion, argument, reason, factoid, method, superlative, direct, aspect, context, preference. `probability` is that
    of the likeliest kind, also where none is named; the kinds' probabilities do not sum to 1.

    The model knows comparative questions only: what it says of others ("what time is it") means nothing. Sort them out
    with `weigh predict identify` first.
    """
    _predict("kinds", source, out)


@app.command()
def stance(source: SourceArgument, out: OutOption) -> None:
    """BETTER, WORSE, EQUAL or NONE for `object_a`, and its probability. CSV with `object_a`, `object_b`, `sentence`.

    The objects may stand in the sentence in any order. `probability` is that of the `prediction`, out of four that sum
    to 1. It may be below that of EQUAL or NONE: one object wins from a chance of 0.4 on. A sentence that does not name
    both objects is NONE, with 1.
    """
    _predict("stance", source, out)


@app.command()
def answers(source: SourceArgument, out: OutOption) -> None:
    """NO, NEUTRAL, FIRST or SECOND, and its probability. CSV with `question`, `object_1`, `object_2`, `answer`.

    NO: the answer takes no stance; NEUTRAL: both are as good; FIRST, SECOND: it favours `object_1`, `object_2`.
    `probability` is that of the `prediction`, out of four that sum to 1. It may be below that of NO or NEUTRAL: an
    answer takes a side if FIRST and SECOND together are likelier than either.
    """
    _predict("answers", source, out)
