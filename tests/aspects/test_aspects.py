"""Aspects found in arguments, by the three methods."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.aspects import MOST, make_finder
from weigh.rank import make_ranker
from weigh.settings import Settings
from weigh.types import Argument, Comparison, FoundAspect, Hit, Judgement, Object, Sentence, Source, Stance

PYTHON, JAVA = Object("Python"), Object("Java")
PAIR = Comparison((PYTHON, JAVA))


def arguments(*rows: tuple[str, Stance]) -> tuple[Argument, ...]:
    """Sentences as the ranker hands them on, numbered."""
    from dataclasses import replace

    hits = [Hit(Sentence(i, text, (Source(f"d{i}", 0),)), 1.0) for i, (text, _) in enumerate(rows)]
    judged = [Judgement(stance, 0.9) for _, stance in rows]
    ranked = make_ranker(Settings()).rank(PYTHON, JAVA, hits, judged, PAIR)
    return tuple(replace(item, id=number) for number, item in enumerate(ranked, start=1))


def found(*rows: tuple[str, Stance]) -> tuple[FoundAspect, ...]:
    return make_finder(Settings()).find(arguments(*rows), PAIR)


@pytest.mark.parametrize(
    ("text", "stance", "name"),
    [
        ("Python is cheaper than Java.", Stance.FIRST, "price"),
        ("Java is more expensive than Python.", Stance.FIRST, "price"),
        ("Python is more reliable than Java.", Stance.FIRST, "reliability"),
        ("Python is easier to deploy than Java.", Stance.FIRST, "easier to deploy"),
        ("Java is harder to deploy than Python.", Stance.FIRST, "easier to deploy"),
        ("Python is better for scientific computing than Java.", Stance.FIRST, "data analysis"),
        ("Python is better for puppet theatre than Java.", Stance.FIRST, "puppet theatre"),
        ("Python has better documentation than Java.", Stance.FIRST, "support"),
        ("Java is not as cheap as Python.", Stance.FIRST, "price"),
        ("Python is twice as fast as Java.", Stance.FIRST, "speed"),
        ("Python supports more processor architectures than Java.", Stance.FIRST, "more processor architectures"),
        ("Python has more functions, types and ideas than Java.", Stance.FIRST, "more functions"),
        ("Java annoys more people per day than Python.", Stance.FIRST, "fewer people per day"),
        ("Blades from Java are harder to sell than the glass and metal from Python.", Stance.FIRST, "easier to sell"),
    ],
)
def test_the_reason_of_one_argument(text: str, stance: Stance, name: str) -> None:
    assert [(aspect.object, aspect.name) for aspect in found((text, stance))] == [("Python", name)]


def test_words_that_only_say_better_are_no_aspect() -> None:
    assert found(("Python is better than Java.", Stance.FIRST), ("Java is worse than Python.", Stance.FIRST)) == ()
    assert found(("It is better to install Python than Java.", Stance.FIRST)) == ()
    assert found(("Python is superior to Oracle, Ruby and Java.", Stance.FIRST)) == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Python is more likely than Java.", set()),
        ("Python is more likely to compile compared with Java, which is slower than Perl.", {"more likely to compile"}),
    ],
)
def test_an_aspect_says_in_what_and_ends_before_the_comparison(text: str, names: set[str]) -> None:
    assert {aspect.name for aspect in found((text, Stance.FIRST))} <= names


def test_nouns_after_because_are_found_when_they_recur() -> None:
    aspects = found(
        ("Python is better than Java because its syntax is clean.", Stance.FIRST),
        ("Python beats Java because of the syntax.", Stance.FIRST),
    )
    assert [aspect.name for aspect in aspects] == ["readability"]


def test_related_words_are_one_aspect_of_the_object_that_it_speaks_for_more() -> None:
    rows = [
        ("Python is cheaper than Java.", Stance.FIRST),
        ("Java costs more than Python.", Stance.FIRST),
        ("Java is cheaper than Python in the end.", Stance.SECOND),
    ]
    aspects = [aspect for aspect in found(*rows) if aspect.name == "price"]
    assert [(aspect.object, aspect.count) for aspect in aspects] == [("Python", 2)]
    assert "cheaper" in aspects[0].words


def test_dropped_and_equal_arguments_give_no_aspects() -> None:
    from dataclasses import replace

    evidence = arguments(("Python is cheaper than Java.", Stance.FIRST), ("Python is as fast as Java.", Stance.EQUAL))
    dropped = [replace(item, dropped=True) for item in evidence]
    assert make_finder(Settings()).find(dropped, PAIR) == ()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=80), st.sampled_from(list(Stance))), max_size=6))
def test_any_text_gives_at_most_ten_aspects_an_object_with_ids_that_exist(rows: list[tuple[str, Stance]]) -> None:
    evidence = arguments(*((f"Python is cheaper {text} than Java", stance) for text, stance in rows))
    ids = {argument.id for argument in evidence}
    aspects = make_finder(Settings()).find(evidence, PAIR)
    for name in PAIR.names:
        assert sum(aspect.object == name for aspect in aspects) <= MOST
    assert all(set(aspect.arguments) <= ids and aspect.name.strip() for aspect in aspects)


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("Packaging is not simpler in Python than in Java.", Stance.SECOND),
        ("Python breaks more easily than Java.", Stance.SECOND),
    ],
)
def test_a_denial_and_a_bad_thing_are_filed_under_no_aspect(text: str, stance: Stance) -> None:
    assert not {aspect.name for aspect in found((text, stance))} & {"simplicity", "ease"}


@pytest.mark.parametrize(
    ("text", "stance", "name"),
    [
        ("Surprising conversions are more common in Python than in Java.", Stance.SECOND, "popularity"),
        ("Rain harms the thin wood of Python more than the solid body of Java.", Stance.SECOND, "reliability"),
        ("Files in Python take more storage than files in Java.", Stance.SECOND, "capacity"),
    ],
)
def test_words_that_the_sentence_does_not_compare_by_are_no_aspect(text: str, stance: Stance, name: str) -> None:
    assert name not in {aspect.name for aspect in found((text, stance))}
