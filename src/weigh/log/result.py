"""The study as frozen data: what report.json holds, and what the HTML, the CSV tables and the terminal show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __contains__(self, truth: object) -> bool:
        return isinstance(truth, int | float) and self.low <= truth <= self.high


@dataclass(frozen=True, slots=True)
class Reading:
    """What came in, and what could not be used before any cleaning rule."""

    files: tuple[str, ...]
    rows: int
    unreadable: int
    empty: int
    too_long: int
    no_time: int


@dataclass(frozen=True, slots=True)
class RuleCount:
    """One cleaning rule: whether it was on, how it was set, and what it removed."""

    rule: str
    on: bool
    setting: str
    entries: int
    users: int | None
    """Users removed; None for rules that look at entries, not users."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How good the classification of comparative questions is, counted on labelled questions."""

    point: str
    source: str
    true_positive: int
    false_negative: int
    false_positive: int
    true_negative: int
    sources: tuple[Measured, ...] = ()
    """The same by source, where the questions are of several and none is this log."""

    @property
    def recall(self) -> float:
        return self.true_positive / max(1, self.true_positive + self.false_negative)

    @property
    def precision(self) -> float:
        return self.true_positive / max(1, self.true_positive + self.false_positive)

    @property
    def false_positive_rate(self) -> float:
        return self.false_positive / max(1, self.false_positive + self.true_negative)


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a log and the sources of labelled questions can be compared by without labels."""

    source: str
    plain: float
    """Of the questions found at the balanced point, the share found at the precise one."""
    doubted: float
    """Of the other questions, the share that was in doubt."""
    distance: float | None = None
    """Standard deviations between this log and the sources, the larger of both shares'; None if not to be told."""


@dataclass(frozen=True, slots=True)
class Period:
    """A month (or the whole log): questions, those classified comparative, and the corrected share and total."""

    name: str
    questions: int
    precise: int
    balanced: int
    share: Estimate
    total: Estimate
    by_chance: Estimate
    """The share with the interval of chance alone, as if recall were known: what months are compared by."""


@dataclass(frozen=True, slots=True)
class Trend:
    """Change of the comparative share in percentage points per month, with the same in words."""

    slope: Estimate
    text: str


@dataclass(frozen=True, slots=True)
class TopicRow:
    topic: str
    questions: int
    comparative: int
    share: float
    """Comparative questions of the topic's questions, as classified at the balanced point."""
    example: str | None
    """The most frequent comparative question that may be shown."""


@dataclass(frozen=True, slots=True)
class Cross:
    """A table of counts: rows by columns."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Frequent:
    question: str
    count: int
    topic: str
    comparative: bool


@dataclass(frozen=True, slots=True)
class Season:
    """A question asked more in one month than in the rest of the log."""

    question: str
    month: str
    count: int
    total: int
    lift: float
    """How many times its share of that month's questions exceeds its share of the other months'."""
    rank: int
    rank_before: int | None
    p: float
    """Probability of so many by chance, before the correction for many questions that decides what is listed."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Things compared with each other, or one thing alone, and in how many questions."""

    names: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Answerable:
    """Could the comparative questions be answered from a collection? By its top BM25 hit; the sample is for judging."""

    source: str
    asked: int
    any_hit: int
    good_hit: int
    share: Estimate
    rule: str
    """What counts as a good hit, in words."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """Questions kept out of every list of examples: how many entries, and of how many distinct questions."""

    sensitive: int
    sensitive_questions: int
    offensive: int
    offensive_questions: int


@dataclass(frozen=True, slots=True)
class LogReport:
    """Everything that a run found, with enough about the method to cite it."""

    title: str
    created: str
    weigh_version: str
    reading: Reading
    cleaning: tuple[RuleCount, ...]
    questions: int
    """Genuine questions kept."""
    distinct: int
    users: int | None
    overall: Period
    months: tuple[Period, ...]
    trend: Trend | None
    measured: tuple[Measured, ...]
    likeness: tuple[Likeness, ...]
    """This log beside the sources that its estimates are corrected by; empty where it has labels of its own."""
    thresholds: dict[str, float]
    models: dict[str, str]
    deciders: dict[str, int]
    """How many comparative questions each step of the cascade decided."""
    kinds: dict[str, int]
    kinds_by_topic: Cross
    topics: tuple[TopicRow, ...]
    topics_by_month: Cross
    intents: Cross
    """Rows: rule, linear, transformer; columns: factual, method, argumentative, all asked of that classifier."""
    characteristics: Cross
    frequent: tuple[Frequent, ...]
    frequent_comparative: tuple[Frequent, ...]
    frequent_by_topic: dict[str, tuple[Frequent, ...]]
    seasons: tuple[Season, ...]
    objects: tuple[Compared, ...]
    pairs: tuple[Compared, ...]
    guarded: Guarded
    answerable: Answerable | None
    settings: dict[str, str]
    seconds: dict[str, float]
    cpu_seconds: dict[str, float]
    """Of all processes together, by step."""
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        from weigh.schema import to_dict

        return to_dict(self)
