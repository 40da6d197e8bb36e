"""Whether a sentence plainly calls two things alike: "the train can be just as cheap as the plane"."""

from __future__ import annotations

from collections.abc import Sequence

from weigh.text.comparatives import EMPTY, GRADING, is_comparative
from weigh.text.frames import denies
from weigh.text.tokens import tokenize
from weigh.types import Span

_LIKE = frozenset(("just", "equally", "exactly", "about", "every", "much"))
"""Words before "as … as" that say it is meant in earnest; a bare "as long as" often is not."""
_MULTIPLES = frozenset(("twice", "times", "half", "double", "not", "nearly", "almost", "nowhere", "never"))
_BETWEEN = 3
"""Words between "as" and "as"."""
_REACH = 5
_BACK = 4


def calls_equal(text: str, objects: Sequence[Span]) -> bool:
    """Whether "just as … as" stands between the two objects, undenied, and nothing else in the sentence compares."""
    tokens = tokenize(text)
    words = [token.text for token in tokens]
    if any(word in EMPTY or word in GRADING or is_comparative(word) for word in words):
        return False
    for at, word in enumerate(words):
        if word != "as" or not at or words[at - 1] not in _LIKE:
            continue
        again = next((i for i in range(at + 2, min(at + 2 + _BETWEEN, len(words))) if words[i] == "as"), None)
        before = range(max(0, at - _BACK), at)
        if again is None or any(words[i] in _MULTIPLES or denies(tokens, i) for i in before):
            continue
        edge = tokens[min(again + _REACH, len(tokens) - 1)].end
        left = {span.name for span in objects if span.end <= tokens[at].start}
        right = {span.name for span in objects if tokens[again].end <= span.start < edge}
        if any(one != other for one in left for other in right):
            return True
    return False
