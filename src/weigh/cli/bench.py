"""`weigh bench`: measure every part on public data, beside the published figures."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from weigh.cli._output import JsonOption, console, echo_json, err

app = typer.Typer(help="Measure every part on public data.", no_args_is_help=True)
DataOption = Annotated[Path | None, typer.Option(help="Folder of the public data.", envvar="WEIGH_DATA")]
SplitOption = Annotated[str, typer.Option(help="validation or test (or train).")]

# Where the functions of `bench speed NAME` live: module and function, loaded when named.
SPEED: dict[str, tuple[str, str]] = {
    "models": ("weigh.bench.speed_models", "speed_models"),
    "identify": ("weigh.bench.speed_models", "speed_identify"),
}


def _split(split: str) -> str:
    from weigh.bench.tasks import SPLITS
    from weigh.errors import BadInput

    if split not in SPLITS:
        raise BadInput(f"--split got {split!r}. Expected one of: {', '.join(SPLITS)}.")
    return split


def _task(table: dict[str, Callable[..., Any]], name: str) -> Callable[..., Any]:
    from weigh.errors import BadInput

    if name not in table:
        raise BadInput(f"There is no task {name!r}. Expected one of: {', '.join(table)}.")
    return table[name]


@app.command()
def run(
    tasks: Annotated[
        list[str] | None, typer.Argument(help="identify, label, kinds, stance, answers; all if none.")
    ] = None,
    data: DataOption = None,
    split: SplitOption = "validation",
    json: JsonOption = False,
) -> None:
    """Run the shipped models over a part of the data."""
    from weigh.bench.report import table
    from weigh.bench.tasks import TASKS, data_folder

    folder, part = data_folder(data), _split(split)
    jobs = {name: _task(TASKS, name) for name in tasks or TASKS}
    found: dict[str, Any] = {}
    for name, job in jobs.items():
        try:
            found[name] = job(folder, part)
        except FileNotFoundError as error:
            if tasks:
                raise _no_file(error, name, part) from None
            err().print(f"{name}: there is no {part} part, left out")
            continue
        if not json:
            console().print(table(name, found[name], part))
    if json:
        from weigh.bench.published import PUBLISHED

        echo_json(
            {name: {"split": part, "weigh": ours, "published": PUBLISHED.get(name, {})} for name, ours in found.items()}
        )


def _no_file(error: FileNotFoundError, task: str, split: str) -> Exception:
    from weigh.errors import BadInput

    return BadInput(f"The {split} part of {task} is not there ({error.filename}). Choose another --split or --data.")


@app.command()
def score(
    task: Annotated[str, typer.Argument(help="identify, label, kinds, stance or answers.")],
    predictions: Annotated[
        Path, typer.Argument(help="CSV with a 'prediction' column; for label JSON lines with 'labels'.")
    ],
    data: DataOption = None,
    split: SplitOption = "test",
    json: JsonOption = False,
) -> None:
    """Score anyone's predictions with the same metrics."""
    from weigh.bench.report import table
    from weigh.bench.score import SCORES
    from weigh.bench.tasks import data_folder

    folder, part = data_folder(data), _split(split)
    try:
        found = _task(SCORES, task)(folder, part, predictions)
    except FileNotFoundError as error:
        raise _no_file(error, task, part) from None
    echo_json(found) if json else console().print(table(task, found, part))


@app.command()
def speed(
    part: Annotated[str, typer.Argument(help=f"What to measure: {', '.join(SPEED)}.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Measure how fast a part runs on this machine."""
    from weigh.errors import BadInput

    if part not in SPEED:
        raise BadInput(f"There is nothing called {part!r} to measure. Expected one of: {', '.join(SPEED)}.")
    module, function = SPEED[part]
    found = getattr(import_module(module), function)(data)
    if json:
        echo_json(found)
    else:
        for name, value in found.items():
            console().print(f"{name}: {value:,.2f}" if isinstance(value, float) else f"{name}: {value}")
