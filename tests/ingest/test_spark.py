"""Spark and one machine give the same sentences and sources. For real, on local[2] and on a local cluster."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from weigh.errors import BadInput, SourceProblem
from weigh.index import EmbeddedEngine, create
from weigh.index.build import add_files
from weigh.index.commit import read_commit
from weigh.index.merge import merge
from weigh.index.parts import build_shard, open_shards
from weigh.index.store import Snapshot
from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.files import clean_file
from weigh.ingest.spark import documents_of, parts_of, run, sentence_key
from weigh.types import Filters

from . import samples

Sources = dict[str, set[tuple[str, int]]]


def corpus(folder: Path) -> list[str]:
    """Files of several kinds with equal sentences across them, one damaged, one unreadable, one document twice, and
    two documents with one id."""
    other = json.dumps({"id": "d0", "text": "Another text under an id that is taken. It says that tea beats coffee."})
    made = {
        "a.wet.gz": samples.wet(12),
        "b.jsonl": samples.jsonl(5),
        "c.jsonl": samples.jsonl(5) + other.encode() + b"\n",
        "d.md": samples.MARKDOWN,
        "e.wet.gz": samples.wet(6)[:-30],
        "f.pdf": b"%PDF-1.7",
    }
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return [str(folder / name) for name in made]


@pytest.fixture
def spark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark as it is, but without the compiling that pays off in long jobs only: it took most of the time."""
    pytest.importorskip("pyspark", reason="needs pyspark: pip install 'weigh[spark]'")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java, and there is none on the path")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--conf spark.sql.codegen.wholeStage=false pyspark-shell")


def sources_of(index: Path) -> Sources:
    """Each different sentence of an index with all its sources."""
    store = Snapshot(index, read_commit(index))
    found: Sources = {}
    for run_ in store.keys.runs:
        for number in run_.values.tolist():
            key = sentence_key(store.text(number))
            assert key is not None
            assert key not in found
            sources = [store.source(occurrence) for occurrence in store.occurrences_of(number)]
            found[key] = {(source.document, source.position) for source in sources}
            assert len(found[key]) == len(sources)
    return found


def one_machine(folder: Path, files: list[str]) -> Path:
    create(folder / "one")
    add_files(folder / "one", files, Options(), workers=0)
    return folder / "one"


def test_files_of_spark_without_finished_job_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceProblem, match="no finished Spark job"):
        parts_of(tmp_path)
    with pytest.raises(BadInput, match="standard input"):
        run(["-"], tmp_path / "out", Options())
    (tmp_path / "job.json").write_text("{}")
    with pytest.raises(BadInput, match="another job"):
        run(["a"], tmp_path, Options())
    (tmp_path / "job.json").rename(tmp_path / "x")
    with pytest.raises(BadInput, match="not empty"):
        run(["a"], tmp_path, Options())


def test_equal_sentences_have_equal_keys_and_questions_their_own() -> None:
    assert sentence_key("Tea is better!") == sentence_key("tea  is BETTER")
    assert sentence_key("Tea is better?") != sentence_key("Tea is better.")
    assert sentence_key("...") is None


@pytest.mark.usefixtures("spark")
@pytest.mark.timeout(900)
def test_spark_gives_the_same_sentences_and_sources_as_one_machine(tmp_path: Path) -> None:
    files = corpus(tmp_path)
    out = tmp_path / "out"
    result = run(files, out, Options(), master="local[2]", partitions=3, each_part=build_shard)

    whole = one_machine(tmp_path, files)
    expected = sources_of(whole)
    merge(tmp_path / "merged", [out / "shards"])
    assert sources_of(tmp_path / "merged") == expected
    assert ("d0~2", 0) in set().union(*expected.values())

    import pyarrow.parquet as pq

    rows = pq.read_table(out / "sentences").to_pylist()
    assert {row["key"]: {(at["document"], at["position"]) for at in row["sources"]} for row in rows} == expected
    for row in rows:
        assert row["source_count"] == len(expected[row["key"]])
        assert sentence_key(row["text"]) == row["key"]

    alone, shards = EmbeddedEngine(whole), open_shards(out)
    assert (shards.info().documents, shards.info().sentences) == (alone.info().documents, alone.info().sentences)
    assert shards.info().sentences == result.sentences == len(rows)
    for query in ("the", "tea OR is"):
        here, there = (engine.search(query, Filters(), limit=1000) for engine in (shards, alone))
        assert here.total == there.total > 0
        scores = [[round(hit.score, 4) for hit in page.hits] for page in (here, there)]
        assert scores[0] == scores[1]

    report = Report()
    written: dict[str, list[CleanDocument]] = defaultdict(list)
    for file in files[:-1]:
        for item in clean_file(file, Options(), report):
            written[item.id].append(item)
    got = [item for part in parts_of(out) for item in documents_of(out, part)]
    assert {item.id.removesuffix("~2") for item in got} == set(written)
    assert result.report.documents == report.documents
    assert result.report.documents_out["unreadable file"] == 1
    assert json.loads((out / "weigh.json").read_text())["different_sentences"] == len(rows)
    assert not (out / "staging").exists()
    # The same job again finds its result; another one is refused.
    before = (out / "shards" / "00000" / "commit.json").stat().st_mtime_ns
    again = run(files, out, Options(), master="local[2]", partitions=3)
    assert again.to_dict() == result.to_dict()
    assert (out / "shards" / "00000" / "commit.json").stat().st_mtime_ns == before
    with pytest.raises(BadInput, match="another job"):
        run(files[:-1], out, Options(), master="local[2]", partitions=3)


@pytest.mark.usefixtures("spark")
@pytest.mark.timeout(900)
def test_a_cluster_of_processes_builds_the_same_index(tmp_path: Path) -> None:
    """Workers of `local-cluster` are processes of their own, as on many machines: what a task needs must travel."""
    import pyspark

    # Laid out as a distribution; workers write their logs below it, which must not be the installed package.
    home = tmp_path / "spark"
    home.mkdir()
    for path in Path(pyspark.__file__).parent.iterdir():
        if path.name in ("bin", "jars", "python", "sbin"):
            (home / path.name).symlink_to(path)
    files = corpus(tmp_path)
    out = tmp_path / "out"
    command = "import sys; from weigh.cli import main; main()"
    options = ["--out", str(out), "--master", "local-cluster[2,1,1024]", "--shards", "2", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", command, "corpus", "spark", *files, *options],
        env={**os.environ, "SPARK_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=880,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    expected = sources_of(one_machine(tmp_path, files))
    merge(tmp_path / "merged", [out / "shards"])
    assert sources_of(tmp_path / "merged") == expected
    said = json.loads(done.stdout)
    assert said["different_sentences"] == said["indexed_sentences"] == len(expected)
    assert len(list((home / "work").glob("app-*/*/stderr"))) == 2, "two workers were to be started"
