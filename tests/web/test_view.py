"""What pages make of an answer: headline and figures, names in a row, counts that agree."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from weigh import Weigh
from weigh.types import Stance, Understanding
from weigh.web.asked import listed
from weigh.web.pages.highlight import keyword_pieces
from weigh.web.pages.render import held, opening, phrases
from weigh.web.pages.state import ViewState
from weigh.web.pages.view import parted, view


@pytest.mark.parametrize(
    ("text", "head", "rest"),
    [
        (
            "The evidence leans towards Python: Python has 60 % of it.",
            "The evidence leans towards Python.",
            "Python has 60 % of it.",
        ),
        ("It is close: trains have 55 %.", "It is close.", "Trains have 55 %."),
        ("It is close: iPhone has 55 %.", "It is close.", "iPhone has 55 %."),
        (
            "The evidence is divided (3 of 5). On price: nothing.",
            "The evidence is divided (3 of 5).",
            "On price: nothing.",
        ),
        ("Nothing found.", "Nothing found.", ""),
    ],
)
def test_a_verdict_is_parted_into_headline_and_figures(text: str, head: str, rest: str) -> None:
    assert parted(text, ("Python", "Java")) == (head, rest)


def test_a_name_with_a_colon_is_never_cut() -> None:
    text = "The evidence leans towards Alien: Covenant: it has 60 % of it."
    assert parted(text, ("Alien: Covenant", "Dune")) == (text, "")


@given(st.text())
def test_parting_loses_no_word(text: str) -> None:
    head, rest = parted(text, ())
    letters = re.compile(r"\W+")
    assert letters.sub("", f"{head}{rest}").lower() == letters.sub("", text).lower()
    assert letters.sub("", "".join(opening(text))) == letters.sub("", text)


def test_names_stand_in_a_row() -> None:
    assert [listed(("a", "b", "c")[:n]) for n in range(4)] == ["", "a", "a or b", "a, b or c"]


def test_names_become_phrases_of_a_query() -> None:
    assert phrases(("gas stove", "tea"), "OR") == '"gas stove" OR "tea"'
    assert phrases(('coffee" & milk',), "AND") == '"coffee  & milk"'


def test_the_general_bar_is_not_shown_where_it_says_the_same_as_the_overall_one(machine: Weigh) -> None:
    for aspects, titles in (((), []), (("colour of the moon",), []), (("web development",), ["General comparison"])):
        answer = machine.compare("python", "java", aspects=aspects)
        assert [bar.title for bar in view(answer, ViewState()).bars][-1:] == titles


@pytest.mark.parametrize(
    ("question", "overrule", "told"),
    [
        ("tea vs coffee, which is better?", None, "Comparative, 99\u00a0% sure, by its wording"),
        ("Who wrote Hamlet?", None, r"Not comparative, \d\d\u00a0% sure, by the model"),
        ("Who wrote Hamlet?", True, "Comparative, by your own word"),
        ("Python", None, "No question, but a thing that texts compare"),
        ("tea coffee", None, "No question, but things that texts compare"),
    ],
)
def test_what_a_question_was_held_for_is_told_in_plain_words_(
    machine: Weigh, question: str, overrule: bool | None, told: str
) -> None:
    assert re.fullmatch(told, held(machine.ask(question, overrule=overrule).understanding))


@pytest.mark.parametrize(
    ("comparative", "probability", "reason", "told"),
    [
        (True, 1.0, "given directly", "As you gave it"),
        (
            True,
            0.9841,
            "names what it compares (model: 0.062)",
            "Comparative, 98\u00a0% sure, as it names what it compares",
        ),
        (False, 0.5963, "model: 0.596, comparative from 0.775", "Not clearly comparative, by the model"),
    ],
)
def test_no_question_is_held_for_anything_with_less_than_half_a_chance(
    comparative: bool, probability: float, reason: str, told: str
) -> None:
    assert held(Understanding("fine: tea or coffee", "not comparative", comparative, probability, reason)) == told


@given(st.text(max_size=60), st.text(max_size=30))
def test_keywords_stand_out_and_no_character_is_lost(text: str, query: str) -> None:
    assert "".join(piece.text for piece in keyword_pieces(text, query)) == text


def test_keywords_are_found_in_any_case() -> None:
    found = keyword_pieces("C++ beats Java, or so they say.", 'java AND "c++" OR x')
    assert [piece.text for piece in found if piece.kind] == ["C++", "Java"]


def test_the_counts_of_verdict_bars_and_columns_agree_also_with_ties_and_left_out_arguments(machine: Weigh) -> None:
    answer = machine.compare("coffee", "tea")
    ties = [argument for argument in answer.arguments if argument.stance is Stance.EQUAL]
    assert ties, "the starter library has sentences that see no difference"
    for drop in (frozenset[int](), frozenset({answer.arguments[0].id, ties[0].id})):
        shown = view(machine.revise(answer, drop=drop), ViewState("x", drop=drop))
        number = len(answer.arguments) - len(drop)
        assert shown.overall is not None
        assert (shown.overall.count, shown.overall.equal) == (number, len(ties) - bool(drop))
        assert sum(column.total for column in shown.columns) == number
        assert f"{number} arguments" in shown.answer.verdict.text


def test_a_question_without_comparison_says_so_in_the_history(client: TestClient) -> None:
    client.get("/ask", params={"q": "Who wrote Hamlet?"}, headers={"accept": "text/html"})
    page = client.get("/history").text
    assert "Who wrote Hamlet?" in page
    assert "does not look like a comparative question" in page
    assert "not enough evidence" not in page
