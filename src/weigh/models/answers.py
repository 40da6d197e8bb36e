"""The stance of a longer answer to "this or that?": NO, NEUTRAL, FIRST, SECOND, in two steps.

The answer is read sentence by sentence with the stance model, and as a whole with an encoder of its own. What these
say, and a few plain facts (which object is named how often, which is praised, words such as "depends" or "both", what
the question asks for), are the features of two small linear models: first whether the answer takes a side at all (NO,
NEUTRAL, a side), then which side. Steps as in LeviRank.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from weigh.errors import ModelMissing
from weigh.models import answer_input
from weigh.models.answer_input import WORD, Keys, groups, keys, stem
from weigh.models.session import Session

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from weigh.models.stance import Span, StanceModel

Item = tuple[str, str, str, str]
NEAR = 8  # words from praise to the object that it is said of
MOST_SENTENCES = 24  # of an answer that are read; the rest of a very long one adds nothing
_SENTENCE = re.compile(r"[^.!?\n]{3,400}[.!?]?")


def _mention(words: Sequence[re.Match[str]], own: frozenset[str]) -> Span | None:
    """The first stretch of words that belong to an object."""
    for at, word in enumerate(words):
        if stem(word.group().lower()) in own:
            end = at
            while end + 1 < len(words) and stem(words[end + 1].group().lower()) in own:
                end += 1
            return word.start(), words[end].end()
    return None


def _polarity(words: Sequence[str]) -> list[int]:
    """Praise and blame, word by word; praise that is denied shortly before is blame."""
    (praise,), (blame,), (deny,) = groups("praise"), groups("blame"), groups("deny")
    return [
        (-1 if not deny.isdisjoint(words[max(0, at - 3) : at]) else 1) if word in praise else -int(word in blame)
        for at, word in enumerate(words)
    ]


def _praised(words: Sequence[str], known: Keys) -> tuple[float, float]:
    """Who is praised in a sentence, first object against second: as a whole, and by what stands near each of them."""
    polarity = _polarity(words)
    places = [[at for at, word in enumerate(words) if stem(word) in own] for own in known]
    whole = np.sign(sum(polarity)) * (float(bool(places[0])) - float(bool(places[1])))
    near = 0.0
    for at, value in enumerate(polarity):
        if value:
            one, other = (min((abs(at - place) for place in own), default=NEAR) for own in places)
            near += value * float(np.sign(other - one)) if min(one, other) < NEAR else 0.0
    return float(whole), near


def read(items: Sequence[Item], stance: StanceModel, whole: Session) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features of step one (the same when the objects are exchanged) and of step two (their sign turns round)."""
    by_sentence, by_whole = _sentences(items, stance), _whole(items, whole)
    return np.concatenate([by_sentence[0], by_whole[0]], 1), np.concatenate([by_sentence[1], by_whole[1]], 1)


def _whole(items: Sequence[Item], session: Session) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the encoder of whole answers says, the mean of both orders of the objects."""
    one, other = (session.chances(*rows(session, items, turned)) for turned in (False, True))
    found = np.clip((one + other[:, [1, 0, 2, 3]]) / 2, 1e-3, 1).astype(np.float64)  # FIRST, SECOND, NEUTRAL, NO
    logs, sides = np.log(found), found[:, 0] + found[:, 1]
    taking = np.stack([logs[:, 3], logs[:, 2], np.log(sides), np.abs(found[:, 0] - found[:, 1])], 1)
    return taking, (logs[:, 0] - logs[:, 1])[:, None]


def rows(session: Session, items: Sequence[Item], turned: bool) -> tuple[list[list[int]], list[list[int]]]:
    """Question and answer as token ids, and where the objects are read; `turned` exchanges the objects."""
    asked, said = (session.encodings([item[at] for item in items]) for at in (0, 3))
    markers = int(session.config["markers"][0]), int(session.config["markers"][1])
    found, places = [], []
    for (question, one, other, answer), *parts in zip(items, asked, said, strict=True):
        ids, first, second = answer_input.build(
            (question, parts[0]), (answer, parts[1]), (other, one) if turned else (one, other), markers,
            session.start, session.end,
        )  # fmt: skip
        found.append(ids)
        places.append([0, first, second])
    return found, places


def _sentences(items: Sequence[Item], stance: StanceModel) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the stance model says of the answers' sentences, and plain facts about the words."""
    asked = []
    owners: list[tuple[int, int, bool, bool]] = []
    counts = np.zeros((len(items), 6))
    cues = np.zeros((len(items), len(groups("cue"))))
    asks = np.zeros((len(items), len(groups("asks"))))
    praise: list[list[tuple[float, float]]] = []
    for number, (question, one, other, answer) in enumerate(items):
        known = keys(one, other)
        sentences = [match.group().strip() for match in _SENTENCE.finditer(answer)][:MOST_SENTENCES]
        every = [word.lower() for word in WORD.findall(answer)]
        cues[number] = [sum(word in group for word in every) for group in groups("cue")]
        asks[number] = [not group.isdisjoint(WORD.findall(question.lower())) for group in groups("asks")]
        counts[number, 4:] = len(every), len(sentences)
        praise.append([_praised([w.lower() for w in WORD.findall(sentence)], known) for sentence in sentences])
        for place, sentence in enumerate(sentences):
            spans = tuple(_mention(list(WORD.finditer(sentence)), own) for own in known)
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
    """Two linear steps on top of the stance model and of the encoder of whole answers."""

    def __init__(self, folder: Path, stance: StanceModel) -> None:
        self._session = Session(folder)
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
        return combine(*read(items, self._stance, self._session), self._weights)


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
