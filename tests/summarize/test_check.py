"""The citation checker: each way in which a claim can be wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from weigh.summarize.check import Checker
from weigh.types import Claim

from .evidence import PAIR, SENTENCES, F, evidence, number_of

COMPARISON, ARGUMENTS, *_ = evidence()
CHECKER = Checker(COMPARISON, ARGUMENTS)
LEARN, FAST, CHEAP, EQUAL = (
    number_of(ARGUMENTS, part) for part in ("easier to learn", "runs faster", "cheaper", "equally")
)


def claim(text: str, *numbers: int, winner: str | None = "python", aspect: str | None = None) -> Claim:
    objects = tuple(name for name in PAIR.names if name in text.lower())
    return Claim(text, "aspect", numbers, objects, winner, aspect)


@pytest.mark.parametrize(
    "held",
    [
        claim("Python is easier to learn than Java.", LEARN),
        claim("Java is faster than Python.", FAST, winner="java", aspect="speed"),
        claim("Python and Java each have their strengths.", LEARN, FAST, winner=None),
        claim("Python and Java are equal.", EQUAL, winner=None),
        claim("If what matters to you is a low price, you should choose Python.", CHEAP, aspect="price"),
    ],
)
def test_a_claim_that_its_citations_bear_out_holds(held: Claim) -> None:
    assert CHECKER.problem(held) is None


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (claim("Python is easier to learn than Java."), "cites nothing"),
        (claim("Python is easier to learn than Java.", 999), "no argument 999"),
        (claim("Python is easier to learn than Java.", LEARN, LEARN), "twice"),
        (claim("Python is easier to learn than Java.", LEARN, FAST), "does not speak for python"),
        (claim("Java is faster than Python.", FAST, winner="java", aspect="price"), "does not speak of price"),
        (claim("Java is easier to learn than Python.", LEARN), "its text favours java"),
        (claim("Python and Java each have their strengths.", LEARN, winner=None), "takes no side"),
        (claim("Python wins prizes for elegance, beauty and poetry.", LEARN), "not in what it cites"),
        (Claim("It is easier.", "aspect", (LEARN,), ("python",), "python"), "does not name its objects"),
        (Claim("Ruby is easier.", "aspect", (LEARN,), ("ruby",), "ruby"), "speaks of ruby"),
        (Claim("Something is easier.", "aspect", (LEARN,), (), None), "no object"),
    ],
)
def test_a_claim_that_is_wrong_in_one_way_is_told_why(wrong: Claim, problem: str) -> None:
    assert problem in (CHECKER.problem(wrong) or "")


def test_a_dropped_argument_cannot_be_cited() -> None:
    dropped = [replace(item, dropped=item.id == LEARN) for item in ARGUMENTS]
    assert "no argument" in (Checker(COMPARISON, dropped).problem(claim("Python is easier to learn.", LEARN)) or "")


def test_a_flipped_argument_no_longer_bears_out_the_old_claim() -> None:
    flipped = [replace(a, stance=a.stance.swapped(), flipped=True) if a.id == LEARN else a for a in ARGUMENTS]
    assert Checker(COMPARISON, flipped).problem(claim("Python is easier to learn than Java.", LEARN)) is not None


def test_no_claim_rests_on_a_sentence_whose_own_words_favour_the_other() -> None:
    misread = (("Java wakes a tired person more quickly than Python.", F), *SENTENCES)
    comparison, arguments, *_ = evidence(misread)
    number = number_of(arguments, "wakes")
    checker = Checker(comparison, arguments)
    for aspect in ("speed", None):
        wrong = claim("Python is a good choice for you if you want speed.", number, aspect=aspect)
        assert f"argument {number} itself speaks against python" in (checker.problem(wrong) or "")


def test_only_claims_that_hold_pass() -> None:
    good, bad = claim("Python is easier to learn than Java.", LEARN), claim("Python is the best ever.", 999)
    assert CHECKER.passed([good, bad]) == [good]
