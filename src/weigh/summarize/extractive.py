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
from weigh.summarize.compose import capitalised, clause, inner, opinion, quoted, says_better, whole
from weigh.summarize.topics import Topic, topics
from weigh.text.frames import frame_of
from weigh.text.lexicon import better_phrase, entries, wish_for
from weigh.text.mentions import object_spans
from weigh.text.naming import shown_names
from weigh.text.tokens import tokenize, words
from weigh.types import Argument, Claim, Comparison, FoundAspect, Shares, Stance, Summary, Verdict, VerdictKind, cited

MOST_WORDS = 200
_TOPICS = 6
_CITATIONS = 3
_ALSO = 3
_STRENGTHS = 3
"""Aspects named per object in the opening."""
_ALIKE = 0.6
_ENOUGH_WORDS = 155
"""Words at which the text is long enough, where the evidence has so many: shorter than the experts' 210, longer than
the best answers to questions, 98; chosen on the very pairs that are reported, see docs/method.md."""
_SHORT_OF = 8
"""Words that may stay unused: no sentence worth telling is shorter."""
_MOST_ASPECTS = 10
_READ = 50
"""Arguments of one aspect that are looked at for a sentence to quote."""
_ASPECTS_WITH_QUOTES = 5
"""Rough sentences are quoted only where clean ones are so few that the text has fewer claims than this."""
_SURE_WITHOUT_FRAME = 0.8
_MORE_THAN_BETTER = 10
"""Words from which on a sentence may say more than the bare comparison: why, when, by how much."""
_OTHER_HAND = "On the other hand,"
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
    while _size(kept) > most:
        middle = [claim for claim in kept if claim.part == "aspect"]
        kept.remove(middle[-1] if middle else kept[-1])
    return kept


def _size(claims: Sequence[Claim]) -> int:
    """The words of the claims, their citations included."""
    return sum(_size_of(cited(claim)) for claim in claims)


