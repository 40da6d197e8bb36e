"""Plain sentences made of words of praise and blame (`phrases.txt`), as many as one likes, each with its stance.

The research data was gathered by some twenty words ("better", "easier", "slower", …), so that a small model does not
learn from it that "noisier", "breaks more often" or "a higher failure rate" is no praise. Here it does.
"""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files

from weigh.models.data import STANCES, StanceItem

A, B, C = "Aaa", "Bbb", "Ccc"
SWAPPED = {"FIRST": "SECOND", "SECOND": "FIRST"}


@cache
def _phrases(kind: str) -> tuple[str, ...]:
    """The phrases of one kind."""
    for line in (files("weigh.train") / "phrases.txt").read_text(encoding="utf-8").splitlines():
        head, _, tail = line.partition(":")
        if head == kind:
            return tuple(phrase.strip() for phrase in tail.split("|" if "|" in tail else ","))
    raise KeyError(kind)


def _many(verb: str) -> str:
    """A verb phrase as said of several: "breaks more often" → "break more often"."""
    first, _, rest = verb.partition(" ")
    if first in ("is", "has", "does", "goes"):
        first = {"is": "are", "has": "have", "does": "do", "goes": "go"}[first]
    elif first.endswith("ies"):
        first = first[:-3] + "y"
    elif first.endswith(("ches", "shes", "sses")):
        first = first[:-2]
    else:
        first = first.removesuffix("s")
    return f"{first} {rest}".strip()


