"""Everything that is said of one question, for batches of questions; processes and Spark tasks share it."""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from weigh import models
from weigh.log.characteristics import characteristics_of
from weigh.log.comparative import Cascade, variant
from weigh.log.intents import by_rule
from weigh.log.linear import bag_of_words, card, load
from weigh.log.questions import withheld_of
from weigh.models.label import words as label_words
from weigh.parse import kinds
from weigh.parse.label import label
from weigh.parse.patterns import find
from weigh.parse.worded import worded
from weigh.text.tokens import same_key, words

BATCH = 8192
"""Questions that are looked at together: so many that those of them which a transformer is asked about, some hundreds,
fill its batches of equally long ones."""


class Labels(NamedTuple):
    """What was found about a question."""

    precise: bool
    balanced: bool
    step: str
    topic: str
    rule_intent: str
    linear_intent: str
    transformer_intent: str | None
    """Only for comparative questions: the transformer was trained on these."""
    kinds: tuple[str, ...]
    objects: tuple[str, ...]
    characteristics: tuple[str, ...]
    guarded: str | None
    """"sensitive" or "offensive": counted, never shown."""

    @property
    def intent(self) -> str:
        return self.transformer_intent or self.linear_intent


class QuestionClassifier:
    """Labels questions. Loading takes a moment, so make one per process."""

    def __init__(self, use_transformer: bool = True) -> None:
        self._cascade = Cascade(use_transformer)
        self._intent = load("intent")
        self._topic = load("topic")
        self._use_transformer = use_transformer and models.available("kinds")
        self.spent: dict[str, float] = defaultdict(float)
        """CPU seconds of this process for telling comparative questions, and for all else that is said of questions."""

    def classify(self, questions: Sequence[str]) -> Iterator[Labels]:
        """Labels in the order of the questions."""
        for start in range(0, len(questions), BATCH):
            yield from self._batch(questions[start : start + BATCH])

    def _kinds(self, questions: Sequence[str]) -> list[kinds.Kinds]:
        return kinds.kinds_of(questions) if self._use_transformer else [kinds._by_rule(q) for q in questions]

    def _batch(self, questions: Sequence[str]) -> list[Labels]:
        started = time.process_time()
        decisions = self._cascade.decide(questions)
        decided = time.process_time()
        split = [words(question) for question in questions]
        taken_apart = bag_of_words(split)
        intents = self._intent.probabilities(taken_apart).argmax(axis=1)
        topics = self._topic.probabilities(taken_apart).argmax(axis=1)
        comparative = [at for at, decision in enumerate(decisions) if decision.balanced]
        asked = [questions[at] for at in comparative]
        known_kinds = dict(zip(comparative, self._kinds(asked), strict=True))
        known_objects = dict(zip(comparative, compared(asked, self._use_transformer), strict=True))
        result = []
        for at, (question, decision) in enumerate(zip(questions, decisions, strict=True)):
            known = known_kinds.get(at)
            result.append(
                Labels(
                    decision.precise,
                    decision.balanced,
                    decision.step,
                    self._topic.classes[topics[at]],
                    by_rule(question),
                    self._intent.classes[intents[at]],
                    known.intent if known and self._use_transformer else None,
                    known.kinds if known else (),
                    known_objects.get(at, ()),
                    characteristics_of(split[at], comparison=decision.step.startswith("rule")),
                    withheld_of(split[at]),
                )
            )
        self.spent["comparative"] += decided - started
        self.spent["kinds, intent, topic, objects"] += time.process_time() - decided
        return result


class _Ahead:
    """The token labeller asked about many questions at once; what it is asked later is looked up."""

    def __init__(self, questions: Sequence[str]) -> None:
        self._model = models.load("label")
        split = {tuple(word for word, _, _ in label_words(worded(question), marks=True)) for question in questions}
        rows = sorted(row for row in split if row)
        self._known = dict(zip(rows, self._model.labels(rows), strict=True))

    def labels(self, rows: Sequence[Sequence[str]]) -> list[list[tuple[str, float]]]:
        return [self._known.get(tuple(row)) or self._model.labels([row])[0] for row in rows]


def compared(questions: Sequence[str], use_transformer: bool = True) -> list[tuple[str, ...]]:
    """The things that each comparative question compares, in their normal form, in alphabetical order."""
    ahead = _Ahead(questions) if use_transformer and questions and models.available("label") else None
    result = []
    for question in questions:
        found = label(question, ahead) if use_transformer else find(question)
        names = {same_key(name) for name in found.objects}
        fitting = sorted(name for name in names if name and len(name) <= 60)
        result.append(tuple(fitting) if len(fitting) >= 2 else ())
    return result


def versions(use_transformer: bool) -> dict[str, str]:
    """Which models spoke, for the report."""
    found = {name: str(card(name)["version"]) for name in ("intent", "topic")}
    found["cascade"] = f"{card('cascade')['version']}, {variant(use_transformer)}"
    for task in ("identify-linear", "identify", "kinds", "label"):
        used = models.available(task) and (use_transformer or task == "identify-linear")
        found[task] = _digest(task) if used else "not used"
    return found


@cache
def _digest(task: str) -> str:
    """The first digits of the hash of a model's files, which tells any two versions apart."""
    from weigh.models.session import shipped

    folder = shipped(task)
    content = b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in (".onnx", ".npz"))
    return hashlib.sha256(content).hexdigest()[:12]
