"""Where a sentence's own words correct the model."""

from __future__ import annotations

import pytest

from weigh.classify.plain import corrected
from weigh.types import Judgement, Object, Stance

FIRST, SECOND = Object("Android"), Object("iOS")


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("Malware is more common on Android than on iOS.", Stance.SECOND),
        ("Android is more expensive than iOS.", Stance.SECOND),
        ("iOS needs fewer lines than Android.", Stance.SECOND),
        ("Android has fewer crashes than iOS.", Stance.FIRST),
        ("Android is less punctual than iOS.", Stance.SECOND),
        ("Android is harder to set on fire than iOS.", Stance.FIRST),
        ("Android is easier to hack than iOS.", Stance.SECOND),
        ("Power consumption is lower with Android than with iOS.", Stance.FIRST),
        ("Android emits less carbon and has lower emissions than iOS.", Stance.FIRST),
    ],
)
@pytest.mark.parametrize("said", [Stance.FIRST, Stance.SECOND])
def test_what_is_plainly_said_holds_whatever_the_model_says(text: str, winner: Stance, said: Stance) -> None:
    assert corrected(text, Judgement(said, 0.8), FIRST, SECOND).stance is winner
    mirrored = corrected(text, Judgement(said.swapped(), 0.8), SECOND, FIRST)
    assert mirrored.stance is winner.swapped()


@pytest.mark.parametrize(
    "text",
    ["Android is bigger than iOS.", "Android catches more bugs than iOS.", "Android and iOS are both fine.",
     "Android is more verbose than iOS, but much easier to read."],
)  # fmt: skip
@pytest.mark.parametrize("said", list(Stance))
def test_where_nothing_is_plain_the_model_keeps_its_word(text: str, said: Stance) -> None:
    judged = Judgement(said, 0.95)
    assert corrected(text, judged, FIRST, SECOND) == judged


def test_a_denied_comparison_is_never_sure() -> None:
    judged = corrected("Packaging is not simpler on Android than on iOS.", Judgement(Stance.SECOND, 0.9), FIRST, SECOND)
    assert judged.stance is Stance.SECOND
    assert judged.confidence < 0.6


@pytest.mark.parametrize("said", [Stance.NONE, Stance.EQUAL])
def test_what_takes_no_side_is_left_alone(said: Stance) -> None:
    judged = Judgement(said, 0.7)
    assert corrected("Malware is more common on Android than on iOS.", judged, FIRST, SECOND) == judged


@pytest.mark.parametrize(
    ("text", "equal"),
    [
        ("Booked early, Android can be just as cheap as iOS.", True),
        ("Android is every bit as good as an old iOS.", False),
        ("Android is equally as good as iOS.", True),
        ("Android is not just as good as iOS.", False),
        ("Android is twice as fast as iOS.", False),
        ("Android is faster, but iOS is just as good as Android.", False),
        ("Android is as good as iOS.", False),
        ("Android and iOS are about as good as Windows.", False),
    ],
)
def test_what_is_called_just_as_good_is_equal(text: str, equal: bool) -> None:
    judged = corrected(text, Judgement(Stance.FIRST, 0.84), FIRST, SECOND)
    assert (judged.stance is Stance.EQUAL) == equal


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A foldable phone is more fragile than either Android or iOS devices.", Stance.NONE),
        ("Using both Android and iOS is more secure than using only Android or iOS.", Stance.NONE),
        ("Sailfish was far superior to the Android and iOS of its day.", Stance.NONE),
        ("iOS is faster than Android or iOS emulators.", Stance.SECOND),
        ("Windows is faster than Android and iOS is safer.", Stance.SECOND),
        ("iOS is better than Windows or Android.", Stance.SECOND),
    ],
)
def test_who_is_compared_with_both_favours_neither(text: str, says: Stance) -> None:
    assert corrected(text, Judgement(Stance.SECOND, 0.9), FIRST, SECOND).stance is says
    assert corrected(text, Judgement(Stance.FIRST, 0.9), SECOND, FIRST).stance is says.swapped()
