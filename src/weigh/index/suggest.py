"""The graph of comparable things: who is compared with whom, and how often. Type-ahead and candidates come from it.

It is derived from the sentences and remembers up to which sentence it has read (`upto`), so that a killed writer's
successor can bring it up to date: it never counts a sentence twice and never misses one.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from weigh.errors import IndexFormat
from weigh.index.comparisons import comparisons, not_things
from weigh.index.store import Snapshot
from weigh.text.forms import noun_forms
from weigh.text.lexicon import aspect_of
from weigh.text.slips import slips
from weigh.text.tokens import same_key, words
from weigh.text.unwelcome import lists
from weigh.types import Suggestion

FILE = "suggestions.sqlite"
MOST_EDGES = 4_000_000
"""More edges than these (about 400 MB) are thinned out: pairs seen once go first."""
_BIG = 2_000
"""From so many things on, what was seen only once is held for chance and not suggested."""
_CERTAIN = 3
"""How many sightings a pair counts for that the document itself names as its objects."""
_SHORTEST_TYPED = 4
"""Shorter names have too many neighbours: a car is no slip for a cat."""
_LONGEST_TYPED = 40

_SCHEMA = """
create table if not exists things (
  key text primary key, shown text, firsts integer, seconds integer, certain integer) without rowid;
create table if not exists edges (
  one text, other text, count integer, certain integer, primary key (one, other)) without rowid;
create table if not exists state (name text primary key, value integer) without rowid;
"""
_ADD_THINGS = "insert into things"
_OF_THINGS = (
    "on conflict do update set firsts = firsts + excluded.firsts, seconds = seconds + excluded.seconds, "
    "certain = max(certain, excluded.certain), "
    "shown = case when excluded.certain > certain then excluded.shown else shown end"
)
_ADD_EDGES = "insert into edges"
_OF_EDGES = "on conflict do update set count = count + excluded.count, certain = max(certain, excluded.certain)"


class SuggestionsWriter:
    """Adds what new sentences compare."""

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        try:
            self._db = _opened(path)
        except sqlite3.DatabaseError:
            # The graph can always be made anew from the sentences, so a damaged one is simply replaced.
            path.unlink(missing_ok=True)
            self._db = _opened(path)

    @property
    def upto(self) -> int:
        row = self._db.execute("select value from state where name = 'upto'").fetchone()
        return int(row[0]) if row else 0

    def catch_up(self, snapshot: Snapshot, *, batch: int = 20_000) -> None:
        """Read the sentences that a killed writer committed but did not count."""
        if self.upto > snapshot.texts_count:
            self._db.executescript("delete from things; delete from edges; delete from state;")
        for start in range(self.upto, snapshot.texts_count, batch):
            numbers = np.arange(start, min(start + batch, snapshot.texts_count), dtype=np.int64)
            counts = Counter(pair for text in snapshot.texts(numbers) for pair in comparisons(text, words(text)))
            self.add(counts, upto=int(numbers[-1]) + 1)

    def add(self, counts: Mapping[tuple[str, str], int], *, upto: int) -> None:
        with self._db:
            self._count(counts.items(), certain=0)
            self._db.execute("insert or replace into state values ('upto', ?)", (upto,))

    def add_certain(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Pairs that are known to be comparable."""
        with self._db:
            self._count(((pair, _CERTAIN) for pair in pairs), certain=1)

    def add_graph(self, folder: Path) -> None:
        """All that the graph of another index holds."""
        if not (folder / FILE).is_file():
            return
        self._db.execute("attach ? as other", (f"{(folder / FILE).absolute().as_uri()}?mode=ro",))
        try:
            with self._db:
                # Without "where true" SQLite takes the conflict for a join.
                self._db.execute(f"{_ADD_THINGS} select * from other.things where true {_OF_THINGS}")
                self._db.execute(f"{_ADD_EDGES} select * from other.edges where true {_OF_EDGES}")
        finally:
            self._db.execute("detach other")
        self.thin_out()

    def take_back(self, counts: Mapping[tuple[str, str], int]) -> None:
        """Forget sightings that were counted twice."""
        self._count(((pair, -count) for pair, count in counts.items()), certain=0)
        with self._db:
            self._db.execute("delete from things where firsts + seconds <= 0")
            self._db.execute("delete from edges where count <= 0")

    def _count(self, counts: Iterable[tuple[tuple[str, str], int]], *, certain: int) -> None:
        things, edges = [], []
        for (first, second), count in counts:
            one, other = same_key(first), same_key(second)
            if one and other and one != other:
                things += [(one, first, count, 0, certain), (other, second, 0, count, certain)]
                edges += [(one, other, count, certain), (other, one, count, certain)]
        self._db.executemany(f"{_ADD_THINGS} values (?, ?, ?, ?, ?) {_OF_THINGS}", things)
        self._db.executemany(f"{_ADD_EDGES} values (?, ?, ?, ?) {_OF_EDGES}", edges)

    def thin_out(self, most: int = MOST_EDGES) -> None:
        if self._db.execute("select count(*) from edges").fetchone()[0] > most:
            with self._db:
                self._db.execute("delete from edges where count = 1 and certain = 0")
                self._db.execute("delete from things where firsts + seconds = 1 and certain = 0")

    def close(self) -> None:
        self.thin_out()
        self._db.close()


