"""Whom each sentence of a longer answer speaks for: two linear steps over what several readers say of it.

The encoder of answers reads a sentence in its context and tells well whether it takes a side. The stance model reads it
by itself and tells better which: asked once with both names before it, and once as a comparison of the one object that
it names ("compared to tea, coffee …"), or of the one named last, with the other. Neighbours have a say, since who
argues goes on arguing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from weigh.models.answer_input import WORD, Keys, groups, keys, mentions, sentences, stem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from weigh.models.stance import Span, StanceModel

    Floats = NDArray[np.float64]

Item = tuple[str, str, str, str]
Asked = tuple[str, "Span", "Span"]
NEAR = 8  # words from praise to the object that it is said of
LITTLE = 0.02  # added to chances before their logarithm is taken


@dataclass(frozen=True, slots=True)
class Named:
    """What a sentence names: spans of either object, and the object named last before it (1, -1, or 0 for none)."""

    text: str
    first: Span | None
    second: Span | None
    before: int

    @property
    def single(self) -> bool:
        """Whether it names one object and not the other."""
        return (self.first is None) != (self.second is None)

    @property
    def sign(self) -> int:
        """1 where it names the first object alone, -1 for the second, else 0."""
        return (1 if self.second is None else -1) if self.single else 0

    @property
    def carried(self) -> bool:
        """Whether it names nothing, but another did before."""
        return self.first is None and self.second is None and self.before != 0


def named(item: Item) -> list[Named]:
    """The sentences of an answer with what they name."""
    known, found, last = keys(item[1], item[2]), [], 0
    for text in sentences(item[3]):
        here = mentions(text, known)
        first, second = (next((span for which, span in here if which == own), None) for own in (0, 1))
        found.append(Named(text, first, second, last))
        if here:
            last = -1 if here[-1][0] else 1
    return found


def _plain(sentence: Named, one: str, other: str) -> Asked:
    """The sentence behind both names, which stand for an object that it lacks."""
    prefix = f"{one} or {other}: "
    spans = [
        (span[0] + len(prefix), span[1] + len(prefix)) if span else name
        for span, name in (
            (sentence.first, (0, len(one))),
            (sentence.second, (len(one) + 4, len(one) + 4 + len(other))),
        )
    ]
    return prefix + sentence.text, spans[0], spans[1]


def _against(sentence: Named, one: str, other: str) -> Asked | None:
    """The sentence as a comparison of the object that it is about with the other; None where that is not known."""
    about = sentence.sign or (sentence.before if sentence.carried else 0)
    if not about:
        return None
    mine, rival = (one, other) if about > 0 else (other, one)
    prefix = "Compared to "
    beside = (len(prefix), len(prefix) + len(rival))
    prefix += f"{rival}, "
    span = sentence.first or sentence.second
    own = (span[0] + len(prefix), span[1] + len(prefix)) if span else (len(prefix), len(prefix) + len(mine))
    text = prefix + (sentence.text if span else f"{mine}: {sentence.text}")
    return (text, own, beside) if about > 0 else (text, beside, own)


def asked_of(
    stance: StanceModel, items: Sequence[Item], every: Sequence[Sequence[Named]]
) -> list[tuple[Floats, Floats]]:
    """What the stance model says of the sentences of each answer, asked plainly (both orders) and as a comparison."""
    plain, turned, against = [], [], []
    for (_, one, other, _), own in zip(items, every, strict=True):
        for sentence in own:
            plain.append(_plain(sentence, one, other))
            mirrored = Named(sentence.text, sentence.second, sentence.first, -sentence.before)
            turned.append(_plain(mirrored, other, one))
            against.append(_against(sentence, one, other))
    alone = (stance.probabilities(plain) + stance.probabilities(turned)[:, [1, 0, 2, 3]]).astype(np.float64) / 2
    compared = alone.copy()
    known = [at for at, one_ in enumerate(against) if one_ is not None]
    if known:
        compared[known] = stance.probabilities([one_ for one_ in against if one_ is not None])
    bounds = np.cumsum([len(own) for own in every])[:-1]
    return list(zip(np.split(alone, bounds), np.split(compared, bounds), strict=True))


def _polarity(words: Sequence[str]) -> list[int]:
    """Praise and blame, word by word; praise that is denied shortly before is blame."""
    (praise,), (blame,), (deny,) = groups("praise"), groups("blame"), groups("deny")
    return [
        (-1 if not deny.isdisjoint(words[max(0, at - 3) : at]) else 1) if word in praise else -int(word in blame)
        for at, word in enumerate(words)
    ]


def praised(text: str, known: Keys) -> tuple[float, float, float]:
    """Who is praised, first object against second: as a whole, by what stands near each; and whether at all."""
    words = [word.lower() for word in WORD.findall(text)]
    polarity = _polarity(words)
    places = [[at for at, word in enumerate(words) if stem(word) in own] for own in known]
    whole = np.sign(sum(polarity)) * (float(bool(places[0])) - float(bool(places[1])))
    near = 0.0
    for at, value in enumerate(polarity):
        if value:
            one, other = (min((abs(at - place) for place in own), default=NEAR) for own in places)
            near += value * float(np.sign(other - one)) if min(one, other) < NEAR else 0.0
    return float(whole), near, float(np.sign(sum(polarity)))


def _lean(chances: Floats) -> Floats:
    return np.asarray(np.log((chances[:, 0] + LITTLE) / (chances[:, 1] + LITTLE)))


def _beside(values: Floats) -> tuple[Floats, Floats]:
    """The values of the sentence before and of the one behind; nought where there is none."""
    return np.concatenate([[0.0], values[:-1]]), np.concatenate([values[1:], [0.0]])


def features(item: Item, own: Sequence[Named], rows: Floats, alone: Floats, compared: Floats) -> tuple[Floats, Floats]:
    """For each sentence: features that stay when the objects are exchanged, and features whose sign turns round.

    `rows` is what the encoder says of the whole and of each sentence.
    """
    if not own:
        return np.zeros((0, 19)), np.zeros((0, 19))
    read, logs = rows[1:], np.log(np.clip(rows[1:], 1e-3, 1))
    sided = np.clip(read[:, 0] + read[:, 1], 1e-3, 1)
    single, carried = (np.array([getattr(s, name) for s in own], float) for name in ("single", "carried"))
    both = np.array([s.first is not None and s.second is not None for s in own], float)
    sign, before = np.array([s.sign for s in own], float), np.array([s.before for s in own], float)
    known = keys(item[1], item[2])
    whole, near, polarity = np.array([praised(s.text, known) for s in own]).T
    by_itself, against = _lean(alone), _lean(compared)
    rest = (against * sided).sum() - against * sided
    of_whole = np.full(len(own), np.log(max(rows[0, 0], 1e-3) / max(rows[0, 1], 1e-3)))
    odd = [
        against * single, against * carried, against * both, by_itself * single, by_itself * (1 - single),
        logs[:, 0] - logs[:, 1], sign, before * carried, near, whole, polarity * before * carried, rest, of_whole,
        *_beside(against), *_beside(by_itself), *_beside(sign),
    ]  # fmt: skip
    log_alone, log_compared = np.log(np.clip(alone, 1e-3, 1)), np.log(np.clip(compared, 1e-3, 1))
    even = [
        np.log(sided), logs[:, 2], logs[:, 3], log_alone[:, 2], log_alone[:, 3], log_compared[:, 2], log_compared[:, 3],
        np.abs(against) * single, np.abs(against) * carried, np.abs(by_itself), single, carried, both,
        np.linspace(0, 1, len(own)), np.abs(near), *_beside(logs[:, 3]), *_beside(logs[:, 2]),
    ]  # fmt: skip
    return np.stack(even, 1), np.stack(odd, 1)


def chances(even: Floats, odd: Floats, weights: dict[str, Floats]) -> Floats:
    """Rows of FIRST, SECOND, EQUAL, NONE: first whether a side is taken, then which."""
    scores = (even - weights["even_mean"]) / weights["even_spread"] @ weights["even"] + weights["even_bias"]
    steps = np.exp(scores - scores.max(1, keepdims=True))
    steps /= steps.sum(1, keepdims=True)  # a side, EQUAL, NONE
    first = 1 / (1 + np.exp(-(odd / weights["odd_scale"] @ weights["odd"])))
    return np.stack([steps[:, 0] * first, steps[:, 0] * (1 - first), steps[:, 1], steps[:, 2]], 1)
