"""What is kept, as frozen data: stored answers, history entries and the four kinds of feedback.

Feedback
├── VerdictFeedback     "this is (not) a comparative question"
├── LabelFeedback       "these are the objects and aspects of the question"
├── ArgumentFeedback    "this sentence really says …"
└── SummaryFeedback     "this summary is (not) useful, (not) fluent"
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from weigh.types import Answer, Stance


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer with its permalink's id, as it was when it was given."""

    id: str
    created: datetime
    answer: Answer


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    id: int
    answer_id: str
    question: str
    title: str
    verdict: str
    asked: datetime


@dataclass(frozen=True, slots=True)
class VerdictFeedback:
    """The user's word on whether the question is comparative, and what Weigh had said."""

    comparative: bool
    said: bool | None = None
    kind: Literal["verdict"] = "verdict"


@dataclass(frozen=True, slots=True)
class LabelFeedback:
    """The objects and aspects that the question really names."""

    objects: tuple[str, ...]
    aspects: tuple[str, ...] = ()
    said_objects: tuple[str, ...] = ()
    said_aspects: tuple[str, ...] = ()
    kind: Literal["labels"] = "labels"


@dataclass(frozen=True, slots=True)
class ArgumentFeedback:
    """What the sentence really says of the pair, in the order of `objects`; `said` is Weigh's stance."""

    sentence: str
    objects: tuple[str, str]
    stance: Stance
    said: Stance | None = None
    argument: int | None = None
    kind: Literal["argument"] = "argument"


@dataclass(frozen=True, slots=True)
class SummaryFeedback:
    """Whether the summary was useful and fluent; None where nothing was said of it."""

    summary: str
    arguments: tuple[str, ...] = ()
    useful: bool | None = None
    fluent: bool | None = None
    kind: Literal["summary"] = "summary"


Feedback = VerdictFeedback | LabelFeedback | ArgumentFeedback | SummaryFeedback


@dataclass(frozen=True, slots=True)
class Versions:
    """What an answer or a judgement was made with."""

    weigh: str = ""
    index: str = ""
    models: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredFeedback:
    id: int
    created: datetime
    question: str
    answer_id: str | None
    feedback: Feedback
    versions: Versions
