"""The `transformer` classifier: a small fine-tuned encoder reads each sentence with its two objects marked.

Sentences without any sign of comparison are answered by the cheap filter and never reach the model; cue words are
looked up only where the model saw a stance, to be highlighted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weigh import models
from weigh.classify.cues import may_compare
from weigh.classify.markers import MarkersClassifier
from weigh.models.stance import decide
from weigh.text.frames import frame_in
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Judgement, Object, Stance

_NOTHING = Judgement(Stance.NONE, 1.0)
_SURE = 0.9
_PLAIN = 0.7

Item = tuple[str, tuple[int, int], tuple[int, int]]


class TransformerClassifier:
    """Stance by the shipped model."""

    name = "transformer"

    def __init__(self) -> None:
        self._model: Any = models.load("stance")
        self._markers = MarkersClassifier()

    def classify(self, sentences: Sequence[str], first: Object, second: Object) -> list[Judgement]:
        result = [_NOTHING] * len(sentences)
        places: list[int] = []
        items: list[Item] = []
        for at, text in enumerate(sentences):
            if (item := model_item(text, first, second)) is not None:
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
            result[at] = _plainly_otherwise(sentences[at], judged, first, second) or judged
        return result


def _plainly_otherwise(text: str, judged: Judgement, first: Object, second: Object) -> Judgement | None:
    """The other stance, where the sentence plainly says so: "A is more expensive than B".

    The training data has few sentences that put the loser first or praise by "less", and the model at times takes
    "more wasteful" for praise and "fewer lines" for blame. Of the 914 sentences of train and validation that have a
    plain reading it changes five; of the 2,611 of the starter library that have a stance 107, and a reading of them
    found nine in ten changed for the better.
    """
    if judged.stance not in (Stance.FIRST, Stance.SECOND):
        return None
    frame = frame_in(text, tuple(object_spans(text, (first, second))))
    if frame is None or frame.negated or frame.favoured is None or not (frame.aspect or frame.costs):
        return None
    less = frame.phrase.lower().startswith(("less", "fewer"))
    if frame.favoured == frame.right:
        plain = frame.costs or not less  # "uses less fuel" is praise
    else:
        plain = frame.costs or less or (frame.direct and judged.confidence < _SURE)
    if not plain:
        return None
    stance = Stance.FIRST if frame.favoured == first.name else Stance.SECOND
    return Judgement(stance, _PLAIN, judged.cues) if stance is not judged.stance else None


def model_item(text: str, first: Object, second: Object) -> Item | None:
    """What the model reads of a sentence: the two mentions that stand closest; None where it cannot be a comparison."""
    tokens = tokenize(text)
    if not may_compare([token.text for token in tokens]):
        return None
    spans = object_spans(text, (first, second), tokens)
    ones = [span for span in spans if span.name == first.name]
    others = [span for span in spans if span.name == second.name]
    if not ones or not others:
        return None
    one, other = min(((a, b) for a in ones for b in others), key=lambda pair: abs(pair[0].start - pair[1].start))
    return text, (one.start, one.end), (other.start, other.end)
