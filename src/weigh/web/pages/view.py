"""An answer as a page shows it: bars, columns, highlighted sentences. Templates only place what is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from weigh.types import (
    GENERAL,
    MULTIPLE,
    Answer,
    Argument,
    FoundAspect,
    Share,
    Source,
    Stance,
)
from weigh.web.pages.highlight import Piece, pieces
from weigh.web.pages.state import ViewState

SHOWN = 6
"""Arguments shown per column before "more": enough to read, few enough to stay a small page."""
LETTERS = "ABCDEFGHIJKLMNOP"


@dataclass(frozen=True, slots=True)
class Segment:
    name: str
    number: int
    share: float
    start: float
    count: int

    @property
    def percent(self) -> int:
        return round(self.share * 100)


@dataclass(frozen=True, slots=True)
class Bar:
    """One category's division. `label` is read out instead of the picture."""

    title: str
    segments: tuple[Segment, ...]
    count: int
    """All arguments of the category, those that see no difference included, as the verdict counts them."""
    equal: int
    """How many of them see no difference: they move the verdict, not the shares."""
    interval: tuple[float, float] | None
    label: str


@dataclass(frozen=True, slots=True)
class ArgumentView:
    argument: Argument
    pieces: tuple[Piece, ...]
    contribution: int | None
    """Percent of all points that it brings; None where it counts nothing."""
    sites: tuple[str, ...]
    more_sites: int
    winner: str | None
    opposite: str | None


@dataclass(frozen=True, slots=True)
class Chip:
    name: str
    count: int
    on: bool
    url: str


