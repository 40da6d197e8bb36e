"""The stance of a longer answer to "this or that?": NO, NEUTRAL, FIRST, SECOND, in two steps.

The answer is read sentence by sentence with the stance model. What that says, and a few plain facts (which object is
named how often, which is praised, words such as "depends" or "both", what the question asks for), are the features of
two small linear models: first whether the answer takes a side at all (NO, NEUTRAL, a side), then which side. Steps as
in LeviRank.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from weigh.errors import ModelMissing
from weigh.models.session import read_config

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from weigh.models.stance import Span, StanceModel

Item = tuple[str, str, str, str]
NEAR = 8  # words from praise to the object that it is said of
MOST_SENTENCES = 24  # of an answer that are read; the rest of a very long one adds nothing
_SENTENCE = re.compile(r"[^.!?\n]{3,400}[.!?]?")
_WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")


@cache
def _groups(name: str) -> tuple[frozenset[str], ...]:
    """The groups of `answer_words.txt` that are for one thing."""
    lines = (files("weigh.models") / "answer_words.txt").read_text(encoding="utf-8").splitlines()
    return tuple(frozenset(words.split()) for head, _, words in (line.partition(":") for line in lines) if head == name)


def _stem(word: str) -> str:
    return word[: max(3, len(word) - 2)] if len(word) > 4 else word


def _keys(one: str, other: str) -> frozenset[str]:
    """The stems that tell one object from the other."""
    mine = {_stem(word) for word in _WORD.findall(one.lower()) if word not in _groups("nameless")[0]}
    theirs = {_stem(word) for word in _WORD.findall(other.lower())}
    return frozenset(mine - theirs) or frozenset(mine)


def _mention(words: Sequence[re.Match[str]], keys: frozenset[str]) -> Span | None:
    """The first stretch of words that belong to an object."""
    for at, word in enumerate(words):
        if _stem(word.group().lower()) in keys:
            end = at
            while end + 1 < len(words) and _stem(words[end + 1].group().lower()) in keys:
                end += 1
            return word.start(), words[end].end()
    return None


def _polarity(words: Sequence[str]) -> list[int]:
    """Praise and blame, word by word; praise that is denied shortly before is blame."""
    (praise,), (blame,), (deny,) = _groups("praise"), _groups("blame"), _groups("deny")
    return [
        (-1 if not deny.isdisjoint(words[max(0, at - 3) : at]) else 1) if word in praise else -int(word in blame)
        for at, word in enumerate(words)
    ]


def _praised(words: Sequence[str], keys: tuple[frozenset[str], frozenset[str]]) -> tuple[float, float]:
    """Who is praised in a sentence, first object against second: as a whole, and by what stands near each of them."""
    polarity = _polarity(words)
    places = [[at for at, word in enumerate(words) if _stem(word) in key] for key in keys]
    whole = np.sign(sum(polarity)) * (float(bool(places[0])) - float(bool(places[1])))
    near = 0.0
    for at, value in enumerate(polarity):
        if value:
            one, other = (min((abs(at - place) for place in own), default=NEAR) for own in places)
            near += value * float(np.sign(other - one)) if min(one, other) < NEAR else 0.0
    return float(whole), near


def read(items: Sequence[Item], stance: StanceModel) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features of step one (the same when the objects are exchanged) and of step two (their sign turns round)."""
    asked = []
    owners: list[tuple[int, int, bool, bool]] = []
    counts = np.zeros((len(items), 6))
    cues = np.zeros((len(items), len(_groups("cue"))))
    asks = np.zeros((len(items), len(_groups("asks"))))
    praise: list[list[tuple[float, float]]] = []
    for number, (question, one, other, answer) in enumerate(items):
        keys = _keys(one, other), _keys(other, one)
        sentences = [match.group().strip() for match in _SENTENCE.finditer(answer)][:MOST_SENTENCES]
        every = [word.lower() for word in _WORD.findall(answer)]
        cues[number] = [sum(word in group for word in every) for group in _groups("cue")]
        asks[number] = [not group.isdisjoint(_WORD.findall(question.lower())) for group in _groups("asks")]
        counts[number, 4:] = len(every), len(sentences)
        praise.append([_praised([w.lower() for w in _WORD.findall(sentence)], keys) for sentence in sentences])
        for place, sentence in enumerate(sentences):
            spans = tuple(_mention(list(_WORD.finditer(sentence)), key) for key in keys)
            counts[number, :2] += [span is not None for span in spans]
            for which in (0, 1):
                if spans[which] is not None and counts[number, 2 + which] == 0:
                    counts[number, 2 + which] = place + 1
            asked.append(_with_names(sentence, one, other, spans[0], spans[1]))
            owners.append((number, place, spans[0] is not None, spans[1] is not None))
    taking, side = _features(len(items), stance.probabilities(asked), owners, counts, cues)
    praised = np.array([_summed(own) for own in praise])
    return np.concatenate([taking, asks, np.abs(praised)], 1), np.concatenate([side, praised], 1)


