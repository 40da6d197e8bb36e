"""The two question tasks, each on an encoder of its own: identify (is it comparative?) and kinds (what is asked?)."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, log_loss
from torch import Tensor, nn
from torch.nn import functional

from weigh.models.data import KINDS, Question, merged_kinds
from weigh.train.encoder import Encoder, pad

THREE = ("factual", "method", "argumentative")
LONGEST = 64
WAYS_WEIGHT = 0.1  # the ways are a rule's word, not a person's: the kinds come first
Target = tuple[float, ...]
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
    target: Target


class QuestionNet(nn.Module):  # type: ignore[misc]
    """Encoder with one linear layer over its first token, and unless `alone` over the mean of all tokens as well.

    With the first token alone a running model computes its last layer for that one only.
    """

    def __init__(
        self, base: Path, outputs: int, layers: tuple[int, ...] | None, dropout: float, frozen: int = 0,
        alone: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.encoder = Encoder(base, layers, dropout, frozen)
        self.dropout = nn.Dropout(dropout)
        self.alone = alone
        self.out = nn.Linear((1 if alone else 2) * self.encoder.width, outputs)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Logits (batch, outputs)."""
        states = self.encoder(ids, mask)
        read = states[:, 0]
        if not self.alone:
            shown = mask[:, :, None].to(states.dtype)
            read = torch.cat([read, (states * shown).sum(1) / shown.sum(1)], -1)
        logits: Tensor = self.out(self.dropout(read))
        return logits


class QuestionTask(ABC):
    """What identify and kinds have in common: questions in, logits out."""

    outputs: int

    def __init__(self, model: QuestionNet, train: Sequence[tuple[str, Target]], validation: Sequence[Question]) -> None:
        self.model: nn.Module = model
        self.encoder = model.encoder
        self.validation = validation
        self.train = self.encode([text for text, _ in train], [target for _, target in train])

    def encode(self, texts: Sequence[str], goals: Sequence[Target]) -> list[Example]:
        """Questions to ids."""
        encoder = self.encoder
        encodings = encoder.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [
            Example((encoder.start, *encoding.ids[:LONGEST], encoder.end), goal)
            for encoding, goal in zip(encodings, goals, strict=True)
        ]

    def epoch(self, number: int) -> list[Example]:
        """One pass over everything."""
        return self.train

    def length(self, example: Example) -> int:
        """Tokens of an example."""
        return len(example.ids)

    def logits(self, batch: Sequence[Example]) -> Tensor:
        """Logits of a batch."""
        ids, mask = pad([example.ids for example in batch], self.encoder.pad)
        found: Tensor = self.model(ids, mask)
        return found

    def probabilities(self, texts: Sequence[str], size: int = 64) -> np.ndarray:
        """One row a question."""
        self.model.eval()
        examples = self.encode(texts, [()] * len(texts))
        order = sorted(range(len(examples)), key=lambda at: len(examples[at].ids))
        found = np.zeros((len(examples), self.outputs), dtype=np.float32)
        with torch.inference_mode():
            for start in range(0, len(order), size):
                part = order[start : start + size]
                found[part] = self.chances(self.logits([examples[at] for at in part]).numpy())
        return found

    @abstractmethod
    def loss(self, batch: Sequence[Example]) -> Tensor:
        """The mean loss of a batch."""

    @abstractmethod
    def chances(self, logits: np.ndarray) -> np.ndarray:
        """Logits as probabilities."""

    @abstractmethod
    def figures(self, said: np.ndarray) -> dict[str, float]:
        """The figures of a prediction of the validation questions."""

    def validate(self) -> dict[str, float]:
        """Figures on validation; `score` decides which weights are kept: those of the last pass if nothing measures."""
        if not self.validation:
            return {"score": 0.0}
        return self.figures(self.probabilities([question.text for question in self.validation]))


