"""A teacher's inner states as a target beside its verdicts.

Four probabilities say little of why a sentence favours somebody. The vectors that the teacher's head reads say more: a
student that can foretell them from its own has learnt what the teacher looks at. Only the way between the two spaces
(`way`) is learnt beside the student, and thrown away with the training.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from weigh.models.data import StanceItem

_SETTLING = 300  # batches in which only the way is learnt: a random one would spoil the student


class Inner:
    """The states of one teacher for the sentences that it was asked about."""

    def __init__(self, items: Sequence[StanceItem], states: np.ndarray, width: int, weight: float) -> None:
        self._places = {(item.text, item.first, item.second): at for at, item in enumerate(items)}
        self._states, self._weight = states, weight
        sample = states[:4000].astype(np.float32)
        self._mean = torch.from_numpy(sample.mean(0))
        self._spread = float(sample.std(0).mean())
        self._batches = 0
        self.way = nn.Linear(width, states.shape[-1])

    def place(self, item: StanceItem) -> int:
        """Where the states of a sentence are; -1 where the teacher was not asked about it."""
        return self._places.get((item.text, item.first, item.second), -1)

    def loss(self, vectors: Tensor, places: Sequence[int]) -> Tensor:
        """How far the student's vectors (batch, 3, width) are from the teacher's, over the sentences that have any."""
        known = [at for at, place in enumerate(places) if place >= 0]
        if not known:
            return vectors.new_zeros(())
        self._batches += 1
        wanted = torch.from_numpy(self._states[[places[at] for at in known]].astype(np.float32))
        seen = vectors[known].detach() if self._batches < _SETTLING else vectors[known]
        apart = functional.mse_loss(self.way(seen), (wanted - self._mean) / self._spread)
        return self._weight * apart * len(known) / len(places)
