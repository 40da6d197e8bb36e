"""Whom the sentences of a longer answer speak for: what they name, how the stance model is asked, what is made of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh import models
from weigh.models.answer_sentences import _against, _plain, asked_of, features, named

TEA = ("Tea or coffee?", "tea", "coffee", "I like tea. It wakes you. Coffee is bitter. Coffee beats tea? Never.")


def test_a_sentence_is_about_what_it_names_or_what_was_named_last() -> None:
    own = named(TEA)
    assert [sentence.sign for sentence in own] == [1, 0, -1, 0, 0]
    assert [sentence.before for sentence in own] == [0, 1, 1, -1, 1]
    assert [sentence.carried for sentence in own] == [False, True, False, False, True]


def test_the_stance_model_is_asked_for_a_comparison_with_the_other_object() -> None:
    texts = []
    for sentence in named(TEA):
        asked = _against(sentence, "tea", "coffee")
        if asked is not None:
            text, first, second = asked
            assert (text[slice(*first)].lower(), text[slice(*second)].lower()) == ("tea", "coffee")
            texts.append(text)
    assert texts == [
        "Compared to coffee, I like tea.",
        "Compared to coffee, tea: It wakes you.",
        "Compared to tea, Coffee is bitter.",
        "Compared to coffee, tea: Never.",
    ]
    text, first, second = _plain(named(TEA)[3], "tea", "coffee")
    assert text == "tea or coffee: Coffee beats tea?"
    assert (text[slice(*first)], text[slice(*second)]) == ("tea", "Coffee")


def test_exchanging_the_objects_exchanges_what_is_said_and_turns_the_signs() -> None:
    stance, turned = models.load("stance").whole(), (TEA[0], TEA[2], TEA[1], TEA[3])
    rows = np.random.default_rng(1).dirichlet(np.ones(4), 6)
    found = []
    for item, told in ((TEA, rows), (turned, rows[:, [1, 0, 2, 3]])):
        own = named(item)
        ((alone, compared),) = asked_of(stance, [item], [own])
        found.append(features(item, own, told, alone, compared))
    (even, odd), (even_turned, odd_turned) = found
    assert even == pytest.approx(even_turned, abs=1e-4)
    assert odd == pytest.approx(-odd_turned, abs=1e-4)


@settings(max_examples=15, deadline=None)
@given(st.text(max_size=300), st.text(max_size=20), st.text(max_size=20))
def test_any_answer_is_told(answer: str, one: str, other: str) -> None:
    row = models.load("answers").probabilities([("Which?", one, other, answer)])
    assert row.shape == (1, 4)
    assert row.sum() == pytest.approx(1)


def test_answers_do_not_depend_on_their_company_nor_on_the_order_of_the_objects() -> None:
    model = models.load("answers")
    items = [TEA, ("Cats or dogs?", "cats", "dogs", "Dogs. They are loyal, and cats are not."), ("?", "a", "b", "")]
    together = model.probabilities(items)
    for item, row in zip(items, together, strict=True):
        assert model.probabilities([item])[0] == pytest.approx(row, abs=1e-4)
        turned = model.probabilities([(item[0], item[2], item[1], item[3])])[0]
        assert turned[[0, 1, 3, 2]] == pytest.approx(row, abs=1e-4)


@pytest.mark.parametrize(
    ("answer", "stance"),
    [
        ("Take tea. Tea is healthier and much cheaper than coffee. I would never go back to coffee.", 2),
        ("Get coffee. Tea is weak and dull. Coffee is better in every way, I drink nothing else.", 3),
    ],
)
def test_plain_answers_have_the_side_they_take(answer: str, stance: int) -> None:
    assert models.load("answers").probabilities([("Tea or coffee?", "tea", "coffee", answer)])[0].argmax() == stance