class IdentifyTask(QuestionTask):
    """Is the question comparative? `easy` is the share of surely not comparative questions seen in a pass."""

    outputs = 1

    def __init__(
        self, model: QuestionNet, train: Sequence[tuple[str, Target]], validation: Sequence[Question],
        easy: float = 1.0, smoothing: float = 0.0, seed: int = 1, agreement: float = 0.0,
    ) -> None:  # fmt: skip
        super().__init__(model, train, validation)
        self.easy, self.smoothing, self.agreement = easy, smoothing, agreement
        self.chance = random.Random(seed)

    def epoch(self, number: int) -> list[Example]:
        """One pass; a second target marks the questions that teach little because a linear model is sure of them."""
        return [e for e in self.train if len(e.target) < 2 or not e.target[1] or self.chance.random() < self.easy]

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Binary cross entropy, with targets drawn a little towards the middle where `smoothing` says so.

        With `agreement` every batch is read twice, each time with other parts dropped out, and what both readings
        differ in counts as well (R-Drop).
        """
        target = torch.tensor([example.target[0] for example in batch])
        target = target * (1 - self.smoothing) + self.smoothing / 2
        logits = self.logits(batch)[:, 0]
        loss = functional.binary_cross_entropy_with_logits(logits, target)
        if self.agreement:
            again = self.logits(batch)[:, 0]
            loss = (loss + functional.binary_cross_entropy_with_logits(again, target)) / 2
            # Kullback and Leibler's divergence of two coins, both ways
            loss = loss + self.agreement / 2 * ((logits.sigmoid() - again.sigmoid()) * (logits - again)).mean()
        return loss

    def chances(self, logits: np.ndarray) -> np.ndarray:
        """The probability of being comparative."""
        found: np.ndarray = 1 / (1 + np.exp(-logits))
        return found

    def figures(self, said: np.ndarray) -> dict[str, float]:
        """Those of the validation questions."""
        return identify_figures(np.array([question.comparative for question in self.validation]), said[:, 0])


def identify_figures(gold: np.ndarray, chance: np.ndarray) -> dict[str, float]:
    """F1 of the comparative class (at 0.5 and at its best threshold), recall at precision 0.995, average precision.

    `likelihood` (negative, log, the mean) is what is left of it when the chances are calibrated to these very verdicts.
    """
    order = np.argsort(-chance)
    hits = np.cumsum(gold[order])
    precision, recall = hits / np.arange(1, len(gold) + 1), hits / gold.sum()
    best = float(max(f1_score(gold, chance > cut) for cut in np.linspace(0.1, 0.9, 33)))
    fixed = float(f1_score(gold, chance > 0.5))
    precise = float(recall[precision >= 0.995].max(initial=0.0))
    area = float((precision * gold[order]).sum() / gold.sum())
    seen = np.clip(chance, 1e-6, 1 - 1e-6)[:, None]
    logits = np.log(seen / (1 - seen))
    likelihood = float(log_loss(gold, LogisticRegression(C=1e6).fit(logits, gold).predict_proba(logits)))
    return {
        "score": (fixed + best + area) / 3, "f1": fixed, "best_f1": best, "precise": precise, "area": area,
        "likelihood": likelihood,
    }  # fmt: skip


class KindsTask(QuestionTask):
    """The ten kinds of comparative questions, and the three ways of any question."""

    outputs = len(KINDS) + len(THREE)

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Binary cross entropy for the kinds, cross entropy for the ways, where they are known."""
        logits = self.logits(batch)
        target = torch.tensor([example.target for example in batch])
        known = ~target.isnan()
        target = torch.where(known, target, 0.0)
        ten = len(KINDS)
        each = functional.binary_cross_entropy_with_logits(logits[:, :ten], target[:, :ten], reduction="none")
        kinds = (each * known[:, :ten]).sum() / known[:, :ten].sum().clamp(min=1)
        ways = -(target[:, ten:] * functional.log_softmax(logits[:, ten:], -1)).sum(-1).mean()
        return kinds + WAYS_WEIGHT * ways

    def chances(self, logits: np.ndarray) -> np.ndarray:
        """Independent for the kinds, one of three for the ways."""
        ten = len(KINDS)
        ways = np.exp(logits[:, ten:] - logits[:, ten:].max(-1, keepdims=True))
        return np.concatenate([1 / (1 + np.exp(-logits[:, :ten])), ways / ways.sum(-1, keepdims=True)], -1)

    def figures(self, said: np.ndarray) -> dict[str, float]:
        """Micro F1 over comparative questions: of the ten kinds, and of the seven into which the paper merges them."""
        asked = np.array([question.comparative for question in self.validation])
        true = np.array([question.kinds for question in self.validation])[asked]
        found = said[asked, : len(KINDS)] > 0.5
        micro = float(f1_score(true, found, average="micro"))
        seven = float(f1_score(merged_kinds(true), merged_kinds(found), average="micro"))
        return {"score": micro, "micro": micro, "seven": seven}


def kinds_targets(kinds: Sequence[Question], others: int, seed: int) -> list[tuple[str, Target]]:
    """All comparative questions with their kinds and way; some of the others, which teach the way alone."""
    unknown = (float("nan"),) * len(KINDS)
    rest = [question for question in kinds if not question.comparative]
    random.Random(seed).shuffle(rest)
    found = []
    for question in [question for question in kinds if question.comparative] + rest[:others]:
        ways = [0.0] * len(THREE)
        ways[three_way(question)] = 1.0
        own = tuple(map(float, question.kinds or ())) if question.comparative else unknown
        found.append((question.text, (*own, *ways)))
    return found
