"""The verdict's one sentence, with the objects as the evidence writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weigh.text.lexicon import aspect_of, better_phrase, in_words, is_purpose
from weigh.text.naming import shown_names
from weigh.types import Argument, AspectLean, Comparison

_NAMED = 3
"""Aspects named per object."""
_MUCH = 0.6
"""A share that nobody would call close: where it is no lead, that is because one source alone says so."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How much there is: arguments for somebody, arguments for equality, and from how many sites."""

    won: int
    equal: int
    pull: float
    """The part of the evidence that calls the objects equal."""
    sites: int

    @property
    def arguments(self) -> int:
        return self.won + self.equal


class Wording:
    """Says what was found about one comparison."""

    def __init__(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        evidence: Evidence,
        behind: Mapping[str, str] | None,
    ) -> None:
        """`behind` says who does worse by an aspect asked for, where that is the question ("which is slower")."""
        self._asks_worse, self._behind = behind is not None, behind or {}
        self._predicate = comparison.predicate
        self._forms = shown_names(comparison.names, arguments)
        self._names = comparison.names
        self._evidence = evidence
        self._all = joined([form.text for form in self._forms.values()])
        heard = {name for argument in arguments for name in argument.objects}
        self._unheard = [self._forms[name].text for name in comparison.names if name not in heard]

    def insufficient(self) -> str:
        number = {0: "no argument", 1: "only one argument", 2: "only two arguments"}[self._evidence.arguments]
        return f"There is not enough evidence{f' on {self._all}' if self._names else ''}: {number} found."

    def equal(self) -> str:
        seen = f"{self._evidence.equal} of {self._evidence.arguments} arguments see no difference"
        return f"The evidence calls {self._all} equal: {seen}."

    def close(
        self,
        leader: str | None,
        share: float | None,
        interval: tuple[float, float] | None,
        leans: Sequence[AspectLean],
        counts: Mapping[str, Mapping[str, int]],
    ) -> str:
        how = "thin" if self._evidence.sites == 1 and share is not None and share >= _MUCH else "close"
        told = f"The evidence on {self._all} is too {how} to call{self._figures(leader, share, interval)}."
        return self.answered(told, leans, counts)

    def answered(self, whole: str, leans: Sequence[AspectLean], counts: Mapping[str, Mapping[str, int]]) -> str:
        """What the evidence says on the whole, after what it says of what was asked for if that is more than a word."""
        heard = {name: sum(own.values()) > 1 for name, own in counts.items()}
        first, rest = ({name: own for name, own in counts.items() if heard[name] is told} for told in (True, False))
        whole = f" On the whole, {whole[0].lower()}{whole[1:]}" if first else whole
        return self.asked(leans, first).lstrip() + whole + self.asked(leans, rest) + self.unheard()

    def won(
        self, winner: str, share: float, interval: tuple[float, float], leans: Sequence[AspectLean], *, clear: bool
    ) -> str:
        opening = "clearly favours" if clear else "leans towards"
        figures = self._figures(winner, share, interval)
        return f"The evidence {opening} {self._forms[winner].text}{figures}{self._but(winner, leans)}."

    def depends(self, leans: Sequence[AspectLean], wanted: set[str]) -> str:
        parts = []
        for name in self._names:
            ahead = [lean.aspect for lean in leans if lean.winner == name]
            ahead.sort(key=lambda aspect: aspect not in wanted)
            if ahead:
                parts.append(f"{self._is(name)} ahead {_where(ahead[:_NAMED])}")
        return f"It depends on the aspect: {', '.join(parts)}."

    def _figures(self, leader: str | None, share: float | None, interval: tuple[float, float] | None) -> str:
        sites, ties = self._evidence.sites, self._evidence.equal
        number = f"{self._evidence.arguments} arguments{f', {ties} of them for a tie,' if ties else ''}"
        number += f" from {sites} sources" if sites != 1 else f"{'' if ties else ','} all from one source"
        if leader is None or share is None or interval is None:
            return f" ({number})"
        low, high = (round(100 * edge) for edge in interval)
        between = f", likely between {low} % and {high} %" if low != high and sites > 1 else ""
        has = "have" if self._forms[leader].plural else "has"
        part = "of it" if len(self._names) == 2 else f"of what compares {'them' if has == 'have' else 'it'} with others"
        return f": {self._forms[leader].text} {has} {round(100 * share)} % {part}{between} ({number})"

    def asked(self, leans: Sequence[AspectLean], counts: Mapping[str, Mapping[str, int]]) -> str:
        """What the evidence says on each aspect asked for, as further sentences; `counts` are its arguments."""
        won = {lean.aspect: lean.winner for lean in leans}
        told = []
        for aspect, own in counts.items():
            winner, where = won.get(aspect), _where([aspect])
            where = where[0].upper() + where[1:]
            heard = [name for name, number in own.items() if number]
            if self._asks_worse and (winner or aspect in self._behind):
                told.append(f" {where}, {self._both_ends(self._behind.get(aspect), winner, aspect)}.")
            elif winner is not None:
                told.append(f" {where}, {self._is(winner)} ahead.")
            elif sum(own.values()) > 1:
                told.append(f" {where}, the evidence is divided.")
            elif heard:
                told.append(f" {where} there is only one argument, for {self._forms[heard[0]].text}.")
            else:
                told.append(f" {where}, no argument takes a side.")
        return "".join(told)

    def _both_ends(self, worse: str | None, winner: str | None, aspect: str) -> str:
        """Who is behind on an aspect, and what the one in front is more of: "coffee is behind and tea is cheaper"."""
        ahead = better_phrase(aspect_of(aspect) or aspect) or "ahead"
        ends = [f"{self._is(worse)} behind"] if worse else []
        return " and ".join([*ends, f"{self._is(winner)} {ahead}"] if winner else ends)

    def worst(self, name: str) -> str:
        """Who does worst on the whole, as a further sentence that takes up the word of the question."""
        told = self._forms[name].text
        against = f"the evidence is against {told}" if len(self._names) == 2 else f"the order puts {told} last"
        return f" As for the {self._predicate}: {against}."

    def unheard(self) -> str:
        """Which of several objects no argument speaks of, as a further sentence."""
        return f" Nothing compares {joined(self._unheard)} with the others." if self._unheard else ""

    def _but(self, winner: str, leans: Sequence[AspectLean]) -> str:
        """The aspects on which the winner is behind."""
        rival = next((lean.winner for lean in leans if lean.winner not in (None, winner)), None)
        if rival is None:
            return ""
        ahead = [lean.aspect for lean in leans if lean.winner == rival]
        return f", but {self._is(rival)} ahead {_where(ahead[:_NAMED])}"

    def _is(self, name: str) -> str:
        return f"{self._forms[name].text} {'are' if self._forms[name].plural else 'is'}"


def _where(aspects: Sequence[str]) -> str:
    """Where somebody is ahead: on price, for long trips."""
    cases = [in_words(name) for name in aspects if is_purpose(name)]
    others = [in_words(name) for name in aspects if not is_purpose(name)]
    return " and ".join(f"{word} {joined(names)}" for word, names in (("on", others), ("for", cases)) if names)


def joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
