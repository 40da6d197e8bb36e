"""The benchmark of questions as people type them."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from weigh.bench import questions
from weigh.bench.questions import Asked, judge
from weigh.cli.bench import app
from weigh.types import Aspect, Comparison, Object, Understanding

ASKED = Asked(
    "own",
    "gas or electric stoves by price",
    (("gas", "gas stoves"), ("electric stoves",)),
    (("price",),),
    (("kitchen",),),
)


def understood(objects: list[str], aspects: list[str]) -> Understanding:
    comparison = Comparison(tuple(map(Object, objects)), tuple(map(Aspect, aspects)))
    return Understanding(ASKED.text, "comparison", True, 1.0, "", comparison=comparison)


@pytest.mark.parametrize(
    ("objects", "right"),
    [
        (["gas stoves", "electric stoves"], True),
        (["Electric Stoves", "gas"], True),
        (["gas", "electric"], False),
        (["gas", "electric stoves", "stoves"], False),
        (["gas", "gas stoves"], False),
        ([], False),
    ],
)
def test_objects_are_right_if_each_is_there_in_one_of_its_wordings_and_nothing_else(
    objects: list[str], right: bool
) -> None:
    assert judge(ASKED, understood(objects, [])).objects is right


@pytest.mark.parametrize(
    ("aspects", "counted"),
    [
        (["price"], (1, 1)),
        (["cost"], (1, 1)),
        (["kitchen"], (0, 0)),
        (["safety", "price"], (1, 2)),
        ([], (0, 0)),
    ],
)
def test_aspects_are_counted_by_meaning_and_what_may_be_named_is_not(
    aspects: list[str], counted: tuple[int, int]
) -> None:
    found = judge(ASKED, understood([], aspects))
    assert (found.hits, found.said) == counted
    assert found.wanted == 1


def test_every_question_names_what_it_compares_in_its_own_words() -> None:
    asked = questions.load()
    assert len({one.text.lower() for one in asked}) == len(asked) > 1200
    for one in asked:
        said = set(questions.words(one.text))
        assert all(any(set(questions.words(name)) <= said for name in names) for names in one.objects), one.text


def test_the_study_needs_no_data_and_most_questions_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEIGH_DATA", raising=False)
    told = CliRunner().invoke(app, ["run", "questions", "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)["questions"]["all"]
    assert found["comparative"] > 0.9
    assert found["objects"] > 0.8
    assert found["false alarms"] < 0.1