def _size_of(text: str) -> int:
    return len(text.split())


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
        self._objects = comparison.objects
        self._arguments = arguments
        self._verdict = verdict
        self._topics = found
        self._forms = shown_names(comparison.names, arguments)
        self._shown = {name: form.text for name, form in self._forms.items()}
        self._said: list[set[str]] = []
        self._used: set[int] = set()
        self._told: Counter[str | None] = Counter()
        self._quoting: set[str | None] = set()
        self._room = MOST_WORDS

    def claims(self) -> list[Claim]:
        opening, choice = list(self._opening()), list(self._choice())
        self._room = _ENOUGH_WORDS - _size([*opening, *choice]) - _size_of(_OTHER_HAND)
        told, rest = self._aspects()
        return [*opening, *self._grouped([*told, *self._also(rest)]), *choice]

    def _grouped(self, told: Sequence[Claim]) -> Iterator[Claim]:
        """The aspects object by object, the one with more to say first; the change of sides is said."""
        order = sorted(self._names, key=lambda name: -sum(claim.winner == name for claim in told))
        for place, name in enumerate(order):
            own = [claim for claim in told if claim.winner == name]
            if place and len(self._names) == 2:
                own.sort(key=lambda claim: inner(claim.text, self._shown.values()) is None)
                if own and (text := inner(own[0].text, self._shown.values())):
                    own[0] = replace(own[0], text=f"{_OTHER_HAND} {text}")
            yield from own

    # --- the opening ------------------------------------------------------------------------------------------------

    def _opening(self) -> Iterator[Claim]:
        """What the verdict says, then what each object is good for."""
        kind, winner = self._verdict.kind, self._verdict.winner
        both = self._listed(self._names)
        two = len(self._names) == 2
        if kind is VerdictKind.INSUFFICIENT:
            return
        if kind is VerdictKind.EQUAL:
            yield Claim(f"The evidence sees {both} as equal.", "overall", self._equal(), self._names)
        elif winner is not None:
            degree = "clearly" if kind is VerdictKind.CLEAR else "somewhat"
            lead = (
                f"In the comparison of {both}, the evidence says that {self._shown[winner]} {self._is(winner)} {degree}"
            )
            yield Claim(
                f"{lead} the {'better' if two else 'best'} choice.", "overall", self._best(winner), (winner,), winner
            )
        elif sides := self._sides():
            if kind is VerdictKind.DEPENDS:
                said = "each has its strengths, and which is better depends on what you want"
            else:
                ahead = "neither is clearly ahead of the other" if two else "none is clearly ahead of the others"
                said = f"it is hard to say which is better: the evidence is divided, and {ahead}"
            yield Claim(f"In the comparison of {both}, {said}.", "overall", sides, self._about(sides))
        yield from self._strengths()

    def _strengths(self) -> Iterator[Claim]:
        """What to choose each object for: the aspects on which it is ahead; the verdict's winner first."""
        ahead = {name: self._ahead(name) for name in self._names}
        order = sorted((n for n in self._names if ahead[n]), key=lambda n: (n != self._verdict.winner, -len(ahead[n])))
        for place, name in enumerate(order):
            wishes = _listed([wish_for(aspect) for aspect in ahead[name]])
            numbers = tuple(sorted({a.id for saying in ahead[name].values() for a in saying[:2]}))
            link = ", on the other hand," if place == 1 and len(self._names) == 2 else ""
            text = f"{self._shown[name]}{link} {self._is(name)} a good choice for you if you want {wishes}."
            aspect = next(iter(ahead[name])) if len(ahead[name]) == 1 else None
            claim = Claim(capitalised(text), "overall", numbers, (name,), name, aspect)
            if self._holds(claim):
                yield claim

    def _ahead(self, name: str) -> dict[str, list[Argument]]:
        """The aspects on which an object is ahead, at most three, with the arguments that say so."""
        reasons: dict[str, list[Argument]] = {}
        for plainly in (True, False):
            for topic in self._topics:
                saying = [a for a in topic.arguments[:_READ] if says_better(a, topic.aspect, plainly=plainly)]
                saying = list(topic.arguments) if topic.wanted else saying
                if topic.winner == name and saying and len(reasons) < _STRENGTHS:
                    reasons.setdefault(topic.aspect, saying)
        return reasons

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
        told += self._more(len(told))
        return told, rest

    def _more(self, number: int) -> list[Claim]:
        """Further arguments of weight, the sides taking turns, until the text is long enough: clean, then quoted."""
        more: list[Claim] = []
        sides = [[a for a in self._arguments if a.winner == name] for name in self._names]
        order = [argument for turn in zip_longest(*sides) for argument in turn if argument]
        for form in (whole, opinion, clause, self._in_quotes):
            heard = {argument.winner for argument in self._arguments if argument.id in self._used}
            most = _ASPECTS_WITH_QUOTES if form == self._in_quotes else _MOST_ASPECTS
            for argument in sorted(order, key=lambda item: item.winner in heard):
                if self._room < _SHORT_OF or number + len(more) >= most:
                    break
                if argument.id in self._used or self._disputed(argument):
                    continue
                text = form(argument)
                if not text or not self._new(text):
                    continue
                frame = frame_of(argument)
                aspect = frame.told if frame else None
                text = _labelled(self._spelled(text), aspect)
                claim = Claim(text, "aspect", (argument.id,), argument.objects, argument.winner, aspect)
                if self._holds(claim):
                    more.append(self._taken(claim))
                    self._told[aspect] += 1
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
        which = "Another" if argument.winner in self._quoting else "One"
        return f"{which} source for {self._shown[argument.winner]} says: “{said}”."

    def _quoted(self, topic: Topic) -> Claim | None:
        """The topic told by an argument's own words."""
        for form in (whole, opinion, clause):
            for argument in topic.arguments[:_READ]:
                if argument.id in self._used:
                    continue
                text = form(argument)
                if text and self._new(text):
                    text = _labelled(self._spelled(text), topic.aspect, wanted=topic.wanted)
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
        claim = Claim(text, "aspect", numbers, (topic.winner,), topic.winner, topic.aspect)
        self._room -= _size([claim])
        return claim

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
        either = self._listed(self._names, "or")
        if kind is VerdictKind.EQUAL:
            yield Claim(f"Either is a good choice, {either}.", "choice", self._equal(), self._names)
        elif winner is not None:
            text = f"All in all, the best option is {self._shown[winner]}."
            yield Claim(text, "choice", self._best(winner, 2), (winner,), winner)
        elif kind is not VerdictKind.INSUFFICIENT and (sides := self._sides()):
            text = f"All in all, the best option for you, {either}, depends on what you need and what you prefer."
            yield Claim(text, "choice", sides, self._about(sides))

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
        return tuple(sorted(number for side in sides for number in side)) if len(pair) == 2 and all(sides) else ()

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
        if claim.part == "aspect" and _size([claim]) > self._room:
            return False
        holds = self._checker.problem(claim) is None
        self.dropped += not holds
        return holds

    def _taken(self, claim: Claim) -> Claim:
        self._remember(claim.text)
        self._used.update(claim.citations)
        self._room -= _size([claim])
        if "source for" in claim.text:
            self._quoting.add(claim.winner)
        return claim

    def _spelled(self, text: str) -> str:
        """A text with the objects' names in capitals where the evidence mostly has them: "java" → "Java"."""
        tokens = tokenize(text)
        for span in reversed(object_spans(text, self._objects, tokens)):
            name = self._forms[span.name].bare
            if text[span.start : span.end].lower() == name.lower() and not name.islower():
                text = text[: span.start] + name + text[span.end :]
        return text

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


def _labelled(text: str, aspect: str | None, *, wanted: bool = False) -> str:
    """A sentence under the name of its aspect: "Price: Java is cheaper …". A found phrase says itself what it is."""
    return f"{capitalised(aspect)}: {text}" if aspect is not None and (wanted or aspect in entries()) else text


def _listed(items: Sequence[str], link: str = "and") -> str:
    return f" {link} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else list(items))
