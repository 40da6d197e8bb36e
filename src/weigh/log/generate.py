"""A log with known truth: labelled questions, users, months with their own share, a season, bots of every kind,
duplicates.

What a run finds in it can be compared with what was put in: every bot should fall to the rule it breaks, genuine users
should stay, and the shares should be found again within the stated interval.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Any, TextIO, cast

from weigh.errors import BadInput
from weigh.log.entries import months_between, normal_form
from weigh.log.questions import Genuine, question_like


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of log."""

    lines: int = 100_000
    share: float = 0.03
    months: int = 12
    trend: float = 0.0
    """Added to the share every month."""
    bots_of_each_kind: int = 3
    duplicates: float = 0.05
    """Share of genuine entries that are sent twice in a row."""
    variants: bool = False
    """Append a random ending to questions, so that nearly all are different: for measuring time. Shares are not to be
    found again in such a log, since the endings make questions harder than those that the quality was measured on."""
    zipf: float = 0.7
    """How unevenly questions are asked; 0 is evenly."""
    per_user: int = 12
    season: str | None = None
    """A comparative question that rises in the middle month; some question of the pool if none is given."""
    season_lift: float = 6.0
    seed: int = 13


@dataclass(slots=True)
class Truth:
    """What the log holds."""

    lines: int = 0
    genuine: Counter[str] = field(default_factory=Counter)
    comparative: Counter[str] = field(default_factory=Counter)
    """Genuine entries (without duplicates) and comparative ones, by month."""
    bots: dict[str, str] = field(default_factory=dict)
    """User → the rule it breaks."""
    users: int = 0
    duplicates: int = 0
    not_genuine: Counter[str] = field(default_factory=Counter)
    season: tuple[str, str] = ("", "")
    """The question that rises, and its month."""

    def share(self, month: str) -> float:
        return self.comparative[month] / max(1, self.genuine[month])

    def to_dict(self) -> dict[str, Any]:
        found = {name: getattr(self, name) for name in self.__slots__}
        return {name: dict(value) if isinstance(value, Counter) else value for name, value in found.items()}


Line = tuple[str, int, str]
"""user, seconds since 1970, text"""


class _Pool:
    """Questions of one label, drawn unevenly as people ask."""

    def __init__(self, questions: Sequence[str], zipf: float, chance: random.Random) -> None:
        self.questions = list(questions)
        chance.shuffle(self.questions)
        self._sums = list(accumulate(1 / (rank**zipf) for rank in range(1, len(self.questions) + 1)))

    def draw(self, chance: random.Random) -> str:
        return chance.choices(self.questions, cum_weights=self._sums)[0]


def write_log(path: Path, labelled: Sequence[tuple[str, bool]], plan: Plan) -> Truth:
    """Write the log as CSV (user, time, question) in order of time, and its truth beside it."""
    truth = Truth()
    lines = sorted(make_lines(labelled, plan, truth), key=lambda line: (line[1], line[0]))
    open_text = gzip.open if path.suffix == ".gz" else open
    with open_text(path, "wt", encoding="utf-8", newline="") as stream:
        writer = csv.writer(cast(TextIO, stream))
        writer.writerow(("user", "time", "question"))
        writer.writerows(
            (user, datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), text) for user, at, text in lines
        )
    truth.lines = len(lines)
    Path(f"{path}.truth.json").write_text(json.dumps(truth.to_dict(), indent=1), encoding="utf-8")
    return truth


def make_lines(labelled: Sequence[tuple[str, bool]], plan: Plan, truth: Truth) -> Iterator[Line]:
    """All lines, in no order; fills in `truth`."""
    chance = random.Random(plan.seed)
    # Questions that cleaning would rightly take out have no place in the truth.
    labelled = [(q, label) for q, label in labelled if _stays(q)]
    yes = _Pool([q for q, label in labelled if label], plan.zipf, chance)
    no = _Pool([q for q, label in labelled if not label], plan.zipf, chance)
    if not yes.questions or not no.questions:
        raise BadInput("A log needs labelled questions of both kinds: comparative and not.")
    names = months_between(["2025-01", _month(plan.months)])
    for part in (_bots(plan, no, truth, chance, names), _genuine(plan, yes, no, truth, chance, names)):
        yield from part


