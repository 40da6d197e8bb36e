"""The default summary: what the evidence says overall, the main aspects, what to choose. No model, no network.

Each aspect is told by an argument's own sentence or clause where it can be quoted cleanly, else by a plain statement
("Java is faster"). Every claim goes through the checker; what fails is dropped and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from weigh.summarize.check import Checker
from weigh.summarize.compose import capitalised, clause, inner, quoted, says_better, whole
from weigh.summarize.topics import Topic, topics
from weigh.text.frames import frame_of
from weigh.text.lexicon import better_phrase, wish_for
from weigh.text.naming import shown_names
from weigh.text.tokens import words
from weigh.types import Argument, Claim, Comparison, FoundAspect, Shares, Stance, Summary, Verdict, VerdictKind, cited

MOST_WORDS = 200
_TOPICS = 6
_CITATIONS = 3
_ALSO = 3
_ALIKE = 0.6
_ENOUGH_WORDS = 150
"""Words of the aspects at which the text is long enough; with opening and choice it stays below 200."""
_MOST_ASPECTS = 10
_ASPECTS_WITH_QUOTES = 5
"""Rough sentences are quoted only where clean ones are so few that the text has fewer claims than this."""
_SURE_WITHOUT_FRAME = 0.8
_MORE_THAN_BETTER = 10
"""Words from which on a sentence may say more than the bare comparison: why, when, by how much."""
_LEAD = frozenset(("source", "says", "over", "than", "more", "less", "better"))


class Extractive:
    """Summaries put together from the arguments' own words."""

    name = "extractive"

    def summarize(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        shares: Shares,
        verdict: Verdict,
        aspects: Sequence[FoundAspect],
    ) -> Summary:
        counted = [argument for argument in arguments if not argument.dropped]
        if not counted:
            return Summary(self.name, note="There is no argument to sum up.")
        checker = Checker(comparison, counted)
        writer = _Writer(comparison, counted, verdict, topics(comparison, counted, aspects), checker)
        passed = checker.passed(writer.claims())
        return Summary(self.name, tuple(within(passed)), dropped=writer.dropped)


def within(claims: Sequence[Claim], most: int = MOST_WORDS) -> list[Claim]:
    """The claims that fit: where they are too many words, aspects go, last first; opening and choice stay."""
    kept = list(claims)
    while sum(len(cited(claim).split()) for claim in kept) > most:
        middle = [claim for claim in kept if claim.part == "aspect"]
        kept.remove(middle[-1] if middle else kept[-1])
    return kept


