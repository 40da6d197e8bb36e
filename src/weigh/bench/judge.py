"""The second judge of citations: it knows nothing of how claims are made or checked, it only reads.

A claim and the sentence it cites are each read by a stance classifier; the sentence supports the claim when both favour
the same object. A claim that names one object only ("Choose Java for speed") favours that object. A claim that takes no
side is supported by any sentence that compares its objects, as long as what it cites does not all favour one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from weigh.classify import make_classifier
from weigh.text.mentions import object_spans
from weigh.types import Argument, Claim, Comparison, Object, Stance


class Judge:
    """Judges by the classifier of the given name."""

    def __init__(self, classifier: str) -> None:
        self._classifier = make_classifier(classifier)
        self.name = self._classifier.name

    def supports(self, claim: Claim, cited: Sequence[Argument], comparison: Comparison) -> list[bool]:
        """For each cited argument whether its sentence supports the claim."""
        objects = {item.name: item for item in comparison.objects}
        pairs = [[objects[name] for name in argument.objects] for argument in cited]
        winners = [self._favoured(argument.sentence.text, pair) for argument, pair in zip(cited, pairs, strict=True)]
        named = {span.name for span in object_spans(claim.text, comparison.objects)}
        if len(named) == 1:
            return [winner == next(iter(named)) for winner in winners]
        pair = [objects[name] for name in (claim.objects if len(claim.objects) == 2 else cited[0].objects)]
        said = self._favoured(claim.text, pair)
        if said in objects:
            return [winner == said for winner in winners]
        heard = {winner for winner in winners if winner in objects}
        several = len(heard) > 1 or not heard
        return [several and winner is not None for winner in winners]

    def _favoured(self, text: str, pair: Sequence[Object]) -> str | None:
        """The object that a text favours, "equal", or None where it does not compare them."""
        judged = self._classifier.classify([text], *pair)[0]
        if judged.stance is Stance.EQUAL:
            return "equal"
        return {Stance.FIRST: pair[0].name, Stance.SECOND: pair[1].name}.get(judged.stance)