@dataclass(frozen=True, slots=True)
class Column:
    key: str
    name: str
    number: int | None
    arguments: tuple[ArgumentView, ...]
    total: int
    """Arguments that count; those left out by the reader are still shown."""
    hidden: int
    chips: tuple[Chip, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class AnswerView:
    answer: Answer
    state: ViewState
    names: tuple[str, ...]
    overall: Bar | None
    bars: tuple[Bar, ...]
    columns: tuple[Column, ...]
    wanted: tuple[Chip, ...]
    tilt: float
    cited: Mapping[int, str]
    """Cited arguments → the address that shows them."""
    headline: str
    """The verdict in a few words."""
    figures: str
    """The rest of its text."""


def view(answer: Answer, state: ViewState) -> AnswerView:
    names = answer.comparison.names if answer.comparison else ()
    evidence = bool(answer.arguments)
    columns = _columns(answer, state, names)
    return AnswerView(
        answer,
        state,
        names,
        _bar("Overall", answer.shares.overall, names) if evidence else None,
        tuple(_bar(_title(key), answer.shares[key], names) for key in _order(answer)) if evidence else (),
        columns,
        _wanted(answer, state),
        _tilt(answer, names),
        _cited(answer, state, columns),
        *parted(answer.verdict.text, names),
    )


def parted(text: str, names: Sequence[str]) -> tuple[str, str]:
    """A text as a headline and the rest: cut at its first colon, or else after its first sentence."""
    if any(":" in name for name in names):
        return text, ""
    head, sign, rest = text.partition(": ")
    if not sign or "." in head:
        head, sign, rest = text.partition(". ")
    if not sign:
        return text, ""
    word = rest.split(" ", 1)[0]
    return f"{head}.", rest[:1].upper() + rest[1:] if word.islower() else rest


# --- bars -------------------------------------------------------------------------------------------------------------


def _order(answer: Answer) -> list[str]:
    """Wanted aspects in the order asked, then several at once, then the general comparison, as in the thesis."""
    wanted = [aspect.name for aspect in answer.comparison.aspects] if answer.comparison else []
    rank = {name: i for i, name in enumerate(wanted)} | {MULTIPLE: len(wanted), GENERAL: len(wanted) + 1}
    found = [key for key, share in answer.shares.categories.items() if any(share.counts.values()) or share.equal_count]
    if found == [GENERAL]:
        # Then the general comparison is the overall one; saying it twice helps nobody.
        found = []
    return sorted(found, key=lambda key: rank.get(key, len(rank)))


def _title(key: str) -> str:
    return key[:1].upper() + key[1:]


def _bar(title: str, share: Share, names: tuple[str, ...]) -> Bar:
    segments, start = [], 0.0
    for number, name in enumerate(names):
        value = share.values.get(name, 0.0)
        segments.append(Segment(name, number, value, start, share.counts.get(name, 0)))
        start += value
    count = sum(share.counts.values()) + share.equal_count
    said = ", ".join(f"{segment.name} {segment.percent} %" for segment in segments)
    label = (
        f"{title}: {said}; {count} {'argument' if count == 1 else 'arguments'}" if start else f"{title}: no evidence"
    )
    interval = share.interval.get(names[0]) if len(names) == 2 else None
    return Bar(title, tuple(segments), count, share.equal_count, interval, label)


def _tilt(answer: Answer, names: tuple[str, ...]) -> float:
    """Degrees by which the beam leans: at most 11, positive where the second object is heavier."""
    if len(names) != 2 or not answer.arguments:
        return 0.0
    values = answer.shares.overall.values
    return round(11 * (values.get(names[1], 0.0) - values.get(names[0], 0.0)), 2)


# --- columns ----------------------------------------------------------------------------------------------------------

_KEYS: dict[str, Callable[[Argument], Any]] = {
    "score": lambda a: (-a.score, a.id),
    "confidence": lambda a: (-a.confidence, a.id),
    "sources": lambda a: (-len({s.site for s in a.sentence.sources}), -a.sentence.source_count, a.id),
    "short": lambda a: (len(a.sentence.text), a.id),
}


def _columns(answer: Answer, state: ViewState, names: tuple[str, ...]) -> tuple[Column, ...]:
    points = sum(answer.shares.overall.points.values())
    found = {(aspect.object, aspect.name): aspect for aspect in answer.aspects}
    wanted = {aspect.name for aspect in answer.comparison.aspects} if answer.comparison else set()
    groups: list[tuple[str, str, int | None, tuple[Argument, ...]]] = [
        (str(number), name, number, answer.arguments_for(name)) for number, name in enumerate(names)
    ]
    if answer.equal_arguments:
        groups.append(("equal", "no difference", None, answer.equal_arguments))
    result = []
    for key, name, number, arguments in groups:
        chosen = [a for a in arguments if _matches(a, name, state.show, wanted, found)]
        chosen.sort(key=_KEYS[state.sort])
        whole = key in state.more
        shown = chosen if whole else chosen[: SHOWN if number is not None else SHOWN // 2]
        result.append(
            Column(
                key,
                name,
                number,
                tuple(_argument(a, names, points) for a in shown),
                sum(not a.dropped for a in chosen),
                len(chosen) - len(shown),
                _found_chips(answer, name, state),
                whole,
            )
        )
    return tuple(result)


def _matches(
    argument: Argument, name: str, show: tuple[str, ...], wanted: set[str], found: Mapping[tuple[str, str], FoundAspect]
) -> bool:
    """Wanted aspects filter every column, found ones the column of their object; several mean any of them."""
    mine = [a for a in show if a in wanted or (name, a) in found]
    if not mine:
        return not any(a in wanted for a in show)
    return any(
        (a in wanted and a in argument.aspects) or ((name, a) in found and argument.id in found[(name, a)].arguments)
        for a in mine
    )


def _argument(argument: Argument, names: tuple[str, ...], points: float) -> ArgumentView:
    labels = list(dict.fromkeys(source_label(source) for source in argument.sentence.sources))
    counts = argument.winner is not None and not argument.dropped and points > 0
    return ArgumentView(
        argument,
        pieces(argument.sentence.text, argument.spans, names),
        max(1, round(100 * argument.score / points)) if counts else None,
        tuple(labels[:2]),
        max(0, max(argument.sentence.source_count, len(labels)) - 2),
        argument.winner,
        argument.loser,
    )


def source_label(source: Source) -> str:
    """The site, or the document's title where it has no web address."""
    return source.site if source.url else source.title or source.document


# --- chips and citations ----------------------------------------------------------------------------------------------


def _wanted(answer: Answer, state: ViewState) -> tuple[Chip, ...]:
    aspects = answer.comparison.aspects if answer.comparison else ()
    counts = {
        aspect.name: sum(aspect.name in a.aspects for a in answer.arguments if not a.dropped) for aspect in aspects
    }
    return tuple(Chip(n, c, n in state.show, state.toggled_show(n)) for n, c in counts.items() if c)


def _found_chips(answer: Answer, name: str, state: ViewState) -> tuple[Chip, ...]:
    wanted = {aspect.name for aspect in answer.comparison.aspects} if answer.comparison else set()
    return tuple(
        Chip(aspect.name, aspect.count, aspect.name in state.show, state.toggled_show(aspect.name))
        for aspect in answer.aspects
        if aspect.object == name and aspect.name not in wanted
    )


def _cited(answer: Answer, state: ViewState, columns: tuple[Column, ...]) -> dict[int, str]:
    """A citation jumps to its argument; where that is filtered away or folded in, to a page that shows it."""
    visible = {item.argument.id for column in columns for item in column.arguments}
    homes = {a.id: _home(a, answer) for a in answer.arguments}
    result = {}
    for number in {n for claim in answer.summary.claims for n in claim.citations}:
        if number in visible:
            result[number] = f"#arg-{number}"
        elif number in homes and state.id:
            opened = state.url(show=(), more=state.more | {homes[number]})
            result[number] = f"{opened}#arg-{number}"
    return result


def _home(argument: Argument, answer: Answer) -> str:
    if argument.stance is Stance.EQUAL or argument.winner is None or answer.comparison is None:
        return "equal"
    return str(answer.comparison.names.index(argument.winner))
