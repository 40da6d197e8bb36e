"""The benchmark of plain sentences: what everybody understands, the shipped models understand."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from weigh.bench import plain
from weigh.cli.bench import app

LEAST = {"written": 0.942, "starter": 0.914, "blind": 0.909, "forum": 0.871, "unseen": 0.936}
"""The least share that the default classifier must read rightly, by group: 0.02 less than the shipped model does."""


def test_every_sentence_names_two_objects_and_a_stance() -> None:
    sentences = plain.load()
    assert len(sentences) > 1000
    assert {one.stance for one in sentences} == {"FIRST", "SECOND", "EQUAL", "NONE"}
    assert all(one.first != one.second and "{" not in one.text for one in sentences)
    assert len(set(sentences)) == len(sentences)


def test_plain_sentences_are_read_rightly_and_by_the_model_best() -> None:
    found = plain.run()
    assert {one.group for one in plain.load()} == set(LEAST)
    assert {group for group, least in LEAST.items() if found["transformer"][group] < least} == set()
    assert found["transformer"]["accuracy"] > found["markers"]["accuracy"]
    assert all(0 <= share <= 1 for share in found["transformer"].values())


def test_the_study_needs_no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEIGH_DATA", raising=False)
    told = CliRunner().invoke(app, ["run", "plain", "--json"])
    assert told.exit_code == 0, told.output
    assert set(json.loads(told.stdout)["plain"]) == {"sentences", *plain.CLASSIFIERS}
