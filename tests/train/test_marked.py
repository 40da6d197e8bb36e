"""Questions with marked words: what is read of them is what was marked."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from weigh.bench.questions import load
from weigh.models.data import LABELS
from weigh.text.tokens import words
from weigh.train.marked import questions, unmarked

MARKS = {"OBJ": "[o:{}]", "ASP": "[a:{}]", "PRED": "[p:{}]", "O": "{}"}
PIECES = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(["tea", "C++", "Xbox Series X", "o a p"])))


@given(PIECES)
def test_whatever_is_marked_has_its_label_and_nothing_else_has(pieces: list[tuple[str, str]]) -> None:
    read = unmarked("; ".join(MARKS[name].format(said) for name, said in pieces))
    told = [(word, name) for name, said in pieces for word in (*said.lower().split(), ";")]
    told = [(word, "O" if word == ";" else name) for word, name in told]
    assert list(zip(read.words, read.labels, strict=True)) == told[:-1]


def test_punctuation_inside_a_title_is_marked_with_it() -> None:
    read = unmarked("[o:Eat, Pray, Love] or [o:20,000 Leagues]?")
    assert read.words == ("eat", ",", "pray", ",", "love", "or", "20", "000", "leagues", "?")
    assert read.labels == (*["OBJ"] * 5, "O", *["OBJ"] * 3, "O")


def test_marked_questions_are_of_all_three_kinds() -> None:
    read = questions()
    assert len({one.words for one in read}) == len(read)
    things = [sum(name == "OBJ" for name, _ in groupby(one.labels)) for one in read]
    assert sum(count >= 2 for count in things) > 2500  # a choice
    assert sum(count == 1 for count in things) > 300  # the best of a kind
    nothing = [one for one, count in zip(read, things, strict=True) if not count]
    assert len(nothing) > 1000
    assert all(set(one.labels) == {"O"} for one in nothing)


def test_no_marked_question_is_nearly_one_that_measures() -> None:
    measuring = [set(words(one.text)) for one in load()]
    for one in questions():
        said = set(words(" ".join(one.words)))
        assert not any(len(said & other) > 0.8 * max(len(said), len(other)) for other in measuring), one.words
