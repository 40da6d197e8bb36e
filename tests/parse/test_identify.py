"""The cascade that tells comparative questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.parse import rules
from weigh.parse.identify import identify

SETTLED = {
    "how tall is mount everest compared with k2": (True, "rule R6"),
    "how does a heat pump work": (False, "linear model"),
    "what is the largest lake in africa": (True, "linear model"),
    "are trains cheaper than planes": (True, "quick model"),
    "should we lease or finance a car": (True, "model"),
}


def test_each_step_settles_what_it_is_sure_of_and_says_so() -> None:
    for decision, (comparative, step) in zip(identify(list(SETTLED)), SETTLED.values(), strict=True):
        assert (decision.comparative, decision.by) == (comparative, step)
        assert decision.reason.startswith(step)


def test_a_question_is_decided_alike_alone_and_in_company() -> None:
    together = identify(list(SETTLED) * 5)
    for question, decision in zip(list(SETTLED) * 5, together, strict=True):
        alone = identify([question])[0]
        assert (alone.comparative, alone.by) == (decision.comparative, decision.by)
        assert alone.probability == pytest.approx(decision.probability, abs=1e-5)


def test_the_precise_point_takes_no_question_that_the_balanced_one_leaves() -> None:
    questions = [
        f"{start} {end}" for start in ("which is", "what is the", "is tea") for end in ("best", "better", "or")
    ]
    balanced, precise = identify(questions), identify(questions, "precise")
    assert all(loose.comparative or not strict.comparative for loose, strict in zip(balanced, precise, strict=True))


def test_a_thorough_look_finds_what_a_cheap_step_would_pass_by() -> None:
    question = "which phone lasts longer"
    fast, thorough = identify([question])[0], identify([question], thorough=True)[0]
    assert (fast.comparative, fast.by) == (False, "linear model")
    assert thorough.comparative
    assert thorough.by in ("quick model", "model")


_PIECES = st.sampled_from(
    [
        "is",
        "Tea",
        "or",
        "vs",
        "better",
        "than",
        "over",
        "best",
        "the",
        "pros",
        "in common",
        "comparing",
        "differ",
        "for",
    ]
)


@given(st.lists(_PIECES, max_size=7).map(" ".join))
def test_the_fast_look_passes_by_nothing_that_a_rule_takes(question: str) -> None:
    words = rules.words(question)
    seen = rules.Question(tuple(words), " ".join(words))
    taken = next((name for name in rules.PERFECT if rules.RULES[name](seen)), None)
    assert rules.matching(question) == taken
