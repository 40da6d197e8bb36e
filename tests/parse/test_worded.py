"""The question as the labeller and the patterns read it."""

from __future__ import annotations

import pytest

from weigh.parse.worded import worded


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("fastest language: go, rust or c++", "fastest: go, rust or c++"),
        ("slowest database mysql or postgresql", "slowest: mysql or postgresql"),
        ("the most reliable car brand toyota or ford?", "most reliable: toyota or ford?"),
        ("cheapest way to heat a house: heat pump or gas boiler", "cheapest: heat pump or gas boiler"),
        ("easiest instrument to learn piano or guitar", "easiest to learn: piano or guitar"),
        ("safest pet hamster vs. rat", "safest: hamster vs rat"),
    ],
)
def test_what_all_things_are_is_left_out_after_a_superlative(question: str, read: str) -> None:
    assert worded(question) == read


@pytest.mark.parametrize(
    "question",
    [
        "best laptop or tablet",
        "best tea bags or loose tea",
        "best guitar strings or piano strings",
        "best pet for kids: rabbit or guinea pig",
        "best way to lose weight running or swimming",
        "cheapest car",
        "best place to live: city or countryside",
    ],
)
def test_what_is_part_of_a_name_or_tells_what_for_stays_after_a_superlative(question: str) -> None:
    assert worded(question) == question


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("react vs angular 2026", "react vs angular"),
        ("python or java in 2026?", "python or java?"),
        ("best laptop 2026", "best laptop"),
        ("windows 95 or windows 2000", "windows 95 or windows 2000"),
        ("ford focus 2019 vs golf 2020", "ford focus 2019 vs golf 2020"),
        ("is it better to buy now or in 2027", "is it better to buy now or in 2027"),
    ],
)
def test_the_year_in_which_somebody_asks_is_no_part_of_a_name(question: str, read: str) -> None:
    assert worded(question) == read
