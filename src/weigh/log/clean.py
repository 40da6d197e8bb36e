"""Cleaning of one partition of users: bots, consecutive duplicates, entries that are no genuine questions.

All entries of a user are in the same partition, so that partitions know nothing of each other and the result does not
depend on their number. Users over the yearly limit are found by counting alone; only the entries of the others are
ever held, which bounds the memory also where one bot wrote half the log.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from weigh.log.entries import NO_TIME, NO_USER, Entry, month, normal_form, year
from weigh.log.options import RULE_NAMES, CleaningRules
from weigh.log.questions import Genuine

BOT_RULES = ("per-year", "per-minute", "mean-words", "same-start")


@dataclass(slots=True)
class Removed:
    """What cleaning took out: entries and users by rule, and what was kept. Adds up over partitions."""

    entries: Counter[str] = field(default_factory=Counter)
    users: Counter[str] = field(default_factory=Counter)
    kept: int = 0
    kept_users: int = 0
    by_month: Counter[str] = field(default_factory=Counter)
    """Kept entries by month."""

    def add(self, other: Removed) -> Removed:
        self.entries.update(other.entries)
        self.users.update(other.users)
        self.by_month.update(other.by_month)
        self.kept += other.kept
        self.kept_users += other.kept_users
        return self

    def to_dict(self) -> dict[str, Any]:
        return {
            "entries": dict(self.entries),
            "users": dict(self.users),
            "by_month": dict(self.by_month),
            "kept": self.kept,
            "kept_users": self.kept_users,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Removed:
        return cls(
            Counter(data["entries"]),
            Counter(data["users"]),
            data["kept"],
            data["kept_users"],
            Counter(data["by_month"]),
        )


def bot_rule(entries: list[Entry], rules: CleaningRules) -> str | None:
    """The first rule by which the user of these entries (in order of time) is a bot."""
    count = len(entries)
    if rules.on("per-year") and count > rules.per_year:
        years = Counter(year(entry.time) for entry in entries)
        if max(years.values()) > rules.per_year:
            return "per-year"
    if rules.on("per-minute") and count > rules.per_minute and entries[0].time != NO_TIME:
        step = rules.per_minute
        if any(entries[i + step].time - entries[i].time < 60 for i in range(count - step)):
            return "per-minute"
    if rules.on("mean-words") and count >= rules.mean_words_entries:
        spaces = sum(len(entry.text.split()) for entry in entries)
        if spaces / count > rules.mean_words:
            return "mean-words"
    if rules.on("same-start") and count >= rules.same_start_entries:
        starts = Counter(entry.text[: rules.same_start_characters].lower() for entry in entries)
        if max(starts.values()) >= rules.same_start_share * count:
            return "same-start"
    return None


def clean_partition(
    read: Callable[[], Iterable[Iterable[Any]]], rules: CleaningRules, genuine: Genuine
) -> tuple[list[tuple[Entry, str]], Removed]:
    """The entries that stay, with their normal form, and what was removed. `read` gives the entries anew each time."""
    removed = Removed(Counter(dict.fromkeys(RULE_NAMES, 0)), Counter(dict.fromkeys(BOT_RULES, 0)))
    over = _over_the_year(read, rules) if rules.on("per-year") else frozenset()
    removed.users["per-year"] += len(over)
    by_user: dict[int, list[Entry]] = defaultdict(list)
    for raw in read():
        entry = Entry(*raw)
        if entry.user in over:
            removed.entries["per-year"] += 1
        else:
            by_user[entry.user].append(entry)
    kept: list[tuple[Entry, str]] = []
    for user in sorted(by_user):
        entries = sorted(by_user.pop(user), key=lambda entry: (entry.time, entry.order))
        if user != NO_USER and (rule := bot_rule(entries, rules)):
            removed.users[rule] += 1
            removed.entries[rule] += len(entries)
            continue
        before = len(kept)
        kept += _genuine_entries(entries, rules, genuine, removed, known=user != NO_USER)
        removed.kept_users += user != NO_USER and len(kept) > before
    removed.kept = len(kept)
    removed.by_month.update(month(entry.time) for entry, _ in kept)
    return kept, removed


def _over_the_year(read: Callable[[], Iterable[Iterable[Any]]], rules: CleaningRules) -> frozenset[int]:
    counts: Counter[tuple[int, str]] = Counter()
    for raw in read():
        user, time, _, _ = raw
        counts[user, year(time)] += 1
    return frozenset(user for (user, _), n in counts.items() if n > rules.per_year and user != NO_USER)


def _genuine_entries(
    entries: list[Entry], rules: CleaningRules, genuine: Genuine, removed: Removed, *, known: bool
) -> Iterator[tuple[Entry, str]]:
    last = None
    for entry in entries:
        key = normal_form(entry.text)
        if known and rules.on("duplicates") and key == last:
            removed.entries["duplicates"] += 1
            continue
        last = key
        if rule := genuine.why_not(entry.text, key):
            removed.entries[rule] += 1
        else:
            yield entry, key
