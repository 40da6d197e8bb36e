"""The `bow` classifier: a linear model on the words before, between and after the two objects, as in CAM.

Features are hashed words and word pairs, so that the model is one small table of weights (bow.npz, made by
`weigh train bow`) and a sentence costs microseconds.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from weigh.errors import ModelMissing
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Judgement, Object, Stance

BUCKETS = 1 << 15
CLASSES = (Stance.FIRST, Stance.SECOND, Stance.NONE)
"""Order of the columns; FIRST means the object that stands first in the text."""


class BowClassifier:
    """Stance by a bag of words."""

    name = "bow"

    def __init__(self) -> None:
        self._weights, self._bias = _load()

    def classify(self, sentences: Sequence[str], first: Object, second: Object) -> list[Judgement]:
        return [self._judge(text, first, second) for text in sentences]

    def _judge(self, text: str, first: Object, second: Object) -> Judgement:
        import numpy as np

        spans = object_spans(text, (first, second))
        leading = spans[0].name if spans else ""
        trailing = next((span for span in spans if span.name != leading), None)
        if trailing is None:
            return Judgement(Stance.NONE, 1.0)
        start = max(i for i, span in enumerate(spans) if span.name == leading and span.start < trailing.start)
        found = features(text, (spans[start].start, spans[start].end), (trailing.start, trailing.end))
        scores = self._weights[found].sum(axis=0, dtype=np.float32) + self._bias
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        best = int(odds.argmax())
        stance = CLASSES[best] if leading == first.name else CLASSES[best].swapped()
        return Judgement(stance, float(odds[best]))


def features(text: str, leading: tuple[int, int], trailing: tuple[int, int]) -> list[int]:
    """Buckets of the words and word pairs of the three parts of a sentence. Spans are in text order."""
    parts: dict[str, list[str]] = {"<": [], "=": [], ">": []}
    for token in tokenize(text):
        if token.end <= leading[0]:
            parts["<"].append(token.text)
        elif leading[1] <= token.start and token.end <= trailing[0]:
            parts["="].append(token.text)
        elif token.start >= trailing[1]:
            parts[">"].append(token.text)
    found: set[str] = set()
    for part, words in parts.items():
        found.update(f"{part}{word}" for word in words)
        found.update(f"{part}{a} {b}" for a, b in itertools.pairwise(words))
    found.add(f"length {min(len(parts['=']) // 2, 8)}")
    return sorted({crc32(name.encode()) % BUCKETS for name in found})


@cache
def _load() -> tuple[Any, Any]:
    import numpy as np

    path = files("weigh.classify").joinpath("bow.npz")
    try:
        with path.open("rb") as stream:
            data = np.load(stream)
            return data["weights"], data["bias"]
    except (OSError, ValueError, KeyError) as error:
        raise ModelMissing(f"The weights of the classifier 'bow' cannot be read ({error}). Reinstall weigh.") from None
