"""Linear models on hashed n-grams: trained offline with scikit-learn (`weigh.log.train`), run with numpy alone.

A model file holds the places that carry weight, the weights as 8-bit numbers with one scale per class, and the biases.
All models look at the same places, so that a question is taken apart once for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from weigh.errors import ModelMissing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Bag:
    """Many questions as places: those of question i are `places[starts[i]:starts[i + 1]]`."""

    places: NDArray[np.int32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1


def bag(questions: Sequence[str]) -> Bag:
    """Take questions apart once."""
    from weigh.text.tokens import words

    return bag_of_words([words(question) for question in questions])


def bag_of_words(questions: Sequence[Sequence[str]]) -> Bag:
    """The same for questions that are split into words already."""
    import numpy as np

    from weigh.log.features import places_of

    flat: list[int] = []
    starts = [0]
    for found in questions:
        flat += places_of(found)
        starts.append(len(flat))
    return Bag(np.asarray(flat, dtype=np.int32), np.asarray(starts, dtype=np.int64))


class LinearModel:
    """Class scores of bags: one score goes through a sigmoid, several through a softmax. `scaled` models were
    trained on
    rows of length one, so that long questions are not louder; the others sum up votes of words."""

    def __init__(
        self,
        name: str,
        classes: tuple[str, ...],
        rows: NDArray[np.uint16],
        weights: NDArray[np.float32],
        bias: NDArray[np.float32],
        *,
        scaled: bool = True,
    ) -> None:
        """`rows` says for every place which row of the weights it has; row 0 is that of places without weight."""
        self.name = name
        self.classes = classes
        self._rows = rows
        self._weights = weights
        self._bias = bias
        self._scaled = scaled

    def probabilities(self, questions: Bag) -> NDArray[np.float32]:
        """One row per question, one column per class; rows sum to one."""
        import numpy as np

        count = len(questions)
        total = np.zeros((count, self._weights.shape[1]), dtype=np.float32)
        for start in range(0, count, 4096):  # in slices, so that the table of looked-up weights stays small
            part = questions.starts[start : start + 4097]
            size = len(part) - 1
            looked_up = self._weights[self._rows[questions.places[part[0] : part[-1]]]]
            lengths = np.diff(part)
            filled = lengths > 0
            if filled.any():
                sums = np.add.reduceat(looked_up, (part[:-1] - part[0])[filled], axis=0)
                total[start : start + size][filled] = sums / np.sqrt(lengths[filled])[:, None] if self._scaled else sums
        scores = total + self._bias
        if scores.shape[1] == 1:
            positive = 1 / (1 + np.exp(-scores))
            return np.hstack([1 - positive, positive]).astype(np.float32)
        scores -= scores.max(axis=1, keepdims=True)
        exponents = np.exp(scores)
        result: NDArray[np.float32] = (exponents / exponents.sum(axis=1, keepdims=True)).astype(np.float32)
        return result


def card(name: str) -> dict[str, Any]:
    """What is known of a shipped model: how it was made, its thresholds, how good it is."""
    path = files("weigh.log").joinpath("weights", f"{name}.json")
    try:
        result: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ModelMissing(f"The question model '{name}' has no readable card ({error}). Reinstall weigh.") from None
    return result


@cache
def load(name: str) -> LinearModel:
    """A shipped model by name: `intent`, `topic`."""
    import io

    import numpy as np

    path = files("weigh.log").joinpath("weights", f"{name}.npz")
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as data:
            classes = tuple(str(item) for item in data["classes"])
            rows, weights = by_row(data["places"], data["weights"].astype(np.float32) * data["scale"])
            return LinearModel(
                name, classes, rows, weights, data["bias"].astype(np.float32), scaled=bool(data["scaled"])
            )
    except (OSError, KeyError, ValueError) as error:
        raise ModelMissing(f"The question model '{name}' cannot be read ({error}). Reinstall weigh.") from None


def by_row(places: NDArray[np.int32], weights: NDArray[np.float32]) -> tuple[NDArray[np.uint16], NDArray[np.float32]]:
    """The table from place to row, and the weights by row. At most 65,535 places carry weight."""
    import numpy as np

    from weigh.log.features import PLACES

    rows = np.zeros(PLACES, dtype=np.uint16)
    rows[places] = np.arange(1, len(places) + 1, dtype=np.uint16)
    return rows, np.vstack([np.zeros((1, weights.shape[1]), dtype=np.float32), weights])


def save(
    path: str,
    classes: Sequence[str],
    places: NDArray[np.int32],
    weights: NDArray[np.float32],
    bias: NDArray[np.float32],
    *,
    scaled: bool = True,
) -> int:
    """Write a model (one row of weights a place); returns its size in bytes. What rounds to nothing is left out."""
    from pathlib import Path

    import numpy as np

    scale = np.maximum(np.abs(weights).max(axis=0), 1e-9).astype(np.float32) / 127
    small = np.rint(weights / scale).astype(np.int8)
    used = np.abs(small).max(axis=1) > 0
    np.savez_compressed(
        path,
        places=places[used].astype(np.int32),
        weights=small[used],
        scale=scale,
        bias=bias.astype(np.float32),
        classes=np.asarray(classes),
        scaled=np.asarray(scaled),
    )
    return Path(path).stat().st_size