def _with_names(sentence: str, one: str, other: str, first: Span | None, second: Span | None) -> tuple[str, Span, Span]:
    """What the stance model is asked: the sentence with both names before it, which stand for an object it lacks."""
    prefix = f"{one} or {other}: "
    names = (0, len(one)), (len(one) + 4, len(one) + 4 + len(other))
    spans = [
        (span[0] + len(prefix), span[1] + len(prefix)) if span else name
        for span, name in zip((first, second), names, strict=True)
    ]
    if spans[0][0] < spans[1][1] and spans[1][0] < spans[0][1]:  # both share the word: only the question names them
        spans = list(names)
    return prefix + sentence, spans[0], spans[1]


def _summed(praise: Sequence[tuple[float, float]]) -> list[float]:
    """Praise over an answer: all of it, its beginning and its end, where people say what they mean."""
    rows = np.array(praise) if praise else np.zeros((1, 2))
    root = math.sqrt(len(rows))
    parts = (rows.sum(0) / root, rows[0], rows[-1], np.sign(rows.sum(0)), rows[:3].sum(0))
    return [float(value) for part in parts for value in part]


def _features(
    count: int,
    chances: NDArray[np.float32],
    owners: Sequence[tuple[int, int, bool, bool]],
    counts: NDArray[np.float64],
    cues: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    own: list[list[int]] = [[] for _ in range(count)]
    for at, (number, *_) in enumerate(owners):
        own[number].append(at)
    taking, side = [], []
    for number, rows in enumerate(own):
        told = chances[rows] if rows else np.tile(np.array([0, 0, 0, 1.0], np.float32), (1, 1))
        named = np.array([owners[at][2] or owners[at][3] for at in rows]) if rows else np.array([False])
        only = np.array([float(owners[at][2]) - float(owners[at][3]) for at in rows]) if rows else np.array([0.0])
        lean = told[:, 0] - told[:, 1]
        first, second, at_one, at_other, length, sentences = counts[number]
        for_one, for_other = told[:, 0].max(), told[:, 1].max()
        rates = np.log1p(cues[number]) - 0.3 * math.log1p(length)
        taking.append([
            abs(lean.sum()), abs(lean.mean()), max(for_one, for_other), min(for_one, for_other), told[:, 2].max(),
            told[:, 3].mean(), told[:, 3].min(), math.log1p(length), math.log1p(sentences), math.log1p(first + second),
            float(first + second == 0), float(min(first, second) == 0), abs(first - second) / (first + second + 1),
            named.mean(), *rates, *(cues[number] > 0),
        ])  # fmt: skip
        early = 1 / at_one if at_one else 0.0
        later = 1 / at_other if at_other else 0.0
        side.append([
            lean.sum(), lean.mean(), for_one - for_other, float(lean[0]), float(lean[-1]),
            (lean * named).sum(), (first - second) / (first + second + 1), early - later,
            float(only[0]), float(only[-1]), float((only * (1 - told[:, 3])).sum()),
        ])  # fmt: skip
    return np.array(taking, np.float64), np.array(side, np.float64)


class AnswersModel:
    """Two linear steps on top of the stance model."""

    def __init__(self, folder: Path, stance: StanceModel) -> None:
        read_config(folder)
        try:
            with np.load(folder / "weights.npz") as stored:
                self._weights = {name: stored[name].astype(np.float64) for name in stored.files}
        except (OSError, ValueError) as error:
            raise ModelMissing(f"The weights in {folder} cannot be read ({error}). Reinstall weigh.") from error
        self._stance = stance

    def probabilities(self, items: Sequence[Item]) -> NDArray[np.float64]:
        """Rows of NO, NEUTRAL, FIRST, SECOND."""
        if not items:
            return np.zeros((0, 4))
        return combine(*read(items, self._stance), self._weights)


def combine(
    taking: NDArray[np.float64], side: NDArray[np.float64], weights: dict[str, NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Both steps' words together."""
    scores = (taking - weights["mean"]) / weights["spread"] @ weights["taking"] + weights["bias"]
    steps = np.exp(scores - scores.max(1, keepdims=True))
    steps /= steps.sum(1, keepdims=True)
    first = 1 / (1 + np.exp(-(side / weights["scale"] @ weights["side"])))
    return np.stack([steps[:, 0], steps[:, 1], steps[:, 2] * first, steps[:, 2] * (1 - first)], 1)


def decide(row: NDArray[np.float64]) -> tuple[str, float]:
    """The outcome of both steps: first whether a side is taken, then which; and its probability."""
    sided = float(row[2] + row[3])
    if sided >= max(row[0], row[1]):
        return ("FIRST", float(row[2])) if row[2] >= row[3] else ("SECOND", float(row[3]))
    return ("NO", float(row[0])) if row[0] >= row[1] else ("NEUTRAL", float(row[1]))
