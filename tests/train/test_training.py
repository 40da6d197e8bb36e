"""Training: augmentation and configuration always; a few real steps where torch and a base model are at hand."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from weigh.bench import plain
from weigh.cli.train import app, parse_changes
from weigh.errors import BadInput
from weigh.models.answer_input import WORD, sentences
from weigh.models.data import ANSWERS, STANCES, StanceItem, spans_of
from weigh.models.session import shipped
from weigh.train.augment import (
    contraries,
    exchanged_contraries,
    pairs_in,
    web_like,
    with_targets,
    written,
    written_answers,
)
from weigh.train.held import Held
from weigh.train.phrases import Writer
from weigh.train.readings import known, mixed, of_web


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
    rows = written() + with_targets(web_like())
    assert len(rows) > 8000
    assert {one.stance for one, _, _ in rows} == {"FIRST", "SECOND", "EQUAL", "NONE"}
    for one, target, _ in rows:
        name, other = one.text[slice(*one.first)], one.text[slice(*one.second)]
        assert name.strip() == name != other == other.strip() != ""
        assert one.first[1] <= one.second[0] or one.second[1] <= one.first[0], one.text
        assert not {"{", "}"} & set(one.text)
        assert target[STANCES.index(str(one.stance))] == 1


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_made_sentences_name_both_objects_in_text_order_and_turn_round_with_them(seed: int) -> None:
    rows = Writer(seed).sentences(20)
    assert rows == Writer(seed).sentences(20)
    for one, target, _ in rows:
        assert {one.text[slice(*one.first)], one.text[slice(*one.second)]} == {"Aaa", "Bbb"}
        assert one.first < one.second
        assert target == tuple(float(name == one.stance) for name in STANCES)
        assert one.text[0].isupper()
        assert one.text[-1] in ".!?"
        assert "  " not in one.text


def test_written_answers_are_of_the_objects_of_their_questions() -> None:
    answers = written_answers()
    assert len({one.question for one in answers}) == len(answers) > 1900
    assert {one.stance for one in answers} == set(ANSWERS)
    assert all(len(one.answer.split()) > 10 for one in answers)
    for one in answers:
        asked = set(WORD.findall(one.question.lower()))
        assert all(asked & set(WORD.findall(name.lower())) for name in one.objects), one.question


def test_made_sentences_favour_each_side_alike() -> None:
    stances = Counter(one.stance for one, _, _ in Writer(1).sentences(4000))
    assert 0.9 < stances["FIRST"] / stances["SECOND"] < 1.1
    assert min(stances.values()) > 200


def test_nothing_is_trained_on_the_sentences_that_measure() -> None:
    """No phrase of the lexicon may be taken over from them word for word, beyond single words."""
    made = {one.text.lower() for one, _, _ in Writer(2).sentences(5000)} | {one.text.lower() for one, _, _ in written()}
    measured = {one.text.replace(one.first, "Aaa", 1).replace(one.second, "Bbb", 1).lower() for one in plain.load()}
    assert not made & measured
    assert not {one.text.lower() for one in web_like()} & {one.text.lower() for one in plain.load()}


def test_a_none_that_sounds_equal_leaves_open_which() -> None:
    rows = with_targets(
        [item("Go is as fast as Ruby.", "Go", "Ruby", "NONE"), item("Go met Ruby.", "Go", "Ruby", "NONE")]
    )
    assert [target for _, target, _ in rows] == [(0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0)]


def test_unlabelled_pairs_are_new_ones_and_never_from_held_sentences(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl.gz"
    lines = ("Go is faster than Ruby and Java.", "Java or Go?", "go  or RUBY.", "Perl and Go.")
    with gzip.open(corpus, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps({"text": line}) + "\n" for line in lines)
    labelled = [item(lines[0], "Go", "Ruby", "FIRST"), item("Java is old, Go is new.", "Java", "Go", "SECOND")]

    def pairs(most: int) -> list[tuple[str, str]]:
        found = pairs_in(corpus, labelled, Held(["Go or Ruby?"]), most)
        return [(one.text[slice(*one.first)], one.text[slice(*one.second)]) for one in found]

    assert pairs(9) == [("Go", "Java"), ("Ruby", "Java"), ("Java", "Go")]
    assert pairs(1) == [("Go", "Java"), ("Java", "Go")]


def test_readings_say_a_stance_of_two_things_in_a_sentence() -> None:
    rows = [(where, *row) for where, own in known().items() for row in own]
    assert len(rows) > 5000
    assert all(where.startswith(("train-", "web-")) and stance in STANCES for where, _, _, stance in rows)
    assert len({row[:3] for row in rows}) == len(rows)


def test_a_second_reading_counts_for_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    read = {"train-0": [("Go", "Ruby", "SECOND")], "train-1": [("Go", "Ruby", "FIRST")], "train-2": [("", "", "NONE")]}
    monkeypatch.setattr("weigh.train.readings.known", lambda: read)
    rows = [
        item("Go beats Ruby.", "Go", "Ruby", "FIRST"),
        item("Go is as fast as Ruby.", "Go", "Ruby", "NONE"),
        item("Go is as fast as Ruby.", "Go", "Ruby", "NONE"),
        item("Go beats Ruby.", "Go", "Ruby", "FIRST"),
    ]
    targets = [target for _, target, _ in mixed(rows, 0.25)]
    assert targets == [(0.75, 0.25, 0.0, 0.0), (0.25, 0.0, 0.375, 0.375), (0.0, 0.0, 1.0, 1.0), (1.0, 0.0, 0.0, 0.0)]


def test_web_sentences_are_found_by_their_ids_and_never_where_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "web.jsonl.gz"
    with gzip.open(corpus, "wt", encoding="utf-8") as file:
        for number, text in enumerate(["Go beats Ruby.", "Java beats Go.", "Perl."]):
            file.write(json.dumps({"id": f"web-{number}", "text": text}) + "\n")
    read = {"web-0": [("Go", "Ruby", "FIRST")], "web-1": [("Java", "Go", "FIRST")]}
    monkeypatch.setattr("weigh.train.readings.known", lambda: read)
    assert of_web([corpus], Held(["java beats go"])) == [item("Go beats Ruby.", "Go", "Ruby", "FIRST")]


@pytest.fixture
def base_and_data() -> tuple[Path, Path]:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    base, data = os.environ.get("WEIGH_BASE"), os.environ.get("WEIGH_DATA")
    if not base or not data:
        pytest.skip("WEIGH_BASE (a pretrained encoder) and WEIGH_DATA (the public data) are not set")
    return Path(base), Path(data)


@pytest.mark.parametrize(
    ("task", "given"), [("kinds", "feedback"), ("kinds", "corpus"), ("label", "corpus"), ("identify", "corpus")]
)
def test_what_a_training_would_not_read_is_refused(tmp_path: Path, task: str, given: str) -> None:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    from weigh.train.run import train

    more: dict[str, Any] = {given: tmp_path if given == "feedback" else [tmp_path / "web.jsonl.gz"]}
    with pytest.raises(BadInput, match=f"training of {task} reads no {given}.*stance"):
        train(task, tmp_path, tmp_path, tmp_path / "out", **more)


@pytest.mark.parametrize("option", ["--feedback", "--corpus"])
def test_what_is_to_be_read_and_is_not_there_is_refused(tmp_path: Path, option: str) -> None:
    (tmp_path / "config.json").write_text("{}")
    here, nowhere = str(tmp_path), str(tmp_path / "nowhere")
    told = CliRunner().invoke(app, ["stance", "--base", here, "--data", here, "--out", here, option, nowhere])
    assert told.exit_code == 2
    assert option in told.output


def test_a_head_on_the_first_token_alone_says_the_same_as_exported(
    tmp_path: Path, base_and_data: tuple[Path, Path]
) -> None:
    from weigh.train.run import train

    changes = {"epochs": 1, "layers": [0, 1], "alone": True, "agreement": 1.0}
    metrics = train("identify", *base_and_data, tmp_path / "identify", changes=changes, limit=48)
    trained, exported = metrics["validation"], metrics["validation_float"]
    assert exported["area"] == pytest.approx(trained["area"], abs=1e-3)


def test_a_model_that_all_of_validation_teaches_is_measured_by_those_that_a_part_taught(
    tmp_path: Path, base_and_data: tuple[Path, Path]
) -> None:
    from weigh.train.run import train

    changes = {"epochs": 1, "layers": [0], "alone": True}
    halves = [tmp_path / "one", tmp_path / "two"]
    for number, half in enumerate(halves, 1):
        train("identify", *base_and_data, half, changes=changes | {"measured": [number, 2]}, limit=48)
    out = tmp_path / "whole"
    told = train("identify", *base_and_data, out, changes=changes | {"measured_by": list(map(str, halves))}, limit=48)
    assert list(told) == ["unseen_validation"]
    assert 0 < told["unseen_validation"]["area"] < 1
    assert set(json.loads((out / "config.json").read_text())["thresholds"]) == {"balanced", "precise", "no", "yes"}


def test_a_few_real_steps_end_in_a_model_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base_and_data: tuple[Path, Path]
) -> None:
    from weigh import models
    from weigh.train.run import train

    out = tmp_path / "stance"
    changes = {"epochs": 1, "layers": [0], "room": 16, "phrases": 100, "keep": True}
    metrics = train("stance", *base_and_data, out, changes=changes, limit=48)
    assert 0 <= metrics["validation_int8"]["score"] <= 1
    mean = changes | {"epochs": 0, "init": [str(out), str(out / "pass-1")]}
    again = train("stance", *base_and_data, tmp_path / "mean", changes=mean, limit=48)
    assert again["validation_float"]["score"] == pytest.approx(metrics["validation_float"]["score"])
    assert "Seed: 1" in (out / "CARD.md").read_text(encoding="utf-8")
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    models.forget()
    try:
        assert models.load("stance").probabilities([("Go beats Ruby", (0, 2), (9, 13))]).shape == (1, 4)
    finally:
        models.forget()


@pytest.mark.parametrize(("task", "figure"), [("identify", "area"), ("kinds", "micro"), ("label", "score")])
def test_training_goes_on_from_the_shipped_model_as_it_stands(
    tmp_path: Path, base_and_data: tuple[Path, Path], task: str, figure: str
) -> None:
    from weigh.train.run import train

    metrics = train(task, *base_and_data, tmp_path / task, changes={"epochs": 0, "init": "shipped"}, limit=600)
    stored = json.loads((shipped(task) / "metrics.json").read_text(encoding="utf-8"))
    assert metrics["validation"][figure] == pytest.approx(
        stored["validation_int8"][figure], abs=1e-2
    )  # what is read back


def test_a_model_of_another_shape_is_no_beginning(tmp_path: Path, base_and_data: tuple[Path, Path]) -> None:
    from weigh.train.run import train

    with pytest.raises(BadInput, match="another shape"):
        train("identify", *base_and_data, tmp_path, changes={"epochs": 0, "init": "shipped", "layers": [0]}, limit=9)
    with pytest.raises(BadInput, match="neither"):
        train("identify", *base_and_data, tmp_path, changes={"epochs": 0, "init": str(tmp_path / "no")}, limit=9)


def test_every_sentence_of_the_written_answers_has_its_letter() -> None:
    for item in written_answers():
        assert len(item.letters) == len(sentences(item.answer)), item.question
        assert set(item.letters) <= set("FSEN")


def test_longer_answers_are_taught_and_told_by_what_was_taught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base_and_data: tuple[Path, Path]
) -> None:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    from weigh import models
    from weigh.models.answers import AnswersModel
    from weigh.train.answers import train
    from weigh.train.readings import of_answers

    base, data = base_and_data
    if "mpnet" not in base.name:
        pytest.skip("WEIGH_BASE is no mpnet, on which the shipped trunk rests")
    monkeypatch.setattr("weigh.train.augment.written_answers", lambda: written_answers()[:40])
    monkeypatch.setattr("weigh.train.readings.of_answers", lambda data: of_answers(data)[::6])
    metrics = train(base, data, tmp_path / "answers", changes={"epochs": 1})
    assert 0.1 < metrics["cross_validation"]["macro_f1"] < 0.7
    model = AnswersModel(tmp_path / "answers", models.load("stance").whole())
    asked = "Tea or coffee?", "tea", "coffee", "Take tea. Coffee is worse."
    chances = model.probabilities([asked, (asked[0], "coffee", "tea", asked[3])])
    assert chances.sum(1) == pytest.approx([1, 1])
    # The other way round with the objects, but for the order in which their names stand before a sentence.
    assert chances[0, [3, 2]] == pytest.approx(chances[1, 2:], abs=0.05)


def test_the_linear_filter_learns_to_tell_stances_from_running_text(tmp_path: Path) -> None:
    from weigh.models.linear import LinearModel
    from weigh.train.linear import train_stance

    (tmp_path / "stance" / "sentences").mkdir(parents=True)
    for split, one, other in (("train", "Go", "Ruby"), ("validation", "Perl", "Lua"), ("test", "Java", "C")):
        rows = [
            "object_a,object_b,sentence,label",
            f"{one},{other},{one} is faster than {other}.,BETTER",
            f"{one},{other},{one} beside {other}.,NONE",
        ]
        (tmp_path / "stance" / "sentences" / f"{split}.csv").write_text("\n".join(rows), encoding="utf-8")
    text = tmp_path / "towns.txt"
    places = [
        f"{first}{last}" for first in ("Alt", "Bar", "Cor", "Dun", "Esk", "Fal") for last in ("ton", "ford", "by")
    ]
    text.write_text(" ".join(f"The town of {a} lies on the river {b}." for a in places for b in places if a != b))
    metrics = train_stance(tmp_path, [], text, tmp_path / "stance-linear")
    assert metrics["kept_of_favouring"] == 1
    assert metrics["kept_of_text"] < 0.05
    assert "kept_of_text" in (tmp_path / "stance-linear" / "CARD.md").read_text(encoding="utf-8")
    model = LinearModel(tmp_path / "stance-linear")
    kept = model.probabilities(["Tea is better than coffee.", "The town of Upton lies on the river Welby."])
    assert kept[0] >= model.thresholds["none"] > kept[1]


def test_a_base_without_an_encoder_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["label", "--base", str(tmp_path), "--data", str(tmp_path), "--out", str(tmp_path)])
    assert told.exit_code == 2
    assert "config.json" in told.output


def test_a_change_that_is_no_toml_is_refused_with_how_values_are_written() -> None:
    with pytest.raises(BadInput, match="as in TOML"):
        parse_changes(["epochs=many"])
