"""Candidates for questions that name fewer than two objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from weigh.pipeline import Weigh

TEXTS = (
    "[[Java]] is a programming language.",
    "Python is a programming language.",
    "Pythons are programming languages, some say.",
    "Ruby is a programming language.",
    *(f"Python is {word} than Java." for word in ("easier to learn", "simpler", "cheaper to host", "nicer to read")),
    *(f"Java is {word} than Python." for word in ("faster", "safer", "more reliable")),
    "Ruby is prettier than Python.",
    "The fruit is green.",
    "Red is a fruit colour, and green is a fruit colour.",
    "Green is nicer than Red, and Red is warmer than Green.",
    "James Gosling Java is better than Python.",
    "James Gosling Java is worse than Python.",
)


@pytest.fixture(scope="module")
def weigh(weigh_on: Callable[[Sequence[str]], Weigh]) -> Weigh:
    return weigh_on(TEXTS)


def test_names_are_clean_and_each_is_there_once_and_has_evidence(weigh: Weigh) -> None:
    answer = weigh.ask("What is the best programming language?")
    assert answer.comparison is not None
    assert sorted(answer.comparison.names) == ["Java", "Python"]
    assert [argument.id for argument in answer.arguments] == list(range(1, len(answer.arguments) + 1))
    assert all(set(argument.objects) == {"Java", "Python"} for argument in answer.arguments)


@pytest.mark.parametrize("question", ["java", "Java?", "java or"])
def test_a_known_name_and_nothing_else_is_offered_what_it_is_compared_with(weigh: Weigh, question: str) -> None:
    answer = weigh.ask(question)
    assert answer.understanding.outcome == "too few objects"
    assert "one thing to compare" in (answer.understanding.message or "")
    assert "Python" in [suggestion.name for suggestion in answer.related]


@pytest.mark.parametrize("question", ["hello there", "weather tomorrow", "how does java work"])
def test_other_words_are_no_half_of_a_comparison(weigh: Weigh, question: str) -> None:
    assert weigh.ask(question).understanding.outcome == "not comparative"


def test_a_longer_name_of_what_is_compared_is_not_offered(weigh: Weigh) -> None:
    related = {item.name for item in weigh.compare("Python", "Java").related}
    assert related == {"Ruby"}


@pytest.mark.parametrize("question", ["What is the best fruit?", "best way to learn", "What is the best thing ever?"])
def test_colours_and_ways_are_no_candidates(weigh: Weigh, question: str) -> None:
    answer = weigh.ask(question)
    assert answer.comparison is None
    assert answer.understanding.message


def test_a_question_for_the_worst_is_not_taken_for_one_for_the_best(machine: Weigh) -> None:
    answer = machine.ask("What is the worst database?")
    assert answer.ranking is not None
    assert answer.verdict.text.endswith(f"As for the worst: the order puts {answer.ranking.order[-1]} last.")
    assert "asks for the worst elephant" in (machine.ask("What is the worst elephant?").understanding.message or "")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("python java c++ which one", ("python", "java", "c++")),
        ("tea coffee", ("tea", "coffee")),
        ("Python, Java?", ("Python", "Java")),
        ("which is better mac windows linux", ("mac", "windows", "linux")),
        ("alternatives to visual studio code", ("visual studio code",)),
        ("is black coffee better", ("black coffee",)),
    ],
)
def test_names_side_by_side_are_told_apart_where_text_compares_them(
    machine: Weigh, question: str, names: tuple[str, ...]
) -> None:
    answer = machine.ask(question)
    assert answer.comparison is not None
    assert answer.comparison.names == names
    assert bool(answer.arguments) is (len(names) > 1)
