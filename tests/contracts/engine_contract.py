"""What every engine must do. A back end's test class inherits `EngineContract` and says how documents get in.

class TestEmbedded(EngineContract):
    @pytest.fixture
    def engine_of(self, tmp_path): ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from weigh.errors import BadInput, BadQuery, DocumentMissing
from weigh.ingest.documents import CleanDocument
from weigh.schema import to_dict
from weigh.stages import Engine
from weigh.types import Aspect, Filters, Hit, Object, Sentence

EngineOf = Callable[[Sequence[CleanDocument]], Engine]
NO_FILTER = Filters()


def doc(
    id: str,
    *sentences: str,
    url: str | None = None,
    date: str | None = None,
    collection: str = "",
    title: str | None = None,
) -> CleanDocument:
    return CleanDocument(id=id, url=url, title=title, date=date, collection=collection, sentences=sentences)


def texts(hits: Sequence[Hit]) -> list[str]:
    return [hit.sentence.text for hit in hits]


class EngineContract:
    """Inherit, and give the fixture `engine_of`: documents → an engine that holds them."""

    def pair(
        self, engine: Engine, first: str, second: str, *aspects: Aspect, filters: Filters = NO_FILTER
    ) -> list[Hit]:
        found = engine.retrieve(Object(first), Object(second), aspects, filters, limit=100, general=100)
        return list(found.hits)

    # --- retrieve

    def test_only_sentences_that_name_both_objects_are_retrieved(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [doc("d", "Python is slower than Java.", "Python is nice.", "Java is old.", "Nothing here.")]
        )
        assert texts(self.pair(engine, "python", "java")) == ["Python is slower than Java."]

    def test_the_order_of_the_objects_does_not_change_what_is_retrieved(self, engine_of: EngineOf) -> None:
        engine = engine_of([doc("d", "Tea beats coffee.", "Coffee wakes you up faster than tea.", "Tea only.")])
        assert sorted(texts(self.pair(engine, "tea", "coffee"))) == sorted(texts(self.pair(engine, "coffee", "tea")))

    def test_questions_are_no_evidence_but_can_be_searched(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [doc("d", "Is tea better than coffee?", 'He asked "is coffee worse than tea?"', "Tea beats coffee.")]
        )
        assert texts(self.pair(engine, "tea", "coffee")) == ["Tea beats coffee."]
        assert engine.search("tea coffee", NO_FILTER).total == 3

    def test_a_statement_equal_to_a_question_but_for_its_mark_is_evidence(self, engine_of: EngineOf) -> None:
        engine = engine_of([doc("d", "Tea is better than coffee?", "Tea is better than coffee.")])
        assert texts(self.pair(engine, "tea", "coffee")) == ["Tea is better than coffee."]

    def test_plurals_and_capitals_of_an_object_are_found(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [doc("d", "CATS are quieter than dogs.", "A cat is smaller than a dog.", "Catalogue and dogma.")]
        )
        assert len(self.pair(engine, "cat", "Dog")) == 2

    @pytest.mark.parametrize(
        ("first", "second", "wanted"),
        [
            ("C", "C++", "C compiles faster than C++."),
            ("C#", "Java", "C# has nicer properties than Java."),
            (".NET", "Java", ".NET starts faster than Java."),
            ("R", "Python", "R plots better than Python."),
            ("Go", "Rust", "Go builds faster than Rust."),
            ("Java", "JavaScript", "JavaScript is looser than Java."),
            ("iPhone 5", "iPhone 5S", "The iPhone 5S is faster than the iPhone 5."),
            ("Galaxy", "Galaxy S2", "The first Galaxy was heavier than the Galaxy S2."),
        ],
    )
    def test_names_that_look_alike_are_never_mixed_up(
        self, engine_of: EngineOf, first: str, second: str, wanted: str
    ) -> None:
        engine = engine_of(
            [
                doc(
                    "d",
                    "C compiles faster than C++.",
                    "C++ is bigger than C++ was.",
                    "C# has nicer properties than Java.",
                    ".NET starts faster than Java.",
                    "The net is slower than Java.",
                    "R plots better than Python.",
                    "You r better off with Python.",
                    "Go builds faster than Rust.",
                    "Parts go to rust and never come back.",
                    "JavaScript is looser than Java.",
                    "The iPhone 5S is faster than the iPhone 5.",
                    "The first Galaxy was heavier than the Galaxy S2.",
                    "The Galaxy S2 is better than the Galaxy S2.",
                    "The iPhone 5 is better than the iPhone 5.",
                )
            ]
        )
        assert texts(self.pair(engine, first, second)) == [wanted]

    def test_several_words_and_aliases_name_an_object(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [doc("d", "Visual Studio Code starts faster than Vim.", "VS Code beats Vim.", "Visual code, Vim.")]
        )
        found = engine.retrieve(
            Object("Visual Studio Code", ("VS Code",)), Object("Vim"), (), NO_FILTER, limit=10, general=10
        )
        assert len(found.hits) == 2

    def test_sentences_with_a_wanted_aspect_come_first_and_say_which(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [
                doc(
                    "d",
                    "Tea beats coffee.",
                    "Tea is cheaper than coffee in nearly every shop of the town that I know of.",
                    "Coffee keeps you awake longer than tea, and its taste and price differ.",
                    "Coffee tastes better than tea.",
                )
            ]
        )
        price, taste = Aspect("price", words=("cheap",)), Aspect("taste")
        hits = self.pair(engine, "tea", "coffee", price, taste)
        assert [set(hit.aspects) for hit in hits[:3]].count({"price"}) == 1
        assert {"price", "taste"} in [set(hit.aspects) for hit in hits[:3]]
        assert {"taste"} in [set(hit.aspects) for hit in hits[:3]]
        assert (texts(hits)[3], hits[3].aspects) == ("Tea beats coffee.", ())

    def test_limits_hold_for_each_part_and_total_counts_all(self, engine_of: EngineOf) -> None:
        sentences = [f"Tea number {i} beats coffee." for i in range(30)] + [
            f"Tea {i} is cheap, coffee not." for i in range(20)
        ]
        engine = engine_of([doc("d", *sentences)])
        found = engine.retrieve(Object("tea"), Object("coffee"), [Aspect("cheap")], NO_FILTER, limit=5, general=7)
        assert (len(found.hits), found.total) == (12, 50)
        assert [bool(hit.aspects) for hit in found.hits] == [True] * 5 + [False] * 7

    def test_each_part_is_ordered_by_score(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [doc("d", "Tea beats coffee.", "Tea and then a long list of other words and coffee.", "Tea, coffee, tea.")]
        )
        scores = [hit.score for hit in self.pair(engine, "tea", "coffee")]
        assert scores == sorted(scores, reverse=True)
        assert all(score > 0 for score in scores)

    def test_nothing_is_found_for_unknown_or_wordless_objects(self, engine_of: EngineOf) -> None:
        engine = engine_of([doc("d", "Tea beats coffee.")])
        for first, second in [("tea", "zebra"), ("!!!", "coffee"), ("", "tea"), ("tea", "tea")]:
            assert engine.retrieve(Object(first), Object(second), (), NO_FILTER, limit=9, general=9).hits == ()

    def test_an_empty_index_answers_everything_with_nothing(self, engine_of: EngineOf) -> None:
        engine = engine_of([])
        assert self.pair(engine, "tea", "coffee") == []
        assert engine.search("tea", NO_FILTER).total == 0
        assert engine.complete("t") == engine.candidates("tea") == engine.candidates("") == ()
        assert (engine.info().documents, engine.info().sentences) == (0, 0)
        with pytest.raises(DocumentMissing):
            engine.document("d")

    # --- equal sentences

    def test_equal_sentences_are_one_with_all_sources_and_their_true_number(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [doc(f"d{i}", "Something.", "Tea beats coffee!" if i % 2 else "tea  beats COFFEE.") for i in range(50)]
        )
        (hit,) = self.pair(engine, "tea", "coffee")
        assert hit.sentence.source_count == 50
        assert 1 < len(hit.sentence.sources) <= 50
        assert {source.position for source in hit.sentence.sources} == {1}
        assert len({source.document for source in hit.sentence.sources}) == len(hit.sentence.sources)

    def test_a_document_that_repeats_a_sentence_is_one_source(self, engine_of: EngineOf) -> None:
        engine = engine_of([doc("d", "Tea beats coffee.", "Tea beats coffee.", "Tea beats coffee!")])
        (hit,) = self.pair(engine, "tea", "coffee")
        assert (hit.sentence.source_count, len(hit.sentence.sources)) == (1, 1)

    def test_a_document_keeps_its_own_wording_of_an_equal_sentence(self, engine_of: EngineOf) -> None:
        engine = engine_of([doc("a", "Tea beats coffee."), doc("b", "TEA beats coffee!")])
        assert engine.document("b").sentences == ("TEA beats coffee!",)

    # --- filters

    @pytest.fixture
    def library(self, engine_of: EngineOf) -> Engine:
        return engine_of(
            [
                doc(
                    "a",
                    "Tea beats coffee.",
                    "Alpha tea, coffee.",
                    url="https://www.example.org/x",
                    date="2018-03-04",
                    collection="web",
                ),
                doc(
                    "b",
                    "Tea beats coffee.",
                    "Beta tea, coffee.",
                    url="https://en.wiki.example.org/x",
                    date="2019-05",
                    collection="wiki",
                ),
                doc(
                    "c",
                    "Tea beats coffee.",
                    "Gamma tea, coffee.",
                    url="http://other.net/",
                    date="2020",
                    collection="wiki",
                ),
                doc("d", "Delta tea, coffee.", url=None, date=None),
            ]
        )

    @pytest.mark.parametrize(
        ("filters", "wanted"),
        [
            (Filters(collections=("wiki",)), {"b", "c"}),
            (Filters(collections=("wiki", "web")), {"a", "b", "c"}),
            (Filters(collections=("",)), {"d"}),
            (Filters(domains=("example.org",)), {"a", "b"}),
            (Filters(domains=("https://www.Wiki.example.org/",)), {"b"}),
            (Filters(domains=("ample.org",)), set()),
            (Filters(since="2019"), {"b", "c"}),
            (Filters(since="2019-06"), {"c"}),
            (Filters(until="2019-05"), {"a", "b"}),
            (Filters(until="2018"), {"a"}),
            (Filters(since="2018-03-04", until="2018-03-04"), {"a"}),
            (Filters(collections=("wiki",), domains=("example.org",), until="2019"), {"b"}),
            (Filters(collections=("no such",)), set()),
        ],
    )
    def test_filters_let_only_matching_documents_through(
        self, library: Engine, filters: Filters, wanted: set[str]
    ) -> None:
        for hits in (self.pair(library, "tea", "coffee", filters=filters), library.search("tea coffee", filters).hits):
            assert {source.document for hit in hits for source in hit.sentence.sources} == wanted
            shared = [hit for hit in hits if hit.sentence.text == "Tea beats coffee."]
            assert len(shared) == (1 if wanted - {"d"} else 0)
            if shared:
                assert shared[0].sentence.source_count == len(wanted - {"d"})
            assert len(hits) == len(wanted) + len(shared)

    def test_a_filter_with_a_date_that_is_none_is_refused(self, library: Engine) -> None:
        with pytest.raises(BadInput, match="since"):
            library.search("tea", Filters(since="last week"))

    # --- search

    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("red apple", {0, 1}),
            ("red AND apple", {0, 1}),
            ("red OR pear", {0, 1, 2, 3}),
            ('"red apple"', {0}),
            ("red -apple", {3}),
            ('apple -"red apple"', {1, 4, 8}),
            ("(red OR green) apple", {0, 1, 4}),
            ("(red OR green) -(pear OR fast)", {0, 1, 4}),
            ("NOT apple red", {3}),
            ("e-mail", {5}),
            ("C++", {6}),
            ("c", {7}),
            ("and", {5}),
            ("APPLE or", {8}),
            ("zebra", set()),
        ],
    )
    def test_the_keyword_language(self, engine_of: EngineOf, query: str, wanted: set[int]) -> None:
        sentences = (
            "A red apple.",
            "The apple is red.",
            "One pear.",
            "A red car is fast.",
            "A green apple.",
            "Send an e-mail and wait.",
            "C++ is big.",
            "C is small.",
            "Apple or nothing.",
        )
        engine = engine_of([doc("d", *sentences)])
        page = engine.search(query, NO_FILTER)
        assert {sentences.index(text) for text in texts(page.hits)} == wanted
        assert page.total == len(page.hits)

    @pytest.mark.parametrize(
        "query",
        ["", "   ", "!!!", '"', "(unclosed", "closed)", "OR tea", "tea OR", "AND", "tea AND", "-tea", "tea OR -coffee",
         "(", ")", "-", "()", "tea -", "NOT", "((((" * 100, "x" * 5000, "-" * 900 + "a", '""'],
    )  # fmt: skip
    def test_a_query_that_cannot_be_read_is_refused_with_a_reason(self, engine_of: EngineOf, query: str) -> None:
        engine = engine_of([doc("d", "Tea beats coffee.")])
        if query == "tea -":
            assert engine.search(query, NO_FILTER).total == 1  # a minus that stands alone is no sign
            return
        with pytest.raises(BadQuery) as caught:
            engine.search(query, NO_FILTER)
        assert len(str(caught.value)) > 20

    @pytest.mark.parametrize(
        "query",
        ["words:tea", "tea^5", "te*", "/te.*/", "[a TO b]", "tea~2", "*", "+tea", "a && b", "\x00", "tea\ud800"],
    )
    def test_signs_of_other_query_languages_mean_nothing(self, engine_of: EngineOf, query: str) -> None:
        engine = engine_of([doc("d", "Words of tea.", "Other.")])
        try:
            page = engine.search(query, NO_FILTER)
        except BadQuery:
            return
        assert page.total <= 1

    def test_pages_join_into_the_whole_without_gap_or_overlap(self, engine_of: EngineOf) -> None:
        engine = engine_of([doc(f"d{i}", f"Tea {'very ' * (i % 7)}number {i}.") for i in range(53)])
        whole = texts(engine.search("tea", NO_FILTER, limit=100).hits)
        paged = [
            text
            for start in range(0, 60, 10)
            for text in texts(engine.search("tea", NO_FILTER, offset=start, limit=10).hits)
        ]
        assert (paged, len(set(paged))) == (whole, 53)
        assert engine.search("tea", NO_FILTER, offset=1000).hits == ()

    def test_a_page_that_cannot_be_is_refused(self, engine_of: EngineOf) -> None:
        engine = engine_of([])
        for offset, limit in [(-1, 10), (0, 0), (0, -5), (10**9, 10)]:
            with pytest.raises(BadInput):
                engine.search("tea", NO_FILTER, offset=offset, limit=limit)

    # --- documents

    def test_context_is_cut_at_the_ends_of_the_document(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [doc("x", "Before."), doc("d", *(f"Sentence {i}." for i in range(10)), title="T"), doc("y", "After.")]
        )
        passage = engine.context("d", 1, around=3)
        assert (passage.start, passage.focus, passage.document_length) == (0, 1, 10)
        assert passage.sentences == tuple(f"Sentence {i}." for i in range(5))
        assert engine.context("d", 9, around=2).sentences == ("Sentence 7.", "Sentence 8.", "Sentence 9.")
        assert engine.context("d", 4, around=0).sentences == ("Sentence 4.",)
        assert (passage.source.document, passage.source.title) == ("d", "T")

    def test_a_whole_document_comes_back_as_it_was(self, engine_of: EngineOf) -> None:
        sentences = ("One.", "Two, 中文 and émigré 😀.", "One.", "...", "one!")
        engine = engine_of(
            [
                doc("a", "One."),
                doc("d", *sentences, url="https://e.org/p", date="2020-01-02", collection="c", title="T"),
            ]
        )
        passage = engine.document("d")
        assert passage.sentences == sentences
        assert (passage.source.url, passage.source.date, passage.source.collection) == (
            "https://e.org/p",
            "2020-01-02",
            "c",
        )
        assert (passage.focus, passage.start, passage.document_length) == (None, 0, 5)

    def test_unknown_documents_and_positions_are_told(self, engine_of: EngineOf) -> None:
        engine = engine_of([doc("d", "One."), doc("empty")])
        for ask in (
            lambda: engine.document("nope"),
            lambda: engine.context("d", 1),
            lambda: engine.context("d", -1),
            lambda: engine.context("../../etc/passwd", 0),
        ):
            with pytest.raises(DocumentMissing):
                ask()
        assert engine.document("empty").sentences == ()

    # --- suggestions

    def test_things_that_are_compared_are_suggested(self, engine_of: EngineOf) -> None:
        engine = engine_of(
            [
                doc("a", "Python is easier to learn than Java.", "Python vs. Ruby is an old debate."),
                doc("b", "The difference between Python and Java is large.", "Python is faster than it was."),
            ]
        )
        assert engine.candidates("python")[0].name == "Java"
        assert {item.name for item in engine.candidates("PYTHON")} == {"Java", "Ruby"}
        assert engine.complete("py")[0].name == "Python"
        assert engine.complete("zzz") == ()
        assert engine.candidates("")[0].compared_with

    @pytest.mark.parametrize("typed", ["pyhton", "Pythn", "Pytho", "Pythhon", "Pithon", "py thon"])
    def test_a_name_that_text_never_has_is_known_by_a_typing_slip(self, engine_of: EngineOf, typed: str) -> None:
        engine = engine_of([doc("a", "Python is easier to learn than Java.", "Pythons are longer than adders.")])
        assert [item.name for item in engine.similar(typed)][:1] == ["Python"]

    @pytest.mark.parametrize("typed", ["Lava", "Python", "pythons", "Pyhtno", "cot", ""])
    def test_names_that_text_has_or_that_are_more_than_a_slip_away_are_no_typing_slips(
        self, engine_of: EngineOf, typed: str
    ) -> None:
        engine = engine_of([doc("a", "Python is easier than Java.", "Lava is hot.", "A cat is quieter than a dog.")])
        assert engine.similar(typed) == ()

    # --- the rest

    def test_info_counts_documents_sentences_and_collections(self, library: Engine) -> None:
        info = library.info()
        assert (info.documents, info.sentences) == (4, 5)
        assert {(item.name, item.documents, item.sentences) for item in info.collections} == {
            ("", 1, 1),
            ("web", 1, 2),
            ("wiki", 2, 4),
        }
        assert info.size_bytes > 0

    def test_hits_are_ordinary_frozen_data(self, library: Engine) -> None:
        hit = self.pair(library, "tea", "coffee")[0]
        plain = Sentence(hit.sentence.id, hit.sentence.text, hit.sentence.sources, hit.sentence.source_count)
        assert hit.sentence == plain
        assert plain == hit.sentence
        assert hash(hit.sentence) == hash(plain)
        assert to_dict(hit)["sentence"] == to_dict(plain)
        with pytest.raises(AttributeError):
            hit.sentence.text = "other"  # type: ignore[misc]

    def test_a_sentence_id_is_the_same_however_the_sentence_is_found(self, library: Engine) -> None:
        by_pair = {hit.sentence.text: hit.sentence.id for hit in self.pair(library, "tea", "coffee")}
        by_words = {hit.sentence.text: hit.sentence.id for hit in library.search("tea", NO_FILTER).hits}
        filtered = {
            hit.sentence.text: hit.sentence.id for hit in library.search("tea", Filters(collections=("wiki",))).hits
        }
        assert by_pair == by_words
        assert filtered.items() <= by_words.items()
