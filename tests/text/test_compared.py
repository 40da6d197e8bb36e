"""By which of several mentions a sentence is read."""

from __future__ import annotations

import pytest

from weigh.classify.transformer import model_item
from weigh.models.files import stance_item
from weigh.text.compared import compared_pair
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Object


def read_by(text: str, one: str, other: str) -> str | None:
    """The part of a sentence from the one mention compared to the other."""
    tokens = tokenize(text)
    found = compared_pair(tokens, object_spans(text, (Object(one), Object(other)), tokens), one, other)
    if found is None:
        return None
    assert [span.name for span in found] == [one, other]
    return text[min(span.start for span in found) : max(span.end for span in found)]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Go is older, as is Java, but Go is faster than Java, which Go users like.", "Go is faster than Java"),
        ("Users of Java prefer Go over Java if Java is all they know.", "Go over Java"),
        ("Java has it, but Go is slower then any Java, Go people say.", "Go is slower then any Java"),
        ("Java is known; in short, Go is superior to good Java, Go experts say.", "Go is superior to good Java"),
        ("A Go server is small compared to Java, as Go has less at run time.", "Go server is small compared to Java"),
        ("In Java as in Go, Go is not as terse as old Java.", "Go is not as terse as old Java"),
    ],
)
def test_mentions_on_both_sides_of_what_compares_are_read_before_closer_ones(text: str, part: str) -> None:
    assert read_by(text, "Go", "Java") == part
    assert read_by(text, "Java", "Go") == part


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Prefer Go any day over Java for tools, and Java over Go for banks.", "Java over Go"),  # says both
        ("Going from Go to Java costs more than starting with Java.", "Go to Java"),  # compares Java with Java
        ("Go as well as Java beats C, and Go is small.", "Go as well as Java"),
        ("Go runs faster than it compiles, while Java, unlike Go, does not.", "Java, unlike Go"),
        ("Of Go and Java, Go is the newer language.", "Java, Go"),
    ],
)
def test_else_the_mentions_that_stand_closest_are_read(text: str, part: str) -> None:
    assert read_by(text, "Go", "Java") == part


def test_a_sentence_without_both_has_no_mentions_to_compare() -> None:
    assert read_by("Go is faster than C.", "Go", "Java") is None


def test_answers_and_predictions_over_files_read_the_same_mentions() -> None:
    text = "Tyres wear somewhat faster on an electric car than on a petrol car, as the electric car is heavier."
    item = model_item(text, Object("electric car"), Object("petrol car"))
    assert item == stance_item(text, "electric car", "petrol car")
    assert item is not None
    assert text[item[1][0] : item[2][1]] == "electric car than on a petrol car"
