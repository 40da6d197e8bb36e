"""The starter library as an index, built on first use."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any

from weigh.index.commit import FORMAT, is_index
from weigh.index.lock import FileLock
from weigh.ingest.documents import CleanDocument

COLLECTION = "starter"


def library() -> list[Path]:
    return sorted((Path(__file__).parent.parent / "starter" / "library").glob("*.jsonl"))


def starter_index(data_folder: Path) -> Path:
    """The folder of the starter index; made where it is not there yet. Its name changes with the library's content."""
    digest = blake2b(str(FORMAT).encode(), digest_size=6)
    for path in library():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    folder = data_folder / f"starter-{digest.hexdigest()}"
    if is_index(folder):
        return folder
    with FileLock(data_folder / "starter.lock", wait=True):
        if not is_index(folder):
            draft = data_folder / "starter.draft"
            shutil.rmtree(draft, ignore_errors=True)
            build(draft)
            draft.replace(folder)
            _remove_older(data_folder, folder)
    return folder


def build(folder: Path) -> None:
    from weigh.index.places import create
    from weigh.index.suggest import SuggestionsWriter
    from weigh.index.writer import IndexWriter

    create(folder)
    pairs: list[tuple[str, str]] = []
    with IndexWriter(folder) as writer:
        for record in _records():
            writer.add(_document(record))
            pairs.extend(combinations(record.get("objects", []), 2))
    suggestions = SuggestionsWriter(folder)
    suggestions.add_certain(pairs)
    suggestions.close()


def _records() -> Iterator[dict[str, Any]]:
    for path in library():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def _document(record: dict[str, Any]) -> CleanDocument:
    from weigh.ingest.split import split

    return CleanDocument(
        id=record["id"],
        url=None,
        title=record.get("title"),
        date=record.get("date"),
        collection=COLLECTION,
        sentences=tuple(split(record["text"])),
    )


def _remove_older(data_folder: Path, current: Path) -> None:
    for path in data_folder.glob("starter-*"):
        if path != current:
            shutil.rmtree(path, ignore_errors=True)
