"""Writing: nothing lost, nothing doubled, one writer at a time, readers beside it, damage told."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.helpers import content, doc, index_of
from weigh.errors import IndexExists, IndexFormat, IndexLocked, IndexMissing
from weigh.index import EmbeddedEngine, IndexWriter, create, delete, open_engine
from weigh.index.commit import FILE, read_commit
from weigh.index.compact import compact
from weigh.index.store import COLUMNS, Snapshot, column_path
from weigh.settings import Settings
from weigh.types import Filters, Object

TEA = doc("a", "Tea beats coffee.", "Tea is cheap.", "Coffee is strong.", collection="drinks", url="https://e.org/a")
MILK = doc("b", "Milk beats juice.", "Tea beats coffee.", date="2020-02")

_TEXT = st.text(max_size=30) | st.just("half a pair \ud800 is no text")
_DOCUMENTS = st.lists(
    st.tuples(st.sampled_from(["a", "b", "ü/../c", ""]) | _TEXT, st.lists(_TEXT, max_size=4), _TEXT), max_size=8
)


@pytest.mark.timeout(600)
@settings(max_examples=12, deadline=None)
@given(_DOCUMENTS, st.integers(1, 4))
def test_what_goes_in_comes_out_and_adding_it_again_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, given_documents: list[tuple[str, list[str], str]], every: int
) -> None:
    path = create(tmp_path_factory.mktemp("round") / "index")
    documents = [doc(name, *sentences, title=title) for name, sentences, title in given_documents]
    with IndexWriter(path) as writer:
        for i, document in enumerate(documents):
            writer.add(document)
            if i % every == 0:
                writer.commit()
    engine = EmbeddedEngine(path)
    stored = {meta[0]: texts for meta, texts, _ in content(path)["documents"]}
    for document in documents:
        name = _mended(document.id)
        versions = [texts for key, texts in stored.items() if key == name or key.startswith(name + "~")]
        assert tuple(map(_mended, document.sentences)) in versions
    for name, texts in stored.items():
        assert engine.document(name).sentences == texts
    before = content(path)
    with IndexWriter(path) as writer:
        for document in documents:
            writer.add(document)
        writer.flush()
        assert (writer.added.documents, writer.added.known) == (0, len(documents))
    assert content(path) == before


def _mended(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def test_a_document_added_twice_in_one_or_two_sessions_changes_nothing(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA, MILK, TEA])
    before = content(path)
    with IndexWriter(path) as writer:
        writer.add(TEA)
        writer.add(MILK)
        writer.flush()
        assert (writer.added.known, writer.added.documents) == (2, 0)
    assert content(path) == before
    assert EmbeddedEngine(path).info().documents == 2


def test_another_document_with_a_taken_id_is_kept_under_a_new_one(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [doc("a", "One."), doc("a", "Two."), doc("a", "One."), doc("a", "Two.")])
    engine = EmbeddedEngine(path)
    assert engine.document("a").sentences == ("One.",)
    assert engine.document("a~2").sentences == ("Two.",)
    assert engine.info().documents == 2


def test_what_was_not_committed_is_forgotten_and_the_next_writer_goes_on(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA])
    before = content(path)
    with pytest.raises(RuntimeError), IndexWriter(path) as writer:  # noqa: PT012
        writer.add(MILK)
        writer.flush()
        raise RuntimeError
    assert content(path) == before
    with IndexWriter(path) as writer:
        writer.add(MILK)
    assert content(path) == content(index_of(tmp_path / "other", [TEA, MILK]))


def test_postings_ahead_of_the_commit_count_neither_for_readers_nor_for_the_next_writer(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA])
    with pytest.raises(RuntimeError), IndexWriter(path) as writer:  # noqa: PT012
        writer.add(MILK)
        writer.flush()
        writer._postings.commit()  # as a writer does that is killed before it replaces the commit
        raise RuntimeError
    engine = EmbeddedEngine(path)
    assert engine.search("milk", Filters()).total == 0
    assert engine.search("tea", Filters(collections=("drinks", ""))).hits[0].sentence.source_count == 1
    with IndexWriter(path) as writer:
        writer.add(MILK)
    assert engine.search("milk", Filters()).total == 1
    assert content(path) == content(index_of(tmp_path / "other", [TEA, MILK]))


def test_a_reader_sees_each_new_commit_and_nothing_before_it(tmp_path: Path) -> None:
    path = create(tmp_path / "index")
    reader = EmbeddedEngine(path)
    version = reader.info().version
    with IndexWriter(path) as writer:
        for number in range(1, 6):
            writer.add(doc(f"d{number}", f"Tea {number} beats coffee."))
            writer.flush()
            assert reader.search("tea", Filters()).total == number - 1
            writer.commit()
            assert reader.search("tea", Filters()).total == number
            assert reader.info().version != version
            version = reader.info().version


def test_a_second_writer_is_told_who_holds_the_index_and_readers_go_on(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA])
    with IndexWriter(path):
        code = f"from weigh.index import IndexWriter; IndexWriter({str(path)!r})"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "IndexLocked" in other.stderr
        assert f"process {os.getpid()}" in other.stderr
        for second in (lambda: IndexWriter(path), lambda: delete(path), lambda: compact(path)):
            with pytest.raises(IndexLocked, match="being written by process"):
                second()
        assert EmbeddedEngine(path).search("tea", Filters()).total == 2
    IndexWriter(path).close()


def test_an_index_of_another_format_is_told_apart_from_damage(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA])
    raw = (path / FILE).read_bytes()
    (path / FILE).write_bytes(raw.replace(b"weigh-index 1 ", b"weigh-index 7 ", 1))
    for opened in (EmbeddedEngine, IndexWriter):
        with pytest.raises(IndexFormat, match="format 7"):
            opened(path)


@pytest.mark.parametrize("name", [FILE, *(f"{column}.col" for column in COLUMNS)])
@pytest.mark.parametrize("how", ["truncated", "missing", "noise"])
def test_a_damaged_file_is_told_and_never_ends_in_a_trace(tmp_path: Path, name: str, how: str) -> None:
    path = index_of(tmp_path / "index", [TEA, MILK])
    target = path / name
    raw = target.read_bytes()
    if how == "missing":
        target.unlink()
    else:
        target.write_bytes(raw[: len(raw) // 2] if how == "truncated" else bytes(len(raw)))
    try:
        engine = EmbeddedEngine(path)
        engine.search("tea", Filters())
        found = engine.retrieve(Object("tea"), Object("coffee"), (), Filters(), limit=9, general=9)
        [hit.sentence.sources for hit in found.hits]
        engine.document("a")
    except (IndexFormat, IndexMissing) as error:
        assert str(path) in str(error)  # noqa: PT017
    else:
        assert how == "noise"  # zeros where numbers or letters stood cannot be told; nothing breaks


def test_damaged_postings_are_told_and_made_anew_by_compacting(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA, MILK])
    before = content(path)
    for file in (path / "postings-0").iterdir():
        if file.is_file() and file.suffix not in (".lock", ".json"):
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(IndexFormat, match="compact"):
        EmbeddedEngine(path).search("tea", Filters())
    compact(path)
    assert EmbeddedEngine(path).search("tea", Filters()).total == 2
    assert content(path) == before
    with IndexWriter(path) as writer:
        writer.add(doc("c", "Tea again."))
    assert EmbeddedEngine(path).search("tea", Filters()).total == 3


def test_places_are_refused_where_an_index_cannot_be_made_or_is_missing(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA])
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for place in (path, tmp_path / "full", tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises((IndexExists, IndexMissing)):
            create(place)
    for place in (tmp_path / "none", tmp_path / "full", tmp_path / "file"):
        for opened in (EmbeddedEngine, IndexWriter, delete):
            with pytest.raises((IndexMissing, IndexFormat)):
                opened(place)
    assert (tmp_path / "full" / "x").read_text() == "mine"
    delete(path)
    assert not path.exists()
    with pytest.raises(Exception, match="cluster"):
        open_engine("https://localhost:9200", Settings())


def test_columns_longer_than_the_commit_are_cut_back_to_it(tmp_path: Path) -> None:
    path = index_of(tmp_path / "index", [TEA])
    before = content(path)
    for name in COLUMNS:
        with column_path(path, name).open("ab") as stream:
            stream.write(b"what a killed writer left behind")
    assert content(path) == before
    with IndexWriter(path) as writer:
        writer.add(MILK)
    assert content(path) == content(index_of(tmp_path / "other", [TEA, MILK]))


def test_an_old_view_of_the_store_goes_with_its_last_user(tmp_path: Path) -> None:
    """Or a long build would keep all files mapped that it has long replaced."""
    folder = index_of(tmp_path / "index", [TEA])
    gc.disable()
    try:
        store = Snapshot(folder, read_commit(folder))
        assert store.meta(0).id == "a"
        gone = weakref.ref(store)
        del store
        assert gone() is None
    finally:
        gc.enable()