class Writer:
    """Writes plain sentences; the same seed writes the same ones."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def sentences(self, count: int) -> list[tuple[StanceItem, tuple[float, ...], bool]]:
        """So many sentences with their targets, as the stance task learns from them."""
        return [self._item(*self._sentence()) for _ in range(count)]

    def _item(self, text: str, stance: str) -> tuple[StanceItem, tuple[float, ...], bool]:
        """A sentence about A and B with the stance towards A, in text order."""
        one, other = (text.index(name) for name in (A, B))
        if other < one:
            one, other, stance = other, one, SWAPPED.get(stance, stance)
        item = StanceItem(text, (one, one + len(A)), (other, other + len(B)), stance)
        return item, tuple(float(name == stance) for name in STANCES), True

    def _one_of(self, kind: str) -> str:
        return self._chance.choice(_phrases(kind))

    def _sometimes(self, share: float, text: str) -> str:
        return text if self._chance.random() < share else ""

    def _sentence(self) -> tuple[str, str]:
        """One sentence in one of the shapes, and its stance towards A."""
        shapes = {
            self._said: 4, self._with_either: 1, self._contrasted: 1, self._denied: 1, self._alike: 2, self._open: 1,
            self._turned: 1,
        }  # fmt: skip
        (shape,) = self._chance.choices(list(shapes), list(shapes.values()))
        text, stance = shape()
        if not text[0].isupper() or text.startswith((A, B)):
            text = self._sometimes(0.35, self._one_of("before") + " ") + text
        return text[0].upper() + text[1:], stance

    def _names(self) -> tuple[str, str, bool]:
        """How both are named in a sentence, and whether as several: "A", "A engines"."""
        if self._chance.random() < 0.3:
            thing = self._one_of("thing")
            return f"{A} {thing}", f"{B} {thing}", True
        article = self._chance.choice(("", "", "", "the ", "a "))
        return article + A, article + B, not article and self._chance.random() < 0.4

    def _claim(self) -> tuple[str, bool]:
        """What is said of one compared with the other (a verb phrase that "than" may follow), and if it is praise."""
        good = self._chance.random() < 0.5
        claims = (
            self._adjective, self._adjective, self._graded, self._verb, self._amount, self._level, self._part,
            self._content, self._kind,
        )  # fmt: skip
        return self._chance.choice(claims)(good), good

    def _adjective(self, good: bool) -> str:
        return f"is {self._degree()}{self._one_of('good' if good else 'bad')}"

    def _graded(self, good: bool) -> str:
        if self._chance.random() < 0.5:
            return f"is {self._degree()}more {self._one_of('praise' if good else 'blame')}"
        return f"is {self._degree()}less {self._one_of('blame' if good else 'praise')}"

    def _verb(self, good: bool) -> str:
        if self._chance.random() < 0.6:
            return self._one_of("does well" if good else "does badly")
        return f"{self._one_of('way')} {self._degree()}{self._one_of('well' if good else 'badly')}"

    def _amount(self, good: bool) -> str:
        wanted, counted = self._chance.random() < 0.5, self._chance.random() < 0.5
        amount = "more" if wanted == good else "fewer" if counted else "less"
        noun = self._one_of(f"{'many' if counted else 'much'} {'good' if wanted else 'bad'}")
        return f"{self._one_of('has')} {self._degree()}{amount} {noun}"

    def _level(self, good: bool) -> str:
        wanted = self._chance.random() < 0.5
        scale = self._one_of("scale good" if wanted == good else "scale bad")
        return f"has a {scale} {self._one_of('high good' if wanted else 'high bad')}"

    def _part(self, good: bool) -> str:
        better = self._chance.choice(("better", "far better", "nicer") if good else ("worse", "poorer"))
        return f"{self._one_of('has')} {better} {self._one_of('quality')}"

    def _content(self, good: bool) -> str:
        wanted = self._chance.random() < 0.5
        noun = self._one_of("much good" if wanted else "much bad")
        return f"is {self._degree()}{self._one_of('rich' if wanted == good else 'poor')} {noun}"

    def _kind(self, good: bool) -> str:
        word = self._one_of("praise" if good else "blame")
        how = self._chance.choice(("better", "safer", "smarter") if good else ("worse", "riskier", "poorer"))
        return f"is a {self._chance.choice((f'more {word}', how))} {self._one_of('choice')}"

    def _degree(self) -> str:
        return self._sometimes(0.3, self._one_of("degree") + " ")

    def _said(self) -> tuple[str, str]:
        one, other, several = self._names()
        claim, good = self._claim()
        said = _many(claim) if several else claim
        after = self._sometimes(0.35, self._one_of("after"))
        end = (after if after.startswith(",") else " " + after if after else "") + self._end()
        shape = self._chance.randrange(7)
        if shape == 6:
            times = self._one_of("twice good" if good else "twice bad")
            text = f"{one} {_many(times) if several else times} as {other}{end}"
        elif shape < 4:
            than = "to" if said.endswith(("superior", "inferior")) else "than"
            text = f"{one} {said} {than} {other}{end}"
        elif shape == 4:
            text = f"{self._chance.choice(('compared to', 'compared with', 'next to'))} {other}, {one} {said}{end}"
        else:
            text = f"{one} {said} when compared with {other}{end}"
        return text, "FIRST" if good else "SECOND"

    def _end(self) -> str:
        """A full stop, at times behind a reason."""
        return self._sometimes(0.25, f", {self._one_of('because')}") + self._chance.choice((".", ".", ".", "!"))

    def _with_either(self) -> tuple[str, str]:
        """ "Setting up is quicker on A than on B"."""
        one, other, _ = self._names()
        good = self._chance.random() < 0.5
        at, matter = self._one_of("at"), self._one_of("matter")
        claim = self._chance.choice((self._adjective, self._graded, self._graded))(good)
        return f"{matter} {claim} {at} {one} than {at} {other}{self._end()}", "FIRST" if good else "SECOND"

    def _contrasted(self) -> tuple[str, str]:
        """ "Unlike B, A is …", "A is …, whereas B …": what is said of one, and the contrary of the other."""
        one, other, several = self._names()
        verb = "are" if several else "is"
        good = self._chance.random() < 0.5
        said, contrary = self._one_of("praise" if good else "blame"), self._one_of("blame" if good else "praise")
        noun = self._one_of(f"many {'good' if good else 'bad'}")
        has, no = ("have", "have no") if several else ("has", "has no")
        link = self._chance.choice(("whereas", "while", "but"))
        text = self._chance.choice((
            f"unlike {other}, {one} {verb} {said}{self._end()}",
            f"unlike {other}, {one} {has} {noun}{self._end()}",
            f"{one} {verb} {said}, {link} {other} {verb} {contrary}{self._end()}",
            f"{one} {verb} {said}, {link} {other} {verb} not{self._end()}",
            f"{one} {has} {noun}, {link} {other} {no} such thing{self._end()}",
            f"{one} {verb} {said}, {self._one_of('unlike')} {other}{self._end()}",
        ))  # fmt: skip
        return text, "FIRST" if good else "SECOND"

    def _denied(self) -> tuple[str, str]:
        """ "A is not as … as B", which says the opposite of the adjective; "A is …, B is not"."""
        one, other, several = self._names()
        good = self._chance.random() < 0.5
        word = self._one_of("praise" if good else "blame")
        isnt = self._chance.choice(("aren't", "are not", "are nowhere near") if several else ("isn't", "is not"))
        if self._chance.random() < 0.6:
            nearly = self._sometimes(0.2, "nearly ")
            return f"{one} {isnt} {nearly}as {word} as {other}{self._end()}", "SECOND" if good else "FIRST"
        verb, no = ("are", "are not") if several else ("is", "is not")
        return f"{one} {verb} {word}, {other} {no}{self._end()}", "FIRST" if good else "SECOND"

    def _alike(self) -> tuple[str, str]:
        one, other, several = self._names()
        verb = "are" if several else "is"
        word = self._one_of(self._chance.choice(("praise", "blame")))
        noun = self._one_of(self._chance.choice(("quality", "high good", "high bad")))
        at, matter, end = self._one_of("at"), self._one_of("matter"), self._end()
        no = self._chance.choice(("no", "no real", "hardly any", "little"))
        done = self._one_of(self._chance.choice(("as well", "as badly")))
        return self._chance.choice((
            f"{one} {verb} {self._chance.choice(('just as', 'every bit as', 'as', 'about as'))} {word} as {other}{end}",
            f"{one} and {other} are equally {word}{end}",
            f"{one} {'' if several else 'will '}{done} as {other}{end}",
            f"{one} {verb} no more {word} than {other}{end}",
            f"{one} {verb} {self._chance.choice(('not worse', 'no worse', 'no better'))} than {other}{end}",
            f"{one} and {other} have {self._chance.choice(('the same', 'a similar', 'a comparable'))} {noun}{end}",
            f"there is {no} difference in {noun} between {one} and {other}{end}",
            f"{matter} {at} {one} is {self._chance.choice(('just as', 'about as', 'as'))} {word} as {at} {other}{end}",
            f"in {noun} {one} and {other} are {self._chance.choice(('equal', 'the same', 'on a par', 'alike'))}{end}",
            f"{matter} is equally {word} {at} {one} and {other}{end}",
        )), "EQUAL"  # fmt: skip

    def _open(self) -> tuple[str, str]:
        """Comparisons in which neither of the two wins over the other."""
        one, other, several = self._names()
        claim, good = self._claim()
        said, both = (_many(claim) if several else claim), _many(claim)
        while (other_claim := self._claim())[1] != good:
            pass
        also = _many(other_claim[0]) if several else other_claim[0]
        return self._chance.choice((
            f"Does anybody know if {one} {said} than {other}?",
            f"I am not sure whether {one} {said} than {other}.",
            f"{one} and {other} {both} than {C}.",
            f"{C} {claim} than {one} and {other}.",
            f"{one} {said}, but {other} {also}.",
            f"Some say that {one} {said}, others say the same of {other}.",
            f"Since last year {one} {said} than before, and so it is with {other}.",
            f"{one} {said} together with {other}.",
            f"{one} {'are' if several else 'is'} {self._one_of('neutral')} than {other}{self._end()}",
            f"{one} {'were' if several else 'was'} {self._one_of('neutral')} than {other}{self._end()}",
        )), "NONE"  # fmt: skip

    def _turned(self) -> tuple[str, str]:
        """The choice itself: who is taken, preferred, left, beaten."""
        one, other, several = self._names()
        after = self._sometimes(0.3, " " + self._chance.choice([x for x in _phrases("after") if x[0] != ","]))
        verb = "are" if several else "is"
        wins, loses = self._one_of("wins"), self._one_of("loses")
        if several:
            wins, loses = _many(wins), _many(loses)
        get = self._chance.choice(("get", "use", "buy", "try"))
        return self._chance.choice((
            (f"I {self._one_of('prefers')} {one} over {other}{after}.", "FIRST"),
            (f"I would {self._one_of('takes')} {one} rather than {other}{after}.", "FIRST"),
            (f"we {self._one_of('moves')} from {other} to {one}{after} and are glad we did.", "FIRST"),
            (f"we replaced {other} with {one}{after} and never looked back.", "FIRST"),
            (f"if you have to choose between {one} and {other}, take the former.", "FIRST"),
            (f"of {other} and {one}, the latter {verb} the better buy{after}.", "FIRST"),
            (f"{one} {wins} {other}{after}.", "FIRST"),
            (f"{one} {verb} {self._one_of('beaten')} by {other}{after}.", "SECOND"),
            (f"{one} {verb} too {self._one_of('blame')} for {self._one_of('matter')}, so take {other}.", "SECOND"),
            (f"{one} {loses} {other}{after}.", "SECOND"),
            (f"forget about {other}, {get} {one}{after}.", "FIRST"),
            (f"avoid {other} and {get} {one} instead.", "FIRST"),
            (f"the {self._one_of('strength')} of {one} over {other} is the {self._one_of('high good')}.", "FIRST"),
            (f"the {self._one_of('weakness')} of {one} against {other} is the {self._one_of('high bad')}.", "SECOND"),
            (f"{one}, {self._one_of('unlike')} {other}, {verb} {self._one_of('praise')}.", "FIRST"),
            (f"{one}, {self._one_of('unlike')} {other}, {verb} {self._one_of('blame')}.", "SECOND"),
            (f"{other} {verb} {self._one_of('blame')}; {one} {verb} not.", "FIRST"),
            (f"prefer {one} {self._chance.choice(('over', 'to'))} {other} for {self._one_of('matter')}.", "FIRST"),
            (f"{one} {'have' if several else 'has'} the advantage over {other} for {self._one_of('matter')}.", "FIRST"),
            (f"for {self._one_of('matter')}, {one} {verb} the better choice than {other}{self._end()}", "FIRST"),
            (f"for {self._one_of('matter')}, {one} {verb} the worse choice than {other}{self._end()}", "SECOND"),
            (f"users {self._one_of('rates')} {one} {self._one_of('ahead of')} {other}.", "FIRST"),
        ))  # fmt: skip
