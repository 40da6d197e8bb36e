"""Retrieval agrees with brute force over mentions, aspects, sources and filters."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.helpers import index_of
from weigh.index import EmbeddedEngine
from weigh.index.filters import passes
from weigh.index.meta import DocumentMeta
from weigh.ingest.documents import CleanDocument
from weigh.text.equality import is_question
from weigh.text.mentions import aspect_spans, names_all
from weigh.text.tokens import same_key
from weigh.types import Aspect, Filters, Object

NAMES = ("Java", "JavaScript", "C", "C++", "R", "iPhone 5", "iPhone", "tea bag", "tea")
_FILLERS = ("is faster than", "and", "cheaper,", "the price of", "r", "c", "bags", "taste")
_SENTENCE = st.lists(st.sampled_from(NAMES + _FILLERS), min_size=1, max_size=6).flatmap(
    lambda parts: st.sampled_from(".?!").map(lambda mark: " ".join(parts) + mark)
)
_DOCUMENT = st.tuples(
    st.lists(_SENTENCE, max_size=5),
    st.sampled_from(["", "web", "wiki"]),
    st.sampled_from([None, "https://a.org/1", "https://www.b.a.org/2", "ftp://a.org", "https://[bad"]),
    st.sampled_from([None, "2019", "2019-05", "2020-01-31", "yesterday"]),
)
_FILTERS = st.builds(
    Filters,
    collections=st.sampled_from([(), ("web",), ("", "wiki")]),
    domains=st.sampled_from([(), ("a.org",), ("b.a.org",)]),
    since=st.sampled_from([None, "2019-05"]),
    until=st.sampled_from([None, "2019"]),
)


@pytest.mark.timeout(600)
@settings(max_examples=15, deadline=None)
@given(
    documents=st.lists(_DOCUMENT, max_size=8),
    queries=st.lists(st.tuples(st.permutations(NAMES), _FILTERS), min_size=4, max_size=8),
)
def test_retrieve_agrees_with_brute_force(documents, queries) -> None:  # type: ignore[no-untyped-def]
    made = [
        CleanDocument(f"d{i}", url, None, date, collection, tuple(sentences))
        for i, (sentences, collection, url, date) in enumerate(documents)
    ]
    aspects = (Aspect("price", words=("cheap",)), Aspect("taste"))
    with TemporaryDirectory() as folder:
        engine = EmbeddedEngine(index_of(Path(folder) / "index", made))
        for names, filters in [*queries, (list(NAMES), Filters())]:
            first, second = Object(names[0]), Object(names[1])
            sources: dict[str, set[str]] = defaultdict(set)
            wanted: dict[str, set[str]] = {}
            for document in made:
                meta = DocumentMeta(document.id, document.url, None, document.date, document.collection)
                for text in document.sentences:
                    if passes(filters, meta) and not is_question(text):
                        sources[same_key(text)].add(document.id)
                        wanted.setdefault(same_key(text), {span.name for span in aspect_spans(text, aspects)})
            # The sentence that stands for equal ones is the first in the index, and its own wording decides.
            shown = {}
            for document in made:
                for text in document.sentences:
                    if not is_question(text):
                        shown.setdefault(same_key(text), text)
            expected = {key for key in sources if names_all(shown[key], (first, second))}
            found = engine.retrieve(first, second, aspects, filters, limit=1000, general=1000)
            assert {same_key(hit.sentence.text) for hit in found.hits} == expected
            assert found.total == len(found.hits) == len(expected)
            for hit in found.hits:
                key = same_key(hit.sentence.text)
                assert set(hit.aspects) == wanted[key]
                assert hit.sentence.source_count == len(sources[key])
                assert {source.document for source in hit.sentence.sources} == sources[key]
        engine.close()
