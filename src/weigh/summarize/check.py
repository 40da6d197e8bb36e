"""The one citation checker. Every claim of every summarizer passes here, or is not shown.

A claim holds when each argument it cites exists among those given and counts, names the claim's objects, has the
claim's stance, also by its own plain words, and speaks of the claim's aspect; when the claim's own words name the
objects it speaks of and say nothing that no cited sentence says. `problem` gives the first thing that is wrong,
in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from weigh.text.forms import degree_forms, noun_forms
from weigh.text.frames import belied, frame_of, read
from weigh.text.lexicon import aspect_of, expand, is_contrary, mentions, wish_for
from weigh.text.mentions import aspect_spans, names_all, object_spans
from weigh.text.tokens import tokenize, words
from weigh.types import Argument, Aspect, Claim, Comparison, Object, Stance

SUPPORT = 0.6
"""Least part of a claim's own content words that its cited sentences must contain (or mean, by the lexicon)."""


@lru_cache(maxsize=1)
def word_lists() -> dict[str, frozenset[str]]:
    """The lists of data/words.txt by name."""
    found: dict[str, frozenset[str]] = {}
    path = Path(__file__).parent / "data" / "words.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, listed = line.split(":", 1)
            found[name] = frozenset(listed.split())
    return found


def citable(arguments: Iterable[Argument]) -> list[Argument]:
    """The arguments that a claim may rest on: none that was dropped or whose own words contradict its stance."""
    return [argument for argument in arguments if not argument.dropped and not belied(argument)]


class Checker:
    """Checks claims against one set of arguments."""

    def __init__(self, comparison: Comparison, arguments: Sequence[Argument]) -> None:
        self._objects: Mapping[str, Object] = {item.name: item for item in comparison.objects}
        self._aspects: Mapping[str, Aspect] = {aspect.name: aspect for aspect in comparison.aspects}
        self._contrary = {aspect_of(aspect.name) for aspect in comparison.aspects if is_contrary(aspect)}
        self._arguments = {argument.id: argument for argument in arguments if not argument.dropped}

    def passed(self, claims: Iterable[Claim]) -> list[Claim]:
        """The claims that hold."""
        return [claim for claim in claims if self.problem(claim) is None]

    def problem(self, claim: Claim) -> str | None:
        """What is wrong with a claim; None where it holds."""
        if not claim.citations:
            return "it cites nothing"
        if len(set(claim.citations)) < len(claim.citations):
            return "it cites an argument twice"
        missing = [number for number in claim.citations if number not in self._arguments]
        if missing:
            return f"there is no argument {missing[0]}"
        unknown = [name for name in claim.objects if name not in self._objects]
        if unknown or not claim.objects:
            return f"it speaks of {unknown[0] if unknown else 'no object'}"
        objects = [self._objects[name] for name in claim.objects]
        if not names_all(claim.text, objects):
            return "its text does not name its objects"
        cited = [self._arguments[number] for number in claim.citations]
        for argument in cited:
            if not set(claim.objects) <= set(argument.objects):
                return f"argument {argument.id} is about other objects"
            if not names_all(argument.sentence.text, objects):
                return f"argument {argument.id} does not name the objects"
            if claim.winner is not None and argument.winner != claim.winner:
                return f"argument {argument.id} does not speak for {claim.winner}"
            if belied(argument):
                return f"argument {argument.id} itself speaks against {argument.winner}"
            if claim.aspect is not None and not self.speaks_of(argument, claim.aspect):
                return f"argument {argument.id} does not speak of {claim.aspect}"
        if claim.winner is None and not _both_sides(cited):
            return "it takes no side, but what it cites does"
        said = self.read(claim.text)
        if said is not None and said != claim.winner:
            return f"its text favours {said}"
        if self.support(claim.text, cited, claim.aspect) < SUPPORT:
            return "its words are not in what it cites"
        return None

    def speaks_of(self, argument: Argument, aspect: str) -> bool:
        """Whether the argument's sentence speaks of the aspect, by its own words or by those of the lexicon."""
        if aspect in argument.aspects or aspect == _told(argument):
            return True
        text = argument.sentence.text
        tokens = tokenize(text)
        if any(mention.aspect == aspect for mention in mentions(tokens)):
            return True
        wanted = self._aspects.get(aspect) or _expanded(aspect)
        return bool(aspect_spans(text, [wanted], tokens))

    def read(self, text: str) -> str | None:
        """Whom a text favours by its own words; None where that cannot be read off."""
        tokens = tokenize(text)
        frame = read(text, tokens, object_spans(text, list(self._objects.values()), tokens))
        if frame is None or frame.told is None:
            return frame.favoured if frame else None
        return replace(frame, turned=frame.told in self._contrary).favoured

    def support(self, text: str, cited: Sequence[Argument], aspect: str | None) -> float:
        """The part of the text's content words that the cited sentences contain; one where there are none."""
        frame = word_lists()["frame"]
        own = {word for item in self._objects.values() for name in (item.name, *item.aliases) for word in words(name)}
        own |= {form for word in own for form in noun_forms(word)}
        named = set(words(aspect)) if aspect else set()
        theirs = [token for argument in cited for token in tokenize(argument.sentence.text)]
        meant = {mention.aspect for mention in mentions(theirs)}
        meant |= {told for argument in cited if (told := _told(argument))}
        contrary = any(argument.turned for argument in cited)
        named |= {word for name in meant for word in words(wish_for(name, contrary=contrary))}  # "a long battery life"
        named |= {word for argument in cited for name in argument.aspects for word in words(name)}  # asked for
        ours = tokenize(text)
        spoken = mentions(ours)
        held_as_aspect = {i for m in spoken if m.aspect in meant for i in range(m.start, m.end)}
        if any(
            m.aspect not in meant and m.aspect not in named and m.amount is None and m.end - m.start > 1 for m in spoken
        ):
            return 0.0  # it speaks of an aspect by its full name that no cited sentence speaks of
        content = [(i, token.text) for i, token in enumerate(ours) if len(token.text) > 2 and not token.text.isdigit()]
        content = [(i, word) for i, word in content if word not in frame and word not in own and word not in named]
        if not content:
            return 1.0
        said = {form for token in theirs for form in _forms(token.text)}
        held = sum(i in held_as_aspect or not said.isdisjoint(_forms(word)) for i, word in content)
        return held / len(content)


def _told(argument: Argument) -> str | None:
    """The aspect that the sentence's own words say one is ahead on: "burns twice as many calories" is calorie burn."""
    frame = frame_of(argument)
    return frame.told if frame else None


def _both_sides(cited: Sequence[Argument]) -> bool:
    """Whether a claim without a winner may rest on these: all call the objects equal, or both sides are heard."""
    winners = {argument.winner for argument in cited if argument.winner is not None}
    return len(winners) > 1 or all(argument.stance is Stance.EQUAL for argument in cited)


@lru_cache(maxsize=1024)
def _expanded(name: str) -> Aspect:
    return expand(Aspect(name))


@lru_cache(maxsize=16384)
def _forms(word: str) -> frozenset[str]:
    """Forms under which a word counts as the same: plural, degrees, and verbs without their ending."""
    forms = set(noun_forms(word) | degree_forms(word))
    for ending in ("ing", "ed", "s", "es"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stem = word[: -len(ending)]
            forms |= {stem, stem + "e"}
    return frozenset(forms)
