"""Where a summary begins and ends: what the verdict says, what each object is good for, and what to choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weigh.summarize.clean import capitalised
from weigh.summarize.compose import SURE, says_better, says_plainly
from weigh.summarize.topics import Topic
from weigh.summarize.voice import Voice, listed, numbers
from weigh.text.comparatives import is_comparative
from weigh.text.frames import frame_of
from weigh.text.lexicon import ALSO, aspect_of, entries, in_words, is_purpose, mentions, wish_for
from weigh.text.tokens import tokenize, words
from weigh.types import Argument, Claim, Direction, Stance, Verdict, VerdictKind

_CITATIONS = 3
_STRENGTHS = 3
"""Aspects named per object in the opening."""
_READ = 50
"""Arguments of one aspect that are looked at."""


class Bounds:
    """Opening and choice of one summary."""

    def __init__(self, arguments: Sequence[Argument], verdict: Verdict, found: Sequence[Topic], voice: Voice) -> None:
        self._arguments = arguments
        self._verdict = verdict
        self._topics = found
        self._voice = voice
        self._names = voice.names
        self.strengths: set[tuple[str, str]] = set()
        """The objects and aspects that the opening named, so that nobody says so again."""

    def opening(self) -> Iterator[Claim]:
        """What the verdict says, then what each object is good for."""
        kind, winner, voice = self._verdict.kind, self._verdict.winner, self._voice
        both = voice.listed(self._names)
        two = len(self._names) == 2
        if kind is VerdictKind.INSUFFICIENT:
            return
        if kind is VerdictKind.EQUAL:
            yield Claim(f"The evidence sees {both} as equal.", "overall", self._equal(), self._names)
        elif winner is not None:
            degree = "clearly" if kind is VerdictKind.CLEAR else "probably"
            said = f"{voice.shown(winner)} {voice.verb(winner)} {degree} the {'better' if two else 'best'} choice"
            text = f"In the comparison of {both}, the evidence says that {said}."
            yield Claim(text, "overall", self._best(winner), (winner,), winner)
        elif sides := self._sides():
            if kind is VerdictKind.DEPENDS:
                said = "each has its strengths, and which is better depends on what you want"
            else:
                ahead = "neither is clearly ahead of the other" if two else "none is clearly ahead of the others"
                said = f"it is hard to say which is better: the evidence is divided, and {ahead}"
            yield Claim(f"In the comparison of {both}, {said}.", "overall", sides, self._about(sides))
        yield from self._strengths()

    def choice(self) -> Iterator[Claim]:
        """What to choose, or on what it depends."""
        kind, winner = self._verdict.kind, self._verdict.winner
        either = self._voice.listed(self._names, "or")
        if kind is VerdictKind.EQUAL:
            yield Claim(f"Either is a good choice, {either}.", "choice", self._equal(), self._names)
        elif winner is not None:
            how = "" if kind is VerdictKind.CLEAR else "probably "
            text = f"All in all, {self._voice.shown(winner)} {self._voice.verb(winner)} {how}the best option."
            yield Claim(text, "choice", self._best(winner, 2), (winner,), winner)
        elif kind is not VerdictKind.INSUFFICIENT and (sides := self._sides()):
            text = f"All in all, the best option for you, {either}, depends on what you need and what you prefer."
            yield Claim(text, "choice", sides, self._about(sides))

    def _strengths(self) -> Iterator[Claim]:
        """What to choose each object for: the aspects on which it is ahead; the verdict's winner first."""
        ahead = {name: self._ahead(name) for name in self._names}
        order = sorted((n for n in self._names if ahead[n]), key=lambda n: (n != self._verdict.winner, -len(ahead[n])))
        told = 0
        for name in order:
            best = sorted((a for saying in ahead[name].values() for a in saying[:2]), key=lambda a: a.id)
            other = told == 1 or self._verdict.winner not in (None, name)
            link = ", on the other hand," if other and len(self._names) == 2 else ""
            is_good = f"{self._voice.shown(name)}{link} {self._voice.verb(name)} a good choice"
            text = f"{is_good} {self._for_whom(list(ahead[name]))}."
            aspect = next(iter(ahead[name])) if len(ahead[name]) == 1 else None
            claim = Claim(capitalised(text), "overall", numbers(best), (name,), name, aspect)
            if self._voice.holds(claim):
                told += 1
                self.strengths |= {(name, reason) for reason in ahead[name]}
                yield claim

    def _ahead(self, name: str) -> dict[str, list[Argument]]:
        """The aspects on which an object itself is said to be ahead, at most three, with the arguments that say so."""
        reasons: dict[str, list[Argument]] = {}
        for topic in self._topics:
            if topic.winner != name or topic.divided or len(reasons) == _STRENGTHS:
                continue
            saying = list(topic.arguments[:_READ])
            says = _has_more if topic.wanted else _is_strength
            saying = [argument for argument in saying if says(argument, topic)]
            if saying and not (topic.wanted and _only_in_passing(saying, topic)):
                reasons.setdefault(topic.aspect, saying)
        return reasons

    def _for_whom(self, aspects: Sequence[str]) -> str:
        """Who is served by these strengths: "for you if you want speed", "for gaming", "when it comes to tyres"."""
        contrary = [topic.aspect for topic in self._topics if topic.contrary and topic.aspect in aspects]
        usual = [aspect for aspect in aspects if aspect not in contrary]
        wishes = [wish_for(aspect, contrary=True) for aspect in contrary]
        wishes += [wish_for(aspect) for aspect in usual if aspect in entries() and not is_purpose(aspect)]
        purposes = [in_words(aspect) for aspect in usual if is_purpose(aspect)]
        asked = [in_words(aspect) for aspect in usual if aspect not in entries() and not is_purpose(aspect)]
        parts = [f"for {listed(purposes)}"] if purposes else []
        parts += [f"when it comes to {listed(asked)}"] if asked else []
        parts += [f"{'' if parts else 'for you '}if you want {listed(wishes)}"] if wishes else []
        return ", and ".join(parts)

    def _best(self, winner: str, most: int = _CITATIONS) -> tuple[int, ...]:
        return numbers(argument for argument in self._arguments if argument.winner == winner)[:most]

    def _equal(self) -> tuple[int, ...]:
        return numbers(argument for argument in self._arguments if argument.stance is Stance.EQUAL)[:_CITATIONS]

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

    def _about(self, cited: Sequence[int]) -> tuple[str, ...]:
        return next((a.objects for a in self._arguments if a.id in cited), ())


