"""The stance task: who is favoured in a sentence that names two objects.

The objects are replaced by marker tokens; the vectors of the first token and of both markers decide. One scoring
function serves both objects ("does this one win against that one?"), so what is learnt for BETTER holds for WORSE.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import Tensor, nn
from torch.nn import functional

from weigh.models import stance_input
from weigh.models.data import StanceItem
from weigh.models.stance import decide
from weigh.train.augment import exchanged_contraries
from weigh.train.encoder import Encoder, marker_ids, pad
from weigh.train.phrases import Writer

SWAPPED = (1, 0, 2, 3)


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence as ids, where the markers stand, and what is to be learnt: a distribution over the stances."""

    ids: tuple[int, ...]
    first: int
    second: int
    target: tuple[float, ...]
    hard: bool = True


class StanceNet(nn.Module):  # type: ignore[misc]
    """Encoder with a head that treats both objects alike."""

    def __init__(self, base: Path, layers: tuple[int, ...] | None, dropout: float, frozen: int = 0) -> None:
        super().__init__()
        self.encoder = Encoder(base, layers, dropout, frozen)
        self.markers = self.encoder.adopt_markers()
        width = self.encoder.width
        self.dropout = nn.Dropout(dropout)
        self.mix = nn.Linear(3 * width, width)
        self.wins = nn.Linear(width, 1)
        self.neither = nn.Linear(width, 2)

    def forward(self, ids: Tensor, mask: Tensor, first: Tensor, second: Tensor) -> Tensor:
        """Logits of FIRST, SECOND, EQUAL, NONE."""
        states = self.encoder(ids, mask)
        rows = torch.arange(len(ids))
        return self.told(states[:, 0], states[rows, first], states[rows, second])

    def told(self, whole: Tensor, one: Tensor, other: Tensor) -> Tensor:
        """The head: what three vectors say, the first of a text and the others of two objects."""
        for_first = functional.gelu(self.mix(self.dropout(torch.cat([whole, one, other], -1))))
        for_second = functional.gelu(self.mix(self.dropout(torch.cat([whole, other, one], -1))))
        neither = self.neither(self.dropout(for_first + for_second))
        return torch.cat([self.wins(self.dropout(for_first)), self.wins(self.dropout(for_second)), neither], -1)

    def cool(self, by: float) -> None:
        """Divide all logits to come by a number."""
        with torch.no_grad():
            for weight in (*self.wins.parameters(), *self.neither.parameters()):
                weight /= by


def logits(model: nn.Module, examples: Sequence[Example], filler: int) -> Tensor:
    """What a network with this head says of a batch."""
    ids, mask = pad([example.ids for example in examples], filler)
    first = torch.tensor([example.first for example in examples])
    second = torch.tensor([example.second for example in examples])
    found: Tensor = model(ids, mask, first, second)
    return found


class StanceTask:
    """Examples, augmentation, loss and validation of the stance task."""

    def __init__(
        self,
        model: StanceNet,
        train: Sequence[tuple[StanceItem, tuple[float, ...], bool]],
        validation: Sequence[StanceItem],
        room: int,
        swap: float = 0.5,
        contrary: float = 0.3,
        seed: int = 1,
        phrases: int = 0,
        names: int = 0,
    ) -> None:
        self.model: nn.Module = model
        self.encoder = model.encoder
        self.room, self.names, self.swap, self.contrary = room, names, swap, contrary
        self.train, self.validation = train, validation
        self.chance = random.Random(seed)
        self.writer, self.phrases = Writer(seed), phrases
        self.markers = marker_ids(model.encoder.tokenizer)

    def encode(
        self, items: Sequence[StanceItem], targets: Sequence[tuple[float, ...]], hard: Sequence[bool]
    ) -> list[Example]:
        """Sentences to ids."""
        encoder = self.encoder
        encodings = encoder.tokenizer.encode_batch([item.text for item in items], add_special_tokens=False)
        found = []
        for item, target, sure, encoding in zip(items, targets, hard, encodings, strict=True):
            ids, first, second = stance_input.build(
                encoding.ids, encoding.offsets, item.first, item.second, self.markers, self.room, self.names
            )
            found.append(Example((encoder.start, *ids, encoder.end), first + 1, second + 1, target, sure))
        return found

    def epoch(self, number: int) -> list[Example]:
        """One pass: contrary words exchanged in some sentences, the objects swapped in some, new plain sentences."""
        items, targets, hard = [], [], []
        for item, target, sure in [*self.train, *self.writer.sentences(self.phrases)]:
            if sure and self.chance.random() < self.contrary:
                changed = exchanged_contraries(item)
                if changed is not None:
                    item, target = changed, tuple(target[at] for at in SWAPPED)
            if self.chance.random() < self.swap:
                item = replace(item, first=item.second, second=item.first)
                target = tuple(target[at] for at in SWAPPED)
            items.append(item)
            targets.append(target)
            hard.append(sure)
        return self.encode(items, targets, hard)

    def length(self, example: Example) -> int:
        """Tokens of an example."""
        return len(example.ids)

    def logits(self, examples: Sequence[Example]) -> Tensor:
        """Logits of a batch."""
        return logits(self.model, examples, self.encoder.pad)

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Cross entropy; hard NONE of foreign data only says "no winner" (`target` has both EQUAL and NONE set)."""
        logs = functional.log_softmax(self.logits(batch), -1)
        target = torch.tensor([example.target for example in batch])
        joint = target.sum(-1) > 1.5  # EQUAL and NONE both allowed
        either = torch.logsumexp(logs[:, 2:], -1)
        return torch.where(joint, -either, -(target * logs).sum(-1)).mean()

    def probabilities(self, items: Sequence[StanceItem], size: int = 64) -> np.ndarray:
        """Stance probabilities."""
        self.model.eval()
        examples = self.encode(items, [(0.0,) * 4] * len(items), [False] * len(items))
        order = sorted(range(len(items)), key=lambda at: len(examples[at].ids))
        found = np.zeros((len(items), 4), dtype=np.float32)
        with torch.inference_mode():
            for start in range(0, len(order), size):
                part = order[start : start + size]
                found[part] = torch.softmax(self.logits([examples[at] for at in part]), -1).numpy()
        return found

    def validate(self) -> dict[str, float]:
        """The papers' figures on validation: weighted F1 decides."""
        found = figures(self.validation, self.probabilities(self.validation))
        return found


def figures(items: Sequence[StanceItem], probabilities: np.ndarray) -> dict[str, float]:
    """Weighted F1, F1 per class and the mean negative log-likelihood, EQUAL counted as NONE."""
    names = ("FIRST", "SECOND", "NONE")
    folded = np.stack([probabilities[:, 0], probabilities[:, 1], probabilities[:, 2:].sum(1)], 1)
    gold = [item.stance for item in items]
    said = [name if name in names else "NONE" for name, _ in map(decide, probabilities)]
    each = f1_score(gold, said, labels=names, average=None, zero_division=0)
    weighted = float(f1_score(gold, said, average="weighted", zero_division=0))
    told = folded[np.arange(len(gold)), [names.index(str(stance)) for stance in gold]]
    likelihood = float(-np.log(np.clip(told, 1e-3, 1)).mean())
    return {"score": weighted, "better": each[0], "worse": each[1], "none": each[2], "likelihood": likelihood}
