"""Near-duplicates of a whole index: found as by comparing all with all, and never more than that."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from index.helpers import doc, index_of
from weigh.cli.index import app
from weigh.index import near
from weigh.index.near import SIMILAR, jaccard, near_duplicates, pairs_of

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
