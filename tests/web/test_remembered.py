"""Answers of late: replayed as they were, worked out anew where anything that matters is different."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from weigh import Weigh
from weigh.types import Aspect, Comparison, Event, Filters, IndexInfo, Object
from weigh.web.asked import Asked
from weigh.web.remembered import Remembered

from .conftest import QUESTION

PAIR = Comparison((Object("python"), Object("java")))


class Counting:
    """The real answering machine, with a count of the questions that it really worked on."""

    def __init__(self, weigh: Weigh) -> None:
        self._weigh = weigh
        self.worked = 0
        self.version = "1"

    def info(self) -> IndexInfo:
        return replace(self._weigh.info(), version=self.version)

    def stream(self, *given: Any, **options: Any) -> Iterator[Event]:
        self.worked += 1
        return self._weigh.stream(*given, **options)


@pytest.fixture
def counting(machine: Weigh) -> Any:
    return Counting(machine)


def test_the_same_question_is_worked_out_once_and_replayed_stage_by_stage(counting: Any) -> None:
    remembered = Remembered()
    first = list(remembered.events(Asked(QUESTION), counting))
    again = list(remembered.events(Asked(QUESTION), counting))
    assert counting.worked == 1
    assert again == first
    assert [event.stage for event in again][-2:] == ["summarize", "done"]


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        (Asked(QUESTION), Asked(QUESTION + " ")),
        (Asked(QUESTION), Asked(QUESTION, overrule=True)),
        (Asked(QUESTION), Asked(QUESTION, filters=Filters(domains=("example.org",)))),
        (Asked(QUESTION), Asked(QUESTION, fast=True)),
        (Asked(QUESTION), Asked(QUESTION, classifier="bow")),
        (Asked("", PAIR), Asked("", replace(PAIR, aspects=(Aspect("speed"),)))),
        (Asked("", PAIR), Asked("", replace(PAIR, context="beginners"))),
    ],
)
def test_what_makes_another_answer_is_worked_out_anew(counting: Any, asked: Asked, other: Asked) -> None:
    remembered = Remembered()
    for each in (asked, other):
        list(remembered.events(each, counting))
    assert counting.worked == 2


def test_the_words_that_a_form_corrects_do_not_make_another_answer(counting: Any) -> None:
    remembered = Remembered()
    for asked in (Asked("", PAIR), Asked("python or java, please", PAIR)):
        list(remembered.events(asked, counting))
    assert counting.worked == 1


def test_a_changed_index_is_asked_again(counting: Any) -> None:
    remembered = Remembered()
    list(remembered.events(Asked(QUESTION), counting))
    counting.version = "2"
    list(remembered.events(Asked(QUESTION), counting))
    assert counting.worked == 2


def test_what_was_cancelled_or_failed_is_not_remembered(counting: Any) -> None:
    remembered = Remembered()
    events = remembered.events(Asked(QUESTION), counting)
    next(events)
    events.close()  # type: ignore[attr-defined]
    assert len(list(remembered.events(Asked(QUESTION), counting))) > 1
    assert counting.worked == 2


def test_a_summary_that_a_service_failed_to_make_is_tried_again(counting: Any) -> None:
    class Failing(Counting):
        def stream(self, *given: Any, **options: Any) -> Iterator[Event]:
            for event in super().stream(*given, **options):
                answer = event.answer
                yield replace(event, answer=answer and answer.with_(summary=replace(answer.summary, note="no service")))

    failing: Any = Failing(counting._weigh)
    remembered = Remembered()
    for _ in range(2):
        list(remembered.events(Asked(QUESTION), failing))
    assert failing.worked == 2


def test_the_memory_is_bounded_and_drops_what_was_unused_for_longest(counting: Any) -> None:
    one, two, three = Asked("who wrote Hamlet"), Asked("who wrote Faust"), Asked("who wrote Emma")
    remembered = Remembered(capacity=2)
    for asked in (one, two, one, three):  # two goes
        list(remembered.events(asked, counting))
    assert counting.worked == 3
    list(remembered.events(one, counting))
    assert counting.worked == 3
    list(remembered.events(two, counting))
    assert counting.worked == 4
    for _ in range(2):  # more arguments than fit
        list(remembered.events(Asked(QUESTION), counting))
    assert counting.worked == 6


def test_asking_again_gives_the_same_answer_under_the_same_permalink_and_is_counted(client: TestClient) -> None:
    def counted() -> float:
        text = client.get("/api/v1/metrics").text
        lines = [line for line in text.splitlines() if line.startswith('weigh_questions_total{outcome="comparison"}')]
        return float(lines[0].split()[-1]) if lines else 0.0

    before = counted()
    question = "Is Python easier to learn than Java?"
    first, again = (client.post("/api/v1/ask", json={"question": question}).json() for _ in range(2))
    assert first == again
    assert counted() == before + 2
    streamed = client.post("/api/v1/ask/stream", json={"question": question}).text
    assert [line for line in streamed.splitlines() if line.startswith("event:")] == ["event: stage"] * 6 + [
        "event: answer"
    ]
    assert first["id"] in streamed
