"""The stance of a longer answer to "this or that?": NO, NEUTRAL, FIRST, SECOND, in two steps.

An encoder reads the answer as a whole and every sentence in its context; whom each sentence speaks for is said by
`answer_sentences`. That, and a few plain facts (which object is named how often, which is praised, words such as
"depends" or "both", what the question asks for), are the features of two small linear models: first whether the answer
takes a side at all (NO, NEUTRAL, a side), then which side. Steps as in LeviRank.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from weigh.models.answer_input import MOST_SENTENCES, WORD, Reading, build, groups, keys, sentences
from weigh.models.answer_sentences import Item, Named, asked_of, chances, named, praised
from weigh.models.answer_sentences import features as sentence_features
from weigh.models.session import Session

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from weigh.models.stance import StanceModel

    Floats = NDArray[np.float64]

UNREAD = (0.02, 0.02, 0.02, 0.94)  # what is taken for said by a sentence in the middle of a very long answer
TURNED = [1, 0, 2, 3]


def padded(readings: Sequence[Reading]) -> list[list[int]]:
    """Where to read, as many places for each: the objects, then the ends, filled up with sentences of no length."""
    return [one.objects + one.ends + one.ends[-1:] * (1 + MOST_SENTENCES - len(one.ends)) for one in readings]


def features(
    items: Sequence[Item], rows: Sequence[NDArray[np.float64]], chances: Sequence[NDArray[np.float64]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features of step one (the same when the objects are exchanged) and of step two (their sign turns round).

    `rows` is what the encoder says of the answers, `chances` whom their sentences speak for.
    """
    told, side = zip(*map(_of_answer, items, map(named, items), chances), strict=True)
    by_whole = _whole(np.stack([own[0] for own in rows]))
    return np.concatenate([np.stack(told), by_whole[0]], 1), np.concatenate([np.stack(side), by_whole[1]], 1)


def _whole(chances: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What is said of the answers as a whole."""
    found = np.clip(chances, 1e-3, 1)  # FIRST, SECOND, NEUTRAL, NO
    logs, sides = np.log(found), found[:, 0] + found[:, 1]
    taking = np.stack([logs[:, 3], logs[:, 2], np.log(sides), np.abs(found[:, 0] - found[:, 1])], 1)
    return taking, (logs[:, 0] - logs[:, 1])[:, None]


def _summed(praise: Sequence[tuple[float, float]]) -> list[float]:
    """Praise over an answer: all of it, its beginning and its end, where people say what they mean."""
    rows = np.array(praise) if praise else np.zeros((1, 2))
    root = math.sqrt(len(rows))
    parts = (rows.sum(0) / root, rows[0], rows[-1], np.sign(rows.sum(0)), rows[:3].sum(0))
    return [float(value) for part in parts for value in part]


def _of_answer(item: Item, own: Sequence[Named], chances: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """What the sentences of an answer say together, and plain facts about its words."""
    question, one, other, answer = item
    words = [word.lower() for word in WORD.findall(answer)]
    asking = frozenset(WORD.findall(question.lower()))
    cues = np.array([sum(word in group for word in words) for group in groups("cue")])
    asks = [float(not group.isdisjoint(asking)) for group in groups("asks")]
    known = keys(one, other)
    praise = _summed([praised(sentence.text, known)[:2] for sentence in own])
    if not own:
        own, chances = [Named("", None, None, 0)], np.array([[0, 0, 0, 1.0]])
    has = np.array([[sentence.first is not None, sentence.second is not None] for sentence in own])
    (first, second), length = has.sum(0), len(words)
    lean, sides = chances[:, 0] - chances[:, 1], chances[:, :2].max(0)
    only = has[:, 0].astype(float) - has[:, 1]
    early, later = (1 / (1 + int(np.argmax(column))) if column.any() else 0.0 for column in has.T)
    taking = [
        abs(lean.sum()), abs(lean.mean()), sides.max(), sides.min(), chances[:, 2].max(), chances[:, 3].mean(),
        chances[:, 3].min(), math.log1p(length), math.log1p(len(own)), math.log1p(first + second),
        float(first + second == 0), float(min(first, second) == 0), abs(int(first) - second) / (first + second + 1),
        has.any(1).mean(), *(np.log1p(cues) - 0.3 * math.log1p(length)), *(cues > 0), *asks, *map(abs, praise),
    ]  # fmt: skip
    side = [
        lean.sum(), lean.mean(), sides[0] - sides[1], lean[0], lean[-1], (lean * has.any(1)).sum(),
        (int(first) - second) / (first + second + 1), early - later, only[0], only[-1],
        (only * (1 - chances[:, 3])).sum(), *praise,
    ]  # fmt: skip
    return list(map(float, taking)), list(map(float, side))


class AnswersReader:
    """The encoder of answers: what it says of the whole, and the features of every sentence."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._markers = int(session.config["markers"][0]), int(session.config["markers"][1])

    def read(self, items: Sequence[Item], stance: StanceModel) -> tuple[list[Floats], list[tuple[Floats, Floats]]]:
        """Rows of chances for each answer and its sentences, and what the linear steps for sentences are given."""
        rows, every = self._told(items), [named(item) for item in items]
        parts = zip(items, every, rows, asked_of(stance, items, every), strict=True)
        return rows, [sentence_features(item, own, row, *by) for item, own, row, by in parts]

    def _told(self, items: Sequence[Item]) -> list[Floats]:
        """What the encoder says in the mean of both orders: for each answer a row for the whole and one a sentence."""
        found = [np.zeros((1 + len(sentences(item[3])), 4)) for item in items]
        for turned in (False, True):
            readings = [self._build(item, turned) for item in items]
            for own, reading, rows in zip(found, readings, self._say(readings), strict=True):
                every = np.tile(np.array(UNREAD), (len(own), 1))
                every[[0, *(at + 1 for at in reading.sentences)]] = rows
                own += (every[:, TURNED] if turned else every) / 2
        return found

    def _build(self, item: Item, turned: bool) -> Reading:
        session, (question, one, other, answer) = self._session, item
        objects = (other, one) if turned else (one, other)
        return build(session.encodings, question, objects, answer, self._markers, session.start, session.end)

    def _say(self, readings: Sequence[Reading]) -> list[NDArray[np.float32]]:
        rows = self._session.chances([reading.ids for reading in readings], padded(readings))
        return [own[: len(reading.ends)] for own, reading in zip(rows, readings, strict=True)]


class AnswersModel:
    """The encoder of answers, the stance model, and linear steps on top of them."""

    def __init__(self, folder: Path, stance: StanceModel) -> None:
        self._reader = AnswersReader(Session(folder))
        with np.load(folder / "weights.npz") as stored:
            self._weights = {name: stored[name].astype(np.float64) for name in stored.files}
        self._stance = stance

    def probabilities(self, items: Sequence[Item]) -> NDArray[np.float64]:
        """Rows of NO, NEUTRAL, FIRST, SECOND."""
        if not items:
            return np.zeros((0, 4))
        rows, parts = self._reader.read(items, self._stance)
        return combine(*features(items, rows, [chances(*part, self._weights) for part in parts]), self._weights)


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
