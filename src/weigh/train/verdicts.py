"""Which questions teach what is comparative: each once, by its last verdict, and never one that measures."""

from __future__ import annotations

import random
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from weigh.errors import BadInput
from weigh.models.data import (
    Labelled,
    Question,
    collected,
    extra_questions,
    foreign_questions,
    identify,
    kinds,
    label,
)
from weigh.train.held import Held, same_text

EXCHANGED = 0.15  # share of the words
_ASKS = re.compile(
    r"\?|\b(what|which|who|whom|whose|when|where|why|how)\b"
    r"|^(is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|if|recommend|suggest|tell)\b",
    re.IGNORECASE,
)


def read(
    folder: Path, feedback: Path | None = None, limit: int | None = None, also: Sequence[Question] = ()
) -> list[tuple[str, float]]:
    """Every question of the public data, and of what users said, that teaches; `limit` is the most of each file.

    What measures does not teach, but for the questions of validation that do `also` (`halved`).
    """
    asked = identify(folder, "train")[:limit] + list(also) + collected(identify, feedback)
    compared = (label(folder, "train") + label(folder, "validation"))[:limit]
    teaching = set(also)
    held = [question for question in measuring(folder) if question not in teaching]
    return verdicts(asked, kinds(folder, "train")[:limit], compared, held)


def halved(folder: Path, measured: object) -> tuple[list[Question], list[Question]]:
    """The questions of validation that measure a run, and those that teach it.

    All measure unless the recipe names the part that does: `[1, 2]`, the first of two.
    """
    every = identify(folder, "validation")
    if not measured:
        return every, []
    own, parts = checked_part("measured", measured)
    measures = [question for question in every if fold_of(question.text, parts) == own]
    return measures, [question for question in every if fold_of(question.text, parts) != own]


def measuring(folder: Path) -> list[Question]:
    """The questions that identify is measured by."""
    return identify(folder, "validation") + identify(folder, "test")


def verdicts(
    asked: Sequence[Question], older: Sequence[Question], compared: Sequence[Labelled], held: Sequence[Question]
) -> list[tuple[str, float]]:
    """Every question with its last verdict; what measures (`held`) is left out, however it is written.

    Some verdicts of 2020 (`older`) were corrected later. Such questions stand in the parts that measure, but not in the
    training part (`asked`). Which way they went is told by the questions with word labels (`compared`): these, and
    hardly any others, are comparative by the last verdict (`docs/training.md`). Key words that ask nothing in words
    ("difference between judge and juror") are missing there too, whatever their verdict, which therefore holds.
    """
    words = [" ".join(question.words) for question in compared]
    found = {same_text(text): (text, 1.0) for text in words}
    comparative = set(found)
    for question in older:
        key = same_text(question.text)
        if key in comparative:
            found[key] = (question.text, 1.0)
        elif not _ASKS.search(question.text):
            found[key] = (question.text, float(question.comparative))
        elif question.comparative:
            found[key] = (question.text, 0.0)
    found |= {same_text(question.text): (question.text, float(question.comparative)) for question in asked}
    for question in held:
        found.pop(same_text(question.text), None)
    return list(found.values())


def questions_without_verdict(folder: Path) -> list[str]:
    """Questions of which nobody has told whether they are comparative, or only by another notion of it.

    What stands in any part of identify or kinds is left out.
    """
    parts = [part(folder, split) for part in (identify, kinds) for split in ("train", "validation", "test")]
    held = Held(question.text for part in parts for question in part)
    found = [*foreign_questions(folder), *(" ".join(words) for words in extra_questions(folder))]
    return [text for text in dict.fromkeys(found) if text not in held]


def written(held: Sequence[Question]) -> list[str]:
    """The questions written for this project, without those that measure (`held`): teachers judge them."""
    lines = (files("weigh.train") / "questions.txt").read_text(encoding="utf-8").splitlines()
    return _without([line for line in lines if not line.startswith("#")], held)


def varied(texts: Sequence[str], pool: Sequence[str], held: Sequence[Question], seed: int) -> list[str]:
    """Each text with some words exchanged for others that follow the same word somewhere in the pool.

    For teachers to judge: of the questions they learnt from they know the verdicts by heart, so a student learns little
    there of what they would say of others. Half of them go on, from some word on, as a question of the pool does.
    None is among those that measure (`held`).
    """
    chance = random.Random(seed)
    followers: defaultdict[str, list[str]] = defaultdict(list)
    ends: defaultdict[str, list[list[str]]] = defaultdict(list)
    for text in pool:
        words = text.split()
        for at, (one, other) in enumerate(pairwise(words)):
            followers[one.lower()].append(other)
            ends[one.lower()].append(words[at + 1 :])
    found = []
    for text in texts:
        words = text.split()
        for at in range(1, len(words)):
            if chance.random() < EXCHANGED:
                words[at] = chance.choice(followers.get(words[at - 1].lower(), [words[at]]))
        at = chance.randrange(len(words) or 1)
        if len(words) > 2 and at and chance.random() < 0.5:
            words[at + 1 :] = chance.choice(ends.get(words[at].lower(), [words[at + 1 :]]))
        found.append(" ".join(words))
    return _without(dict.fromkeys(found), held)


def _without(texts: Iterable[str], held: Sequence[Question]) -> list[str]:
    """The texts that are no writing of what measures."""
    silent = Held(question.text for question in held)
    return [text for text in texts if text not in silent]


def fold_of(text: str, folds: int) -> int:
    """In which of so many parts a question is, 1 to `folds`; the same for all its writings."""
    return zlib.crc32(same_text(text).encode()) % folds + 1


def checked_part(option: str, given: object) -> tuple[int, int]:
    """A recipe's `fold` or `measured`: which part it is, and of how many."""
    match given:
        case [int(own), int(parts)] if 1 <= own <= parts and parts > 1:
            return own, parts
    raise BadInput(f"{option}={given!r} names no part. Expected a part and how many there are: {option}=[2, 4].")
