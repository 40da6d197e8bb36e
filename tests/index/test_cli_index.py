"""`weigh index` from the command line: make, fill, describe, compact, delete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from weigh.cli.index import app
from weigh.errors import BadInput, IndexExists, IndexMissing, SourceProblem
from weigh.index import EmbeddedEngine
from weigh.types import Filters

pytestmark = pytest.mark.timeout(600)


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_an_index_is_made_filled_described_compacted_and_deleted(tmp_path: Path) -> None:
    index, text = tmp_path / "index", tmp_path / "drinks.txt"
    text.write_text("Tea is cheaper than coffee in this town.\n\nCoffee keeps you awake longer than tea does.\n")
    run("create", "--index", index)
    dry = json.loads(run("add", text, "--index", index, "--dry-run", "--json"))
    assert (dry["dry_run"], dry["added"]["sentences"]) == (True, 2)
    assert json.loads(run("info", "--index", index, "--json"))["sentences"] == 0
    added = json.loads(run("add", text, "--index", index, "--json", "--collection", "drinks"))
    assert added["added"]["sentences"] == 2
    assert "already" in run("add", text, "--index", index, "--collection", "drinks")
    assert "drinks" in run("info", "--index", index)
    run("compact", "--index", index)
    assert json.loads(run("info", "--index", index, "--json"))["sentences"] == 2
    run("delete", "--index", index, "--yes")
    assert not index.exists()


def test_adding_to_no_index_makes_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Tea is cheaper than coffee in this town.")
    run("add", tmp_path / "a.txt", "--index", tmp_path / "new")
    assert json.loads(run("info", "--index", tmp_path / "new", "--json"))["sentences"] == 1


def test_what_cannot_be_done_is_told(tmp_path: Path) -> None:
    run("create", "--index", tmp_path / "index")
    (tmp_path / "empty").mkdir()
    for problem, arguments in [
        (IndexExists, ["create", "--index", tmp_path / "index"]),
        (IndexMissing, ["info", "--index", tmp_path / "none"]),
        (IndexMissing, ["delete", "--index", tmp_path / "none", "--yes"]),
        (BadInput, ["delete", "--index", tmp_path / "index"]),
        (BadInput, ["add", tmp_path, "--index", tmp_path / "index", "--keep", "some"]),
        (BadInput, ["create", "--index", "https://localhost:9200"]),
        (SourceProblem, ["add", tmp_path / "missing.txt", "--index", tmp_path / "index"]),
        (SourceProblem, ["add", tmp_path / "empty", "--index", tmp_path / "index"]),
    ]:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        assert isinstance(result.exception, problem), (arguments, result.exception)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_fields_of_other_names_are_named_by_flags(tmp_path: Path, kind: str) -> None:
    index, path = tmp_path / "index", tmp_path / f"rows.{kind}"
    row = {"body": "Tea is cheaper than coffee in this town.", "link": "https://e.example/1", "set": "drinks"}
    if kind == "jsonl":
        path.write_text(json.dumps(row) + "\n")
    elif kind == "csv":
        path.write_text(",".join(row) + "\n" + ",".join(row.values()) + "\n")
    else:
        parquet = pytest.importorskip("pyarrow.parquet", reason="the extra 'corpus' is not installed")
        arrow = pytest.importorskip("pyarrow")
        parquet.write_table(arrow.table({name: [value] for name, value in row.items()}), path)
    flags = ("--field", "text=body", "--field", "url=link", "--field", "collection=set")
    assert json.loads(run("add", path, "--index", index, "--json", *flags))["added"]["sentences"] == 1
    found = EmbeddedEngine(index).search("tea", Filters(domains=("e.example",), collections=("drinks",)))
    assert [source.url for source in found.hits[0].sentence.sources] == ["https://e.example/1"]


@pytest.mark.parametrize("flags", [("text",), ("text=",), ("body=text",), ("text=a", "text=b")])
def test_a_field_that_cannot_be_is_refused(tmp_path: Path, flags: tuple[str, ...]) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n")
    given = [part for flag in flags for part in ("--field", flag)]
    with pytest.raises(BadInput, match="--field"):
        run("add", tmp_path / "a.jsonl", "--index", tmp_path / "index", *given)
