"""Longer answers as the encoder reads them: mentions found, marked and placed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from weigh.models.answer_input import LONGEST, build, keys, mentions
from weigh.models.session import shipped

TOKENIZER = Tokenizer.from_file(str(shipped("") / "tokenizer.json"))
MARKERS, START, END = (2, 3), 101, 102


def built(question: str, answer: str, objects: tuple[str, str]) -> tuple[list[int], int, int]:
    parts = [(text, TOKENIZER.encode(text, add_special_tokens=False)) for text in (question, answer)]
    return build(parts[0], parts[1], objects, MARKERS, START, END)


def test_an_object_is_known_by_the_words_that_tell_it_from_the_other() -> None:
    known = keys("fried meatballs", "baked meatballs")
    text = "Meatballs that were fried brown better; baked ones stay pale."
    assert [(which, text[slice(*span)]) for which, span in mentions(text, known)] == [(0, "fried"), (1, "baked")]


def test_a_mention_is_one_marker_and_read_where_the_answer_names_it_first() -> None:
    ids, first, second = built(
        "Tea or strong coffee?", "I like coffee, and strong coffee beats tea.", ("tea", "strong coffee")
    )
    assert ids.count(2) == 2  # tea: asked and answered
    assert ids.count(3) == 3
    middle = ids.index(END)
    assert ids[first] == 2 and ids[second] == 3 and middle < second < first  # noqa: PT018
    turned = built("Tea or strong coffee?", "I like coffee, and strong coffee beats tea.", ("strong coffee", "tea"))
    assert turned[1:] == (second, first)


def test_an_object_nobody_names_stands_at_the_beginning() -> None:
    ids, first, second = built("What now?", "No idea.", ("tea", "coffee"))
    assert (ids[first], ids[second]) == MARKERS
    assert {first, second} == {1, 2}


@settings(deadline=None)  # the tokenizer may be slow the first time
@given(st.text(max_size=400), st.text(max_size=3000), st.text(max_size=40), st.text(max_size=40))
def test_any_text_fits_and_both_objects_are_read(question: str, answer: str, one: str, other: str) -> None:
    ids, first, second = built(question, answer, (one, other))
    assert len(ids) <= LONGEST
    assert (ids[first], ids[second]) == MARKERS


def test_the_end_of_a_long_answer_is_read_too() -> None:
    ids, first, _ = built("Tea or coffee?", "Well. " * 400 + "Take tea.", ("tea", "coffee"))
    assert ids[first] == 2
    assert first > len(ids) - 10