class _Writer:
    """Writes the claims of one summary."""

    def __init__(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        verdict: Verdict,
        found: Sequence[Topic],
        checker: Checker,
    ) -> None:
        self._checker = checker
        self.dropped = 0
        self._names = comparison.names
        self._arguments = arguments
        self._verdict = verdict
        self._topics = found
        self._forms = shown_names(comparison.names, arguments)
        self._shown = {name: form.text for name, form in self._forms.items()}
        self._said: list[set[str]] = []
        self._used: set[int] = set()
        self._told: Counter[str | None] = Counter()

    def claims(self) -> list[Claim]:
        told, rest = self._aspects()
        return [*self._opening(), *self._grouped([*told, *self._also(rest)]), *self._choice()]

    def _grouped(self, told: Sequence[Claim]) -> Iterator[Claim]:
        """The aspects object by object, the one with more to say first; the change of sides is said."""
        order = sorted(self._names, key=lambda name: -sum(claim.winner == name for claim in told))
        for place, name in enumerate(order):
            own = [claim for claim in told if claim.winner == name]
            if place and len(self._names) == 2:
                own.sort(key=lambda claim: inner(claim.text, self._shown.values()) is None)
                if own and (text := inner(own[0].text, self._shown.values())):
                    own[0] = replace(own[0], text=f"On the other hand, {text}")
            yield from own

    # --- the opening ------------------------------------------------------------------------------------------------

    def _opening(self) -> Iterator[Claim]:
        kind, winner = self._verdict.kind, self._verdict.winner
        both = self._listed(self._names)
        if kind is VerdictKind.EQUAL:
            yield Claim(f"The evidence sees {both} as equal.", "overall", self._equal(), self._names)
        elif kind in (VerdictKind.CLEAR, VerdictKind.LEANING) and winner is not None:
            degree = "clearly" if kind is VerdictKind.CLEAR else "somewhat"
            lead = f"According to the evidence, {self._shown[winner]} {self._is(winner)} {degree}"
            rest = [name for name in self._names if name != winner]
            than = self._shown[rest[0]] if len(rest) == 1 else "the others"
            yield Claim(f"{lead} better than {than}.", "overall", self._best(winner), (winner,), winner)
        elif kind is VerdictKind.INSUFFICIENT:
            return
        elif (sides := self._sides()) and kind is VerdictKind.DEPENDS:
            which = self._listed(self._names, "or")
            text = f"Which is better, {which}, depends on what you want: each of them has its strengths."
            yield Claim(text, "overall", sides, self._about(sides))
        elif sides:
            neither = "neither is clearly ahead of the other" if len(self._names) == 2 else "none is clearly ahead"
            text = f"It is hard to say which is better: the evidence on {both} is divided, and {neither}."
            yield Claim(text, "overall", sides, self._about(sides))

    # --- the aspects ------------------------------------------------------------------------------------------------

    def _aspects(self) -> tuple[list[Claim], list[Topic]]:
        """One claim per topic, and the topics that were left over."""
        told: list[Claim] = []
        rest: list[Topic] = []
        for topic in self._topics:
            claim = (self._quoted(topic) or self._stated(topic)) if len(told) < _TOPICS else None
            if claim:
                told.append(claim)
                self._told[topic.aspect] += 1
            else:
                rest.append(topic)
        told += self._more(sum(len(claim.text.split()) for claim in told), len(told))
        return told, rest

    def _more(self, size: int, number: int) -> list[Claim]:
        """Further arguments of weight, the sides taking turns, until the text is long enough: clean, then quoted."""
        more: list[Claim] = []
        sides = [[a for a in self._arguments if a.winner == name] for name in self._names]
        order = [argument for turn in zip_longest(*sides) for argument in turn if argument]
        for form in (whole, clause, self._in_quotes):
            heard = {argument.winner for argument in self._arguments if argument.id in self._used}
            for argument in sorted(order, key=lambda item: item.winner in heard):
                enough = _MOST_ASPECTS if form in (whole, clause) else _ASPECTS_WITH_QUOTES
                if size >= _ENOUGH_WORDS or number + len(more) >= enough:
                    break
                if argument.id in self._used or self._disputed(argument):
                    continue
                text = form(argument)
                if not text or not self._new(text):
                    continue
                claim = Claim(text, "aspect", (argument.id,), argument.objects, argument.winner)
                if self._holds(claim):
                    more.append(self._taken(claim))
                    size += len(text.split())
                    frame = frame_of(argument)
                    self._told[frame.aspect if frame else None] += 1
        return more

    def _disputed(self, argument: Argument) -> bool:
        """Whether it only says "better", or speaks of an aspect that is divided, or that was told already."""
        frame = frame_of(argument)
        if frame is None:
            return argument.confidence < _SURE_WITHOUT_FRAME
        if frame.aspect is None:
            return frame.says_nothing_but_better and len(argument.sentence.text.split()) < _MORE_THAN_BETTER
        winners = {topic.winner for topic in self._topics if topic.aspect == frame.aspect}
        divided = {other.aspect for other in self._verdict.leans if other.winner is None}
        long = len(argument.sentence.text.split()) >= _MORE_THAN_BETTER
        again = self._told[frame.aspect] > (1 if long else 0)
        return again or frame.aspect in divided or bool(winners - {argument.winner})

    def _in_quotes(self, argument: Argument) -> str | None:
        """A rough sentence word for word, as what it is: somebody's words for one side."""
        said = quoted(argument)
        if said is None or argument.winner is None:
            return None
        sides = f"{self._shown[argument.winner]} over {self._shown[argument.loser or argument.winner]}"
        return f"For {sides}, a source says: “{said}”."

    def _quoted(self, topic: Topic) -> Claim | None:
        """The topic told by an argument's own words."""
        for form in (whole, clause):
            for argument in topic.arguments:
                if argument.id in self._used:
                    continue
                text = form(argument)
                if text and self._new(text):
                    claim = Claim(text, "aspect", (argument.id,), argument.objects, argument.winner, topic.aspect)
                    if self._holds(claim):
                        return self._taken(claim)
        return None

    def _stated(self, topic: Topic) -> Claim | None:
        """The topic told in plain words: "Java is faster"."""
        better, plain = self._plainly(topic)
        if not better:
            return None
        text = capitalised(f"{self._shown[topic.winner]} {self._is(topic.winner)} {better}.")
        if not self._new(text):
            return None
        self._remember(text)
        numbers = tuple(argument.id for argument in plain[:_CITATIONS])
        return Claim(text, "aspect", numbers, (topic.winner,), topic.winner, topic.aspect)

    def _also(self, rest: Sequence[Topic]) -> Iterator[Claim]:
        """What else speaks for each object, in one sentence."""
        for name in self._names:
            left = [(*self._plainly(topic), topic.aspect) for topic in rest if topic.winner == name]
            left = [item for item in left if item[0] and self._new(item[0])][:_ALSO]
            if left:
                text = capitalised(f"{self._shown[name]} {self._is(name)} also {_listed([item[0] for item in left])}.")
                numbers = tuple(dict.fromkeys(plain[0].id for _, plain, _ in left))
                yield Claim(text, "aspect", numbers, (name,), name, left[0][2] if len(left) == 1 else None)

    def _plainly(self, topic: Topic) -> tuple[str, list[Argument]]:
        """What can be said of the topic's winner after "is", and the arguments that say so; empty where none does."""
        plain = [argument for argument in topic.arguments if says_better(argument, topic.aspect, plainly=True)]
        return (better_phrase(topic.aspect) or "", plain) if plain else ("", [])

    # --- the choice -------------------------------------------------------------------------------------------------

    def _choice(self) -> Iterator[Claim]:
        kind, winner = self._verdict.kind, self._verdict.winner
        if kind is VerdictKind.EQUAL:
            text = f"Either is a good choice, {self._listed(self._names, 'or')}."
            yield Claim(text, "choice", self._equal(), self._names)
        elif winner is not None:
            text = f"All in all, {self._shown[winner]} {self._is(winner)} the better choice if you have to decide."
            if len(self._names) > 2:
                text = text.replace("better choice", "best choice")
            yield Claim(text, "choice", self._best(winner, 2), (winner,), winner)
            for name in self._names:
                if name != winner and (claim := self._choose(name, "But if what matters to you is")):
                    yield claim
        elif kind is not VerdictKind.INSUFFICIENT:
            chosen = [claim for name in self._names if (claim := self._choose(name, "If what matters to you is"))]
            if len(chosen) > 1:
                yield from chosen
            elif sides := self._sides():
                text = f"Which of them is the better choice for you, {self._listed(self._names, 'or')}, remains open."
                yield Claim(text, "choice", sides, self._about(sides))

    def _choose(self, name: str, verb: str) -> Claim | None:
        """What to choose an object for: the aspects on which it is ahead."""
        reasons: dict[str, list[Argument]] = {}
        for plainly in (True, False):
            for topic in self._topics:
                saying = [a for a in topic.arguments if says_better(a, topic.aspect, plainly=plainly)]
                saying = list(topic.arguments) if topic.wanted else saying
                if topic.winner == name and saying and len(reasons) < 2:
                    reasons.setdefault(topic.aspect, saying)
        if not reasons:
            return None
        wishes = _listed([wish_for(aspect) for aspect in reasons])
        text = f"{verb} {wishes}, you should choose {self._shown[name]}."
        numbers = tuple(dict.fromkeys(argument.id for plain in reasons.values() for argument in plain[:2]))
        claim = Claim(text, "choice", numbers, (name,), name, next(iter(reasons)) if len(reasons) == 1 else None)
        return claim if self._holds(claim) else None

    # --- what they share --------------------------------------------------------------------------------------------

    def _best(self, winner: str, most: int = _CITATIONS) -> tuple[int, ...]:
        return tuple(argument.id for argument in self._arguments if argument.winner == winner)[:most]

    def _equal(self) -> tuple[int, ...]:
        return tuple(argument.id for argument in self._arguments if argument.stance is Stance.EQUAL)[:_CITATIONS]

    def _sides(self) -> tuple[int, ...]:
        """The best two arguments of each of the two sides that have most; nothing where only one side is heard."""
        pair = self._pair()
        mine = [a for a in self._arguments if set(a.objects) == set(pair)]
        sides = [[a.id for a in mine if a.winner == name][:2] for name in pair]
        return tuple(number for side in sides for number in side) if len(pair) == 2 and all(sides) else ()

    def _pair(self) -> tuple[str, str] | tuple[()]:
        """The two objects that the most arguments compare with each other, both sides heard."""
        counts: dict[tuple[str, str], dict[str, int]] = {}
        for argument in self._arguments:
            if argument.winner is not None:
                won = counts.setdefault(argument.objects, {})
                won[argument.winner] = won.get(argument.winner, 0) + 1
        heard = {pair: sum(won.values()) for pair, won in counts.items() if len(won) == 2}
        return max(heard, key=lambda pair: (heard[pair], pair)) if heard else ()

    def _about(self, numbers: Sequence[int]) -> tuple[str, ...]:
        return next((a.objects for a in self._arguments if a.id in numbers), ())

    def _holds(self, claim: Claim) -> bool:
        """Whether the claim passes the check; one that does not is counted and never shown."""
        holds = self._checker.problem(claim) is None
        self.dropped += not holds
        return holds

    def _taken(self, claim: Claim) -> Claim:
        self._remember(claim.text)
        self._used.update(claim.citations)
        return claim

    def _new(self, text: str) -> bool:
        """Whether this was not said already, in these or almost these words."""
        own = self._content(text)
        return bool(own) and all(len(own & said) < _ALIKE * min(len(own), len(said)) for said in self._said)

    def _remember(self, text: str) -> None:
        self._said.append(self._content(text))

    def _content(self, text: str) -> set[str]:
        names = {word for name in self._names for word in words(name)}
        return {word for word in words(text) if len(word) > 3 and word not in names} - _LEAD

    def _is(self, name: str) -> str:
        return "are" if self._forms[name].plural else "is"

    def _listed(self, names: Sequence[str], link: str = "and") -> str:
        return _listed([self._shown[name] for name in names], link)


def _listed(items: Sequence[str], link: str = "and") -> str:
    return f" {link} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else list(items))
