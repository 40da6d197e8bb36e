"""`weigh train`: fine-tune the shipped models, or larger ones, from the public data and from feedback."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from weigh.cli._output import JsonOption, console, echo_json

app = typer.Typer(help="Train the models.", no_args_is_help=True)
DataOption = Annotated[
    Path,
    typer.Option(
        help="Folder of the public data (see docs/training.md).", envvar="WEIGH_DATA", exists=True, file_okay=False
    ),
]
OutOption = Annotated[Path, typer.Option(help="Folder that the model is written to.", file_okay=False)]


def _encoder(folder: Path) -> Path:
    if not (folder / "config.json").is_file():
        raise typer.BadParameter(f"{folder} holds no config.json. Give the folder of a pretrained encoder.")
    return folder


BaseOption = Annotated[
    Path, typer.Option(help="Folder of the pretrained encoder.", exists=True, file_okay=False, callback=_encoder)
]
SeedOption = Annotated[int, typer.Option(help="Fixes every source of chance.")]
ChangeOption = Annotated[
    list[str] | None, typer.Option("--set", help="Change the recipe: epochs=3, rate=5e-5, room=40 …")
]


def _command(task: str, help_: str) -> None:
    """Register one command a task; they differ in nothing but their name."""

    def run(
        base: BaseOption,
        data: DataOption,
        out: OutOption,
        seed: SeedOption = 1,
        teacher: Annotated[
            list[Path] | None, typer.Option(help="A finished run to learn from; may be repeated.")
        ] = None,
        corpus: Annotated[
            list[Path] | None,
            typer.Option(help="Gzipped JSONL of unlabelled sentences (stance alone).", exists=True, dir_okay=False),
        ] = None,
        feedback: Annotated[
            Path | None,
            typer.Option(help="Folder written by 'weigh feedback export' (not kinds).", exists=True, file_okay=False),
        ] = None,
        change: ChangeOption = None,
        limit: Annotated[int | None, typer.Option(help="Only the first examples, to try things out.")] = None,
        threads: Annotated[int | None, typer.Option(help="Cores to use.")] = None,
        json: JsonOption = False,
    ) -> None:
        metrics = _run(task, base, data, out, seed, teacher or [], corpus or [], feedback, change or [], limit, threads)
        if json:
            echo_json(metrics)
        else:
            for part, figures in metrics.items():
                console().print(f"{part}: " + "  ".join(f"{name} {value:.4g}" for name, value in figures.items()))

    app.command(task, help=help_)(run)


_command("identify", "Is a question comparative?")
_command("kinds", "Which kinds of a comparative question, and factual, method or argumentative?")
_command("label", "Objects, aspects, predicate of a question.")
_command("stance", "Stance of a sentence towards two objects.")


@app.command("identify-linear")
def identify_linear(data: DataOption, out: OutOption, json: JsonOption = False) -> None:
    """The linear first step of the identify cascade."""
    _need_extra()
    from weigh.train.linear import train_identify

    metrics = train_identify(data, out)
    echo_json(metrics) if json else console().print(metrics)


@app.command("stance-linear")
def stance_linear(
    data: DataOption, out: OutOption,
    text: Annotated[Path, typer.Option(help="A file of running text, of any kind that an index takes.", exists=True)],
    corpus: Annotated[list[Path] | None, typer.Option(help="Gzipped JSONL of the sentences that were read.")] = None,
    json: JsonOption = False,
) -> None:  # fmt: skip
    """The linear filter before the stance models."""
    _need_extra()
    from weigh.train.linear import train_stance

    metrics = train_stance(data, corpus or [], text, out)
    echo_json(metrics) if json else console().print(metrics)


@app.command()
def answers(
    base: BaseOption, data: DataOption, out: OutOption,
    seed: SeedOption = 1, change: ChangeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Stance of longer answers: an encoder that stands on the stance model's trunk, and linear steps."""
    _need_extra()
    from weigh.train.answers import train

    metrics = train(base, data, out, seed=seed, changes=parse_changes(change or []))
    echo_json(metrics) if json else console().print(metrics)


@app.command()
def split(
    run: Annotated[Path, typer.Argument(help="A folder that 'weigh train stance' wrote.")], out: OutOption,
    layers: Annotated[int, typer.Option(help="How many of its lowest layers become the trunk.")] = 5,
) -> None:  # fmt: skip
    """Cut a stance model in two, so that the model of longer answers can stand on its lower layers."""
    _need_extra()
    from weigh.train.trunk import split as cut

    cut(run, layers, out)


@app.command()
def unseen(
    runs: Annotated[list[Path], typer.Argument(help="Runs of identify that were trained with 'fold'.")],
    data: DataOption, json: JsonOption = False,
) -> None:  # fmt: skip
    """How good runs of identify are, heard together, on the training questions that they left out."""
    _need_extra()
    from weigh.train.unseen import figures

    metrics = figures(data, runs)
    echo_json(metrics) if json else console().print(metrics)


def _run(
    task: str, base: Path, data: Path, out: Path, seed: int, teachers: list[Path], corpus: list[Path],
    feedback: Path | None, changes: list[str], limit: int | None, threads: int | None,
) -> dict[str, Any]:  # fmt: skip
    _need_extra()
    from weigh.train.run import train

    return train(
        task, base, data, out, seed=seed, changes=parse_changes(changes), teachers=teachers, corpus=corpus,
        feedback=feedback, limit=limit, threads=threads,
    )  # fmt: skip


def parse_changes(changes: list[str]) -> dict[str, Any]:
    """`name=value` pairs as TOML values."""
    import tomllib

    from weigh.errors import BadInput

    found: dict[str, Any] = {}
    for change in changes:
        try:
            found |= tomllib.loads(change)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(
                f"--set got {change!r}, which cannot be read ({error}). Expected name=value "
                'with the value as in TOML: epochs=3, rate=5e-5, keep=true, layers=[0, 2], init="runs/first".'
            ) from error
    return found


def _need_extra() -> None:
    """Say how to install what training needs, before anything else happens."""
    from importlib.util import find_spec

    from weigh.errors import ExtraMissing

    for package in ("torch", "transformers", "onnx", "sklearn"):
        if find_spec(package) is None:
            raise ExtraMissing(f"Training (package {package})", "train")
