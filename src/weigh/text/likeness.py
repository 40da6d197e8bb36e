"""Whether a sentence plainly calls two things alike: "the train can be just as cheap as the plane"."""

from __future__ import annotations

from collections.abc import Sequence

from weigh.text.comparatives import EMPTY, GRADING, is_comparative
from weigh.text.equatives import equatives
from weigh.text.tokens import tokenize
from weigh.types import Span

_LIKE = frozenset(("just", "equally", "exactly", "about", "every", "much"))
"""Words before "as … as" that say it is meant in earnest; a bare "as long as" often is not."""
_REACH = 5


def calls_equal(text: str, objects: Sequence[Span]) -> bool:
    """Whether "just as … as" stands between the two objects, undenied, and nothing else in the sentence compares."""
    tokens = tokenize(text)
    if any(token.text in EMPTY or token.text in GRADING or is_comparative(token.text) for token in tokens):
        return False
    for at, again, amount in equatives(text, tokens):
        if amount is not None or tokens[at - 1].text not in _LIKE:
            continue
        edge = tokens[min(again + _REACH, len(tokens) - 1)].end
        left = {span.name for span in objects if span.end <= tokens[at].start}
        right = {span.name for span in objects if tokens[again].end <= span.start < edge}
        if any(one != other for one in left for other in right):
            return True
    return False