def _only_in_passing(saying: Sequence[Argument], topic: Topic) -> bool:
    """Whether nothing compares by an aspect asked for that has a better end: "milk is more nourishing, …, as well as
    sugar" names the sugar, but says of nobody that there is less of it."""
    known = aspect_of(topic.aspect)
    if known is None or is_purpose(topic.aspect) or topic.contrary:
        return False
    return not any(_compares_by((known, ALSO.get(known, known)), argument) for argument in saying)


def _compares_by(aspects: tuple[str, ...], argument: Argument) -> bool:
    frame = frame_of(argument)
    if frame is None or frame.told in aspects:
        return True
    tokens = tokenize(argument.sentence.text[: frame.end])  # "quieter and lighter than" compares by both
    return not frame.negated and any(
        item.aspect in aspects and is_comparative(tokens[item.start].text) for item in mentions(tokens)
    )


def _has_more(argument: Argument, topic: Topic) -> bool:
    """Whether the winner has more of an aspect asked for, if nobody can say that more is better: what is cooler is no
    good choice for more heat."""
    entry = entries().get(aspect_of(topic.aspect) or "")
    if entry is None or not entry.neutral or topic.contrary:
        return True
    frame = frame_of(argument)
    if frame is None or frame.aspect != entry.name or frame.amount is None or frame.negated:
        return False
    return (frame.amount is Direction.MORE) == (frame.left == argument.winner)


def _is_strength(argument: Argument, topic: Topic) -> bool:
    """Whether the sentence says for sure that the object itself is better by the aspect, and not for one case only."""
    frame = frame_of(argument)
    if frame is None or not frame.of_itself or frame.narrow or argument.confidence < SURE:
        return False
    if topic.aspect == "ease":
        return says_plainly(argument, topic.aspect)  # whether something is easy depends on who does it
    return "but" not in words(argument.sentence.text[frame.end :]) and says_better(argument, topic.aspect)
