"""Text as a reader sees it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.text.plain import plain


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("te\u200ba or cof\u00adfee\ufeff", "tea or coffee"),
        ("cafe\u0301", "café"),
        ("ｔｅａ ｏｒ ｃｏｆｆｅｅ？", "tea or coffee?"),
        ("\U0001d42d\U0001d41e\U0001d41a", "tea"),
        ("\ufb01sh", "fish"),
    ],
)
def test_what_nobody_sees_goes_and_letters_have_one_form(text: str, seen: str) -> None:
    assert plain(text) == seen


@pytest.mark.parametrize(
    "text", ["C++ or C#", "½ inch", "iPhone™", "m² or H₂O", "it´s", "wait…", "Müller", "№ 5", "nº"]
)
def test_what_a_reader_tells_apart_stays(text: str) -> None:
    assert plain(text) == text


@given(st.text())
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert plain(plain(text)) == plain(text)
