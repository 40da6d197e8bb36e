"""The middle of a summary: the main aspects, each told by an argument's own words or by a plain statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import zip_longest

from weigh.summarize.clean import capitalised, inner
from weigh.summarize.compose import clause, opinion, quoted, says_plainly, whole
from weigh.summarize.topics import Topic
from weigh.summarize.voice import Voice, labelled, listed, numbers
from weigh.text.context import context_factor
from weigh.text.frames import frame_of
from weigh.text.lexicon import better_phrase, entries
from weigh.text.tokens import tokenize
from weigh.types import Argument, Claim, Verdict

OTHER_HAND = "On the other hand,"
_TOPICS = 6
_CITATIONS = 3
_ALSO = 3
_OWN_CASE = 2
"""Arguments told on the asker's own case."""
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


class Teller:
    """Tells the aspects of one summary."""

    def __init__(
        self,
        context: str | None,
        arguments: Sequence[Argument],
        verdict: Verdict,
        found: Sequence[Topic],
        voice: Voice,
        strengths: Set[tuple[str, str]],
    ) -> None:
        self._context = context_factor(context)
        self._context_asked = bool(context)
        self._arguments = arguments
        self._verdict = verdict
        self._topics = found
        self._voice = voice
        self._told: Counter[str | None] = Counter()
        self._quoting: set[str | None] = set()
        self._strengths = strengths

    def claims(self) -> Iterator[Claim]:
        """The aspects object by object: first whom the answer to what was asked favours, or the verdict, else who has
        more to say for it; the change of sides is said."""
        told, rest = self._aspects()
        answers = self._context_asked or any(topic.wanted for topic in self._topics[:1])
        asked = told[0].winner if told and answers else None
        told = [*told, *self._also(rest)]
        names = self._voice.names
        first = asked or self._verdict.winner
        order = sorted(names, key=lambda name: (name != first, -sum(claim.winner == name for claim in told)))
        shown = self._voice.all_shown()
        for place, name in enumerate(order):
            own = [claim for claim in told if claim.winner == name]
            if place and len(names) == 2:
                own = _together(sorted(own, key=lambda claim: inner(claim.text, shown) is None))
                if own and (text := inner(own[0].text, shown)):
                    own[0] = replace(own[0], text=f"{OTHER_HAND} {text}")
                elif own and ": " not in own[0].text and any(claim.winner == order[0] for claim in told):
                    own[0] = replace(own[0], text=f"{OTHER_HAND.rstrip(',')}: {own[0].text}")
            else:
                own = _together(own)
            yield from own

    def _aspects(self) -> tuple[list[Claim], list[Topic]]:
        """What speaks of the asker's own case, then one claim per topic, and the topics that were left over."""
        told = self._own_case()
        rest: list[Topic] = []
        pending = list(self._topics)
        while pending:
            heard = {claim.winner for claim in told}  # each side has its say before one has its second
            topic = next((topic for topic in pending if topic.winner not in heard), pending[0])
            pending.remove(topic)
            claim = (self._quoted(topic) or self._stated(topic)) if len(told) < _TOPICS else None
            if claim:
                told.append(claim)
                self._told[topic.aspect] += 1
            else:
                rest.append(topic)
        told += self._more(len(told))
        return told, rest

    def _own_case(self) -> list[Claim]:
        """The best arguments that speak of the context asked about: "For a small flat, a cat is easier than a dog"."""
        told: list[Claim] = []
        own = [a for a in self._arguments if a.winner and self._context(tokenize(a.sentence.text)) > 1]
        for form in (whole, opinion, clause):
            for argument in own[:_READ]:
                if len(told) < _OWN_CASE and (claim := self._claim(argument, form, None)):
                    told.append(claim)
        return told

    def _quoted(self, topic: Topic) -> Claim | None:
        """The topic told by an argument's own words."""
        for form in (whole, opinion, clause):
            for argument in topic.arguments[:_READ]:
                if frame_of(argument) is None and not topic.wanted and argument.confidence < _SURE_WITHOUT_FRAME:
                    continue
                if claim := self._claim(argument, form, topic.aspect, wanted=topic.wanted):
                    return claim
        return None

    def _more(self, number: int) -> list[Claim]:
        """Further arguments of weight, the sides taking turns, until the text is long enough: clean, then quoted."""
        more: list[Claim] = []
        sides = [[a for a in self._arguments if a.winner == name] for name in self._voice.names]
        order = [argument for turn in zip_longest(*sides) for argument in turn if argument]
        for form in (whole, opinion, clause, self._in_quotes):
            heard = {argument.winner for argument in self._arguments if argument.id in self._voice.used}
            most = _ASPECTS_WITH_QUOTES if form == self._in_quotes else _MOST_ASPECTS
            for argument in sorted(order, key=lambda item: item.winner in heard):
                if self._voice.room < _SHORT_OF or number + len(more) >= most:
                    break
                frame = frame_of(argument)
                aspect = frame.told if frame and frame.of_itself else None  # else it tells of something near them
                if not self._disputed(argument) and (claim := self._claim(argument, form, aspect)):
                    more.append(claim)
                    self._told[frame.told if frame else None] += 1
                    if form == self._in_quotes:
                        self._quoting.add(claim.winner)
        return more

    def _claim(
        self, argument: Argument, form: Callable[[Argument], str | None], aspect: str | None, *, wanted: bool = False
    ) -> Claim | None:
        """A claim in an argument's own words; None where it was used, cannot be worded so, or says nothing new."""
        if argument.id in self._voice.used:
            return None
        text = form(argument)
        if not text or not self._voice.is_new(text):
            return None
        text = self._voice.spelled(text)
        text = text if self._told[aspect] else labelled(text, aspect, argument, wanted=wanted)
        claim = Claim(text, "aspect", (argument.id,), argument.objects, argument.winner, aspect)
        return self._voice.taken(claim) if self._voice.holds(claim) else None

    def _disputed(self, argument: Argument) -> bool:
        """Whether it only says "better", or speaks of an aspect that is divided, or that was told already."""
        frame = frame_of(argument)
        if frame is None:
            return argument.confidence < _SURE_WITHOUT_FRAME
        if frame.aspect is None:
            return frame.says_nothing_but_better and len(argument.sentence.text.split()) < _MORE_THAN_BETTER
        if entries()[frame.aspect].neutral:
            return True  # that gold is denser speaks for nobody
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
        return f"{which} source for {self._voice.shown(argument.winner)} says: “{said}”."

    def _stated(self, topic: Topic) -> Claim | None:
        """The topic told in plain words: "Java is faster"."""
        better, plain = self._plainly(topic)
        if not better:
            return None
        voice = self._voice
        text = capitalised(f"{voice.shown(topic.winner)} {voice.verb(topic.winner)} {better}.")
        claim = Claim(text, "aspect", numbers(plain)[:_CITATIONS], (topic.winner,), topic.winner, topic.aspect)
        return voice.taken(claim) if voice.is_new(text) and voice.holds(claim) else None

    def _also(self, rest: Sequence[Topic]) -> Iterator[Claim]:
        """What else speaks for each object, in one sentence."""
        voice = self._voice
        for name in voice.names:
            left = [(*self._plainly(topic), topic.aspect) for topic in rest if topic.winner == name]
            left = [item for item in left if item[0] and voice.is_new(item[0])][:_ALSO]
            if left:
                text = capitalised(f"{voice.shown(name)} {voice.verb(name)} also {listed([item[0] for item in left])}.")
                cited = numbers(plain[0] for _, plain, _ in left)
                yield Claim(text, "aspect", cited, (name,), name, left[0][2] if len(left) == 1 else None)

    def _plainly(self, topic: Topic) -> tuple[str, list[Argument]]:
        """What can be said of the topic's winner after "is", and what says so; empty where nothing new can be."""
        better = better_phrase(topic.aspect)
        if not better or topic.divided or topic.contrary or (topic.winner, topic.aspect) in self._strengths:
            return "", []
        plain = [argument for argument in topic.arguments[:_READ] if says_plainly(argument, topic.aspect)]
        plain = [argument for argument in plain if argument.id not in self._voice.used]
        return (better, plain) if plain else ("", [])


def _together(claims: Sequence[Claim]) -> list[Claim]:
    """Claims on one aspect side by side, the one under its name first; else the order stays."""
    places: dict[str | int, int] = {}
    for place, claim in enumerate(claims):
        places.setdefault(claim.aspect or place, place)
    order = {id(claim): places[claim.aspect or place] for place, claim in enumerate(claims)}
    return sorted(claims, key=lambda claim: (order[id(claim)], not _is_labelled(claim)))


def _is_labelled(claim: Claim) -> bool:
    return claim.aspect is not None and claim.text.startswith(f"{capitalised(claim.aspect)}: ")
