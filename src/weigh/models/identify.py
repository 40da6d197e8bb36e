"""Is a question comparative? The transformer's word and, before it, a linear model that settles the plain cases."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from weigh.errors import ModelMissing
from weigh.models.session import Session, read_config

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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


class LinearIdentify:
    """The first step: logistic regression on hashed word n-grams, several hundred thousand questions a second.

    `thresholds` has `no` (below: surely not comparative) and `yes` (above: surely comparative); what lies between is
    for the transformer.
    """

    def __init__(self, folder: Path) -> None:
        config = read_config(folder)
        self.thresholds: dict[str, float] = dict(config["thresholds"])
        try:
            import numpy as np

            self._weights = np.load(folder / "weights.npz")["weights"].astype(np.float32)
        except (OSError, ValueError, KeyError) as error:
            raise ModelMissing(f"The weights in {folder} cannot be read ({error}). Reinstall weigh.") from error
        self._bias = float(config["bias"])

    def probabilities(self, questions: Sequence[str]) -> NDArray[np.float32]:
        """One probability a question."""
        import numpy as np

        from weigh.models.hashing import rows_and_features

        found = np.full(len(questions), self._bias, np.float64)
        for start in range(0, len(questions), 4096):
            part = questions[start : start + 4096]
            rows, features, sizes = rows_and_features(part, len(self._weights))
            sums = np.bincount(rows, self._weights[features], len(part))
            found[start : start + len(part)] += sums / np.sqrt(np.maximum(sizes, 1))
        return (1 / (1 + np.exp(-found))).astype(np.float32)
