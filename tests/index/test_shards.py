"""Several shards answer as one index with all their documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.engine_contract import EngineContract, EngineOf
from weigh.errors import BadInput, DocumentMissing, IndexMissing
from weigh.index import EmbeddedEngine, IndexWriter, ShardedEngine, open_engine
from weigh.index.starter import library
from weigh.ingest.documents import CleanDocument
from weigh.ingest.split import split
from weigh.pipeline import Weigh
from weigh.settings import Settings
from weigh.stages import Engine
from weigh.types import Aspect, Filters, Hit, Object

from .helpers import commit_postings_only, doc, index_of


class TestShardedEngine(EngineContract):
    """The contract of engines, with documents dealt out over two shards."""

    @pytest.fixture
    def engine_of(self, tmp_path: Path) -> EngineOf:
        def build(documents: Sequence[CleanDocument]) -> ShardedEngine:
            return sharded(tmp_path / "shards", [documents[::2], documents[1::2]])

        return build


def sharded(folder: Path, parts: Sequence[Sequence[CleanDocument]]) -> ShardedEngine:
    folder.mkdir()
    for number, documents in enumerate(parts):
        index_of(folder / f"{number:05}", documents)
    return ShardedEngine(folder)


SUBJECTS = ("Tea", "tea", "Coffee", "A cat", "The dog", "C++", "Java", "The Java compiler")
CLAIMS = ("is cheaper than", "beats", "is better than", "vs.", "has a nicer taste than", "and cheap", "or")
sentences = st.builds(
    lambda one, claim, other, more, end: f"{one} {claim} {other}{' very' * more}{end}",
    st.sampled_from(SUBJECTS),
    st.sampled_from(CLAIMS),
    st.sampled_from(SUBJECTS),
    st.integers(0, 2),
    st.sampled_from(".!?"),
)
documents = st.lists(
    st.tuples(
        st.lists(sentences, max_size=6),
        st.sampled_from(("", "web", "wiki")),
        st.sampled_from((None, "https://a.example.org/x", "https://example.com/")),
        st.sampled_from((None, "2019", "2020-05-06")),
        st.integers(0, 3),
    ),
    max_size=12,
)
QUERIES = ("tea", "tea OR cat", '"is better" -coffee', "(java OR dog) cheap", "very very")
FILTERS = (Filters(), Filters(collections=("web",)), Filters(domains=("example.org",), since="2019"))


def hits_of(hits: Sequence[Hit]) -> list[tuple[object, ...]]:
    """Hits without their numbers. Sums of three scores differ in their last bit with the order of the addends, so
    scores are rounded and hits of one score are put in order."""
    rows = [
        (round(hit.score, 4), hit.sentence.text, hit.sentence.sources, hit.sentence.source_count, hit.aspects)
        for hit in hits
    ]
    return [row for _, group in groupby(rows, key=lambda row: row[0]) for row in sorted(group, key=repr)]


def everything(engine: Engine, ids: Sequence[str]) -> dict[str, object]:
    """All that an engine says, to the numbers of sentences."""
    found: dict[str, object] = {}
    for filters in FILTERS:
        for query in QUERIES:
            page = engine.search(query, filters, limit=100)
            found[f"{query} {filters}"] = (hits_of(page.hits), page.total)
        for first, second in (("tea", "coffee"), ("cat", "dog"), ("Java", "C++"), ("Java", "Java compiler")):
            got = engine.retrieve(
                Object(first),
                Object(second),
                [Aspect("price", words=("cheap",)), Aspect("taste")],
                filters,
                limit=50,
                general=50,
            )
            found[f"{first} {second} {filters}"] = (hits_of(got.hits), got.total)
    for id in ids:
        try:
            found[id] = engine.document(id), engine.context(id, 1, around=1)
        except DocumentMissing as error:
            found[id] = str(error).partition("has ")[2]
    found["complete"] = [engine.complete(prefix) for prefix in ("", "t", "c")]
    found["candidates"] = [engine.candidates(name, limit=50) for name in ("", "tea", "java", "dog")]
    info = engine.info()
    found["info"] = info.documents, info.sentences, info.collections
    return found


@settings(max_examples=12, deadline=None)
@given(documents, st.integers(1, 4))
def test_shards_answer_as_one_index_does(
    made: list[tuple[list[str], str, str | None, str | None, int]], k: int
) -> None:
    parts: list[list[CleanDocument]] = [[] for _ in range(k)]
    for number, (texts, collection, url, date, shard) in enumerate(made):
        parts[shard % k].append(doc(f"d{number}", *texts, collection=collection, url=url, date=date))
    ids = [f"d{number}" for number in range(len(made) + 1)]
    with TemporaryDirectory() as name:
        whole = EmbeddedEngine(index_of(Path(name) / "whole", [item for part in parts for item in part]))
        assert everything(sharded(Path(name) / "shards", parts), ids) == everything(whole, ids)


def test_an_answer_from_shards_is_that_of_one_index(tmp_path: Path) -> None:
    """Over the starter library, from the question to the summary; only place, version and times may differ."""
    parts: list[list[CleanDocument]] = [[], [], []]
    for number, path in enumerate(library()[:6]):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            parts[number % 3].append(doc(record["id"], *split(record["text"]), title=record.get("title")))
    sharded(tmp_path / "shards", parts).close()
    index_of(tmp_path / "one", [item for part in parts for item in part])
    weighed = [Weigh(index=str(tmp_path / name), classifier="markers") for name in ("one", "shards")]
    pairs = [(item.name, item.compared_with[0]) for item in weighed[0].engine.candidates("", limit=4)]
    assert pairs
    for pair in pairs:
        one, many = (weigh.compare(*pair, aspects=["price"]).to_dict() for weigh in weighed)
        assert len(one["arguments"]) > 0
        for answer in (one, many):
            answer.pop("provenance")
            for argument in answer["arguments"]:
                argument["sentence"].pop("id")
        assert many == one


def test_pages_of_equally_good_hits_are_those_of_one_index(tmp_path: Path) -> None:
    parts = [[doc(f"d{k}-{i}", f"Tea number {i * 3 + k}.") for i in range(70)] for k in range(3)]
    many = sharded(tmp_path / "shards", parts)
    one = EmbeddedEngine(index_of(tmp_path / "one", [item for part in parts for item in part]))
    for start in range(0, 210, 30):
        here, there = (engine.search("tea", Filters(), offset=start, limit=30) for engine in (many, one))
        assert hits_of(here.hits) == hits_of(there.hits)
        assert [hit.sentence.text for hit in here.hits] == [hit.sentence.text for hit in there.hits]
        assert here.total == there.total == 210


def test_equal_sentences_of_all_shards_are_one_with_all_sources(tmp_path: Path) -> None:
    texts = ("Tea beats coffee.", "TEA beats coffee!", "tea beats coffee")
    engine = sharded(
        tmp_path / "s", [[doc(f"{k}-{i}", f"Only {k} {i}.", texts[k]) for i in range(9)] for k in range(3)]
    )
    (hit,) = engine.search("coffee", Filters()).hits
    assert (hit.sentence.text, hit.sentence.source_count) == (texts[0], 27)
    assert [source.document for source in hit.sentence.sources] == [f"{k}-{i}" for k in range(3) for i in range(9)][:20]
    assert engine.info().sentences == 28


def test_a_document_of_two_shards_counts_once_and_one_id_for_two_is_told_apart(tmp_path: Path) -> None:
    same = doc("same", "Tea beats coffee.", "Only here.", collection="c")
    parts = [
        [same, doc("d", "First text.")],
        [same, doc("d", "Second text."), doc("d~2", "Taken.")],
        [doc("d", "Second text.")],
    ]
    engine = sharded(tmp_path / "s", parts)
    (hit,) = engine.search("tea", Filters()).hits
    assert (hit.sentence.source_count, len(hit.sentence.sources)) == (1, 1)
    (filtered,) = engine.search("tea", Filters(collections=("c",))).hits
    assert filtered.sentence.source_count == 1
    info = engine.info()
    assert (info.documents, info.sentences) == (4, 5)
    for query in ("first", "second", "taken"):
        (hit,) = engine.search(query, Filters()).hits
        (source,) = hit.sentence.sources
        assert engine.context(source.document, source.position).sentences == (hit.sentence.text,)
    assert engine.document("d").sentences == ("First text.",)
    with pytest.raises(DocumentMissing):
        engine.document("d~9")


def test_new_commits_and_new_shards_are_seen(tmp_path: Path) -> None:
    engine = sharded(tmp_path / "s", [[doc("a", "Tea one.")], [doc("b", "Tea two.")]])
    before = {hit.sentence.text: hit.sentence.id for hit in engine.search("tea", Filters()).hits}
    version = engine.info().version
    with IndexWriter(tmp_path / "s" / "00000") as writer:
        writer.add(doc("c", "Tea three.", "Tea two!"))
    index_of(tmp_path / "s" / "00002", [doc("e", "Tea four.")])
    after = {hit.sentence.text: hit.sentence.id for hit in engine.search("tea", Filters()).hits}
    assert set(after) == {"Tea one.", "Tea two!", "Tea three.", "Tea four."}
    assert after["Tea one."] == before["Tea one."]
    assert engine.info().version != version
    assert len(list((tmp_path / "s").glob("joined-*"))) == 1


def test_what_a_killed_writer_of_a_shard_did_not_commit_is_not_seen(tmp_path: Path) -> None:
    sharded(tmp_path / "s", [[doc("a", "Tea one.")], [doc("b", "Tea two.")]]).close()
    commit_postings_only(tmp_path / "s" / "00001", doc("x", "Tea three.", "Tea two."))
    page = ShardedEngine(tmp_path / "s").search("tea", Filters())
    assert ([hit.sentence.text for hit in page.hits], page.total) == (["Tea one.", "Tea two."], 2)


def test_a_folder_of_indexes_is_opened_as_one(tmp_path: Path) -> None:
    sharded(tmp_path / "s", [[doc("a", "Tea one.")], [doc("b", "Tea two.")]])
    engine = open_engine(str(tmp_path / "s"), Settings())
    assert engine.search("tea", Filters()).total == 2
    (tmp_path / "empty").mkdir()
    for missing in ("empty", "nowhere"):
        with pytest.raises(IndexMissing):
            open_engine(str(tmp_path / missing), Settings())
        with pytest.raises(IndexMissing):
            ShardedEngine(tmp_path / missing)


def test_shards_may_lie_anywhere_and_nothing_is_written_there(tmp_path: Path) -> None:
    paths = [index_of(tmp_path / name, [doc(name, f"Tea {name}.", "Tea both.")]) for name in "ab"]
    before = sorted(path.name for path in tmp_path.iterdir())
    engine = ShardedEngine(tmp_path, paths)
    assert engine.search("both", Filters()).hits[0].sentence.source_count == 2
    assert str(paths[1]) in engine.info().location
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_one_index_given_twice_is_told(tmp_path: Path) -> None:
    path = index_of(tmp_path / "a", [doc("a", "Tea.")])
    with pytest.raises(BadInput, match="copied from another shard"):
        ShardedEngine(tmp_path, [path, path])


def test_opening_leaves_nothing_in_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # tantivy's watching thread now and then puts a lock file into the folder of links while it is being removed
    # (one opening of fifteen where the shards are empty), so that a single try is not enough.
    engine = sharded(tmp_path / "shards", [[], []])
    passing = tmp_path / "passing"
    passing.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(passing))
    for _ in range(200):
        assert ShardedEngine(engine.path).info().documents == 0
    assert not list(passing.glob("weigh-shards-*"))
