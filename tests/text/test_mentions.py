"""Words, forms and mentions: the ground on which index, classifiers and highlights agree."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.text.forms import degree_forms, noun_forms
from weigh.text.mentions import aspect_spans, names_all, object_spans
from weigh.text.tokens import same_key, tokenize, words
from weigh.types import Aspect, Object


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C++ and C# beat .NET?", ["c++", "and", "c#", "beat", ".net"]),
        ("ASP.NET's end.Next ...and", ["asp", "net", "s", "end", "next", "and"]),
        ("Café NAÏVE", ["cafe", "naive"]),
        ("e-bike, Node.js", ["e", "bike", "node", "js"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text())
def test_offsets_point_at_the_words(text: str) -> None:
    tokens = tokenize(text)
    assert [token.text for token in tokens] == words(text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(a.end <= b.start for a, b in itertools.pairwise(tokens))


@given(st.text(alphabet="abc XYZ.,!"))
def test_case_spaces_and_punctuation_do_not_count(text: str) -> None:
    assert same_key(text) == same_key(text.upper().replace(",", " ! "))


@pytest.mark.parametrize(
    ("text", "objects", "found"),
    [
        ("JavaScript is not Java", ["Java"], [(18, 22)]),
        ("C++ came after C", ["C", "C++"], [(0, 3), (15, 16)]),
        ("the iPhone 5S beats the iPhone 5", ["iPhone 5", "iPhone 5S"], [(4, 13), (24, 32)]),
        ("an iPhone 5 is an iPhone", ["iPhone", "iPhone 5"], [(3, 11), (18, 24)]),
        ("synthetic leather or leather", ["leather", "synthetic leather"], [(0, 17), (21, 28)]),
        ("dogs and cats", ["dog", "cat"], [(0, 4), (9, 13)]),
        ("I go to Go with R, not r", ["Go", "R"], [(8, 10), (16, 17)]),
    ],
)
def test_objects_are_never_mixed_up(text: str, objects: list[str], found: list[tuple[int, int]]) -> None:
    spans = object_spans(text, [Object(name) for name in objects])
    assert [(span.start, span.end) for span in spans] == found


def test_an_alias_counts_as_its_object() -> None:
    assert names_all("Postgres beats MySQL", [Object("PostgreSQL", ("postgres",)), Object("mysql")])


def test_aspects_are_found_in_all_degrees() -> None:
    spans = aspect_spans("It is cheaper and the prices fell", [Aspect("price", words=("cheap",))])
    assert [span.start for span in spans] == [6, 22]


@pytest.mark.parametrize(
    ("word", "form"),
    [("city", "cities"), ("buses", "bus"), ("box", "boxes"), ("mouse", "mice"), ("dog", "dogs"), ("dogs", "dog")],
)
def test_noun_forms(word: str, form: str) -> None:
    assert form in noun_forms(word)


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("cheap", "cheaper"),
        ("big", "bigger"),
        ("easy", "easiest"),
        ("safe", "safer"),
        ("cheaper", "cheap"),
        ("good", "better"),
    ],
)
def test_degree_forms(word: str, form: str) -> None:
    assert form in degree_forms(word)


@given(st.text(max_size=40))
def test_a_word_is_never_empty_and_has_no_space_in_it(text: str) -> None:
    found = tokenize(text)
    assert all(token.text and not any(letter.isspace() for letter in token.text) for token in found)
    assert [token.text for token in found] == words(text)


def test_a_sign_that_stands_for_several_words_is_one() -> None:
    assert len(words("\ufdfa")) == 1
    assert " " not in words("\ufdfa")[0]
