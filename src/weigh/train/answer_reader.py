"""The encoder of longer answers, of the stance model's build: what the whole says, and every sentence in its context.

A label for a whole answer teaches little, and there are few. A letter for every sentence teaches ten times as much, so
all answers, written and labelled ones, were read sentence by sentence for this project (`answers.txt`,
`answer_readings.tsv`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from sklearn.metrics import f1_score
from tokenizers import Encoding
from torch import Tensor, nn
from torch.nn import functional

from weigh.models.answer_input import Reading, build
from weigh.models.answers import padded
from weigh.models.data import AnswerItem
from weigh.train.encoder import pad
from weigh.train.stance import StanceNet

LETTERS = "FSEN"  # what a sentence speaks for: the first, the second, both alike, none
OF_WHOLE = {"FIRST": "F", "SECOND": "S", "NEUTRAL": "E", "NO": "N"}
TURNED = str.maketrans("FS", "SF")
WHOLE_WEIGHT = 2.0  # of the answer as a whole, in sentences
SMOOTHING = 0.05


class AnswerNet(StanceNet):
    """The stance model's head over the first token, for the whole, and over the mean of each sentence's tokens.

    (Read at the token that closes it, a sentence was understood much later in training.)
    """

    def forward(self, ids: Tensor, mask: Tensor, places: Tensor) -> Tensor:  # type: ignore[override]
        """Logits (batch, places less two, 4); the places are those of both objects, then the ends as in `Reading`."""
        states = self.encoder(ids, mask)
        rows, ends = torch.arange(len(ids))[:, None], places[:, 2:]
        sums = states.cumsum(1)[rows, ends]
        lengths = (ends[:, 1:] - ends[:, :-1]).clamp(min=1)
        means = (sums[:, 1:] - sums[:, :-1]) / lengths[:, :, None]
        each = torch.cat([states[:, :1], means], 1)
        one, other = states[rows, places[:, :1]], states[rows, places[:, 1:2]]
        return self.told(each, one.expand_as(each), other.expand_as(each))


@dataclass(frozen=True, slots=True)
class Example:
    """An answer as it is read, and the letters of the whole and of each sentence."""

    reading: Reading
    letters: str


class AnswersTask:
    """Answers with their letters, the objects exchanged at random in every pass."""

    def __init__(self, model: AnswerNet, items: Sequence[AnswerItem], held: Sequence[AnswerItem], seed: int) -> None:
        self.model: nn.Module = model
        self.encoder, self.markers = model.encoder, model.markers
        self.items, self.validation = items, held
        self.chance = random.Random(seed)

    def read(self, item: AnswerItem, turned: bool) -> Reading:
        """An answer as token ids; `turned` exchanges the objects."""
        encoder = self.encoder

        def encode(texts: list[str]) -> list[Encoding]:
            found: list[Encoding] = encoder.tokenizer.encode_batch(texts, add_special_tokens=False)
            return found

        objects = (item.objects[1], item.objects[0]) if turned else item.objects
        return build(encode, item.question, objects, item.answer, self.markers, encoder.start, encoder.end)

    def example(self, item: AnswerItem, turned: bool) -> Example:
        """An answer to learn from."""
        reading = self.read(item, turned)
        letters = OF_WHOLE[str(item.stance)] + "".join(item.letters[at] for at in reading.sentences)
        return Example(reading, letters.translate(TURNED) if turned else letters)

    def epoch(self, number: int) -> list[Example]:
        """One pass over everything."""
        return [self.example(item, self.chance.random() < 0.5) for item in self.items]

    def length(self, example: Example) -> int:
        """Tokens of an example."""
        return len(example.reading.ids)

    def logits(self, readings: Sequence[Reading]) -> Tensor:
        """What the network says of a batch."""
        ids, mask = pad([reading.ids for reading in readings], self.encoder.pad)
        found: Tensor = self.model(ids, mask, torch.tensor(padded(readings)))
        return found

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Cross entropy over all sentences of the batch and the wholes, drawn a little towards the middle."""
        logits = self.logits([example.reading for example in batch])
        gold = torch.full(logits.shape[:2], -100)
        for row, example in enumerate(batch):
            gold[row, : len(example.letters)] = torch.tensor([LETTERS.index(letter) for letter in example.letters])
        each = functional.cross_entropy(
            logits.flatten(0, 1), gold.flatten(), label_smoothing=SMOOTHING, reduction="none"
        ).view(gold.shape)
        weight = (gold >= 0).float()
        weight[:, 0] *= WHOLE_WEIGHT
        return (each * weight).sum() / weight.sum()

    def chances(self, readings: Sequence[Reading], size: int = 16) -> list[np.ndarray]:
        """Rows of probabilities for the whole and each sentence that is read."""
        self.model.eval()
        found: list[np.ndarray] = [np.zeros(0)] * len(readings)
        order = sorted(range(len(readings)), key=lambda at: len(readings[at].ids))
        with torch.inference_mode():
            for start in range(0, len(order), size):
                part = order[start : start + size]
                told = torch.softmax(self.logits([readings[at] for at in part]), -1).numpy()
                for at, row in zip(part, told, strict=True):
                    found[at] = row[: len(readings[at].ends)]
        return found

    def validate(self) -> dict[str, float]:
        """Macro F1 over the sentences of the answers kept for that, and over the wholes; the mean decides."""
        examples = [self.example(item, False) for item in self.validation]
        told = [rows.argmax(1) for rows in self.chances([example.reading for example in examples])]
        gold = [[LETTERS.index(letter) for letter in example.letters] for example in examples]
        sentences = f1_score(
            np.concatenate([rows[1:] for rows in gold]), np.concatenate([r[1:] for r in told]), average="macro"
        )
        wholes = f1_score([rows[0] for rows in gold], [rows[0] for rows in told], average="macro")
        return {"score": float(sentences + wholes) / 2, "sentences": float(sentences), "wholes": float(wholes)}
