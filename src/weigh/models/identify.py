"""Is a question comparative? The transformer's word; before it `identify-linear` settles the plain cases."""

from __future__ import annotations

from collections.abc import Sequence

from weigh.models.session import Session

LONGEST = 64  # tokens of a question; the data has none longer


def question_rows(session: Session, questions: Sequence[str]) -> list[list[int]]:
    """Questions as rows of token ids."""
    encodings = session.encodings(questions)
    return [[session.start, *encoding.ids[:LONGEST], session.end] for encoding in encodings]


class IdentifyModel:
    """The transformer: probability that a question is comparative."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.thresholds: dict[str, float] = dict(session.config["thresholds"])

    def probabilities(self, questions: Sequence[str]) -> list[float]:
        """One probability a question."""
        import numpy as np

        if not questions:
            return []
        logits = np.stack(self._session.run(question_rows(self._session, questions)))[:, 0]
        return [float(value) for value in 1 / (1 + np.exp(-logits))]
