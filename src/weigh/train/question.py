"""The question tasks, identify and kinds, which share one encoder: is it comparative, and what does it ask for?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import Tensor, nn
from torch.nn import functional

from weigh.models.data import KINDS, Question
from weigh.train.encoder import Encoder, pad

THREE = ("factual", "method", "argumentative")
OUTPUTS = 1 + len(KINDS) + len(THREE)
LONGEST = 64
OTHERS = 0.1  # weight of a question that is not comparative in learning the kinds
EASY = 0.004  # probability of being comparative below which a question teaches little
_WH = frozenset(["what", "who", "whom", "whose", "when", "where", "which"])


def three_way(question: Question) -> int:
    """Factual, method or argumentative, as far as the data tells.

    Comparative questions carry kinds that answer it; for the others it is the rule of the argumentative-questions
    paper: question words ask for facts, "how (to)" for a method, "why" and yes/no questions for arguments.
    """
    if question.comparative and question.kinds is not None:
        kinds = dict(zip(KINDS, question.kinds, strict=True))
        if kinds["method"]:
            return 1
        if kinds["opinion"] or kinds["argument"] or kinds["reason"]:
            return 2
        if kinds["factoid"]:
            return 0
    words = question.text.lower().split()
    first, second = [*words, "", ""][:2]
    if first == "how":
        return 0 if second in {"many", "much", "long", "old", "far", "tall", "big", "often"} else 1
    if first == "why":
        return 2
    if first in _WH:
        return 2 if second == "should" else 0
    if first in {"should", "would", "could", "is", "are", "do", "does", "can", "will"}:
        return 2
    return 0


@dataclass(frozen=True, slots=True)
class Example:
    """Ids and targets: NaN where the data says nothing."""

    ids: tuple[int, ...]
    target: tuple[float, ...]


class QuestionNet(nn.Module):  # type: ignore[misc]
    """Encoder with one linear layer over its first token and the mean of all tokens."""

    def __init__(self, base: Path, layers: tuple[int, ...] | None, dropout: float, frozen: int = 0) -> None:
        super().__init__()
        self.encoder = Encoder(base, layers, dropout, frozen)
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Linear(2 * self.encoder.width, OUTPUTS)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Logits: comparative, the ten kinds, the three ways."""
        states = self.encoder(ids, mask)
        shown = mask[:, :, None].to(states.dtype)
        mean = (states * shown).sum(1) / shown.sum(1)
        logits: Tensor = self.out(self.dropout(torch.cat([states[:, 0], mean], -1)))
        return logits


def targets(identify: Sequence[Question], kinds: Sequence[Question]) -> list[tuple[str, tuple[float, ...]]]:
    """Both data sets as one: every question once, with NaN for what is not known about it."""
    nan = float("nan")
    found: dict[str, list[float]] = {}
    for question in identify:
        found[question.text] = [float(question.comparative)] + [nan] * (OUTPUTS - 1)
    for question in kinds:
        row = found.setdefault(question.text, [float(question.comparative)] + [nan] * (OUTPUTS - 1))
        ways = [0.0] * len(THREE)
        ways[three_way(question)] = 1.0
        row[1:] = [*map(float, question.kinds or ()), *ways]
    return [(text, tuple(row)) for text, row in found.items()]


