"""Questions as people type them: does Weigh see what is compared, and by what?

The public data with word labels is mostly about superlatives, and its metric counts words of a text without
punctuation. These questions of our own (`data/questions.tsv`) are parsed as the pipeline parses them, and judged by
what the user sees: the objects, and the aspects or the context that speaks of them ("for a chat server"). Those that
compare nothing, though they look as if, should be told so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weigh.parse import QuestionParser
from weigh.settings import Settings
from weigh.text.lexicon import aspect_of
from weigh.text.tokens import same_key, words
from weigh.types import Aspect, Understanding

_ARTICLE = re.compile(r"^(?:an?|the|my|your|our) ")
Wordings = tuple[str, ...]
"""Several wordings of the same, any of which is right."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what should be understood: its objects, or the kind of thing that a superlative asks about.

    `also` are aspects that may be named or not: persons and circumstances. Without objects it is no comparison.
    """

    group: str
    text: str
    objects: tuple[Wordings, ...]
    aspects: tuple[Wordings, ...]
    also: tuple[Wordings, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """What was understood of a question, counted."""

    compared: bool
    objects: bool
    hits: int
    said: int
    wanted: int


def load() -> list[Asked]:
    """The questions of `data/questions.tsv`."""
    lines = (Path(__file__).parent / "data" / "questions.tsv").read_text(encoding="utf-8").splitlines()
    return [_read(line) for line in lines if line and not line.startswith("#")]


def _read(line: str) -> Asked:
    group, text, objects, aspects = line.split("\t")
    sure: list[str] = []
    also: list[str] = []
    for one in aspects.split("; "):
        (also if one.startswith("?") else sure).append(one)
    return Asked(group, text, _wordings(objects.split("; ")), _wordings(sure), _wordings(also))


def _wordings(listed: Iterable[str]) -> tuple[Wordings, ...]:
    return tuple(tuple(one.removeprefix("~").removeprefix("?").split("|")) for one in listed if one)


def judge(asked: Asked, seen: Understanding) -> Judged:
    """Objects are right if all are found under one of their wordings and nothing else is, in any order."""
    comparison = seen.comparison
    names = [_key(name) for name in comparison.names] if comparison else []
    objects = len(names) == len(asked.objects) and all(
        any(_key(wording) in names for wording in wordings) for wordings in asked.objects
    )
    said = list(comparison.aspects) if comparison else []
    context = set(words(comparison.context or "")) if comparison else set()
    wanted = [
        any(_means(aspect, wordings) for aspect in said) or any(set(words(one)) <= context for one in wordings)
        for wordings in asked.aspects
    ]
    counted = [aspect for aspect in said if not any(_means(aspect, own) for own in asked.also)]
    return Judged(
        seen.outcome in ("comparison", "superlative"), objects, sum(wanted), max(len(counted), sum(wanted)), len(wanted)
    )


def _key(name: str) -> str:
    return _ARTICLE.sub("", same_key(name))


def _means(aspect: Aspect, wordings: Wordings) -> bool:
    """Whether an aspect is the one that was asked for: the same to the lexicon, or one is part of the other."""
    names = (aspect.name, *aspect.words)
    known = {aspect_of(name) for name in names} - {None}
    own = [set(words(name)) for name in names]
    return any(
        aspect_of(wording) in known or any(said <= set(words(wording)) or said >= set(words(wording)) for said in own)
        for wording in wordings
    )


def figures(asked: Sequence[Asked], judged: Sequence[Judged]) -> dict[str, float]:
    """Shares of the questions that compare, precision and recall of the aspects over all of them, and how many of the
    others are taken for comparisons."""
    own = [told for one, told in zip(asked, judged, strict=True) if one.objects]
    others = [told for one, told in zip(asked, judged, strict=True) if not one.objects]
    hits, said, wanted = (sum(getattr(one, name) for one in own) for name in ("hits", "said", "wanted"))
    return {
        "questions": len(asked),
        "comparative": sum(one.compared for one in own) / len(own),
        "objects": sum(one.objects for one in own) / len(own),
        "aspect precision": hits / max(1, said),
        "aspect recall": hits / max(1, wanted),
        "all right": sum(one.objects and one.hits == one.said == one.wanted for one in own) / len(own),
        "false alarms": sum(one.compared for one in others) / max(1, len(others)),
    }


def run(data: Path | None = None, *, on_progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """The figures of each group and of all; the public data is not needed."""
    parser = QuestionParser(Settings())
    asked, judged = load(), []
    for at, one in enumerate(asked):
        if on_progress and at % 50 == 0:
            on_progress(f"{at} questions")
        judged.append(judge(one, parser.parse(one.text)))
    groups = {group: [at for at, one in enumerate(asked) if one.group == group] for group in ("tuned", "unseen")}
    groups["all"] = list(range(len(asked)))
    return {group: figures([asked[at] for at in own], [judged[at] for at in own]) for group, own in groups.items()}