class Suggestions:
    """Reads the graph. Safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        if self._path.is_file():
            self._db = sqlite3.connect(
                f"{self._path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False, timeout=5
            )

    def complete(self, prefix: str, limit: int) -> tuple[Suggestion, ...]:
        """Things whose name begins with the prefix, most often compared first."""
        start = same_key(prefix)
        if not start and prefix.strip():
            return ()
        rows = self._ask(
            "select key, shown, firsts + seconds as count, certain from things where key >= ? and key < ? "
            "and (certain or firsts + seconds >= ?) order by count desc, key limit ?",
            (start, start + "\U0010ffff", self._least(), 2 * limit),
        )
        return self._things(rows, limit)

    def similar(self, name: str, limit: int) -> tuple[Suggestion, ...]:
        """Things whose name is one typing slip away, most often compared first."""
        typed = same_key(name)
        if not _SHORTEST_TYPED <= len(typed) <= _LONGEST_TYPED:
            return ()
        keys = sorted(slips(typed))
        rows = self._ask(
            "select key, shown, firsts + seconds as count, certain from things "
            f"where key in ({', '.join('?' * len(keys))}) and (certain or firsts + seconds >= ?) "
            "order by count desc, key limit ?",
            (*keys, self._least(), 2 * limit),
        )
        return self._things(rows, limit)

    def _things(self, rows: Sequence[tuple[str, str, int, int]], limit: int) -> tuple[Suggestion, ...]:
        """The rows (key, as shown, how often, whether for certain) without those that name no thing."""
        kept = [row for row in rows if row[3] or row[2] > 1 or names_a_thing(row[0])][:limit]
        return tuple(Suggestion(shown, count, self._partners(key, 3)) for key, shown, count, _ in kept)

    def candidates(self, name: str, limit: int) -> tuple[Suggestion, ...]:
        """What the thing is compared with; with an empty name, the things of the most compared pairs."""
        if not name.strip():
            return self._pairs(limit)
        keys = _forms(name)
        rows = self._ask(
            "select things.key, shown, sum(edges.count), max(edges.certain), firsts > 0 and seconds > 0 "
            "from edges join things on things.key = edges.other "
            f"where one in ({', '.join('?' * len(keys))}) and (edges.certain or (things.firsts + things.seconds >= ? "
            "and (edges.count >= ? or (things.firsts > 0 and things.seconds > 0)))) group by things.key "
            "order by max(edges.certain) desc, sum(edges.count) desc, firsts + seconds desc, things.key limit ?",
            (*keys, self._least(), self._least(), 3 * limit),
        )
        return tuple(
            Suggestion(shown, count, self._partners(key, 3))
            for key, shown, count, *_ in _comparable(rows, keys, self._least())[:limit]
        )

    def _pairs(self, limit: int) -> tuple[Suggestion, ...]:
        rows = self._ask(
            "select one.shown, edges.count, other.shown from edges join things as one on one.key = edges.one "
            "join things as other on other.key = edges.other where edges.one < edges.other "
            "order by edges.count desc, edges.one limit ?",
            (limit,),
        )
        return tuple(Suggestion(one, count, (other,)) for one, count, other in rows)

    def _partners(self, key: str, limit: int) -> tuple[str, ...]:
        rows = self._ask(
            "select things.key, shown, edges.count, edges.certain, firsts > 0 and seconds > 0 "
            "from edges join things on things.key = edges.other where one = ? "
            "order by edges.certain desc, edges.count desc, other limit ?",
            (key, 3 * limit),
        )
        return tuple(shown for _, shown, *_ in _comparable(rows, [key], self._least())[:limit])

    def _least(self) -> int:
        """How often a thing must have been seen; in a small index once is enough."""
        rows = self._ask("select 1 from things limit 1 offset ?", (_BIG,))
        return 2 if rows else 1

    def _ask(self, query: str, values: tuple[object, ...]) -> list[Any]:
        if self._db is None:
            return []
        try:
            with self._lock:
                return self._db.execute(query, values).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return []
            raise IndexFormat(
                f"The suggestions at {self._path} cannot be read: {error}. Run: weigh index compact"
            ) from None
        except sqlite3.DatabaseError as error:
            raise IndexFormat(
                f"The suggestions at {self._path} are damaged: {error}. Run: weigh index compact"
            ) from None

    def close(self) -> None:
        if self._db is not None:
            with self._lock:
                self._db.close()
            self._db = None


_Row = tuple[str, str, int, int, int]
"""What something is compared with: key, as shown, how often, whether for certain, whether seen on both sides."""


def _comparable(rows: Sequence[_Row], asked: Sequence[str], least: int) -> list[_Row]:
    """The rows without chance finds: a pair that text has only once counts only if it looks like two of one kind.

    Where some are certain, or frequent in a big index, the thing of a lone one must stand on both sides of comparisons.
    Nor may it be an aspect ("accident risk"), nor only a longer name of something known ("Python web applications").
    """
    sure = [row for row in rows if row[2] > 1 or row[3]]
    strict = any(row[3] for row in rows) or (least > 1 and bool(sure))
    known = [set(key.split()) for key in (*asked, *(row[0] for row in sure))]
    kept: list[_Row] = []
    taken: set[str] = set()
    for row in rows:
        if row[0] in taken:
            continue  # "cats" beside "cat"
        longer = any(name < set(row[0].split()) for name in known)
        lone = not longer and names_a_thing(row[0]) and (row[4] or not strict)
        if row[2] > 1 or row[3] or lone:
            kept.append(row)
            taken.update(_forms(row[0]))
    return kept


@lru_cache(maxsize=4096)
def names_a_thing(key: str) -> bool:
    """Whether a name's last word is neither an aspect ("price") nor something nobody wants ("risk")."""
    last = key.rpartition(" ")[2]
    return aspect_of(last) is None and (last,) not in lists()["bad"] and last not in not_things()


def _forms(name: str) -> list[str]:
    """The keys of a name in singular and plural, since text compares "dogs" where a user asks for "dog"."""
    parts = words(name)
    return [" ".join((*parts[:-1], form)) for form in sorted(noun_forms(parts[-1]))] if parts else []


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path.absolute().as_uri(), uri=True, timeout=10, check_same_thread=False)
    connection.executescript(_SCHEMA)
    return connection
