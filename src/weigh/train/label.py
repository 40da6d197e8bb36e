"""The label task: OBJ, ASP, PRED or O for every word of a comparative question."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from seqeval.metrics import f1_score
from torch import Tensor, nn
from torch.nn import functional

from weigh.models.data import LABELS, Labelled
from weigh.models.decode import best_path, entities
from weigh.models.label import words as split
from weigh.train.encoder import Encoder, pad


@dataclass(frozen=True, slots=True)
class Example:
    """Ids, where each word starts, and a distribution over the labels for each word."""

    ids: tuple[int, ...]
    starts: tuple[int, ...]
    target: tuple[tuple[float, ...], ...]
    weight: float = 1.0


class LabelNet(nn.Module):  # type: ignore[misc]
    """Encoder with one linear layer over the first piece of each word."""

    def __init__(self, base: Path, layers: tuple[int, ...] | None, dropout: float, frozen: int = 0) -> None:
        super().__init__()
        self.encoder = Encoder(base, layers, dropout, frozen)
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Linear(self.encoder.width, len(LABELS))

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Logits of the labels for every token."""
        logits: Tensor = self.out(self.dropout(self.encoder(ids, mask)))
        return logits


def transitions(questions: Sequence[Labelled]) -> np.ndarray:
    """Log odds of a label after another against its share: what the labels of neighbours say beyond the words."""
    counts = np.ones((len(LABELS), len(LABELS)))
    for question in questions:
        for one, other in zip(question.labels, question.labels[1:], strict=False):
            counts[LABELS.index(one), LABELS.index(other)] += 1
    joint = counts / counts.sum()
    odds: np.ndarray = np.log(joint / (joint.sum(1, keepdims=True) * joint.sum(0, keepdims=True)))
    return odds


def certain(question: Labelled) -> np.ndarray:
    """The labels of a question as chances: each word's own is sure."""
    known: np.ndarray = np.eye(len(LABELS))[[LABELS.index(name) for name in question.labels]]
    return known


def nothing(verdicts: Sequence[tuple[str, float]], count: int) -> list[tuple[tuple[str, ...], np.ndarray, float]]:
    """Some questions that compare nothing: none of their words has a label."""
    every = (tuple(word for word, _, _ in split(text, marks=True)) for text, verdict in verdicts if not verdict)
    rest = [own for own in every if 3 <= len(own) <= 40]
    random.Random(1).shuffle(rest)
    return [(own, certain(Labelled(own, ("O",) * len(own))), 1.0) for own in rest[:count]]


def softmax(logits: np.ndarray) -> np.ndarray:
    """Probabilities of rows of logits."""
    chances: np.ndarray = np.exp(logits - logits.max(-1, keepdims=True))
    chances /= chances.sum(-1, keepdims=True)
    return chances


def overall(gold: Sequence[Sequence[str]], said: Sequence[Sequence[str]]) -> float:
    """Entity-level F1 over all labels, as seqeval counts it."""
    return float(f1_score([entities(one) for one in gold], [entities(one) for one in said]))


class LabelTask:
    """Examples, loss and validation of the label task."""

    def __init__(
        self,
        model: LabelNet,
        train: Sequence[tuple[tuple[str, ...], np.ndarray, float]],
        validation: Sequence[Labelled],
        moves: np.ndarray,
    ) -> None:
        self.model: nn.Module = model
        self.encoder = model.encoder
        self.validation = validation
        self.moves = moves
        targets = [tuple(map(tuple, target.tolist())) for _, target, _ in train]
        self.train = self.encode([words for words, _, _ in train], targets, [weight for _, _, weight in train])

    def encode(
        self,
        questions: Sequence[tuple[str, ...]],
        targets: Sequence[tuple[tuple[float, ...], ...]],
        weights: Sequence[float],
    ) -> list[Example]:
        """Words to ids, with the place of each word's first piece."""
        encoder = self.encoder
        encodings = encoder.tokenizer.encode_batch(
            [list(words) for words in questions], is_pretokenized=True, add_special_tokens=False
        )
        found = []
        for words, target, weight, encoding in zip(questions, targets, weights, encodings, strict=True):
            starts = [-1] * len(words)
            for at, word in enumerate(encoding.word_ids):
                if word is not None and starts[word] < 0:
                    starts[word] = at + 1
            starts = [max(start, 0) for start in starts]  # a word without pieces is judged by the first token
            found.append(Example((encoder.start, *encoding.ids, encoder.end), tuple(starts), target, weight))
        return found

    def epoch(self, number: int) -> list[Example]:
        """One pass; nothing is changed."""
        return self.train

    def length(self, example: Example) -> int:
        """Tokens of an example."""
        return len(example.ids)

    def logits(self, batch: Sequence[Example]) -> list[Tensor]:
        """Logits of the words of each question."""
        ids, mask = pad([example.ids for example in batch], self.encoder.pad)
        logits = self.model(ids, mask)
        return [logits[at, list(example.starts)] for at, example in enumerate(batch)]

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Cross entropy over all words."""
        logs = functional.log_softmax(torch.cat(self.logits(batch)), -1)
        target = torch.tensor([row for example in batch for row in example.target])
        weight = torch.tensor([example.weight for example in batch for _ in example.target])
        return -((target * logs).sum(-1) * weight).sum() / weight.sum()

    def probabilities(self, questions: Sequence[tuple[str, ...]], size: int = 64) -> list[np.ndarray]:
        """Label probabilities per word."""
        self.model.eval()
        blank = [((0.0,) * len(LABELS),) * len(words) for words in questions]
        examples = self.encode(questions, blank, [1.0] * len(questions))
        order = sorted(range(len(examples)), key=lambda at: len(examples[at].ids))
        found: list[np.ndarray] = [np.zeros((0, len(LABELS)))] * len(examples)
        with torch.inference_mode():
            for start in range(0, len(order), size):
                part = order[start : start + size]
                for at, logits in zip(part, self.logits([examples[at] for at in part]), strict=True):
                    found[at] = torch.softmax(logits, -1).numpy()
        return found

    def validate(self) -> dict[str, float]:
        """Entity F1 on validation, word by word and with the neighbours' say."""
        return figures(
            self.validation, self.probabilities([question.words for question in self.validation]), self.moves
        )


def figures(questions: Sequence[Labelled], probabilities: Sequence[np.ndarray], moves: np.ndarray) -> dict[str, float]:
    """Entity F1 with the best strength of the neighbours' say."""
    gold = [question.labels for question in questions]
    scores = {}
    for strength in (0.0, 0.15, 0.3, 0.5, 0.7):
        said = [[LABELS[at] for at in best_path(one, moves * strength)] for one in probabilities]
        scores[strength] = overall(gold, said)
    best = max(scores, key=lambda strength: scores[strength])
    return {"score": scores[best], "plain": scores[0.0], "strength": best}
