"""The quick way to the words of plain sentences gives what the exact one gives."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.text.tokens import spans, tokenize, words, words_of_all

_MIXED = st.text(alphabet="abC9_ .+#-'\"\n\té½Ⅳß", max_size=30)


@settings(max_examples=300, deadline=None)
@given(_MIXED | st.text(max_size=40))
def test_words_and_spans_are_those_of_the_tokens(text: str) -> None:
    tokens = tokenize(text)
    assert words(text) == [token.text for token in tokens]
    assert spans(text) == [(token.start, token.end) for token in tokens]


@settings(max_examples=200, deadline=None)
@given(st.lists(_MIXED | st.text(max_size=40), max_size=6))
def test_the_words_of_many_texts_are_those_of_each(texts: list[str]) -> None:
    assert words_of_all(texts) == [words(text) for text in texts]


def test_no_word_holds_what_must_be_escaped_in_json() -> None:
    risky = [c for c in map(chr, range(0x110000)) if not set(unicodedata.normalize("NFKD", c)).isdisjoint('"\\\n\r\t')]
    assert len(risky) >= 5
    for character in risky:
        found = "".join(words(f"a{character}b {character} .{character}x"))
        assert set(found).isdisjoint('"\\\n\r\t')
