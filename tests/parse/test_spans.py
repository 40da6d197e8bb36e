"""Questions as people type them: what the labeller sees is what counts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from weigh import models
from weigh.parse import QuestionParser
from weigh.parse.label import label
from weigh.settings import Settings


@pytest.fixture(scope="module")
def parser() -> QuestionParser:
    return QuestionParser(Settings())


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Is TCP/IP older than OSI?", ["TCP/IP", "OSI"]),
        ("do boys learn faster than girls", ["boys", "girls"]),
        ("do women live longer than men", ["women", "men"]),
        ("AC/DC or Metallica live", ["AC/DC", "Metallica"]),
        ("St. Louis or Kansas City for barbecue?", ["St. Louis", "Kansas City"]),
        ("is java faster than python, ruby and php", ["java", "python", "ruby", "php"]),
        ("Which is quietest: Bosch, Miele or Siemens?", ["Bosch", "Miele", "Siemens"]),
        ("going back and forth between a hatchback and a van", ["hatchback", "van"]),
        ("my wife wants a pool, i want a sauna. what makes more sense?", ["pool", "sauna"]),
        ("does aspirin work as well as ibuprofen for headaches", ["aspirin", "ibuprofen"]),
        ("is the fairphone worth the extra money over the pixel", ["fairphone", "pixel"]),
        ("difference betwen jam and jelly", ["jam", "jelly"]),
        ("Are there more lakes in Finland than in Sweden?", ["Finland", "Sweden"]),
        (
            "Should I overpay my mortgage or put money in index funds?",
            ["overpay my mortgage", "put money in index funds"],
        ),
    ],
)
def test_names_are_taken_as_they_are_typed(parser: QuestionParser, question: str, names: list[str]) -> None:
    found = parser.parse(question).comparison
    assert found is not None
    assert sorted(found.names) == sorted(names)


@pytest.mark.parametrize(
    ("question", "aspects"),
    [
        ("Who was a better composer, Mozart or Beethoven?", []),
        ("Are women better drivers than men?", []),
        ("Is it better to fly or drive to Chicago with a toddler?", ["toddler"]),
        ("Who is richer, Bill Gates or Steve Jobs?", []),
        ("Do Toyotas have better brakes than Hondas?", ["brakes"]),
        ("Is gold a better conductor than silver?", ["conductor"]),
        ("Compare Vienna and Prague in rent, safety and nightlife", ["rent", "safety", "nightlife"]),
        ("gore-tex vs oilskin breathability", ["breathability"]),
        ("Which planet has the strongest winds, Saturn or Neptune?", ["winds"]),
        ("which paint dries faster, acrylic or oil", ["speed"]),
        ("is feta as salty as halloumi", ["salty"]),
        ("who was taller, lincoln or washington", ["height"]),
        ("do apples or oranges have more vitamin c", ["vitamin c"]),
    ],
)
def test_aspects_are_what_is_graded(parser: QuestionParser, question: str, aspects: list[str]) -> None:
    found = parser.parse(question).comparison
    assert found is not None
    assert [aspect.name for aspect in found.aspects] == aspects


@pytest.mark.parametrize(
    "question",
    [
        "what time difference is there between here and Lima",
        "how do i compare two columns in a spreadsheet",
        "who directed kramer vs kramer",
        "top up my travel card online",
        "how do I get wine or coffee out of a shirt",
        "why do most shops close on sundays",
    ],
)
def test_what_only_looks_like_a_comparison_is_none(parser: QuestionParser, question: str) -> None:
    assert parser.parse(question).outcome in ("not comparative", "too few objects")


def test_only_the_surest_are_taken_where_that_is_asked_for() -> None:
    question = "cheapest phone with a good camera"
    assert QuestionParser(Settings()).parse(question).comparative
    assert not QuestionParser(Settings(operating_point="precise")).parse(question).comparative


class _Counting:
    """The shipped labeller, which counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def labels(self, questions: Sequence[Sequence[str]]) -> list[list[tuple[str, float]]]:
        self.asked += 1
        return models.load("label").labels(questions)


def test_many_short_sentences_are_not_read_again_for_each_of_them() -> None:
    model = _Counting()
    label("x! " * 333, model)
    assert 1 <= model.asked <= 8
