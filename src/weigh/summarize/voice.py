"""How a summary speaks: the objects as the evidence writes them, what was said already, how much room is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from weigh.summarize.check import Checker
from weigh.summarize.clean import capitalised
from weigh.text.forms import noun_forms
from weigh.text.frames import frame_of
from weigh.text.lexicon import entries, mentions
from weigh.text.mentions import object_spans
from weigh.text.naming import shown_names
from weigh.text.tokens import tokenize, words
from weigh.types import Argument, Claim, Comparison, cited

_ALIKE = 0.6
_LEAD = frozenset(("source", "says", "over", "than", "more", "less", "better"))


_WANTED = 3
"""Aspects that a summary should have, for which it may be longer by so many words:"""
_SPARE = 10


class Voice:
    """One summary's way of writing names, and its memory. Every claim is checked here before it is taken."""

    def __init__(self, comparison: Comparison, arguments: Sequence[Argument], checker: Checker, room: int) -> None:
        self.names = comparison.names
        self.dropped = 0
        self.room = room
        self.used: set[int] = set()
        self._checker = checker
        self._objects = comparison.objects
        self._forms = shown_names(comparison.names, arguments)
        self._said: list[set[str]] = []
        self._aspects = 0
        self._own = {form for name in self.names for word in words(name) for form in noun_forms(word)}

    # --- names ------------------------------------------------------------------------------------------------------

    def shown(self, name: str) -> str:
        return self._forms[name].text

    def all_shown(self) -> list[str]:
        return [form.text for form in self._forms.values()]

    def verb(self, name: str) -> str:
        return "are" if self._forms[name].plural else "is"

    def listed(self, names: Sequence[str], link: str = "and") -> str:
        return listed([self.shown(name) for name in names], link)

    def spelled(self, text: str) -> str:
        """A text with the objects' names in capitals where the evidence mostly has them: "java" → "Java"."""
        tokens = tokenize(text)
        for span in reversed(object_spans(text, self._objects, tokens)):
            name = self._forms[span.name].bare
            if text[span.start : span.end].lower() == name.lower() and not name.islower():
                text = text[: span.start] + name + text[span.end :]
        return text

    # --- claims -----------------------------------------------------------------------------------------------------

    def holds(self, claim: Claim) -> bool:
        """Whether the claim fits and passes the check; one that does not pass is counted and never shown."""
        spare = _SPARE if self._aspects < _WANTED else 0
        if claim.part == "aspect" and size([claim]) > self.room + spare:
            return False
        holds = self._checker.problem(claim) is None
        self.dropped += not holds
        return holds

    def taken(self, claim: Claim) -> Claim:
        """The claim, remembered as said."""
        self._said.append(self._content(claim.text))
        self.used.update(claim.citations)
        self.room -= size([claim])
        self._aspects += claim.part == "aspect"
        return claim

    def is_new(self, text: str) -> bool:
        """Whether this was not said already, in these or almost these words."""
        own = self._content(text)
        return bool(own) and all(len(own & said) < _ALIKE * min(len(own), len(said)) for said in self._said)

    def _content(self, text: str) -> set[str]:
        return {word for word in words(text) if len(word) > 3} - self._own - _LEAD


def labelled(text: str, aspect: str | None, argument: Argument, *, wanted: bool = False) -> str:
    """A sentence under the name of its aspect: "Price: Java is cheaper …". A found phrase says itself what it is.

    The heading must be what the sentence says of the objects: "a rat learns tricks faster" is not told as their speed.
    An aspect of which nobody can say what is better (size) is none for a strength, unless it was asked for; nor is
    ease, which says nothing without what is easy.
    """
    entry = entries().get(aspect or "")
    heads = wanted or (entry is not None and not entry.neutral and aspect != "ease" and _is_about(argument, entry.name))
    return f"{capitalised(aspect)}: {text}" if aspect and heads else text


def _is_about(argument: Argument, aspect: str) -> bool:
    """Whether the sentence compares the objects themselves by the aspect; without a frame, whether it grades it."""
    frame = frame_of(argument)
    if frame is None:
        tokens = tokenize(argument.sentence.text)
        compares = any(token.text == "than" for token in tokens)
        return compares and any(mention.aspect == aspect and mention.amount for mention in mentions(tokens))
    return frame.of_itself and frame.told == aspect and frame.favoured == argument.winner


def listed(items: Sequence[str], link: str = "and") -> str:
    return f" {link} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else list(items))


def numbers(arguments: Iterable[Argument]) -> tuple[int, ...]:
    """The numbers to cite, one a sentence: among many objects, one sentence may speak for its winner twice."""
    first: dict[str, int] = {}
    for argument in arguments:
        first.setdefault(argument.sentence.text, argument.id)
    return tuple(first.values())


def size(claims: Sequence[Claim]) -> int:
    """The words of the claims, their citations included."""
    return sum(len(cited(claim).split()) for claim in claims)
