"""Pieces on disk: what a step writes is divided by the step that reads it, so that no step ever holds the whole log.

A piece file is a row of JSON blocks, one per partition, with a small index beside it that is written last and renamed
into place: where the index is, the piece is whole. That makes every step resumable and safe against being killed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Record = Sequence[Any]
"""A flat tuple of numbers and text."""


def write_piece(folder: Path, number: int, blocks: Sequence[list[Record]], extra: dict[str, Any]) -> None:
    """Write one piece: `blocks[p]` are the records for partition p; `extra` is what the step counted."""
    offsets = [0]
    data = folder / f"{number:06d}.blocks"
    with data.open("wb") as out:
        for block in blocks:
            if block:
                out.write(json.dumps(block, separators=(",", ":")).encode("ascii"))
            offsets.append(out.tell())
        out.flush()
        os.fsync(out.fileno())
    write_json(folder / f"{number:06d}.json", {"offsets": offsets, "extra": extra})


def write_json(path: Path, value: Any) -> None:
    """Write so that the file is either absent or whole."""
    part = path.with_suffix(path.suffix + ".part")
    with part.open("w", encoding="ascii") as out:
        json.dump(value, out)
        out.flush()
        os.fsync(out.fileno())
    part.replace(path)


def done(folder: Path) -> set[int]:
    """Numbers of the pieces that are whole."""
    return {int(path.stem) for path in folder.glob("[0-9]*.json")}


def extras(folder: Path) -> Iterator[dict[str, Any]]:
    """What each piece's step counted, in order."""
    for number in sorted(done(folder)):
        yield json.loads((folder / f"{number:06d}.json").read_text("ascii"))["extra"]


def blocks(folder: Path, partition: int) -> Iterator[list[list[Any]]]:
    """The records of one partition out of all pieces, block by block."""
    for number in sorted(done(folder)):
        offsets = json.loads((folder / f"{number:06d}.json").read_text("ascii"))["offsets"]
        start, end = offsets[partition], offsets[partition + 1]
        if end > start:
            with (folder / f"{number:06d}.blocks").open("rb") as stream:
                stream.seek(start)
                yield json.loads(stream.read(end - start))


def divide(records: Iterator[tuple[int, Record]], partitions: int) -> list[list[Record]]:
    """Records by their number modulo the partitions."""
    result: list[list[Record]] = [[] for _ in range(partitions)]
    for number, record in records:
        result[number % partitions].append(record)
    return result
