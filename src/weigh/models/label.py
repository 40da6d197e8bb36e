"""Which words of a question are objects, aspects, the predicate?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from weigh.models.decode import best_path
from weigh.models.session import Session

_PLAIN = r"(?<!\w)\.(?=net\b)net|[^\W_]+(?:\+\+|#)?"
_WORD = re.compile(_PLAIN, re.IGNORECASE)
_MARK = r"(?<!\w)[.:]|[.:](?!\w)|(?<!\d),|,(?!\d)|[;?!()/&\"“”–—]|(?<=\s)-+(?=\s)"
_WORD_OR_MARK = re.compile(rf"{_PLAIN}|{_MARK}", re.IGNORECASE)
LONGEST = 120  # tokens that fit the model's table of positions


def words(question: str, *, marks: bool = False) -> list[tuple[str, int, int]]:
    """The words of a raw question as the labelled data has them, with where they stand.

    Lower case, punctuation dropped, "C++" and "C#" kept whole. With `marks` punctuation that parts words is kept: it
    tells a list from a title, and the questions written for this project have it.

    >>> words("What's better: C++ or Go?")
    [('what', 0, 4), ('s', 5, 6), ('better', 7, 13), ('c++', 15, 18), ('or', 19, 21), ('go', 22, 24)]
    >>> [word for word, _, _ in words("20,000 or 1.5?", marks=True)]
    ['20', '000', 'or', '1', '5', '?']
    """
    pattern = _WORD_OR_MARK if marks else _WORD
    return [(match.group().lower(), match.start(), match.end()) for match in pattern.finditer(question)]


class LabelModel:
    """The token labeller."""

    def __init__(self, session: Session) -> None:
        import numpy as np

        self._session = session
        self._labels: tuple[str, ...] = tuple(session.config["labels"])
        self._moves = np.array(session.config["moves"], np.float64)

    def labels(self, questions: Sequence[Sequence[str]]) -> list[list[tuple[str, float]]]:
        """Per word: the label (OBJ, ASP, PRED, O) and its probability."""
        import numpy as np

        session = self._session
        rows, starts = [], []
        for encoding, own in zip(session.encodings(questions, words=True), questions, strict=True):
            first = [0] * len(own)
            for at, word in reversed(list(enumerate(encoding.word_ids[:LONGEST]))):
                if word is not None:
                    first[word] = at + 1
            rows.append([session.start, *encoding.ids[:LONGEST], session.end])
            starts.append(first)
        found = []
        for logits, first in zip(session.run(rows), starts, strict=True):
            own_logits = logits[first]
            chances = np.exp(own_logits - own_logits.max(-1, keepdims=True)) if len(first) else own_logits
            chances = chances / chances.sum(-1, keepdims=True)
            path = best_path(chances, self._moves)
            found.append([(self._labels[to], float(chances[at, to])) for at, to in enumerate(path)])
        return found
