"""Label sequences: the best path through word probabilities, and spans made of neighbouring equal labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def best_path(probabilities: NDArray[np.floating], moves: NDArray[np.floating]) -> list[int]:
    """The most likely labels when neighbours have a say: Viterbi over log probabilities and log odds of moves."""
    import numpy as np

    if len(probabilities) == 0:
        return []
    logs = np.log(np.maximum(probabilities, 1e-9))
    score = logs[0]
    back = []
    for row in logs[1:]:
        paths = score[:, None] + moves
        back.append(paths.argmax(0))
        score = paths.max(0) + row
    path = [int(score.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    return path[::-1]


def entities(labels: Sequence[str]) -> list[str]:
    """B-/I- labels where neighbouring words with the same label form one span.

    >>> entities(["O", "OBJ", "OBJ", "PRED"])
    ['O', 'B-OBJ', 'I-OBJ', 'B-PRED']
    """
    found = []
    for at, label in enumerate(labels):
        inside = at > 0 and labels[at - 1] == label
        found.append(label if label == "O" else f"{'I' if inside else 'B'}-{label}")
    return found
