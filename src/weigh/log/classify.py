"""Everything that is said of one question, for batches of questions: the function that processes and Spark tasks
share."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from weigh.errors import ModelMissing
from weigh.log.characteristics import characteristics
from weigh.log.comparative import Cascade, variant
from weigh.log.intents import by_rule
from weigh.log.linear import bag, card, load
from weigh.parse import guard
from weigh.parse.kinds import kinds_of
from weigh.parse.label import label
from weigh.text.tokens import same_key

BATCH = 512


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
        self._use_transformer = use_transformer and kinds_model()
        self.spent: Counter[str] = Counter()
        """Seconds of this process for telling comparative questions, and for all else that is said of questions."""

    def classify(self, questions: Sequence[str]) -> Iterator[Labels]:
        """Labels in the order of the questions."""
        for start in range(0, len(questions), BATCH):
            yield from self._batch(questions[start : start + BATCH])

    def _batch(self, questions: Sequence[str]) -> list[Labels]:
        started = time.perf_counter()
        decisions = self._cascade.decide(questions)
        decided = time.perf_counter()
        taken_apart = bag(questions)
        intents = self._intent.probabilities(taken_apart).argmax(axis=1)
        topics = self._topic.probabilities(taken_apart).argmax(axis=1)
        comparative = [at for at, decision in enumerate(decisions) if decision.balanced]
        kinds = dict(zip(comparative, kinds_of([questions[at] for at in comparative]), strict=True))
        result = []
        for at, (question, decision) in enumerate(zip(questions, decisions, strict=True)):
            known = kinds.get(at)
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
                    compared(question) if known else (),
                    characteristics(question, comparison=decision.step.startswith("rule")),
                    guard.finding(question),
                )
            )
        self.spent["comparative"] += decided - started
        self.spent["kinds, intent, topic, objects"] += time.perf_counter() - decided
        return result


def compared(question: str) -> tuple[str, ...]:
    """The things that a comparative question compares, in their normal form, in alphabetical order."""
    names = {same_key(name) for name in label(question).objects}
    fitting = sorted(name for name in names if name and len(name) <= 60)
    return tuple(fitting) if len(fitting) >= 2 else ()


@cache
def kinds_model() -> bool:
    from weigh import models

    try:
        return models.load("kinds") is not None
    except ModelMissing:
        return False


@cache
def label_model() -> bool:
    from weigh import models

    try:
        return models.load("label") is not None
    except ModelMissing:
        return False


def versions(use_transformer: bool) -> dict[str, str]:
    """Which models spoke, for the report."""
    from weigh import models

    found = {f"linear {name}": str(card(name)["version"]) for name in ("intent", "topic")}
    found["cascade"] = f"{card('cascade')['version']}, {variant(use_transformer)}"
    for task, there in (("kinds", kinds_model()), ("label", label_model())):
        found[task] = (
            _version(models.load(task)) if there and use_transformer else "rules (model not installed or switched off)"
        )
    return found


def _version(model: Any) -> str:
    return str(getattr(model, "version", "shipped"))
