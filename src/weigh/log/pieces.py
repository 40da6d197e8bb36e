"""The three steps over pieces, each a function of plain arguments that any process can run.

    read_chunk    rows            → entries by user        (question-like only, users hashed)
    clean_users   a user part     → genuine questions by question
    count_part    a question part → tally

They write into the work folder of the run and are skipped where their result is already there.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from weigh.log.classify import QuestionClassifier
from weigh.log.clean import Removed, clean_partition
from weigh.log.entries import NO_TIME, Entry, Row, question_number, read_time, user_key
from weigh.log.options import CleaningRules, Columns
from weigh.log.questions import Genuine, question_like
from weigh.log.shuffle import blocks, divide, write_piece
from weigh.log.tally import Tally, tally_partition

READ, CLEAN, COUNT = "1-read", "2-clean", "3-count"


def entries_of(
    rows: Sequence[Row | None], first: int, columns: Columns, rules: CleaningRules, salt: bytes
) -> tuple[list[Entry], Counter[str]]:
    """Rows as entries: users hashed, times read, what is no question left out and counted. `first` is an ordinal."""
    counts: Counter[str] = Counter(rows=len(rows))
    kept: list[Entry] = []
    wants_question = rules.on("question-like")
    for order, row in enumerate(rows, first):
        if row is None:
            counts["unreadable"] += 1
            continue
        text = " ".join(row.question.split())
        if not text:
            counts["empty"] += 1
        elif len(text) > rules.max_characters:
            counts["too_long"] += 1
        else:
            time = read_time(row.time, columns.time_format) if columns.time else NO_TIME
            if time is None:
                counts["no_time"] += 1
            elif wants_question and not question_like(text):
                counts["question-like"] += 1
            else:
                kept.append(Entry(user_key(row.user, salt), time, order, text))
    return kept, counts


def read_chunk(
    work: str,
    number: int,
    rows: Sequence[Row | None],
    first: int,
    columns: Columns,
    rules: CleaningRules,
    salt: bytes,
    parts: int,
) -> int:
    """Step 1 for one chunk of rows."""
    kept, counts = entries_of(rows, first, columns, rules, salt)
    # Entries without a user are spread by their order: no rule looks at them together.
    numbered = ((entry.user or entry.order, entry) for entry in kept)
    write_piece(Path(work, READ), number, divide(numbered, parts), dict(counts))
    return len(rows)


@cache
def _genuine(off: frozenset[str], titles: Path | None) -> Genuine:
    return Genuine(off, titles)


def clean_users(work: str, part: int, parts: int, rules: CleaningRules, titles: Path | None) -> int:
    """Step 2 for one part of the users."""

    def read() -> Iterator[Any]:
        for block in blocks(Path(work, READ), part):
            yield from block

    kept, removed = clean_partition(read, rules, _genuine(rules.off, titles))
    write_piece(Path(work, CLEAN), part, divide(by_question(kept), parts), removed.to_dict())
    return removed.kept


def by_question(kept: Sequence[tuple[Entry, str]]) -> Iterator[tuple[int, tuple[int, int, str, str]]]:
    """Genuine entries as step 3 wants them, each with the number that says where it goes."""
    for entry, key in kept:
        yield question_number(key), (entry.user, entry.time, entry.text, key)


@cache
def classifier(use_transformer: bool) -> QuestionClassifier:
    return QuestionClassifier(use_transformer)


def count_part(work: str, part: int, use_transformer: bool, min_users: int, sample: int) -> int:
    """Step 3 for one part of the questions."""

    def read() -> Iterator[Any]:
        for block in blocks(Path(work, CLEAN), part):
            yield from block

    tally = tally_partition(read(), classifier(use_transformer), min_users=min_users, sample=sample)
    path = Path(work, COUNT, f"{part:06d}.tally")
    partial = path.with_suffix(".part")
    partial.write_bytes(pickle.dumps(tally))
    partial.replace(path)
    return tally.distinct


def removed_in(work: Path) -> Removed:
    """What cleaning removed over all parts."""
    from weigh.log.shuffle import extras

    total = Removed()
    for extra in extras(work / CLEAN):
        total.add(Removed.from_dict(extra))
    return total


def tally_in(work: Path) -> Tally:
    """The sum of all tallies."""
    total = Tally()
    for path in sorted((work / COUNT).glob("*.tally")):
        # Written by this very run into its own folder (see run.Manifest), never read from elsewhere.
        total.add(pickle.loads(path.read_bytes()))
    return total
