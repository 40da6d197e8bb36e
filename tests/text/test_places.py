"""Places with their capitals."""

from __future__ import annotations

from weigh.text.places import with_capitals


def test_places_get_their_capitals_and_other_words_stay() -> None:
    assert with_capitals("across europe and south korea by train") == "across Europe and South Korea by train"
    assert with_capitals("a turkey sandwich in romeo's style") == "a turkey sandwich in romeo's style"
