"""Comparisons that nothing in the index speaks of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from weigh.pipeline import Weigh

TEXTS = (
    "Toyota is more reliable than BMW.",
    "BMW is faster than Toyota.",
    "BMW is more expensive than Toyota.",
    "Green is prettier than Black, and Black is calmer than Green.",
    "Cooking with gas is cheaper than cooking with induction.",
    "Induction is faster than gas.",
    "A bicycle is cheaper than an e-bike.",
    "An e-bike is heavier than a bicycle.",
    "An e-reader is lighter than a tablet.",
    "A tablet is dearer than an e-reader.",
)


@pytest.fixture(scope="module")
def weigh(weigh_on: Callable[[Sequence[str]], Weigh]) -> Weigh:
    return weigh_on(TEXTS)


def test_models_nobody_compares_become_their_makers_and_the_answer_says_so(weigh: Weigh) -> None:
    answer = weigh.compare("BMW M Series", "Toyota SUV")
    assert answer.comparison is not None
    assert answer.comparison.names == ("BMW", "Toyota")
    assert answer.arguments
    told = "Nothing in the index names both BMW M Series and Toyota SUV; this compares BMW and Toyota."
    assert answer.verdict.text.endswith(told)
    assert weigh.revise(answer, drop=[1]).verdict.text.endswith(told)


@pytest.mark.parametrize("question", ["Is a gas stove or an induction stove better?", "gas stove or induction?"])
def test_a_word_that_the_names_share_is_left_out_where_text_does_so(weigh: Weigh, question: str) -> None:
    answer = weigh.ask(question)
    assert answer.comparison is not None
    assert answer.comparison.names == ("gas", "induction")
    assert answer.arguments
    assert answer.verdict.text.endswith("this compares gas and induction.")


@pytest.mark.parametrize(
    ("objects", "compared"),
    [
        (("e-bike", "normal bike"), ("e-bike", "bike")),
        (("tablet with a pen", "e-reader"), ("tablet", "e-reader")),
        (("Kindle", "tablet"), ("e-reader", "tablet")),
        (("BMW", "Toyota warranty"), ("BMW", "Toyota")),
    ],
)
def test_names_are_cut_to_what_text_compares(weigh: Weigh, objects: tuple[str, str], compared: tuple[str, str]) -> None:
    answer = weigh.compare(*objects)
    assert answer.comparison is not None
    assert answer.comparison.names == compared
    assert answer.arguments
    assert f"this compares {' and '.join(compared)}" in answer.verdict.text


def test_an_aspect_that_was_cut_off_a_name_is_asked_for(weigh: Weigh) -> None:
    answer = weigh.compare("BMW", "Toyota reliability")
    assert answer.comparison is not None
    assert [aspect.name for aspect in answer.comparison.aspects] == ["reliability"]


def test_what_is_compared_stays_as_it_was_asked(weigh: Weigh) -> None:
    answer = weigh.compare("BMW", "Toyota")
    assert answer.comparison is not None
    assert answer.comparison.names == ("BMW", "Toyota")
    assert "Nothing in the index" not in answer.verdict.text


@pytest.mark.parametrize(
    "objects",
    [
        ("green tea", "black tea"),
        ("BMW X1", "BMW X3"),
        ("BMW M Series", "fast food"),
        ("tea", "coffee"),
        ("gas car", "steam car"),
    ],
)
def test_common_words_one_maker_and_uneven_pairs_are_left_alone(weigh: Weigh, objects: tuple[str, str]) -> None:
    answer = weigh.compare(*objects)
    assert answer.comparison is not None
    assert answer.comparison.names == objects
    assert not answer.arguments


def test_a_number_that_is_cut_off_a_name_is_no_circumstance(weigh: Weigh) -> None:
    comparison = weigh.compare("tablet 10", "e-reader").comparison
    assert comparison is not None
    assert (comparison.names, comparison.context) == (("tablet", "e-reader"), None)
