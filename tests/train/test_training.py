"""Training: augmentation and configuration always; a few real steps where torch and a base model are at hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from weigh.cli.train import parse_changes
from weigh.errors import BadInput
from weigh.models.data import StanceItem, spans_of
from weigh.train.augment import contraries, exchanged_contraries, with_targets, written


def item(text: str, first: str, second: str, stance: str) -> StanceItem:
    return StanceItem(text, *spans_of(text, first, second), stance)


def test_one_contrary_is_exchanged_and_the_spans_move_along() -> None:
    changed = exchanged_contraries(item("Go is faster than Ruby.", "Go", "Ruby", "FIRST"))
    assert changed is not None
    assert changed.text == "Go is slower than Ruby."
    assert changed.text[slice(*changed.second)] == "Ruby"


def test_two_contraries_or_none_leave_the_sentence_alone() -> None:
    assert exchanged_contraries(item("Go is faster and better than Ruby.", "Go", "Ruby", "FIRST")) is None
    assert exchanged_contraries(item("Go beside Ruby.", "Go", "Ruby", "NONE")) is None


def test_contraries_go_both_ways() -> None:
    table = contraries()
    assert table["better"] == "worse"
    assert all(table[other] in table for other in table.values())


def test_written_sentences_name_both_objects_where_they_say() -> None:
    rows = written()
    assert len(rows) > 150
    assert {one.stance for one, _, _ in rows} == {"FIRST", "SECOND", "EQUAL", "NONE"}
    assert all(one.text[slice(*one.first)] == "Aaa" and one.text[slice(*one.second)] == "Bbb" for one, _, _ in rows)


def test_a_none_that_sounds_equal_leaves_open_which() -> None:
    rows = with_targets(
        [item("Go is as fast as Ruby.", "Go", "Ruby", "NONE"), item("Go met Ruby.", "Go", "Ruby", "NONE")]
    )
    assert [target for _, target, _ in rows] == [(0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0)]


def test_recipe_changes_are_read_as_values() -> None:
    assert parse_changes(["epochs=3", "rate=5e-5", "layers=[0, 5]"]) == {"epochs": 3, "rate": 5e-5, "layers": [0, 5]}
    with pytest.raises(BadInput, match="epochs"):
        parse_changes(["epochs 3"])


@pytest.fixture
def base_and_data() -> tuple[Path, Path]:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    base, data = os.environ.get("WEIGH_BASE"), os.environ.get("WEIGH_DATA")
    if not base or not data:
        pytest.skip("WEIGH_BASE (a pretrained encoder) and WEIGH_DATA (the public data) are not set")
    return Path(base), Path(data)


def test_a_head_on_the_first_token_alone_says_the_same_as_exported(
    tmp_path: Path, base_and_data: tuple[Path, Path]
) -> None:
    from weigh.train.run import train

    changes = {"epochs": 1, "layers": [0, 1], "alone": True}
    metrics = train("identify", *base_and_data, tmp_path / "identify", changes=changes, limit=48)
    trained, exported = metrics["validation"], metrics["validation_float"]
    assert exported["area"] == pytest.approx(trained["area"], abs=1e-3)


def test_a_few_real_steps_end_in_a_model_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base_and_data: tuple[Path, Path]
) -> None:
    from weigh import models
    from weigh.train.run import train

    out = tmp_path / "stance"
    changes = {"epochs": 1, "layers": [0], "room": 16}
    metrics = train("stance", *base_and_data, out, changes=changes, limit=48)
    assert 0 <= metrics["validation_int8"]["score"] <= 1
    assert "Seed: 1" in (out / "CARD.md").read_text(encoding="utf-8")
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    models.forget()
    try:
        assert models.load("stance").probabilities([("Go beats Ruby", (0, 2), (9, 13))]).shape == (1, 4)
    finally:
        models.forget()
