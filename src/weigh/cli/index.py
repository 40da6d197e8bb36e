"""`weigh index`: make, fill, describe, compact, merge and delete an index."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from weigh.cli._output import IndexOption, JsonOption, echo_json, plain, progress
from weigh.settings import Settings

if TYPE_CHECKING:
    from weigh.ingest.documents import Fields

app = typer.Typer(help="Make, fill, describe, compact, merge and delete an index.", no_args_is_help=True)


def _folder(index: str | None) -> Path:
    """The index to write to: the one named, else the user's own."""
    from weigh.errors import BadInput
    from weigh.index.places import own_index

    settings = Settings.load({"index": index})
    if settings.index and settings.index.startswith(("http://", "https://")):
        raise BadInput(f"{settings.index} is no folder. Only an index in a folder can be written by this command.")
    return Path(settings.index).expanduser() if settings.index else own_index(settings)


@app.command()
def create(
    path: Annotated[str | None, typer.Argument(help="Its folder; without one, your own index.")] = None,
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Make an empty index."""
    from weigh.index.places import create as create_index

    folder = create_index(_folder(path or index))
    echo_json({"created": str(folder)}) if json else typer.echo(f"Made an empty index at {folder}.")


@app.command()
def add(
    files: Annotated[list[str], typer.Argument(help="Files and folders to read; - is standard input.")],
    index: IndexOption = None,
    collection: Annotated[str, typer.Option(help="Collection of documents that name none.")] = "",
    kind: Annotated[str | None, typer.Option(help="Kind of the files, where their content must not decide.")] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            help="PART=NAME: the field or column of JSONL, CSV or Parquet that holds a part of a document, as in "
            "text=body. Parts: id, url, title, text, date, collection. Can be repeated."
        ),
    ] = None,
    language: Annotated[str, typer.Option(help="Language to keep; 'any' keeps all.")] = "en",
    keep: Annotated[str, typer.Option(help="'all', or 'comparative' for sentences that could be evidence.")] = "all",
    workers: Annotated[int | None, typer.Option(min=0, help="Worker processes; as many as cores if not given.")] = None,
    near: Annotated[
        Path | None,
        typer.Option(help="Afterwards group the near-duplicates of the whole index into this file, as `near` does."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and report, but write nothing.")] = False,
    json: JsonOption = False,
) -> None:
    """Add files. Stopped at any moment, the same command goes on; run twice, it changes nothing."""
    from weigh.errors import BadInput, SourceProblem
    from weigh.index.build import add_files, read_only
    from weigh.index.commit import is_index
    from weigh.index.places import create as create_index
    from weigh.ingest.documents import Options
    from weigh.ingest.files import expand

    if keep not in ("all", "comparative"):
        raise BadInput(f"--keep got {keep!r}; expected 'all' or 'comparative'.")
    if near and dry_run:
        raise BadInput("--near groups the sentences of an index, and --dry-run writes none. Leave one of them out.")
    folder = _folder(index)
    options = Options(
        kind=kind,
        collection=collection,
        fields=_fields(field or []),
        language=None if language == "any" else language,
        keep="comparative" if keep == "comparative" else "all",
    )
    found = [str(path) for path in expand(files)]
    if not found:
        raise SourceProblem(f"No file to read in {', '.join(files)}. Give files or folders that hold some.")
    if not dry_run and not is_index(folder):
        create_index(folder)
    with _Display() as display:
        if dry_run:
            report = read_only(found, options, on_progress=display.show)
        else:
            report = add_files(folder, found, options, workers=workers, near=near, on_progress=display.show)
    if json:
        echo_json({"index": str(folder), "dry_run": dry_run, **report.to_dict()})
    else:
        typer.echo(plain_lines(report.to_text(dry_run=dry_run)))
    if report.failed:
        raise typer.Exit(SourceProblem.exit_code)


def _fields(given: list[str]) -> Fields:
    """The names of fields from flags such as `text=body`."""
    from dataclasses import fields

    from weigh.errors import BadInput
    from weigh.ingest.documents import Fields

    parts = [item.name for item in fields(Fields)]
    names: dict[str, str] = {}
    for text in given:
        part, _, name = (piece.strip() for piece in text.partition("="))
        if part not in parts or not name:
            raise BadInput(f"--field got {text!r}; expected PART=NAME, with one of these parts: {', '.join(parts)}.")
        if part in names:
            raise BadInput(f"--field names {part!r} twice: {names[part]!r} and {name!r}. Give one name for each part.")
        names[part] = name
    return Fields(**names)


@app.command()
def info(index: IndexOption = None, json: JsonOption = False) -> None:
    """What an index holds."""
    from weigh.index import open_engine
    from weigh.schema import to_dict

    settings = Settings.load({"index": index})
    engine = open_engine(settings.index, settings)
    try:
        found = engine.info()
    finally:
        engine.close()
    if json:
        echo_json(to_dict(found))
        return
    typer.echo(f"{found.location}: {found.documents:,} documents, {found.sentences:,} different sentences, ", nl=False)
    typer.echo(f"{found.size_bytes / 1e6:,.1f} MB, {found.engine} engine, format {found.format}")
    for item in found.collections:
        name = plain(item.name) or "(no collection)"
        typer.echo(f"  {name}: {item.documents:,} documents, {item.sentences:,} sentences")


@app.command()
def compact(index: IndexOption = None, json: JsonOption = False) -> None:
    """Write the postings anew from the stored text: smaller and faster, and mends damaged ones."""
    from weigh.index.commit import folder_size
    from weigh.index.compact import compact as compact_index

    folder = _folder(index)
    before = folder_size(folder)
    compact_index(folder)
    after = folder_size(folder)
    if json:
        echo_json({"index": str(folder), "bytes_before": before, "bytes_after": after})
    else:
        typer.echo(f"Compacted {folder}: {before / 1e6:,.1f} MB before, {after / 1e6:,.1f} MB now.")


@app.command()
def merge(
    out: Annotated[Path, typer.Argument(help="The index to merge into; made where there is none.")],
    shards: Annotated[list[Path], typer.Argument(help="Indexes, or folders of indexes. They are only read.")],
    json: JsonOption = False,
) -> None:
    """Make one index of several. Stopped at any moment, the same command goes on; run twice, it changes nothing."""
    from weigh.index.merge import MergeProgress
    from weigh.index.merge import merge as merge_indexes

    with progress() as bar:
        task = bar.add_task("Merging", total=None, rate="")

        def show(state: MergeProgress) -> None:
            rate = f"{state.documents:,} documents, {state.sentences / max(state.seconds, 0.001):,.0f} sentences/s"
            bar.update(task, completed=state.documents, total=state.of, rate=rate)

        report = merge_indexes(out, shards, on_progress=show)
    echo_json(report.to_dict()) if json else typer.echo(plain_lines(report.to_text()))


@app.command()
def near(
    out: Annotated[Path, typer.Argument(help="File to write: a group of near-duplicates a line, as JSON.")],
    index: IndexOption = None,
    json: JsonOption = False,
) -> None:
    """Group sentences that differ by a word or two, over the whole index and in bounded memory."""
    from dataclasses import asdict

    from weigh.index.near import write_groups

    report = write_groups(_folder(index), out)
    echo_json(asdict(report)) if json else typer.echo(plain(report.to_text()))


@app.command()
def delete(
    index: IndexOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    json: JsonOption = False,
) -> None:
    """Delete an index with all that is in it."""
    from weigh.errors import BadInput, IndexMissing
    from weigh.index.commit import is_index
    from weigh.index.places import delete as delete_index

    folder = _folder(index)
    if not is_index(folder):
        raise IndexMissing(f"There is no index at {folder}; nothing was deleted.")
    if not yes:
        if not sys.stdin.isatty():
            raise BadInput("Deleting an index needs --yes where nobody can be asked.")
        typer.confirm(f"Delete the index at {folder} with all that is in it?", abort=True, err=True)
    delete_index(folder)
    echo_json({"deleted": str(folder)}) if json else typer.echo(f"Deleted the index at {folder}.")


def plain_lines(text: str) -> str:
    """Names of files and reasons come from outside: no control characters, but our own line breaks."""
    return "\n".join(plain(line) for line in text.split("\n"))


class _Display:
    """The bar on standard error: documents, sentences, MB/s, time left."""

    def __init__(self) -> None:
        self._bar = progress()

    def __enter__(self) -> _Display:
        self._bar.__enter__()
        self._task = self._bar.add_task("Reading", total=1.0, rate="")
        return self

    def __exit__(self, *error: Any) -> None:
        self._bar.__exit__(*error)

    def show(self, state: Any) -> None:
        rate = state.bytes_read / 1e6 / max(state.seconds, 0.001)
        self._bar.update(
            self._task,
            completed=state.fraction,
            description=f"{state.files_done}/{state.files} files",
            rate=f"{state.documents:,} documents, {state.sentences:,} sentences, {rate:.1f} MB/s",
        )
