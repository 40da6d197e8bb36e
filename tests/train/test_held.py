"""What measures teaches nothing, however it is written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from weigh.train.held import Held, same_text


@given(st.text(max_size=30))
def test_case_spaces_and_punctuation_make_no_other_text(text: str) -> None:
    assert same_text(f"  {text} ?") == same_text(text.replace(" ", "  ")) == same_text(same_text(text))


def test_a_text_is_held_in_every_writing_and_no_other_is() -> None:
    held = Held(["Hockey is better than baseball", "what s the best café"])
    assert "Why Hockey is better than baseball." not in held
    assert all(text in held for text in ("hockey is  better than 'Baseball' .", "What's the best caf?"))
    assert "" not in held
