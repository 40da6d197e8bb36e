"""The keyword language means what it says: the engine agrees with a plain evaluator on any tree and any text."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.helpers import doc, index_of
from weigh.errors import BadQuery
from weigh.index import EmbeddedEngine
from weigh.index.query import And, Not, Or, Tree, Words, parse_query
from weigh.text.tokens import words
from weigh.types import Filters

WORDS = ("tea", "coffee", "c", "c++", "red")
SENTENCES = tuple(
    " ".join(WORDS[int(digit)] for digit in f"{number:o}" if int(digit) < 5) + f" x{number}" for number in range(1, 200)
)

_WORD = st.sampled_from(WORDS).map(lambda word: Words((word,)))
_PHRASE = st.lists(st.sampled_from(WORDS), min_size=2, max_size=3).map(lambda parts: Words(tuple(parts)))
_TREES: st.SearchStrategy[Tree] = st.recursive(
    _WORD | _PHRASE,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
    ),
    max_leaves=8,
)


def written(tree: Tree) -> str:
    match tree:
        case Words(parts):
            return parts[0] if len(parts) == 1 else '"' + " ".join(parts) + '"'
        case Not(part):
            return f"-({written(part)})"
        case And(parts):
            return " AND ".join(f"({written(part)})" for part in parts)
        case Or(parts):
            return " OR ".join(f"({written(part)})" for part in parts)


def matches(tree: Tree, text: list[str]) -> bool:
    match tree:
        case Words(parts):
            return any(tuple(text[i : i + len(parts)]) == parts for i in range(len(text)))
        case Not(part):
            return not matches(part, text)
        case And(parts):
            return all(matches(part, text) for part in parts)
        case Or(parts):
            return any(matches(part, text) for part in parts)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedEngine:
    return EmbeddedEngine(index_of(tmp_path_factory.mktemp("query") / "index", [doc("d", *SENTENCES)]))


@pytest.mark.timeout(600)
@settings(max_examples=120, deadline=None)
@given(tree=_TREES)
def test_search_finds_what_a_plain_evaluator_finds(engine: EmbeddedEngine, tree: Tree) -> None:
    try:
        page = engine.search(written(tree), Filters(), limit=1000)
    except BadQuery as error:
        assert "must not" in str(error) or "deep" in str(error)  # noqa: PT017
        return
    assert {hit.sentence.text for hit in page.hits} == {text for text in SENTENCES if matches(tree, words(text))}
    assert page.total == len(page.hits)


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet='ab "()-AND OR\t', max_size=40) | st.text(max_size=60))
def test_any_text_is_a_query_or_is_refused_with_a_reason(text: str) -> None:
    try:
        parse_query(text)
    except BadQuery as error:
        assert str(error)  # noqa: PT017


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60) | st.text(alphabet='tea:*^~/[]{}\\"()&|!+- ', max_size=30))
def test_no_text_makes_the_engine_fail(engine: EmbeddedEngine, text: str) -> None:
    with contextlib.suppress(BadQuery):
        engine.search(text, Filters())
    engine.complete(text)
    engine.candidates(text)


@pytest.mark.parametrize(
    "query",
    [" tea  coffee ", "tea\tcoffee\n", 'tea coffee"', '"tea coffee', 'tea" coffee', "“tea” coffee", '"" tea coffee',
     "'tea coffee'", "tea, coffee.", "„tea coffee"],
)  # fmt: skip
def test_stray_spaces_and_quotation_marks_change_nothing(query: str) -> None:
    assert parse_query(query) == parse_query("tea coffee")


def test_printed_quotation_marks_hold_a_phrase_too() -> None:
    assert parse_query("“red tea” coffee") == parse_query('"red tea" coffee')
