"""Logistic regression on hashed word n-grams: the cheapest step, several hundred thousand texts a second.

`identify-linear` settles the plain questions of a log, `stance-linear` waves off sentences that compare nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from weigh.models.session import read_config

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STRETCH = 4096  # texts at a time


class LinearModel:
    """The weights of a folder; `thresholds` say below and above what it is sure enough."""

    def __init__(self, folder: Path) -> None:
        import numpy as np

        config = read_config(folder)
        self.thresholds: dict[str, float] = dict(config["thresholds"])
        with np.load(folder / "weights.npz") as stored:
            self._weights = stored["weights"].astype(np.float32)
        self._bias = float(config["bias"])

    def probabilities(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One probability a text."""
        import numpy as np

        from weigh.models.hashing import rows_and_features

        found = np.full(len(texts), self._bias, np.float64)
        for start in range(0, len(texts), _STRETCH):
            part = texts[start : start + _STRETCH]
            rows, features, sizes = rows_and_features(part, len(self._weights))
            sums = np.bincount(rows, self._weights[features], len(part))
            found[start : start + len(part)] += sums / np.sqrt(np.maximum(sizes, 1))
        return (1 / (1 + np.exp(-found))).astype(np.float32)
