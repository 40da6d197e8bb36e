"""What things are wanted for, where and by whom."""

from __future__ import annotations

import pytest

from weigh.parse import make_parser
from weigh.settings import Settings
from weigh.types import Comparison


def compared(question: str) -> Comparison:
    found = make_parser(Settings()).parse(question).comparison
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "aspects", "context"),
    [
        ("bike or bus to work in the rain", ["commuting", "wet weather"], None),
        ("train vs plane for travelling across europe", ["travelling"], "across Europe"),
        ("wood stove or heat pump in an old house in canada", ["old house"], "in Canada"),
        ("python or java for making small games at school", ["school"], "making small games"),
        ("python or java for data science on old machines", ["data science"], "on old machines"),
        ("python or javascript to build a website", ["website"], None),
        ("is it better to swim or run to lose weight", ["lose weight"], None),
        ("a tram or a bike for commuting to work in winter", ["commuting", "winter"], None),
        ("dog or cat if i live alone", ["live alone"], None),
        ("air fryer or oven for one person", [], "one person"),
        ("should my 7-year-old learn judo or karate", [], "7-year-old"),
        ("trains vs planes for the climate", ["environment"], None),
        ("should we get our 10yo daughter an iPhone or an Android phone??", [], "10yo daughter"),
        ("which is less bad for the environment beef or pork", ["environment"], None),
        ("which pet lives longest: rabbit, hamster or rat", ["longevity"], None),
        ("is it cheaper to own a dog or a cat", ["price"], None),
    ],
)
def test_the_known_cases_of_a_phrase_are_aspects_and_the_rest_is_context(
    question: str, aspects: list[str], context: str | None
) -> None:
    found = compared(question)
    assert [aspect.name for aspect in found.aspects] == aspects
    assert found.context == context


@pytest.mark.parametrize(
    ("question", "context"),
    [
        ("car or train to munich", "to Munich"),
        ("should i rent or buy an apartment in berlin", "in Berlin"),
        ("nap or coffee when tired", "when tired"),
        ("cat or dog without a garden", "without a garden"),
        ("is ups or usps better for shipping mid to large size packages", "shipping mid to large size packages"),
        ("is it better to learn python or java in 2024", None),
        ("what kind of car is safer, a suv or a sedan", None),
        ("is a tea with milk better than a coffee with milk", None),
    ],
)
def test_circumstances_and_long_purposes_that_nothing_knows_are_context(question: str, context: str | None) -> None:
    found = compared(question)
    assert not [aspect for aspect in found.aspects if aspect.name != "safety"]
    assert found.context == context


def test_what_the_asker_tells_before_the_question_counts() -> None:
    found = compared("I have a small flat and work all day. Cat or dog?")
    assert [aspect.name for aspect in found.aspects] == ["small flat"]
    assert found.context == "I have a small flat and work all day"
    assert compared("should i get a new laptop or a desktop? i mostly play games").context == "i mostly play games"
    assert compared("I can't decide between a cat and a dog. Help!").context is None
