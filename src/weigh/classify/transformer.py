"""The `transformer` classifier: a small fine-tuned encoder reads each sentence with its two objects marked.

Sentences without any sign of comparison are answered by a linear filter and never reach the model; cue words are looked
up only where the model saw a stance, to be highlighted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weigh import models
from weigh.classify.markers import MarkersClassifier
from weigh.classify.plain import corrected
from weigh.models.stance import decide
from weigh.text.compared import compared_pair
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Judgement, Object, Stance

_NOTHING = Judgement(Stance.NONE, 1.0)

Item = tuple[str, tuple[int, int], tuple[int, int]]


class TransformerClassifier:
    """Stance by the shipped model."""

    name = "transformer"

    def __init__(self) -> None:
        self._model: Any = models.load("stance")
        # A folder of the user's own models may have none: then all is read.
        self._filter: Any = models.load("stance-linear") if models.available("stance-linear") else None
        self._markers = MarkersClassifier()

    def classify(self, sentences: Sequence[str], first: Object, second: Object) -> list[Judgement]:
        result = [_NOTHING] * len(sentences)
        places: list[int] = []
        items: list[Item] = []
        for at in self._worth_reading(sentences):
            if (item := model_item(sentences[at], first, second)) is not None:
                places.append(at)
                items.append(item)
        if not items:
            return result
        probabilities = self._model.probabilities(items)
        for at, row in zip(places, probabilities, strict=True):
            name, confidence = decide(row)
            stance = Stance[name]
            read = stance is not Stance.NONE
            cues = self._markers.classify([sentences[at]], first, second)[0].cues if read else ()
            judged = Judgement(stance, confidence, cues)
            result[at] = corrected(sentences[at], judged, first, second)
        return result

    def _worth_reading(self, sentences: Sequence[str]) -> Sequence[int]:
        """Where the sentences stand that may hold a stance."""
        if self._filter is None:
            return range(len(sentences))
        kept: list[int] = (
            (self._filter.probabilities(sentences) >= self._filter.thresholds["none"]).nonzero()[0].tolist()
        )
        return kept


def model_item(text: str, first: Object, second: Object) -> Item | None:
    """What the model reads of a sentence: it and the mentions compared; None where one of them is lacking."""
    tokens = tokenize(text)
    found = compared_pair(tokens, object_spans(text, (first, second), tokens), first.name, second.name)
    if found is None:
        return None
    one, other = found
    return text, (one.start, one.end), (other.start, other.end)
