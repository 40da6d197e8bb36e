"""A merge of several indexes holds what one index would hold, however often it is stopped or run."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from weigh.cli import app
from weigh.errors import BadInput, IndexMissing
from weigh.index import EmbeddedEngine, IndexWriter
from weigh.index.build import add_files
from weigh.index.commit import read_commit
from weigh.index.merge import MergeProgress, merge
from weigh.types import Filters

from .helpers import content, doc, index_of

texts = st.lists(st.sampled_from(("Tea beats coffee.", "TEA beats coffee!", "Cats vs. dogs.", "...", "Is tea good?")))
documents = st.lists(st.tuples(st.integers(0, 5), texts, st.sampled_from(("", "web"))), max_size=6)


@settings(max_examples=8, deadline=None)
@given(st.lists(documents, min_size=1, max_size=3))
def test_a_merge_holds_what_one_index_would(parts: list[list[tuple[int, list[str], str]]]) -> None:
    shards = [
        [doc(f"d{k}" if k < 4 else f"{number}-{k}", *some, collection=where) for k, some, where in part]
        for number, part in enumerate(parts)
    ]
    with TemporaryDirectory() as name:
        paths = [index_of(Path(name) / f"s{number}", part) for number, part in enumerate(shards)]
        # As the shards have them: an id that comes twice with different content is `id~2` there.
        kept = [
            doc(meta[0], *sentences, url=meta[1], title=meta[2], date=meta[3], collection=meta[4])
            for path in paths
            for meta, sentences, _ in content(path)["documents"]
        ]
        whole = index_of(Path(name) / "whole", kept)
        report = merge(Path(name) / "out", paths)
        assert content(Path(name) / "out") == content(whole)
        assert report.added.documents == len(content(whole)["documents"])
        engines = [EmbeddedEngine(path) for path in (Path(name) / "out", whole)]
        assert engines[0].candidates("") == engines[1].candidates("")


def test_a_second_merge_changes_nothing_and_a_grown_shard_adds_what_is_new(tmp_path: Path) -> None:
    one, two = (index_of(tmp_path / name, [doc(name, f"Tea {name}.", "Tea.")]) for name in ("one", "two"))
    merge(tmp_path / "out", [one, two])
    before = content(tmp_path / "out")
    again = merge(tmp_path / "out", [one, two])
    assert (again.added.documents, again.taken_before) == (0, 2)
    assert content(tmp_path / "out") == before
    with IndexWriter(one) as writer:
        writer.add(doc("new", "Coffee."))
    grown = merge(tmp_path / "out", [one, two])
    assert (grown.added.documents, grown.added.known, grown.taken_before) == (1, 0, 2)


def test_copies_that_have_grown_apart_are_both_taken_whole(tmp_path: Path) -> None:
    one = index_of(tmp_path / "one", [doc("a", "Tea."), doc("b", "Coffee.")])
    two = Path(shutil.copytree(one, tmp_path / "two"))
    for path, name in ((one, "c"), (two, "d")):
        with IndexWriter(path) as writer:
            writer.add(doc(name, f"Only {name}."))
    for _ in range(2):
        merge(tmp_path / "out", [one, two])
        assert [meta[0] for meta, *_ in content(tmp_path / "out")["documents"]] == ["a", "b", "c", "d"]


def test_files_of_the_shards_are_known_to_the_merge(tmp_path: Path) -> None:
    source = tmp_path / "text.jsonl"
    source.write_text(json.dumps({"id": "a", "text": "Tea is better than coffee for most people I know."}) + "\n")
    index_of(tmp_path / "shard", [])
    add_files(tmp_path / "shard", [source])
    merge(tmp_path / "out", [tmp_path / "shard"])
    assert add_files(tmp_path / "out", [source]).files_known == 1


def test_what_cannot_be_merged_is_told(tmp_path: Path) -> None:
    index_of(tmp_path / "a", [doc("a", "Tea.")])
    with pytest.raises(BadInput, match="one of the indexes to merge"):
        merge(tmp_path / "a", [tmp_path / "a"])
    with pytest.raises(IndexMissing, match="no index at"):
        merge(tmp_path / "out", [tmp_path / "nowhere"])
    with pytest.raises(BadInput, match="No index"):
        merge(tmp_path / "out", [])
    assert not (tmp_path / "out").exists()


def test_progress_is_told_in_documents_of_all_shards(tmp_path: Path) -> None:
    shards = [index_of(tmp_path / f"{k}", [doc(f"{k}-{i}", "Tea.") for i in range(300)]) for k in range(2)]
    seen: list[MergeProgress] = []
    merge(tmp_path / "out", shards, on_progress=seen.append)
    done = [state.documents for state in seen]
    assert done == sorted(done)
    assert done[-1] > 300
    assert {state.of for state in seen} == {600}


@pytest.mark.timeout(300)
def test_a_merge_killed_at_random_moments_ends_as_if_undisturbed(tmp_path: Path) -> None:
    shards = [
        index_of(tmp_path / f"s{k}", [doc(f"{k}-{i}", f"Tea {i} beats coffee.", f"Only {k} {i}.") for i in range(400)])
        for k in range(2)
    ]
    merge(tmp_path / "whole", shards)
    command = (
        "import sys; from weigh.index.merge import merge; print('go', flush=True); "
        "merge(sys.argv[1], sys.argv[2:], commit_sentences=50)"
    )
    chance = random.Random(6)
    kills = generation = 0
    for attempt in range(12):  # later and later, so that a fast machine is killed often and a slow one gets on
        arguments = [sys.executable, "-c", command, str(tmp_path / "out"), *map(str, shards)]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.03 * attempt))
        os.kill(process.pid, signal.SIGKILL)
        if process.wait() == -signal.SIGKILL:
            kills += 1
        process.stdout.close()
        if (tmp_path / "out").exists():
            generation = read_commit(tmp_path / "out").generation
        if generation >= 10 and kills >= 3:
            break
    assert kills >= 3
    merge(tmp_path / "out", shards)
    assert content(tmp_path / "out") == content(tmp_path / "whole")


def test_the_command_merges_a_folder_of_shards_and_reports(tmp_path: Path) -> None:
    for name in ("0", "1"):
        index_of(tmp_path / "shards" / name, [doc(name, "Tea beats coffee.", f"Only {name}.")])
    arguments = ["index", "merge", str(tmp_path / "out"), str(tmp_path / "shards")]
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["added"]["documents"] == 2
    assert "2 documents had been merged" in CliRunner().invoke(app, arguments).stdout
    (hit,) = EmbeddedEngine(tmp_path / "out").search("coffee", Filters()).hits
    assert hit.sentence.source_count == 2
