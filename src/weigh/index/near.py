"""Near-duplicates of a whole index: statements that differ by a word or two, grouped by MinHash in bounded memory.

An answer groups the few thousand sentences it has found by itself, and exactly (`rank.duplicates`). This is for whoever
wants to know what a corpus repeats: each sentence gets a few keys, sentences with a key in common are compared word
pair by word pair, and what is alike enough is one group. Keys and groups live in sorted runs in a temporary folder, so
that memory stays flat however large the index is. It is a pass of its own over the whole index, after a build that
was asked for it or at any other time; the index itself stays as it is.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from weigh.errors import BadInput
from weigh.index.commit import read_commit
from weigh.index.store import Snapshot
from weigh.index.tables import Keys, Run, Values, add_run, merge_all
from weigh.text.equality import is_question
from weigh.text.tokens import words

SIMILAR = 0.7
"""Word pairs in common (Jaccard) of two near-duplicates, as in an answer."""
_BANDS, _ROWS = 8, 3
"""Of two sentences with 0.7 of their pairs in common, one of eight keys of three minima agrees in 97 of 100 cases."""
_SEED = 6
_BATCH = 20_000
_SLICE = 1 << 18
_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences that are nearly the same, in the order in which they came into the index."""

    texts: tuple[str, ...]
    sources: int
    """Documents that hold one of them, counted for each."""


@dataclass(frozen=True, slots=True)
class NearReport:
    """What `write_groups` found."""

    out: str
    groups: int
    sentences: int
    """In all groups."""

    def to_text(self) -> str:
        return f"{self.groups:,} groups of near-duplicates, {self.sentences:,} sentences in all, are in {self.out}."


def write_groups(path: str | Path, out: str | Path) -> NearReport:
    """Write the groups of the index at `path` to a file, one a line as JSON. It is there whole, or as it was before."""
    target = Path(out)
    draft = target.with_name(f".{target.name}.draft")
    groups = sentences = 0
    try:
        with draft.open("w", encoding="utf-8") as stream:
            for group in near_duplicates(path):
                line = json.dumps({"sentences": group.texts, "sources": group.sources}, ensure_ascii=False)
                stream.write(line + "\n")
                groups += 1
                sentences += len(group.texts)
        draft.replace(target)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}. Give another file.") from None
    finally:
        with suppress(OSError):
            draft.unlink()
    return NearReport(str(out), groups, sentences)


def near_duplicates(path: str | Path, *, similar: float = SIMILAR) -> Iterator[Group]:
    """The groups of two and more near-duplicates in the index at `path`, by their first sentence."""
    folder = Path(path)
    store = Snapshot(folder, read_commit(folder))
    with tempfile.TemporaryDirectory(prefix="weigh-near-") as place:
        keyed = _keyed(store, Path(place))
        if keyed is None:
            return
        leaders = np.memmap(Path(place) / "leaders", dtype="<i8", mode="w+", shape=(store.texts_count,))
        for start in range(0, len(leaders), _SLICE):
            leaders[start : start + _SLICE] = np.arange(start, min(start + _SLICE, len(leaders)))
        for same in _runs_of_equal(keyed):
            _join(store, leaders, same, similar)
        grouped = _grouped(leaders, Path(place))
        for members in _runs_of_equal(grouped) if grouped is not None else ():
            numbers = np.sort(members)
            yield Group(tuple(store.texts(numbers)), int(store.source_counts(numbers).sum()))


