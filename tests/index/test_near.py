"""Near-duplicates of a whole index: found as by comparing all with all, and never more than that."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from index.helpers import doc, index_of
from weigh.cli.index import app
from weigh.errors import BadInput, Cancelled
from weigh.index import EmbeddedEngine, create, near
from weigh.index.build import add_files
from weigh.index.near import SIMILAR, Group, jaccard, near_duplicates, pairs_of

PLACES = ("harbour", "market", "station", "castle", "garden", "library", "museum", "theatre")


def sentences(count: int) -> list[str]:
    """Some templates with a word or two that change, among sentences of their own kind."""
    rng = random.Random(6)
    things = [f"{a}{b}" for a in ("tea", "cof", "mil", "jui", "wat") for b in ("ra", "lo", "pi", "nu", "se", "ty")]
    found = []
    for number in range(count):
        if number % 3:
            found.append(" ".join(rng.choices(things, k=12)).capitalize() + ".")
        else:
            place = PLACES[number % len(PLACES)]
            found.append(
                f"The old {place} of the town was opened to all visitors by the mayor in the spring of {number}."
            )
    return found


@pytest.mark.parametrize("batch", [7, 20_000])
def test_groups_are_those_of_comparing_all_with_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(near, "_BATCH", batch)  # many small runs, as of an index larger than memory
    monkeypatch.setattr(near, "_SLICE", batch)
    texts = sentences(120)
    index = index_of(tmp_path / "index", [doc(str(i), text) for i, text in enumerate(texts)])
    alike = [(a, b) for a, b in combinations(texts, 2) if jaccard(pairs_of(a), pairs_of(b)) >= SIMILAR]
    groups = list(near_duplicates(index))
    together = {text: number for number, group in enumerate(groups) for text in group.texts}
    found = sum(together.get(a, -1) == together.get(b, -2) for a, b in alike)
    assert len(alike) > 50
    assert found >= 0.95 * len(alike)
    for group in groups:
        assert group.sources == len(group.texts) > 1
        assert list(group.texts) == [text for text in texts if text in group.texts]
        for text in group.texts:
            assert any(jaccard(pairs_of(text), pairs_of(other)) >= SIMILAR for other in group.texts if other != text)


def test_questions_and_an_empty_index_have_no_near_duplicates(tmp_path: Path) -> None:
    assert list(near_duplicates(index_of(tmp_path / "empty", []))) == []
    asked = [doc(str(i), f"Is the old castle of the town open to all visitors on day {i}?") for i in range(4)]
    assert list(near_duplicates(index_of(tmp_path / "index", asked))) == []


def test_the_command_writes_the_groups(tmp_path: Path) -> None:
    texts = (
        "Tea is much cheaper than coffee in this small town today.",
        "Tea is much cheaper than coffee in this small town.",
    )
    index_of(tmp_path / "index", [doc("a", *texts), doc("b", texts[0], "Something else is said here.")])
    out = tmp_path / "near.jsonl"
    result = CliRunner().invoke(app, ["near", str(out), "--index", str(tmp_path / "index"), "--json"])
    assert json.loads(result.stdout) == {"out": str(out), "groups": 1, "sentences": 2}
    assert [json.loads(line) for line in out.read_text().splitlines()] == [{"sentences": list(texts), "sources": 3}]


def test_adding_files_groups_the_whole_index_afterwards_as_the_command_does(tmp_path: Path) -> None:
    index, out = str(tmp_path / "index"), tmp_path / "near.jsonl"
    for number, end in enumerate(("today", "tomorrow")):
        line = {"id": str(number), "text": f"The tea of this shop is much cheaper than its best coffee {end}."}
        (tmp_path / f"{number}.jsonl").write_text(json.dumps(line))
    files = [str(tmp_path / f"{number}.jsonl") for number in range(2)]

    def add(*more: str) -> Result:
        return CliRunner().invoke(app, ["add", "--index", index, "--near", str(out), *more])

    first = json.loads(add(files[0], "--json").stdout)
    assert first["near"] == {"out": str(out), "groups": 0, "sentences": 0}
    assert out.read_text() == ""
    second = json.loads(add(*files, "--json").stdout)
    assert (second["files_known"], second["near"]["groups"], second["near"]["sentences"]) == (1, 1, 2)
    groups = out.read_text()
    again = add(*files)
    assert f"1 groups of near-duplicates, 2 sentences in all, are in {out}." in again.stdout
    assert out.read_text() == groups
    CliRunner().invoke(app, ["near", str(tmp_path / "command.jsonl"), "--index", index])
    assert (tmp_path / "command.jsonl").read_text() == groups
    assert sorted(path.name for path in tmp_path.glob(".*")) == []


def test_groups_stopped_half_way_leave_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "near.jsonl"
    out.write_text("before\n")

    def stopped(path: str | Path) -> Iterator[Group]:
        yield Group(("a", "b"), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(near, "near_duplicates", stopped)
    (tmp_path / "a.txt").write_text("Tea is much cheaper than coffee in this small town today.")
    index = create(tmp_path / "index")
    with pytest.raises(Cancelled):
        add_files(index, [tmp_path / "a.txt"], near=out)
    assert out.read_text() == "before\n"
    assert EmbeddedEngine(index).info().sentences == 1
    assert not list(tmp_path.glob(".*"))


def test_a_dry_run_groups_nothing(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["add", "-", "--dry-run", "--near", str(tmp_path / "out")])
    assert isinstance(result.exception, BadInput)


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    index = index_of(tmp_path / "index", [])
    with pytest.raises(BadInput, match="cannot be written: No such file"):
        near.write_groups(index, tmp_path / "nowhere" / "near.jsonl")
