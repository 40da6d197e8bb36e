"""Comparisons in sentences are recognised, and what is none stays out of the suggestions."""

from __future__ import annotations

import pytest

from weigh.index.comparisons import comparisons


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Python vs. Ruby is an old debate.", ("Python", "Ruby")),
        ("We looked at MySQL versus PostgreSQL.", ("MySQL", "PostgreSQL")),
        ("Python is easier to learn than Java.", ("Python", "Java")),
        ("In my view a cat is much cheaper to feed than a dog.", ("cat", "dog")),
        ("The difference between C++ and C# is large.", ("C++", "C#")),
        ("Many prefer tea to coffee.", ("tea", "coffee")),
        ("Should I buy Canon or Nikon?", ("Canon", "Nikon")),
        ("Almond milk is healthier than cow milk.", ("Almond milk", "cow milk")),
    ],
)
def test_a_comparison_names_its_two_things(text: str, pair: tuple[str, str]) -> None:
    assert comparisons(text) == (pair,)


@pytest.mark.parametrize(
    "text",
    [
        "He is better than me.",
        "It took more than two or three days.",
        "Better late than never.",
        "She was older than him.",
        "The match between Spain and Italy ended early.",
        "It is faster than it was before.",
        "More than 500 people came, or so they say.",
        "Nothing to see here.",
        "",
    ],
)
def test_what_compares_no_two_things_gives_none(text: str) -> None:
    assert comparisons(text) == ()
