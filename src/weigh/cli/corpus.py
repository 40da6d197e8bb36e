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
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the result; new, or that of the same job.")],
    master: Annotated[str, typer.Option(help="Spark master; local[*] uses this machine's cores.")] = "local[*]",
    shards: Annotated[int, typer.Option(min=0, help="Also build so many indexes, searched as one; 0 for none.")] = 0,
    partitions: Annotated[int, typer.Option(min=1, help="Parts of the Parquet files where no index is built.")] = 8,
    collection: Annotated[str, typer.Option(help="Collection of documents that name none.")] = "",
    keep: Annotated[str, typer.Option(help="'all', or 'comparative' for sentences that could be evidence.")] = "all",
    json: JsonOption = False,
) -> None:
    """Clean, deduplicate and index with Spark: the same per-file code and the same result as on one machine.
    Stopped at any moment, the same command goes on."""
    from weigh.errors import BadInput
    from weigh.index.parts import build_shard, open_shards, shards_folder
    from weigh.ingest.documents import Options
    from weigh.ingest.files import expand
    from weigh.ingest.spark import run

    if keep not in ("all", "comparative"):
        raise BadInput(f"--keep got {keep!r}; expected 'all' or 'comparative'.")
    options = Options(collection=collection, keep="comparative" if keep == "comparative" else "all")
    result = run(
        expand(inputs),
        out.expanduser().resolve(),
        options,
        master=master,
        partitions=shards or partitions,
        each_part=build_shard if shards else None,
    )
    summary = result.to_dict()
    lines = [
        f"Wrote {result.sentences:,} different sentences of {result.report.documents:,} documents "
        f"({result.report.sentences:,} sentences) to {out}."
    ]
    if shards:
        engine = open_shards(out)
        summary["index"] = str(shards_folder(out))
        summary["shards"], summary["indexed_sentences"] = shards, engine.info().sentences
        engine.close()
        lines.append(f"Search the {shards} shards as one index with: --index {shards_folder(out)}")
    echo_json(summary) if json else typer.echo("\n".join(lines))
