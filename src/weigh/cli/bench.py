"""`weigh bench`: measure every part on public data, beside the published figures."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from weigh.cli._output import JsonOption, console, echo_json, err

app = typer.Typer(help="Measure every part on public data.", no_args_is_help=True)
speed = typer.Typer(help="Measure how fast a part runs on this machine.", no_args_is_help=True)
app.add_typer(speed, name="speed")
DataOption = Annotated[Path | None, typer.Option(help="Folder of the public data.", envvar="WEIGH_DATA")]
SplitOption = Annotated[str, typer.Option(help="validation or test (or train).")]
WorkersOption = Annotated[int, typer.Option(help="Processes to use.")]

# Tasks beyond the models, which have no splits: the module whose `run(data)` measures them.
STUDIES: dict[str, str] = {
    "arguments": "weigh.bench.arguments",
    "summary": "weigh.bench.summary",
    "triples": "weigh.bench.triples",
    "plain": "weigh.bench.plain",
    "questions": "weigh.bench.questions",
    "filters": "weigh.bench.filters",
    "rules": "weigh.bench.rules",
}
WITHOUT_DATA = frozenset(("plain", "questions"))  # studies that bring their own text


def _split(split: str) -> str:
    from weigh.bench.tasks import SPLITS
    from weigh.errors import BadInput

    if split not in SPLITS:
        raise BadInput(f"--split got {split!r}. Expected one of: {', '.join(SPLITS)}.")
    return split


def _known(names: list[str], *tables: dict[str, Any]) -> None:
    from weigh.errors import BadInput

    expected = [name for table in tables for name in table]
    for name in names:
        if name not in expected:
            raise BadInput(f"There is no task {name!r}. Expected one of: {', '.join(expected)}.")


@app.command()
def run(
    tasks: Annotated[
        list[str] | None,
        typer.Argument(
            help="identify, label, kinds, stance, answers (all of these if none is named), arguments, summary, "
            "triples, plain and questions (which need no data), filters (what the steps before the stance model drop), "
            "rules (those of the identify cascade, one by one)."
        ),
    ] = None,
    data: DataOption = None,
    split: SplitOption = "validation",
    json: JsonOption = False,
) -> None:
    """Run the shipped models over a part of the data, and the studies of ranking and summaries."""
    from weigh.bench.published import PUBLISHED
    from weigh.bench.report import rounded, table
    from weigh.bench.tasks import TASKS, data_folder

    part = _split(split)
    _known(tasks or [], TASKS, STUDIES)
    wanted = tasks or list(TASKS)
    folder = data if WITHOUT_DATA.issuperset(wanted) else data_folder(data)
    found: dict[str, Any] = {}
    for name in wanted:
        try:
            if folder is None or name in STUDIES:
                found[name] = _study(name, folder)
            else:
                ours = TASKS[name](folder, part)
                found[name] = {"split": part, "weigh": ours, "published": PUBLISHED.get(name, {})}
        except FileNotFoundError as error:
            if tasks:
                raise _no_file(error, name, part) from None
            err().print(f"{name}: there is no {part} part, left out")
            continue
        if not json and name in TASKS:
            console().print(table(name, ours, part))
        elif not json:
            console().print_json(data=rounded(found[name]))
    if json:
        echo_json(found)


def _study(name: str, folder: Path | None) -> dict[str, Any]:
    """A study takes minutes: say where it is."""
    with err().status(name) as shown:
        job: Callable[..., dict[str, Any]] = import_module(STUDIES[name]).run
        return job(folder, on_progress=lambda what: shown.update(f"{name}: {what}"))


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
    _known([task], SCORES)
    try:
        found = SCORES[task](folder, part, predictions)
    except FileNotFoundError as error:
        raise _no_file(error, task, part) from None
    echo_json(found) if json else console().print(table(task, found, part))


def _show(job: Callable[..., dict[str, Any]], json: bool, *given: Any, **named: Any) -> None:
    from weigh.bench.report import rounded

    found = job(*given, **named)
    echo_json(found) if json else console().print_json(data=rounded(found))


@speed.command("models")
def speed_models(data: DataOption = None, json: JsonOption = False) -> None:
    """Sentences a second of the stance model, beside encoders of the papers' sizes."""
    from weigh.bench.speed_models import speed_models as job

    _show(job, json, data)


@speed.command("identify")
def speed_identify(data: DataOption = None, json: JsonOption = False) -> None:
    """Questions a second of the identify cascade."""
    from weigh.bench.speed_models import speed_identify as job

    _show(job, json, data)


@speed.command("index")
def speed_index(
    corpus: Annotated[Path, typer.Argument(help="Text to index.", exists=True)],
    index: Annotated[Path | None, typer.Option(help="An index that is there already.")] = None,
    json: JsonOption = False,
) -> None:
    """Building and searching an index."""
    from weigh.bench.speed_index import speed_index as job

    _show(job, json, corpus, index=index)


@speed.command("answer")
def speed_answer(
    index: Annotated[str, typer.Option(help="Index to ask: a folder with about a million sentences.")],
    classifier: Annotated[str, typer.Option(help="transformer, bow or markers.")] = "transformer",
    json: JsonOption = False,
) -> None:
    """From question to whole answer, by stage."""
    from weigh.bench.speed_answer import speed_answer as job

    _show(job, json, index, classifier=classifier)


@speed.command("ingest")
def speed_ingest(
    megabytes: Annotated[float, typer.Option(help="How much text to make and read.")] = 200.0,
    workers: WorkersOption = 2,
    growth: Annotated[
        float, typer.Option(min=0, max=20, help="Index so many million sentences instead, and tell each step.")
    ] = 0.0,
    json: JsonOption = False,
) -> None:
    """From compressed web pages to an index: by stage, end to end, and as it grows."""
    from weigh.bench.speed_ingest import speed_ingest as job

    _show(job, json, megabytes, workers=workers, growth=growth)


@speed.command("log")
def speed_log(
    questions: Annotated[Path, typer.Argument(help="Folder of the labelled questions.", exists=True)],
    lines: Annotated[int, typer.Option(help="Lines of the made-up log.")] = 1_000_000,
    workers: WorkersOption = 2,
    json: JsonOption = False,
) -> None:
    """Analysing a log of questions."""
    from weigh.bench.speed_log import speed_log as job

    _show(job, json, questions, lines=lines, workers=workers)
