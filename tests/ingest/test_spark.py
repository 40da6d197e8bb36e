"""Spark and one machine give the same sentences and sources. For real, on local[2]."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from weigh.errors import BadInput, SourceProblem
from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.files import clean_file
from weigh.ingest.spark import documents_of, equality_key, parts_of, run

from . import samples


def corpus(folder: Path) -> list[str]:
    """Files of several kinds with equal sentences across them, one damaged, one unreadable, one document twice."""
    made = {
        "a.wet.gz": samples.wet(12),
        "b.jsonl": samples.jsonl(5),
        "c.jsonl": samples.jsonl(5),
        "d.md": samples.MARKDOWN,
        "e.wet.gz": samples.wet(6)[:-30],
        "f.pdf": b"%PDF-1.7",
    }
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return [str(folder / name) for name in made]


def test_files_of_spark_without_finished_job_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceProblem, match="no finished Spark job"):
        parts_of(tmp_path)
    with pytest.raises(BadInput, match="standard input"):
        run(["-"], tmp_path / "out", Options())
    (tmp_path / "x").write_text("x")
    with pytest.raises(BadInput, match="not empty"):
        run(["a"], tmp_path, Options())


def test_equal_sentences_have_equal_keys_and_questions_their_own() -> None:
    assert equality_key("Tea is better!") == equality_key("tea  is BETTER")
    assert equality_key("Tea is better?") != equality_key("Tea is better.")


@pytest.mark.timeout(600)
def test_spark_gives_the_same_sentences_and_sources_as_one_machine(tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="the extra 'spark' is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java, and there is none on the path")
    files = corpus(tmp_path)
    out = tmp_path / "out"
    result = run(files, out, Options(), master="local[2]", partitions=3)

    expected: dict[tuple[str, tuple[str, ...]], CleanDocument] = {}
    report = Report()
    for file in files[:-1]:
        for item in clean_file(file, Options(), report):
            expected.setdefault((item.id, item.sentences), item)
    got = [item for part in parts_of(out) for item in documents_of(out, part)]
    assert sorted(got, key=repr) == sorted(expected.values(), key=repr)

    import pyarrow.parquet as pq

    sources: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for item in expected.values():
        for position, text in enumerate(item.sentences):
            sources[equality_key(text)].append((item.id, position))
    rows = pq.read_table(out / "sentences").to_pylist()
    assert len(rows) == len(sources) == result.sentences
    for row in rows:
        assert [(source["document"], source["position"]) for source in row["sources"]] == sorted(sources[row["key"]])
        assert row["source_count"] == len(sources[row["key"]])
        assert equality_key(row["text"]) == row["key"]

    assert result.report.documents == report.documents
    assert result.report.documents_out["unreadable file"] == 1
    assert json.loads((out / "weigh.json").read_text())["different_sentences"] == len(rows)
    assert not (out / "staging").exists()
