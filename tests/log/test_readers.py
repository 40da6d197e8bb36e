"""Logs in every format give the same rows; broken lines are counted, never fatal."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from weigh.errors import BadInput, SourceProblem
from weigh.log.entries import Row
from weigh.log.options import Columns
from weigh.log.readers import expand, read

ROWS = [
    Row("Which is better, tea or coffee?", "2025-01-02T03:04:05", "ann"),
    Row('what is a "smart quote", exactly', "2025-02-02", "bob"),
    Row("où est la gare", "2025-03-02", ""),
]
COLUMNS = Columns("q", "when", "who")


def _write(folder: Path, kind: str) -> Path:
    path = folder / f"log.{kind}"
    if kind.startswith("csv"):
        text = io.StringIO()
        csv.writer(text).writerows([("who", "q", "when"), *((r.user, r.question, r.time) for r in ROWS)])
        body = text.getvalue()
    elif kind.startswith("tsv"):
        body = "".join(
            "\t".join(line) + "\n" for line in [("who", "q", "when"), *((r.user, r.question, r.time) for r in ROWS)]
        )
    else:
        body = "".join(json.dumps({"q": r.question, "when": r.time, "who": r.user}) + "\n" for r in ROWS)
    data = body.encode()
    path.write_bytes(gzip.compress(data) if kind.endswith(".gz") else data)
    return path


@pytest.mark.parametrize("kind", ["csv", "csv.gz", "tsv", "tsv.gz", "jsonl", "jsonl.gz"])
def test_every_text_format_gives_the_same_rows(tmp_path: Path, kind: str) -> None:
    assert list(read(str(_write(tmp_path, kind)), COLUMNS)) == ROWS


def test_parquet_gives_the_same_rows(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pa.table({"q": [r.question for r in ROWS], "when": [r.time for r in ROWS], "who": [r.user for r in ROWS]})
    parquet.write_table(table, tmp_path / "log.parquet")
    assert list(read(str(tmp_path / "log.parquet"), COLUMNS)) == ROWS


def test_a_missing_column_names_those_that_are_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no column 'question'. It has: who, q, when"):
        list(read(str(_write(tmp_path, "csv")), Columns()))


def test_columns_are_numbers_where_there_is_no_header(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("u1\twhat is a\t2025-01-01\n")
    found = list(read(str(tmp_path / "a.tsv"), Columns("2", "3", "1", header=False)))
    assert found == [Row("what is a", "2025-01-01", "u1")]


def test_a_stray_quote_in_a_tab_separated_log_swallows_no_line(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text('user\ttime\tquestion\nu\t1\t"what is this\nu\t2\twho is that\n')
    assert [row.question for row in read(str(tmp_path / "a.tsv"), Columns()) if row] == ['"what is this', "who is that"]


def test_broken_lines_are_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(
        b'{"question": "a", "time": 1, "user": 2}\n{broken\n[1]\n"x"\n\xff\xfe\n{"question": "b"}\n'
    )
    assert list(read(str(tmp_path / "a.jsonl"), Columns())) == [
        Row("a", "1", "2"),
        None,
        None,
        None,
        None,
        Row("b", "", ""),
    ]


def test_a_line_of_many_megabytes_is_unreadable_and_the_next_is_fine(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes(b"user\ttime\tquestion\nu\t1\t" + b"x" * 5_000_000 + b"\nu\t1\twhat now\n")
    assert list(read(str(tmp_path / "a.tsv"), Columns())) == [None, Row("what now", "1", "u")]


def test_a_cut_off_gzip_file_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(b"user,time,question\n" + b"u,1,what is it\n" * 10_000)[:-20])
    with pytest.raises(SourceProblem, match="may be cut off"):
        list(read(str(path), Columns()))


def test_a_folder_is_walked_in_order_and_nothing_found_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "b.csv").touch()
    (tmp_path / "a.jsonl").touch()
    (tmp_path / "image.png").touch()
    assert [Path(path).name for path in expand([str(tmp_path)])] == ["a.jsonl", "b.csv"]
    with pytest.raises(SourceProblem, match="There is no file or folder"):
        expand([str(tmp_path / "nowhere")])


texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\n\x00"), max_size=40)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(st.tuples(texts, texts, texts), max_size=8))
def test_any_text_survives_csv_and_json(tmp_path: Path, rows: list[tuple[str, str, str]]) -> None:
    expected = [Row(*row) for row in rows]
    with (tmp_path / "a.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("question", "time", "user"), *rows])
    lines = "".join(json.dumps(dict(zip(("question", "time", "user"), row, strict=True))) + "\n" for row in rows)
    (tmp_path / "a.jsonl").write_text(lines)
    assert list(read(str(tmp_path / "a.csv"), Columns())) == expected
    assert list(read(str(tmp_path / "a.jsonl"), Columns())) == expected
