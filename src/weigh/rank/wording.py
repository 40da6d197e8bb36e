"""The verdict's one sentence, with the objects as the evidence writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from weigh.rank.tournament import hardly_compared
from weigh.text.lexicon import aspect_of, better_phrase, has_better_end, in_words, is_contrary, is_purpose
from weigh.text.naming import shown_names
from weigh.types import Argument, AspectLean, Comparison, Stance

_NAMED = 3
"""Aspects named per object."""
_MUCH = 0.6
"""A share that nobody would call close: where it is no lead, that is because one source alone says so."""
_MOST = 0.7
"""The same where several sources speak, but too few to be sure."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How much there is: arguments for somebody, arguments for equality, and from how many sites."""

    won: int
    equal: int
    pull: float
    """The part of the evidence that calls the objects equal."""
    sites: int
    sentences: int
    """Fewer than arguments where one sentence compares several pairs."""

    @property
    def arguments(self) -> int:
        return self.won + self.equal


class Gainsaid(NamedTuple):
    """Whom the share of an aspect names where its lean does not, and whether the lean rests on what is said of the
    objects themselves; else it counts what speaks of several aspects."""

    leader: str
    themselves: bool


class Wording:
    """Says what was found about one comparison."""

    def __init__(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        evidence: Evidence,
        gainsaid: Mapping[str, Gainsaid],
        behind: Mapping[str, str] | None,
    ) -> None:
        """`behind` says who does worse by an aspect asked for, where that is the question ("which is slower")."""
        self._gainsaid = gainsaid
        self._asks_worse, self._behind = behind is not None, behind or {}
        self._predicate = comparison.predicate
        self._forms = shown_names(comparison.names, arguments)
        self._names = comparison.names
        self._contrary = {aspect.name: aspect.direction for aspect in comparison.aspects if is_contrary(aspect)}
        self._evidence = evidence
        self._ties = Counter(name for a in arguments if a.stance is Stance.EQUAL for name in a.aspects)
        self._all = joined([form.text for form in self._forms.values()])
        heard = {name for argument in arguments for name in argument.objects}
        self._unheard = [self._forms[name].text for name in comparison.names if name not in heard]
        self._hardly = [self._forms[name].text for name in hardly_compared(arguments, comparison.names)]

    def insufficient(self) -> str:
        number = {0: "no argument", 1: "only one argument", 2: "only two arguments"}[self._evidence.sentences]
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
        much = _MUCH if self._evidence.sites == 1 else _MOST
        how = "thin" if share is not None and share >= much else "close"
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
                parts.append(f"{self._is(name)} ahead {self._where(ahead[:_NAMED])}")
        decided = [lean.aspect for lean in leans if lean.winner and lean.aspect in self._gainsaid]
        limits = "".join(f" {_capitalised(self._where([name]))}, that holds{self._limit(name)}." for name in decided)
        return f"It depends on the aspect: {', '.join(parts)}.{limits}"

    def _figures(self, leader: str | None, share: float | None, interval: tuple[float, float] | None) -> str:
        sites, ties = self._evidence.sites, self._evidence.equal
        number = f"{self._evidence.arguments} arguments{f', {ties} of them for a tie,' if ties else ''}"
        if self._evidence.sentences < self._evidence.arguments:
            number += f" in {self._evidence.sentences} sentences"
        comma = "" if number.endswith(",") else ","
        number += f" from {sites} sources" if sites != 1 else f"{comma} all from one source"
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
        last = {lean.aspect: lean.behind for lean in leans}
        told = []
        for aspect, own in counts.items():
            winner, behind = won.get(aspect), last.get(aspect)
            where = _capitalised(self._where([aspect]))
            heard = [name for name, number in own.items() if number]
            if self._asks_worse and (winner or aspect in self._behind):
                told.append(
                    f" {where}, {self._both_ends(self._behind.get(aspect), winner, aspect)}{self._limit(aspect)}."
                )
            elif winner is not None:
                leads = "ahead" if is_purpose(aspect) or has_better_end(aspect) else "favoured"
                told.append(f" {where}, {self._is(winner)} {leads}{self._limit(aspect)}.")
            elif behind:
                ahead = [name for name in self._names if name in heard and name not in behind]
                are = self._is(ahead[0]) if len(ahead) == 1 else f"{self._listed(ahead)} are"
                told.append(f" {where}, {are} ahead of {self._listed(behind)}.")
            elif sum(own.values()) > 1:
                told.append(f" {where}, the evidence is divided{self._doubt(aspect)}.")
            elif heard:
                told.append(f" {where} there is only one argument, for {self._forms[heard[0]].text}.")
            else:
                told.append(f" {where}, no argument takes a side{self._tied(aspect)}.")
        return "".join(told)

    def _tied(self, aspect: str) -> str:
        """That they are called equal on an aspect: who asks which is safer learns that both are as safe."""
        number = self._ties[aspect]
        them = "them" if len(self._names) == 2 else "some of them"
        return f"; {number if number > 1 else 'one'} call{'s' if number == 1 else ''} {them} equal" if number else ""

    def _limit(self, aspect: str) -> str:
        """What a lean rests on where the share of the aspect names another one: nobody shall wonder at the bar."""
        found = self._gainsaid.get(aspect)
        if found is None:
            return ""
        if not found.themselves:
            return " if what speaks of several aspects is counted"
        things = "the two" if len(self._names) == 2 else "the objects"
        return f" where {things} themselves are compared; what else is said on it speaks for {self._named(found)}"

    def _doubt(self, aspect: str) -> str:
        """Why the evidence is called divided where the share of the aspect is one-sided."""
        found = self._gainsaid.get(aspect)
        return f": most speaks for {self._named(found)}, but not what is said of the two themselves" if found else ""

    def _named(self, found: Gainsaid) -> str:
        return self._forms[found.leader].text

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
        """Which of several objects no argument speaks of, or next to none, as further sentences."""
        told = (("Nothing compares", self._unheard), ("Hardly anything compares", self._hardly))
        return "".join(f" {said} {joined(names)} with the others." for said, names in told if names)

    def _but(self, winner: str, leans: Sequence[AspectLean]) -> str:
        """The aspects on which the winner is behind."""
        rival = next((lean.winner for lean in leans if lean.winner not in (None, winner)), None)
        if rival is None:
            return ""
        ahead = [lean.aspect for lean in leans if lean.winner == rival]
        return f", but {self._is(rival)} ahead {self._where(ahead[:_NAMED])}"

    def _listed(self, names: Sequence[str]) -> str:
        return joined([self._forms[name].text for name in names])

    def _is(self, name: str) -> str:
        return f"{self._forms[name].text} {'are' if self._forms[name].plural else 'is'}"

    def _where(self, aspects: Sequence[str]) -> str:
        """Where somebody is ahead: on price, for long trips, on speed (of which you want less)."""
        cases = [self._called(name) for name in aspects if is_purpose(name)]
        others = [self._called(name) for name in aspects if not is_purpose(name)]
        return " and ".join(f"{word} {joined(names)}" for word, names in (("on", others), ("for", cases)) if names)

    def _called(self, aspect: str) -> str:
        wanted = self._contrary.get(aspect)
        return f"{in_words(aspect)} (of which you want {wanted})" if wanted else in_words(aspect)


def _capitalised(text: str) -> str:
    return text[0].upper() + text[1:]


def joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
