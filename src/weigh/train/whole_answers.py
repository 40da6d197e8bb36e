"""The encoder of whole answers: the stance model's build, reading question and answer at once.

Labelled answers are too few to teach an encoder, so it learns from answers written for this project (`answers.txt`) and
never sees a labelled one: what it says of those is honest, and the linear steps learn how far to trust it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import Tensor, nn
from torch.nn import functional

from weigh.models import answer_input
from weigh.models.data import AnswerItem
from weigh.train.stance import Example, StanceNet, logits

ORDER = ("FIRST", "SECOND", "NEUTRAL", "NO")  # the network's two sides, and its two ways of taking none
TURNED = {"FIRST": "SECOND", "SECOND": "FIRST"}
HELD = 10  # every tenth written answer is kept for choosing the pass
SMOOTHING = 0.05


class AnswersTask:
    """Written answers, their objects exchanged at random in every pass."""

    def __init__(self, model: StanceNet, items: Sequence[AnswerItem], seed: int) -> None:
        self.model: nn.Module = model
        self.encoder, self.markers = model.encoder, model.markers
        self.chance = random.Random(seed)
        shuffled = list(items)
        random.Random(1).shuffle(shuffled)  # the same for every seed
        self.validation, self.items = shuffled[::HELD], [one for at, one in enumerate(shuffled) if at % HELD]

    def encode(self, items: Sequence[AnswerItem], turned: Sequence[bool]) -> list[Example]:
        """Answers as token ids."""
        asked, said = (
            self.encoder.tokenizer.encode_batch(texts, add_special_tokens=False)
            for texts in ([item.question for item in items], [item.answer for item in items])
        )
        found = []
        for item, turn, *parts in zip(items, turned, asked, said, strict=True):
            one, other = reversed(item.objects) if turn else item.objects
            ids, first, second = answer_input.build(
                (item.question, parts[0]), (item.answer, parts[1]), (one, other), self.markers,
                self.encoder.start, self.encoder.end,
            )  # fmt: skip
            stance = TURNED.get(str(item.stance), item.stance) if turn else item.stance
            found.append(Example(tuple(ids), first, second, tuple(float(stance == name) for name in ORDER)))
        return found

    def epoch(self, number: int) -> list[Example]:
        """One pass over everything."""
        return self.encode(self.items, [self.chance.random() < 0.5 for _ in self.items])

    def length(self, example: Example) -> int:
        """Tokens of an example."""
        return len(example.ids)

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Cross entropy, the targets drawn a little towards the middle."""
        target = torch.tensor([example.target for example in batch])
        said = logits(self.model, batch, self.encoder.pad)
        return functional.cross_entropy(said, target, label_smoothing=SMOOTHING)

    def validate(self) -> dict[str, float]:
        """Macro F1 on the written answers kept for that."""
        examples = self.encode(self.validation, [False] * len(self.validation))
        said = []
        for start in range(0, len(examples), 32):
            said += logits(self.model, examples[start : start + 32], self.encoder.pad).argmax(-1).tolist()
        gold = [int(np.argmax(example.target)) for example in examples]
        each = f1_score(gold, said, labels=range(4), average=None, zero_division=0)
        return {"score": float(each.mean())} | {name.lower(): float(f1) for name, f1 in zip(ORDER, each, strict=True)}
