"""What a run of `weigh log` can be told: columns, cleaning rules, analysis, places. Every rule has an off switch."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from weigh.errors import BadInput

RULE_NAMES = (
    "question-like",
    "per-year",
    "per-minute",
    "mean-words",
    "same-start",
    "duplicates",
    "crossword",
    "quiz",
    "titles",
)
"""The cleaning rules in the order in which they are applied; an entry counts under the first that removes it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column holds what: names from the header, or numbers from 1 where there is no header."""

    question: str = "question"
    time: str | None = "time"
    user: str | None = "user"
    header: bool = True
    time_format: str | None = None
    """A strptime pattern; without it ISO 8601 and seconds or milliseconds since 1970 are read."""


@dataclass(frozen=True, slots=True)
class CleaningRules:
    """The cleaning of the log-analysis paper. The numbers are the paper's, except where a comment says otherwise."""

    off: frozenset[str] = frozenset()
    per_year: int = 2_000
    per_minute: int = 5
    mean_words: float = 20.0
    mean_words_entries: int = 5
    """Ours: the mean is taken from this many entries on; one long question makes nobody a bot."""
    same_start_entries: int = 50
    same_start_share: float = 0.8
    same_start_characters: int = 15
    max_characters: int = 1_000
    """Longer entries are left out when read: no question is that long, and one line must not fill the memory."""

    def __post_init__(self) -> None:
        if unknown := sorted(self.off - set(RULE_NAMES)):
            raise BadInput(f"There is no cleaning rule {', '.join(unknown)}. The rules are: {', '.join(RULE_NAMES)}.")
        for name in (
            "per_year",
            "per_minute",
            "mean_words",
            "same_start_entries",
            "same_start_characters",
            "max_characters",
        ):
            if getattr(self, name) <= 0:
                raise BadInput(
                    f"The cleaning rule's {name} is {getattr(self, name)}; expected a number above zero. "
                    "To switch a rule off, name it with --off."
                )
        if not 0 < self.same_start_share <= 1:
            raise BadInput(f"same_start_share is {self.same_start_share}; expected a share above 0 and at most 1.")

    def on(self, rule: str) -> bool:
        return rule not in self.off


Point = Literal["precise", "balanced"]


@dataclass(frozen=True, slots=True)
class LogOptions:
    """One run: what is read, how it is cleaned and classified, what is reported, where it is written."""

    out: Path
    columns: Columns = field(default_factory=Columns)
    rules: CleaningRules = field(default_factory=CleaningRules)
    file_format: Literal["auto", "csv", "tsv", "jsonl", "parquet"] = "auto"
    titles: Path | None = None
    """A list of titles (one per line) whose look-ups are no genuine questions, beside the small list that ships."""
    calibration: Path | None = None
    """Labelled questions (question, comparative) of this very log; without it the shipped measurement corrects."""
    transformer: bool = True
    min_users: int = 3
    """A question is shown as an example only if at least so many users asked it, as in the paper."""
    index: str | None = None
    answers: Path | None = None
    sample: int = 200
    """How many questions go to the samples for judging by hand."""
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    partitions: int | None = None
    salt: str | None = None
    work: Path | None = None
    keep_work: bool = False
    spark: str | None = None
    seed: int = 13
    title: str = "Question log"

    @property
    def work_folder(self) -> Path:
        return self.work or self.out / ".work"