_RULES = Genuine()


def _stays(question: str) -> bool:
    text = " ".join(question.split())
    return question_like(text) and _RULES.why_not(text, normal_form(text)) is None


def _month(number: int) -> str:
    return f"{2025 + (number - 1) // 12:04d}-{(number - 1) % 12 + 1:02d}"


def _span(name: str) -> tuple[int, int]:
    start = datetime(int(name[:4]), int(name[5:]), 1, tzinfo=UTC)
    nextmonth = datetime(start.year + start.month // 12, start.month % 12 + 1, 1, tzinfo=UTC)
    return int(start.timestamp()), int(nextmonth.timestamp())


def _genuine(
    plan: Plan, yes: _Pool, no: _Pool, truth: Truth, chance: random.Random, names: Sequence[str]
) -> Iterator[Line]:
    """Users that ask a few questions a day at most, far from any rule; some send one twice, some look up a title."""
    rising = plan.season or yes.questions[len(yes.questions) // 2]
    truth.season = (rising, names[len(names) // 2])
    users = max(1, plan.lines // plan.per_user)
    truth.users = users
    for user in range(users):
        month = names[user % len(names)]
        share = plan.share + plan.trend * names.index(month)
        start, end = _span(month)
        asked = 1 + min(40, int(chance.expovariate(1 / plan.per_user)))
        # At least two minutes apart: nobody here is a bot.
        times = sorted(chance.sample(range(start, end - 200, 150), asked))
        last = None
        for at in times:
            comparative = chance.random() < share
            text = (yes if comparative else no).draw(chance)
            if comparative and month == truth.season[1] and chance.random() < plan.season_lift / 100:
                text = rising
            if plan.variants:
                text = f"{text.rstrip('?! ')} {chance.choice(_ENDINGS)} {chance.randrange(10**6)}"
            if normal_form(text) == last:
                continue
            last = normal_form(text)
            truth.genuine[month] += 1
            truth.comparative[month] += comparative
            yield f"user{user}", at, text
            if chance.random() < plan.duplicates:
                truth.duplicates += 1
                yield f"user{user}", at + 61, text.upper() if chance.random() < 0.5 else text
            elif chance.random() < 0.01:
                rule, other = chance.choice(_NOT_GENUINE)
                truth.not_genuine[rule] += 1
                last = normal_form(other)
                yield f"user{user}", at + 61, other


_ENDINGS = ("in", "since", "around", "number", "near")
_NOT_GENUINE = (
    ("crossword", "what is a river in France 5 letters"),
    ("quiz", "name something people take to the beach?"),
    ("titles", "how i met your mother"),
    ("titles", "what does the fox say lyrics"),
)


def _bots(plan: Plan, no: _Pool, truth: Truth, chance: random.Random, names: Sequence[str]) -> Iterator[Line]:
    """Each kind breaks one rule and no other."""
    start, end = _span(names[0])[0], _span(names[-1])[1]
    year_end = min(end, start + 364 * 86_400)
    for number in range(plan.bots_of_each_kind):
        for kind in ("per-year", "per-minute", "mean-words", "same-start"):
            user = f"bot-{kind}-{number}"
            truth.bots[user] = kind
            if kind == "per-year":
                for at in range(start, year_end, (year_end - start) // 2100):
                    yield user, at, no.draw(chance)
            elif kind == "per-minute":
                at = chance.randrange(start, end - 3600)
                for second in range(7):
                    yield user, at + 8 * second, no.draw(chance)
            elif kind == "mean-words":
                for at in sorted(chance.sample(range(start, end - 200, 300), 8)):
                    yield user, at, " ".join([*no.draw(chance).split(), *(["and", "also", "tell", "me", "more"] * 6)])
            else:
                for at in sorted(chance.sample(range(start, end - 200, 300), 60)):
                    yield user, at, f"what is the translation of {chance.choice(no.questions).split()[-1]} {at % 997}"
