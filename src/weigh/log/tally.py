"""Counts over one partition of questions, and their sum over all partitions.

All entries of one normal form are in the same partition, so each distinct question is classified once and its counts
are
whole; the sum of tallies does not depend on how many partitions there were. Lists are cut to what a report can use.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from weigh.log.classify import Labels, QuestionClassifier
from weigh.log.comparative import DOUBTED
from weigh.log.entries import NO_USER, month, question_number

LISTED = 200
"""How many questions a list of the most frequent ones keeps."""
CANDIDATES = 5_000
"""How many frequent questions are looked at for seasons."""
NAMES = 200_000
"""How many compared things and pairs are held; beyond that the rarest are dropped and the counts are lower bounds."""


class Asked(NamedTuple):
    """A question as a list shows it."""

    times: int
    text: str
    topic: str
    comparative: bool


class Sampled(NamedTuple):
    """A question in a random sample; `number` is a hash, so that the sample does not depend on any order."""

    number: int
    text: str
    times: int
    precise: bool
    balanced: bool
    intent: str


@dataclass(slots=True)
class Volume:
    """Entries of a month, with sums of squares over distinct questions: a frequent question is one error, not many."""

    questions: int = 0
    precise: int = 0
    balanced: int = 0
    questions_sq: int = 0
    precise_sq: int = 0
    balanced_sq: int = 0

    def count(self, n: int, labels: Labels) -> None:
        self.questions += n
        self.questions_sq += n * n
        if labels.precise:
            self.precise += n
            self.precise_sq += n * n
        if labels.balanced:
            self.balanced += n
            self.balanced_sq += n * n

    def add(self, other: Volume) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Tally:
    """What is counted. Everything adds up."""

    distinct: int = 0
    doubted: int = 0
    """Entries whose question was in doubt but not taken for comparative."""
    volumes: dict[str, Volume] = field(default_factory=dict)
    """By month; the empty name is the whole log."""
    steps: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    kinds_by_topic: Counter[tuple[str, str]] = field(default_factory=Counter)
    topics: Counter[str] = field(default_factory=Counter)
    comparative_topics: Counter[str] = field(default_factory=Counter)
    topics_by_month: Counter[tuple[str, str]] = field(default_factory=Counter)
    intents: Counter[tuple[str, str]] = field(default_factory=Counter)
    characteristics: Counter[tuple[str, str]] = field(default_factory=Counter)
    guarded: Counter[str] = field(default_factory=Counter)
    objects: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    askers: dict[tuple[str, ...], set[int]] = field(default_factory=dict)
    """Some users who compared a thing or a pair: enough of them to know that it may be shown."""
    lists: dict[str, list[Asked]] = field(default_factory=dict)
    seasonal: list[tuple[int, str, dict[str, int]]] = field(default_factory=list)
    samples: dict[str, list[Sampled]] = field(default_factory=dict)
    sample_size: int = 0
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds of all processes together, by what they were spent on."""
    pruned: bool = False

    def add(self, other: Tally) -> Tally:
        """Take in another partition's counts."""
        self.distinct += other.distinct
        self.doubted += other.doubted
        self.sample_size = max(self.sample_size, other.sample_size)
        self.pruned |= other.pruned
        for name, volume in other.volumes.items():
            self.volumes.setdefault(name, Volume()).add(volume)
        for name in _COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for name, seconds in other.spent.items():
            self.spent[name] = self.spent.get(name, 0.0) + seconds
        for names, users in other.askers.items():
            self.askers.setdefault(names, set()).update(users)
        for name, items in other.lists.items():
            self.lists[name] = heapq.nlargest(LISTED, [*self.lists.get(name, []), *items], key=_often)
        for name, sample in other.samples.items():
            self.samples[name] = sorted([*self.samples.get(name, []), *sample])[: self.sample_size]
        self.seasonal = heapq.nlargest(
            CANDIDATES, [*self.seasonal, *other.seasonal], key=lambda item: (item[0], item[1])
        )
        self._prune()
        return self

    def _prune(self) -> None:
        for name in ("objects", "pairs"):
            counter: Counter[Any] = getattr(self, name)
            if len(counter) > NAMES:
                setattr(self, name, Counter(dict(counter.most_common(NAMES // 2))))
                self.pruned = True
                self.askers = {
                    names: users
                    for names, users in self.askers.items()
                    if (names[0] in self.objects if len(names) == 1 else names in self.pairs)
                }

    def may_be_shown(self, names: tuple[str, ...], times: int, min_users: int) -> bool:
        """Whether enough different users compared it; where the log has no users, whether it was often enough."""
        users = self.askers.get(names, set())
        return times >= min_users if users == {NO_USER} else len(users) >= min_users


_COUNTERS = (
    "steps",
    "kinds",
    "kinds_by_topic",
    "topics",
    "comparative_topics",
    "topics_by_month",
    "intents",
    "characteristics",
    "guarded",
    "objects",
    "pairs",
)


def _often(item: Asked) -> tuple[int, str]:
    return item.times, item.text


@dataclass(slots=True)
class _Group:
    """All entries of one normal form."""

    forms: Counter[str] = field(default_factory=Counter)
    months: Counter[str] = field(default_factory=Counter)
    users: set[int] = field(default_factory=set)

    def form(self) -> str:
        """The commonest way of writing it; of equally common ones the first in alphabetical order."""
        most = max(self.forms.values())
        return min(text for text, n in self.forms.items() if n == most)


# An address, a number as long as a telephone's, a link: such a question is not shown, whoever asked it.
_PERSONAL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.|\d[\d ().-]{6,}\d|https?://|www\.", re.ASCII)


def tally_partition(
    rows: Iterable[Iterable[Any]], classifier: QuestionClassifier, *, min_users: int, sample: int
) -> Tally:
    """Group entries (user, time, text, normal form) by normal form, classify each question once, count."""
    groups: dict[str, _Group] = defaultdict(_Group)
    for user, time, text, key in rows:
        group = groups[key]
        group.forms[text] += 1
        group.months[month(time)] += 1
        if len(group.users) < min_users:
            group.users.add(user)
    result = Tally(distinct=len(groups), sample_size=sample)
    keys = sorted(groups)
    forms = [groups[key].form() for key in keys]
    lists: dict[str, list[Asked]] = defaultdict(list)
    samples: dict[str, list[Sampled]] = defaultdict(list)
    for key, text, labels in zip(keys, forms, classifier.classify(forms), strict=True):
        group = groups.pop(key)
        count = sum(group.months.values())
        _count(result, labels, count, group.months)
        if labels.guarded or _PERSONAL.search(text):
            continue
        if labels.balanced:
            _count_compared(result, labels, count, group.users)
        if not _by_many(group, count, min_users):
            continue
        asked = Asked(count, text, labels.topic, labels.balanced)
        lists["all"].append(asked)
        drawn = Sampled(question_number(key), text, count, labels.precise, labels.balanced, labels.intent)
        samples["all"].append(drawn)
        if labels.balanced:
            lists["comparative"].append(asked)
            lists[f"topic {labels.topic}"].append(asked)
            samples["comparative"].append(drawn)
            result.seasonal.append((count, text, dict(group.months)))
    result.lists = {name: heapq.nlargest(LISTED, items, key=_often) for name, items in lists.items()}
    result.samples = {name: heapq.nsmallest(sample, items) for name, items in samples.items()}
    result.seasonal = heapq.nlargest(CANDIDATES, result.seasonal, key=lambda item: (item[0], item[1]))
    result._prune()
    result.spent = dict(classifier.spent)
    classifier.spent.clear()
    return result


def _by_many(group: _Group, count: int, min_users: int) -> bool:
    """Asked by enough different users; where the log has no users, often enough."""
    return count >= min_users if group.users == {NO_USER} else len(group.users) >= min_users


def _count(tally: Tally, labels: Labels, count: int, months: Counter[str]) -> None:
    tally.volumes.setdefault("", Volume()).count(count, labels)
    for name, n in months.items():
        if name:
            tally.volumes.setdefault(name, Volume()).count(n, labels)
    tally.topics[labels.topic] += count
    for classifier, intent in (("rule", labels.rule_intent), ("linear", labels.linear_intent)):
        tally.intents[f"{classifier}, all questions", intent] += count
    for name in labels.characteristics:
        tally.characteristics[name, labels.intent] += count
    tally.characteristics["all", labels.intent] += count
    if labels.guarded:
        tally.guarded[labels.guarded] += count
        tally.guarded[f"{labels.guarded} questions"] += 1
    if not labels.balanced:
        tally.doubted += count if labels.step == DOUBTED else 0
        return
    tally.steps[labels.step] += count
    tally.comparative_topics[labels.topic] += count
    for name, n in months.items():
        tally.topics_by_month[labels.topic, name] += n
    for kind in labels.kinds:
        tally.kinds[kind] += count
        tally.kinds_by_topic[kind, labels.topic] += count
    for classifier, found in (
        ("rule", labels.rule_intent),
        ("linear", labels.linear_intent),
        ("transformer", labels.transformer_intent),
    ):
        if found:
            tally.intents[f"{classifier}, comparative questions", found] += count


def _count_compared(tally: Tally, labels: Labels, count: int, users: set[int]) -> None:
    for at, first in enumerate(labels.objects):
        tally.objects[first] += count
        tally.askers.setdefault((first,), set()).update(users)
        for second in labels.objects[at + 1 :]:
            tally.pairs[first, second] += count
            tally.askers.setdefault((first, second), set()).update(users)