class QuestionTask:
    """Examples, loss and validation of both question tasks."""

    def __init__(
        self,
        model: QuestionNet,
        train: Sequence[tuple[str, tuple[float, ...]]],
        identify: Sequence[Question],
        kinds: Sequence[Question],
        easy: float = 1.0,
        seed: int = 1,
    ) -> None:
        self.model: nn.Module = model
        self.encoder = model.encoder
        self.identify, self.kinds, self.easy = identify, kinds, easy
        self.chance = random.Random(seed)
        self.train = self.encode([text for text, _ in train], [target for _, target in train])

    def encode(self, texts: Sequence[str], goals: Sequence[tuple[float, ...]]) -> list[Example]:
        """Questions to ids."""
        encoder = self.encoder
        encodings = encoder.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [
            Example((encoder.start, *encoding.ids[:LONGEST], encoder.end), goal)
            for encoding, goal in zip(encodings, goals, strict=True)
        ]

    def epoch(self, number: int) -> list[Example]:
        """One pass; of the questions that the teachers find easy (surely not comparative) only a share."""
        if self.easy >= 1:
            return self.train
        return [e for e in self.train if e.target[0] > EASY or self.chance.random() < self.easy]

    def length(self, example: Example) -> int:
        """Tokens of an example."""
        return len(example.ids)

    def logits(self, batch: Sequence[Example]) -> Tensor:
        """Logits of a batch."""
        ids, mask = pad([example.ids for example in batch], self.encoder.pad)
        found: Tensor = self.model(ids, mask)
        return found

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Binary cross entropy for comparative and kinds, cross entropy for the three ways, where known."""
        logits = self.logits(batch)
        target = torch.tensor([example.target for example in batch])
        known = ~target.isnan()
        target = torch.where(known, target, 0.0)
        each = functional.binary_cross_entropy_with_logits(logits[:, :11], target[:, :11], reduction="none")
        comparative = each[:, 0].mean()
        # Kinds are told apart among comparative questions; the many others are all zeros and would drown them.
        weight = known[:, 1:11] * torch.where(target[:, :1] > 0.5, 1.0, OTHERS)
        kinds = (each[:, 1:] * weight).sum() / weight.sum().clamp(min=1)
        ways = -(target[:, 11:] * functional.log_softmax(logits[:, 11:], -1)).sum() / known[:, 11].sum().clamp(min=1)
        return comparative + kinds + 0.1 * ways

    def probabilities(self, texts: Sequence[str], size: int = 64) -> np.ndarray:
        """Comparative, ten kinds, three ways: one row a question."""
        self.model.eval()
        examples = self.encode(texts, [(0.0,) * OUTPUTS] * len(texts))
        order = sorted(range(len(examples)), key=lambda at: len(examples[at].ids))
        found = np.zeros((len(examples), OUTPUTS), dtype=np.float32)
        with torch.inference_mode():
            for start in range(0, len(order), size):
                part = order[start : start + size]
                logits = self.logits([examples[at] for at in part])
                found[part] = torch.cat([logits[:, :11].sigmoid(), logits[:, 11:].softmax(-1)], -1).numpy()
        return found

    def validate(self) -> dict[str, float]:
        """F1 of the comparative class and micro F1 of the kinds (comparative questions only, and all)."""
        return figures(
            self.identify,
            self.probabilities([question.text for question in self.identify]),
            self.kinds,
            self.probabilities([question.text for question in self.kinds]),
        )


def chances(logits: np.ndarray) -> np.ndarray:
    """Probabilities: independent for comparative and kinds, one of three for the ways."""
    ways = np.exp(logits[:, 11:] - logits[:, 11:].max(-1, keepdims=True))
    return np.concatenate([1 / (1 + np.exp(-logits[:, :11])), ways / ways.sum(-1, keepdims=True)], -1)


def figures(
    identify: Sequence[Question], comparative: np.ndarray, kinds: Sequence[Question], each: np.ndarray
) -> dict[str, float]:
    """The figures that decide: F1 at the best threshold, recall at high precision, micro F1 of the kinds."""
    gold = np.array([question.comparative for question in identify])
    said = comparative[:, 0]
    best = max(f1_score(gold, said > cut) for cut in np.linspace(0.1, 0.9, 33))
    order = np.argsort(-said)
    hits = np.cumsum(gold[order])
    precision = hits / np.arange(1, len(gold) + 1)
    recall = hits / gold.sum()
    precise = float(recall[precision >= 0.995].max(initial=0.0))
    true = np.array([question.kinds for question in kinds])
    asked = np.array([question.comparative for question in kinds])
    found = each[:, 1:11] > 0.5
    micro = float(f1_score(true[asked], found[asked], average="micro"))
    everyone = float(f1_score(true, found, average="micro"))
    fixed = float(f1_score(gold, said > 0.5))
    return {
        "score": fixed + micro / 2,
        "f1": fixed,
        "best_f1": best,
        "precise": precise,
        "micro": micro,
        "micro_all": everyone,
    }