def _keyed(store: Snapshot, place: Path) -> Run | None:
    """All keys of all statements, sorted, each with the sentence it belongs to."""
    from rensa import RMinHash

    names: list[str] = []
    for batch, start in enumerate(range(0, store.texts_count, _BATCH)):
        numbers = np.arange(start, min(start + _BATCH, store.texts_count), dtype=np.int64)
        texts = store.texts(numbers)
        kept = [i for i, text in enumerate(texts) if not is_question(text)]
        tokens = [[" ".join(pair) for pair in pairs_of(texts[i])] for i in kept]
        if not tokens:
            continue
        matrix = RMinHash.digest_matrix_from_token_sets(tokens, _BANDS * _ROWS, _SEED)
        minima = np.array(matrix.to_rows(), dtype=np.uint64).reshape(len(tokens), _BANDS, _ROWS)
        keys = (minima * _MIX).sum(axis=2, dtype=np.uint64) + np.arange(_BANDS, dtype=np.uint64) * _MIX[0]
        names = add_run(place, "keys", batch, names, keys.ravel(), np.repeat(numbers[kept], _BANDS))
        _remove_others(place, "keys", names)
    return _single(place, "keys", names)


def _grouped(leaders: Values, place: Path) -> Run | None:
    """Members by their leader, leaders included, for those that have or are one."""
    names: list[str] = []
    for batch, start in enumerate(range(0, len(leaders), _SLICE)):
        own = np.arange(start, min(start + _SLICE, len(leaders)), dtype=np.int64)
        roots = np.array([_root(leaders, number) for number in own.tolist()], dtype=np.int64)
        led = np.flatnonzero(roots != own)
        heads = [root for root in dict.fromkeys(roots[led].tolist()) if not _listed(place, names, root)]
        names = add_run(place, "groups", batch, names, [*roots[led].tolist(), *heads], [*own[led].tolist(), *heads])
        _remove_others(place, "groups", names)
    return _single(place, "groups", names)


def _listed(place: Path, names: Sequence[str], root: int) -> bool:
    for name in names:
        keys = Run(place / name).keys
        at = int(np.searchsorted(keys, np.uint64(root)))
        if at < len(keys) and int(keys[at]) == root:
            return True
    return False


def _join(store: Snapshot, leaders: Values, same: Values, similar: float) -> None:
    """Compare the sentences of one key with the first of them."""
    numbers = np.unique(same)
    first, *others = numbers.tolist()
    others = [number for number in others if _root(leaders, number) != _root(leaders, first)]
    if not others:
        return
    own = pairs_of(store.text(first))
    for start in range(0, len(others), _BATCH):
        part = others[start : start + _BATCH]
        for number, text in zip(part, store.texts(np.array(part, dtype=np.int64)), strict=True):
            if jaccard(own, pairs_of(text)) >= similar:
                one, other = sorted((_root(leaders, first), _root(leaders, number)))
                leaders[other] = one


def _root(leaders: Values, number: int) -> int:
    while (leader := int(leaders[number])) != number:
        leaders[number] = leaders[leader]
        number = leader
    return number


def pairs_of(text: str) -> Pairs:
    """The pairs of neighbouring words, with the ends of the sentence."""
    found = words(text)
    return frozenset(zip(("", *found), (*found, ""), strict=True))


def jaccard(one: Pairs, other: Pairs) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common)


def _runs_of_equal(run: Run) -> Iterator[Values]:
    """The values of each key that has two or more."""
    start = 0
    while start < run.rows:
        end = min(start + _SLICE, run.rows)
        keys: Keys = np.asarray(run.keys[start:end])
        if end < run.rows:  # a key's values may go on behind the slice; then it is left for the next one
            cut = int(np.searchsorted(keys, keys[-1]))
            end = start + cut if cut else int(np.searchsorted(run.keys, keys[-1], "right"))
            keys = np.asarray(run.keys[start:end])
        bounds: NDArray[np.int64] = np.flatnonzero(np.diff(keys)) + 1
        for low, high in zip((0, *bounds.tolist()), (*bounds.tolist(), len(keys)), strict=True):
            if high - low > 1:
                yield np.asarray(run.values[start + low : start + high])
        start = end


def _single(place: Path, table: str, names: list[str]) -> Run | None:
    names = merge_all(place, table, 1 << 30, names)
    return Run(place / names[0]) if names else None


def _remove_others(place: Path, table: str, names: Sequence[str]) -> None:
    for path in place.glob(f"{table}-*.run"):
        if path.name not in names:
            path.unlink()
