"""What several shards have in common: equal sentences, equal documents, and one graph of comparable things.

Each shard is an index of its own and knows nothing of the others. Searched together they must answer as one index to
which the shards' documents were added one after the other. What that takes is found out once, by merging the sorted
tables of the shards in bounded memory, and kept beside them in a folder that is named after the shards' commits:

    copies        sentence → the equal sentence of the first shard that has one
    members       that sentence → its copies in later shards
    versions      document → 0 where an earlier shard holds the same one, or n where its id is taken and it is `id~n`

Numbers of sentences, documents and occurrences carry their shard in the upper bits, so they stay when shards grow.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from weigh.errors import IndexProblem
from weigh.index.comparisons import comparisons
from weigh.index.lock import FileLock
from weigh.index.store import Snapshot
from weigh.index.suggest import SuggestionsWriter
from weigh.index.tables import Keys, Table, Values, add_run, merge_all, open_table
from weigh.text.equality import equality_key
from weigh.text.tokens import same_key, words

SHIFT = 40
"""Room for a million million sentences in a shard, and for 8,000 shards below 2^53, which is where JSON readers stop
telling numbers apart."""
MOST_SHARDS = 1 << (53 - SHIFT)
LOCAL = (1 << SHIFT) - 1
_FORMAT = 1
_STATE = "joined.json"
_TABLES = ("copies", "members", "versions")
_CHUNK = 1 << 20
"""Rows looked at together: some tens of megabytes."""


def number_in(shard: int, number: int) -> int:
    return shard << SHIFT | number


def shard_of(number: int) -> tuple[int, int]:
    """The shard of a number, and the number there."""
    return number >> SHIFT, number & LOCAL


@dataclass(frozen=True, slots=True)
class Joined:
    """What the shards have in common, as of their commits."""

    folder: Path
    copies: Table
    members: Table
    versions: Table
    unique: int
    collections: dict[str, list[int]]
    version: str
    temporary: tempfile.TemporaryDirectory[str] | None = None
    """Kept alive as long as this is, where nothing could be written beside the shards."""


def join(shards: Sequence[Snapshot], beside: Path | None) -> Joined:
    """What the shards have in common; found out where it is not known yet for these commits."""
    commits = [_FORMAT, *(asdict(shard.commit) for shard in shards)]
    version = blake2b(json.dumps(commits).encode(), digest_size=8).hexdigest()
    if beside is not None:
        folder = beside / f"joined-{version}"
        if (folder / _STATE).is_file():
            return _opened(folder, version)
        try:
            with FileLock(beside / "joined.lock", wait=True):
                if not (folder / _STATE).is_file():
                    _make(shards, folder, version)
                    _remove_older(folder)
            return _opened(folder, version)
        except (OSError, IndexProblem):
            pass  # a folder that cannot be written to can still be read
    temporary = tempfile.TemporaryDirectory(prefix="weigh-joined-")
    folder = Path(temporary.name) / "joined"
    _make(shards, folder, version)
    return _opened(folder, version, temporary)


def _opened(folder: Path, version: str, temporary: tempfile.TemporaryDirectory[str] | None = None) -> Joined:
    state = json.loads((folder / _STATE).read_text(encoding="utf-8"))
    copies, members, versions = (open_table(folder, state["runs"][name]) for name in _TABLES)
    return Joined(folder, copies, members, versions, state["unique"], state["collections"], version, temporary)


def _remove_older(current: Path) -> None:
    for pattern in ("joined-*", ".joined-*.draft"):
        for path in current.parent.glob(pattern):
            if path != current:
                shutil.rmtree(path, ignore_errors=True)


def _make(shards: Sequence[Snapshot], folder: Path, version: str) -> None:
    draft = folder.with_name(f".{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    runs: dict[str, list[str]] = {name: [] for name in _TABLES}
    suggestions = SuggestionsWriter(draft)
    for shard in shards:
        suggestions.add_graph(shard.folder)
    unique = sum(shard.commit.unique for shard in shards)
    for turn, (first, copy) in enumerate(_equal_sentences(shards)):
        unique -= len(first)
        runs["copies"] = add_run(draft, "copies", turn, runs["copies"], copy, first)
        runs["members"] = add_run(draft, "members", turn, runs["members"], first, copy)
        suggestions.take_back(_counted_twice(shards, first, copy))
    versions, collections = _versions(shards)
    runs["versions"] = add_run(draft, "versions", 0, [], list(versions), list(versions.values()))
    for name in _TABLES:
        runs[name] = merge_all(draft, name, len(shards), runs[name])
    suggestions.close()
    kept = {name for names in runs.values() for name in names}
    for path in draft.glob("*.run"):
        if path.name not in kept:
            path.unlink()
    state = {"runs": runs, "unique": unique, "collections": collections, "version": version}
    (draft / _STATE).write_text(json.dumps(state), encoding="utf-8")
    draft.replace(folder)


# --- equal sentences


def _equal_sentences(shards: Sequence[Snapshot]) -> Iterator[tuple[Values, Values]]:
    """Pairs of a sentence and an equal one in a later shard, many at a time."""
    for keys, numbers in _by_key([shard.keys for shard in shards]):
        first, copy = _pairs(keys, numbers)
        if len(first):
            # Equal hashes are not believed without a look at the words.
            same = np.fromiter(map(_equal, texts_of(shards, first), texts_of(shards, copy)), bool, len(first))
            yield first[same], copy[same]


def _equal(one: str, other: str) -> bool:
    return one == other or equality_key(same_key(one), one) == equality_key(same_key(other), other)


def _pairs(keys: Keys, numbers: Values) -> tuple[Values, Values]:
    """For each key that comes again, its first number and each later one."""
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]) if len(keys) else np.zeros(0, bool))
    lengths = np.diff(np.append(starts, len(keys)))
    firsts = np.repeat(numbers[starts], lengths)
    later = np.ones(len(keys), dtype=bool)
    later[starts] = False
    return firsts[later], numbers[later]


def _by_key(tables: Sequence[Table]) -> Iterator[tuple[Keys, Values]]:
    """The rows of all tables sorted by key, then by number, a piece at a time; no key is cut in two."""
    runs = [(shard, run) for shard, table in enumerate(tables) for run in table.runs]
    pieces = max(1, sum(run.rows for _, run in runs) // _CHUNK)
    low = [0] * len(runs)
    for piece in range(1, pieces + 1):
        if piece == pieces:
            high = [run.rows for _, run in runs]
        else:
            bound = np.uint64(piece * (1 << 64) // pieces)  # keys are hashes, so equal distances give equal pieces
            high = [int(np.searchsorted(run.keys, bound)) for _, run in runs]
        if runs:
            keys = np.concatenate([run.keys[a:b] for (_, run), a, b in zip(runs, low, high, strict=True)])
            numbers = np.concatenate(
                [run.values[a:b] | (shard << SHIFT) for (shard, run), a, b in zip(runs, low, high, strict=True)]
            )
            order = np.lexsort((numbers, keys))
            yield keys[order], numbers[order]
        low = high


def texts_of(shards: Sequence[Snapshot], numbers: NDArray[np.int64]) -> list[str]:
    """The texts of sentences of several shards, in the order asked for."""
    found = np.empty(len(numbers), dtype=object)
    at = numbers >> SHIFT
    for shard in np.unique(at).tolist():
        chosen = np.flatnonzero(at == shard)
        found[chosen] = shards[shard].texts(numbers[chosen] & LOCAL)
    texts: list[str] = found.tolist()
    return texts


def _counted_twice(shards: Sequence[Snapshot], first: Values, copy: Values) -> Counter[tuple[str, str]]:
    """What the copies compare: one index would not have stored them again, and not counted them."""
    counts: Counter[tuple[str, str]] = Counter()
    for one, other in zip(texts_of(shards, first), texts_of(shards, copy), strict=True):
        if one == other:
            counts.update(comparisons(one, words(one)))
    return counts


# --- equal documents


def _versions(shards: Sequence[Snapshot]) -> tuple[dict[int, int], dict[str, list[int]]]:
    """Documents whose id an earlier shard holds too, and the counts of all collections without repeated documents."""
    collections: dict[str, list[int]] = {}
    for shard in shards:
        for name, (documents, sentences) in shard.commit.collections.items():
            known = collections.setdefault(name, [0, 0])
            known[0] += documents
            known[1] += sentences
    versions: dict[int, int] = {}
    taken: dict[str, dict[int, int]] = {}
    for keys, numbers in _by_key([shard.documents for shard in shards]):
        taken.clear()
        for first, later in zip(*(part.tolist() for part in _pairs(keys, numbers)), strict=True):
            at, there = shard_of(later)
            meta = shards[at].meta(there)
            origin, number = shard_of(first)
            if shards[origin].meta(number).id != meta.id:
                continue
            contents = taken.setdefault(meta.id, {int(shards[origin].content[number]): 1})
            content = int(shards[at].content[there])
            if content in contents:
                versions[later] = 0
                start, end = shards[at].document_span(there)
                collections[meta.collection][0] -= 1
                collections[meta.collection][1] -= end - start
                continue
            version = len(contents) + 1
            while any(shard.document_number(f"{meta.id}~{version}") is not None for shard in shards):
                version += 1
            contents[content] = versions[later] = version
    return versions, collections
