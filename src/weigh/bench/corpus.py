"""The index that the answer benchmarks ask: built once from the shared corpus, kept in the data folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weigh.errors import SourceProblem
from weigh.settings import Settings

WEB = "web-sentences.jsonl.gz"
WIKI = "simplewiki.jsonl.gz"


def corpus_index(data: Path, names: Sequence[str] = (WEB,), settings: Settings | None = None) -> str:
    """The folder of an index of these files of the corpus beside the data folder; built where it is not there yet."""
    files = [data.parent / "corpus" / name for name in names]
    for file in files:
        if not file.is_file():
            raise SourceProblem(f"{file} is not there; the benchmark builds its index from it..")
    from weigh.index import create
    from weigh.index.build import add_files

    kept = "-".join(name.split(".")[0] for name in names)
    folder = (settings or Settings()).data_folder() / f"bench-{kept}"
    if not folder.exists():
        create(folder)
    add_files(folder, files)  # goes on where a stopped build was; changes nothing where all is in
    return str(folder)
