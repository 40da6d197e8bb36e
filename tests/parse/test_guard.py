"""Offensive and sensitive wording, by whole words."""

from __future__ import annotations

import pytest

from weigh.parse.guard import finding, message


@pytest.mark.parametrize(
    "question",
    [
        "Is Scunthorpe nicer than Grimsby?",
        "Is a cocktail better than beer?",
        "which cock breed is better, Leghorn or Sussex",
        "Is a bitch calmer than a male dog?",
        "Is an ass stronger than a horse?",
        "Dick Tracy or Batman?",
        "shuttlecock feather or nylon",
        "Is a dyke better than a dam?",
        "Which is the better killer of weeds, vinegar or salt?",
        "suicide squad or the avengers",
        "which race is longer, the marathon or the half marathon",
        "what would hurt my self esteem more, school or work",
        "U.S.A. or U.K., A-B-C or x.y.z",
    ],
)
def test_harmless_words_pass(question: str) -> None:
    assert finding(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Which is more fucking annoying, cats or dogs?",
        "who are worse, FAGGOTS or others",
        "which race is superior, a or b",
        "which is the better slur for them, a or b",
    ],
)
def test_insults_are_asked_to_be_reworded(question: str) -> None:
    assert finding(question) == "offensive"


@pytest.mark.parametrize(
    "question",
    [
        "Is it better to hang myself or take pills?",
        "what is a more painless way to die, A or B",
        "I want to die. Pills or rope?",
        "Should I cut myself or starve myself",
        "which is the less painful suicide method",
        "suicide squad or suicide, what is better for me",
        "I don't want to live, is it better to tell someone or not",
        "is it better to kill my self or not",
    ],
)
def test_self_harm_gets_care_and_no_comparison(question: str) -> None:
    assert finding(question) == "sensitive"


@pytest.mark.parametrize(
    "question",
    [
        "I want to d\u200die. Pills or rope?",  # a joiner that is not seen
        "kill\u200bmyself or not",  # a space that is not seen
        "sui\u00adcide methods or pills",
        "su\u034fi\ufe0fci\u3164de or pills",
        "s\u0336u\u0336i\u0336c\u0336i\u0336d\u0336e\u0336 or pills",
        "sui\x07cide or pills",
        "s\u0443icide or not",  # Cyrillic, as are the next two
        "\u0405UICID\u0415 or not",
        "kill m\u0443self or not",
        "\u03bai\u2113l m\u03b3self or not",
        "k.i.l.l myself or not",
        "is s-u-i-c-i-d-e better than life",
    ],
)
def test_a_disguise_does_not_hide_self_harm(question: str) -> None:
    assert finding(question) == "sensitive"


def test_care_comes_before_manners_however_either_is_disguised() -> None:
    assert finding("is fucking s\u0443icide better") == "sensitive"


def test_every_message_is_there_and_not_empty() -> None:
    for name in ("offensive", "sensitive", "not_comparative", "not_english", "too_few", "one_object"):
        assert len(message(name)) > 40
