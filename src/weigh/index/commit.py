"""The commit of an index: one small file that says how much of all other files counts.

Everything else in the folder is either appended to (columns, texts) or written once (runs, postings). A writer syncs
all of that first and then replaces `commit.json` in one step; whoever opens the index looks only at what the commit
names. So a writer killed at any point leaves the index at its last commit.

The first line is `weigh-index FORMAT CRC32`, so that another format is told apart from damage.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from weigh.errors import IndexFormat, IndexMissing

FORMAT = 1
FILE = "commit.json"
_MAGIC = "weigh-index"


@dataclass(frozen=True, slots=True)
class Commit:
    """How long each file is and which files belong to the index."""

    generation: int = 0
    created: str = ""
    postings: str = "postings-0"
    posted: int = 0
    """Entries in the postings: one for each sentence and source."""
    unique: int = 0
    """Different sentences; more texts than these are stored where equal ones are written differently."""
    columns: dict[str, int] = field(default_factory=dict)
    """Column → bytes that count."""
    runs: dict[str, list[str]] = field(default_factory=dict)
    """Table → its run files, oldest first."""
    collections: dict[str, list[int]] = field(default_factory=dict)
    """Collection → documents, sentences."""
    progress: dict[str, Any] = field(default_factory=dict)
    """How far the files being added have come; opaque here."""


def is_index(folder: Path) -> bool:
    return (folder / FILE).is_file()


def read_commit(folder: Path) -> Commit:
    """The last commit, or an error that says why there is none to read."""
    try:
        raw = (folder / FILE).read_bytes()
    except FileNotFoundError:
        raise IndexMissing(
            f"There is no index at {folder}. Make one with: weigh index create --index {folder}, "
            f"then weigh index add --index {folder} FILE…"
        ) from None
    except OSError as error:
        raise IndexFormat(f"The index at {folder} cannot be read: {error.strerror or error}.") from None
    head, _, body = raw.partition(b"\n")
    words = head.decode("utf-8", "replace").split()
    if len(words) != 3 or words[0] != _MAGIC or not words[1].isdigit():
        raise IndexFormat(f"{folder / FILE} is damaged: its first line is no '{_MAGIC} FORMAT CHECKSUM'. {_ADVICE}")
    if int(words[1]) != FORMAT:
        raise IndexFormat(
            f"The index at {folder} has format {words[1]}; this version of Weigh reads format {FORMAT}. "
            "Use the version of Weigh that wrote it, or build it anew from its files."
        )
    if f"{zlib.crc32(body):08x}" != words[2]:
        raise IndexFormat(f"{folder / FILE} is damaged: its checksum does not fit its content. {_ADVICE}")
    return Commit(**json.loads(body))


_ADVICE = "Restore the folder from a copy, or build the index anew from its files."


def write_commit(folder: Path, commit: Commit) -> None:
    """Make the commit the one that counts: all of it or nothing, also when the power goes."""
    body = json.dumps(asdict(commit), ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    draft = folder / (FILE + ".new")
    with draft.open("wb") as stream:
        stream.write(f"{_MAGIC} {FORMAT} {zlib.crc32(body):08x}\n".encode() + body)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(folder / FILE)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make renames and new files in the folder last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def folder_size(folder: Path) -> int:
    """Bytes of all files; one that a writer clears away meanwhile counts nothing."""
    total = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total
