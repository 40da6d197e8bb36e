"""Sentences → stances: `markers`, `bow` and `transformer`, each one file behind the same Protocol."""

from __future__ import annotations

from weigh.errors import BadSetting, ModelMissing
from weigh.stages import Classifier


def make_classifier(name: str) -> Classifier:
    """The classifier of that name, remembering what it judged.

    Where the transformer's files are missing the markers take its place under the name "markers (fallback)".
    """
    from weigh.classify.markers import MarkersClassifier
    from weigh.classify.memory import Remembering

    if name == "markers":
        return Remembering(MarkersClassifier())
    if name == "bow":
        from weigh.classify.bow import BowClassifier

        return Remembering(BowClassifier())
    if name == "transformer":
        from weigh.classify.transformer import TransformerClassifier

        try:
            return Remembering(TransformerClassifier())
        except ModelMissing:
            fallback = Remembering(MarkersClassifier())
            fallback.name = "markers (fallback)"
            return fallback
    raise BadSetting(f"There is no classifier '{name}'. Known: transformer, bow, markers.")
