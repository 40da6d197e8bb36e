"""`weigh corpus`: fetch public corpora, and prepare big ones on a Spark cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from weigh.cli._output import JsonOption, echo_json, plain, progress

app = typer.Typer(help="Fetch public corpora; prepare big ones on a cluster.", no_args_is_help=True)


@app.command()
def get(
    source: Annotated[str, typer.Argument(help="commoncrawl, wikipedia or simplewiki.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to download into.")] = Path("corpus"),
    files: Annotated[int, typer.Option("--files", "-n", min=0, help="How many files at most; 0 means all.")] = 1,
    skip: Annotated[int, typer.Option(min=0, help="Pass over the first files of the listing.")] = 0,
    crawl: Annotated[str, typer.Option(help="Crawl of Common Crawl: 'latest' or its name.")] = "latest",
    kind: Annotated[str, typer.Option(help="Files of Common Crawl: wet (text) or warc (pages).")] = "wet",
    wiki: Annotated[str | None, typer.Option(help="Another wiki by its database's name, as enwiki.")] = None,
    mirror: Annotated[str | None, typer.Option(help="Address of a mirror that has the same layout.")] = None,
    only_list: Annotated[bool, typer.Option("--list", help="Only print what would be downloaded.")] = False,
    json: JsonOption = False,
) -> None:
    """Download text to index. Stopped at any moment, the same command goes on; whole files are kept."""
    from weigh.ingest.fetch import download
    from weigh.ingest.listings import listing

    found = listing(source, crawl=crawl, kind=kind, wiki=wiki, mirror=mirror)
    chosen = found[skip : skip + files if files else None]
    if only_list:
        if json:
            echo_json([{"url": item.url, "name": item.name, "checksum": item.checksum} for item in chosen])
        else:
            for item in chosen:
                typer.echo(plain(item.url))
        return
    saved: list[str] = []
    with progress() as bar:
        for number, item in enumerate(chosen, 1):
            task = bar.add_task(f"{number}/{len(chosen)} {plain(item.name)}", total=None, rate="")

            def show(position: int, size: int | None, task: int = int(task)) -> None:
                bar.update(task, completed=position, total=size, rate=f"{position / 1e6:,.0f} MB")  # type: ignore[arg-type]

            saved.append(str(download(item.url, out / item.name, checksum=item.checksum, on_progress=show)))
            bar.remove_task(task)
    if json:
        echo_json({"files": saved})
        return
    for path in saved:
        typer.echo(path)
    typer.echo(f"{len(saved)} files in {out}. Index them with: weigh index add {out}", err=True)


@app.command()
def spark(
    inputs: Annotated[list[str], typer.Argument(help="Files and folders to read.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the Parquet files; must not exist yet.")],
    master: Annotated[str, typer.Option(help="Spark master; local[*] uses this machine's cores.")] = "local[*]",
    partitions: Annotated[int, typer.Option(min=1, help="Parts to write, one per index shard.")] = 8,
    collection: Annotated[str, typer.Option(help="Collection of documents that name none.")] = "",
    keep: Annotated[str, typer.Option(help="'all', or 'comparative' for sentences that could be evidence.")] = "all",
    shards: Annotated[bool, typer.Option("--shards", help="Also build an index from each part.")] = False,
    json: JsonOption = False,
) -> None:
    """Clean and deduplicate with Spark: the same per-file code and the same result as on one machine."""
    from weigh.errors import BadInput
    from weigh.ingest.documents import Options
    from weigh.ingest.files import expand
    from weigh.ingest.spark import run

    if keep not in ("all", "comparative"):
        raise BadInput(f"--keep got {keep!r}; expected 'all' or 'comparative'.")
    options = Options(collection=collection, keep="comparative" if keep == "comparative" else "all")
    result = run(expand(inputs), out, options, master=master, partitions=partitions)
    summary = result.to_dict()
    if shards:
        summary["shards"] = [str(path) for path in _build_shards(out)]
    if json:
        echo_json(summary)
        return
    typer.echo(
        f"Wrote {result.sentences:,} different sentences of {result.report.documents:,} documents "
        f"({result.report.sentences:,} sentences) to {out}."
    )


def _build_shards(out: Path) -> list[Path]:
    """An index from each part of a Spark job's output; run again, it goes on."""
    from weigh.index import IndexWriter
    from weigh.index.commit import is_index
    from weigh.index.places import create
    from weigh.ingest.spark import documents_of, parts_of

    shards: list[Path] = []
    for part in parts_of(out):
        folder = out / "shards" / f"{part:05}"
        shards.append(folder)
        if not is_index(folder):
            create(folder)
        with IndexWriter(folder) as writer:  # adding a document twice changes nothing, so a stopped run goes on
            for document in documents_of(out, part):
                writer.add(document)
    return shards
