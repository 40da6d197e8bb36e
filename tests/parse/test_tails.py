"""What things are compared by, typed right behind a name."""

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
    ("question", "names", "aspect"),
    [
        ("ios vs android battery", ["ios", "android"], "battery life"),
        ("iphone vs samsung camera", ["iphone", "samsung"], "camera"),
        ("python vs java speed", ["python", "java"], "speed"),
        ("rust or go performance", ["rust", "go"], "performance"),
        ("c++ vs rust memory safety", ["c++", "rust"], "memory safety"),
        ("brown rice vs white rice protein", ["brown rice", "white rice"], "protein"),
        ("apples vs oranges vitamin c", ["apples", "oranges"], "vitamin c"),
        ("gold or silver investment", ["gold", "silver"], "investment"),
        ("usb c vs lightning charging speed", ["usb c", "lightning"], "charging speed"),
        ("e-reader vs paper book eye strain", ["e-reader", "paper book"], "eye strain"),
        ("wooden floor vs carpet allergies", ["wooden floor", "carpet"], "allergies"),
        ("new york vs los angeles weather", ["new york", "los angeles"], "weather"),
        ("sqlite or postgres for small web app", ["sqlite", "postgres"], "web app"),
        ("bath vs shower water usage", ["bath", "shower"], "water usage"),
        ("spain vs portugal cost of living", ["spain", "portugal"], "cost of living"),
    ],
)
def test_an_aspect_behind_the_last_name_is_no_part_of_it(question: str, names: list[str], aspect: str) -> None:
    found = compared(question)
    assert list(found.names) == names
    assert [item.name for item in found.aspects] == [aspect]
    assert found.context is None


@pytest.mark.parametrize(
    ("question", "names", "aspect"),
    [
        ("toyota reliability vs ford", ["toyota", "ford"], "reliability"),
        ("iphone battery life vs android", ["iphone", "android"], "battery life"),
        ("heat pump running costs vs gas boiler", ["heat pump", "gas boiler"], "running costs"),
        ("ford's reliability compared to toyota's", ["ford", "toyota"], "reliability"),
        ("is toyota's build quality better than ford's build quality", ["toyota", "ford"], "build quality"),
        ("iphone's camera vs samsung's", ["iphone", "samsung"], "camera"),
    ],
)
def test_an_aspect_behind_the_first_name_is_no_part_of_it(question: str, names: list[str], aspect: str) -> None:
    found = compared(question)
    assert list(found.names) == names
    assert [item.name for item in found.aspects] == [aspect]


def test_an_amount_of_something_is_found_where_text_says_only_of_what() -> None:
    assert compared("bath vs shower water usage").aspects[0].words == ("water",)
    assert compared("usb c vs lightning charging speed").aspects[0].words == ("charging", "charg", "charge")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("honey vs brown sugar", ["honey", "brown sugar"]),
        ("brains or physical strength", ["brains", "physical strength"]),
        ("price or build quality", ["price", "build quality"]),
        ("build quality vs price", ["build quality", "price"]),
        ("cow's milk vs goat's", ["cow's milk", "goat's"]),
        ("wind power vs coal", ["wind power", "coal"]),
        ("should i use a mass gainer or whey protein", ["mass gainer", "whey protein"]),
    ],
)
def test_what_is_a_name_as_a_whole_stays_one(question: str, names: list[str]) -> None:
    found = compared(question)
    assert list(found.names) == names
    assert not found.aspects


def test_a_part_of_devices_is_the_thing_itself_elsewhere() -> None:
    assert compared("canon vs nikon camera").context == "camera"
    assert compared("alkaline vs lithium battery").names == ("alkaline battery", "lithium battery")


@pytest.mark.parametrize(
    "question", ["tea vs coffee: taste, price and health", "Tea or coffee : taste, price and health?"]
)
def test_a_list_of_aspects_behind_a_colon_is_what_things_are_compared_by(question: str) -> None:
    found = compared(question)
    assert [name.lower() for name in found.names] == ["tea", "coffee"]
    assert [aspect.name for aspect in found.aspects] == ["taste", "price", "health"]


def test_a_question_behind_a_colon_is_no_list() -> None:
    found = compared("python vs java: which is faster?")
    assert list(found.names) == ["python", "java"]
    assert [aspect.name for aspect in found.aspects] == ["speed"]
