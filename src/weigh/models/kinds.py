"""What does a question ask for? Ten kinds, several at once, and factual / method / argumentative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weigh.models.identify import question_rows
from weigh.models.session import Session

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = (
    "opinion", "argument", "reason", "factoid", "method", "superlative", "direct", "aspect", "context", "preference",
)  # fmt: skip
WAYS = ("factual", "method", "argumentative")


class KindsModel:
    """The kinds transformer."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.threshold = float(session.config["threshold"])

    def arrays(self, questions: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rows of the ten kinds' probabilities, and rows of the three ways' (these sum to 1)."""
        import numpy as np

        if not questions:
            return np.zeros((0, len(KINDS)), np.float32), np.zeros((0, len(WAYS)), np.float32)
        logits = np.stack(self._session.run(question_rows(self._session, questions)))
        kinds: NDArray[np.float32] = (1 / (1 + np.exp(-logits[:, : len(KINDS)]))).astype(np.float32)
        ways = np.exp(logits[:, len(KINDS) :] - logits[:, len(KINDS) :].max(1, keepdims=True))
        return kinds, ways / ways.sum(1, keepdims=True)

    def probabilities(self, questions: Sequence[str]) -> list[dict[str, float]]:
        """Per question: the probability of each kind, of `factual` and of `argumentative`.

        `method` is both a kind (of comparative questions) and a way (of any question): the larger of the two.
        """
        kinds, ways = self.arrays(questions)
        found = []
        for row, way in zip(kinds.tolist(), ways.tolist(), strict=True):
            chances = dict(zip(KINDS, row, strict=True))
            factual, method, argumentative = way
            chances |= {"factual": factual, "argumentative": argumentative, "method": max(method, chances["method"])}
            found.append(chances)
        return found
