"""What teaches identify: the last verdict of every question, and none that measures."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.errors import BadInput
from weigh.models.data import Labelled, Question
from weigh.train.held import same_text
from weigh.train.verdicts import (
    checked_part,
    fold_of,
    halved,
    measuring,
    read,
    varied,
    verdicts,
    written,
)


def labelled(text: str) -> Labelled:
    words = tuple(text.split())
    return Labelled(words, ("O",) * len(words))


def test_a_question_with_word_labels_is_comparative_whatever_was_said_of_it_in_2020() -> None:
    older = [
        Question("What's the best novel?", False),
        Question("Why use HDMI?", True),
        Question("Who sang it?", False),
    ]
    told = dict(verdicts([], older, [labelled("what s the best novel"), labelled("tea or coffee")], []))
    assert told == {"What's the best novel?": 1.0, "Why use HDMI?": 0.0, "tea or coffee": 1.0}


def test_key_words_that_ask_nothing_keep_their_verdict_of_2020() -> None:
    older = [
        Question("difference between judge and juror", True),
        Question("weather in georgetown", False),
        Question("places to visit in goa?", True),  # was corrected: the last verdicts have no such question
        Question("Which is hotter?", False),  # may have been corrected
    ]
    told = dict(verdicts([], older, [], []))
    assert told == {
        "difference between judge and juror": 1.0, "weather in georgetown": 0.0, "places to visit in goa?": 0.0,
    }  # fmt: skip


def test_the_training_part_has_the_last_word() -> None:
    asked, older = [Question("Is it hot?", True)], [Question("is it hot", False)]
    assert verdicts(asked, older, [], []) == [("Is it hot?", 1.0)]


def test_what_measures_never_teaches_in_any_writing() -> None:
    held = [Question("Tea, or coffee?", True), Question("who wonâ€™s", False), Question("M.D. vs Ph.D.?", True)]
    taught = verdicts([Question("Who won’s?", False)], [Question("tea or coffee", True)], [labelled("md vs phd")], held)
    assert taught == []


@given(st.lists(st.text("abc ?", max_size=12), max_size=6), st.integers(0, 99))
def test_variants_are_made_of_the_words_of_the_pool_and_never_of_what_measures(texts: list[str], seed: int) -> None:
    found = varied(texts, texts, [Question(text, True) for text in texts[:2]], seed)
    assert found == varied(texts, texts, [Question(text, True) for text in texts[:2]], seed)
    assert {word for text in found for word in text.split()} <= {word for text in texts for word in text.split()}
    assert not {same_text(text) for text in found} & {same_text(text) for text in texts[:2]}


@given(st.text(max_size=30), st.integers(1, 9))
def test_a_question_is_in_one_fold_however_it_is_written(text: str, folds: int) -> None:
    assert 1 <= fold_of(text, folds) <= folds
    assert fold_of(f" {text}?", folds) == fold_of(text, folds)


@pytest.mark.parametrize("given", [3, [5, 4], [0, 4], [1, 1], [1], "1, 4"])
def test_a_fold_that_is_none_is_told_what_was_expected(given: object) -> None:
    with pytest.raises(BadInput, match=r"fold=\[2, 4\]"):
        checked_part("fold", given)
    assert checked_part("fold", [2, 4]) == (2, 4)


def test_written_questions_are_many_and_never_of_what_measures() -> None:
    every = written([])
    assert len(every) > 10_000
    assert len({same_text(text) for text in every}) == len(every)
    assert every[1:] == written([Question(every[0].upper(), True)])


def test_of_a_question_with_a_verdict_those_teachers_are_heard_that_left_it_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    from weigh.train import teach

    texts = ["tea or coffee", "who sang it", "is it hot", "which is best"]
    for fold in (1, 2):
        (tmp_path / str(fold)).mkdir()
        (tmp_path / str(fold) / "run.json").write_text(json.dumps({"recipe": {"options": {"fold": [fold, 2]}}}))
    monkeypatch.setattr(
        teach, "said_of_questions", lambda teacher, asked, _: np.full((len(asked), 1), float(teacher.name), np.float32)
    )
    both = [tmp_path / "1", tmp_path / "2"]
    told = teach.question_targets(both, [(text, (0.0,)) for text in texts], ["any"], 1.0)
    assert [round(target[0], 3) for _, target in told] == [*(fold_of(text, 2) for text in texts), 1.5]
    learnt = next(text for text in texts if fold_of(text, 2) == 2)
    assert round(teach.question_targets(both[:1], [(learnt, (0.0,))], [], 1.0)[0][1][0], 3) == 1.0


def test_a_variant_goes_on_as_another_question_does() -> None:
    pool = ["is tea better than coffee at night", "is tea healthier than water"]
    found = {text for seed in range(200) for text in varied(pool[:1], pool, [], seed)}
    assert {"is tea healthier than coffee at night", "is tea better than water"} <= found


def test_nothing_of_validation_or_test_teaches_in_the_public_data() -> None:
    if not os.environ.get("WEIGH_DATA"):
        pytest.skip("WEIGH_DATA (the public data) is not set")
    folder = Path(os.environ["WEIGH_DATA"])
    taught, held = read(folder), measuring(folder)
    assert not {same_text(text) for text, _ in taught} & {same_text(question.text) for question in held}
    assert len(taught) > 22_000


def test_folds_are_measured_over_the_questions_that_they_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    from weigh.train import unseen

    asked = [(f"which is better {at}", float(at % 3 == 0)) for at in range(60)]
    comparative = {text for text, verdict in asked if verdict}
    monkeypatch.setattr("weigh.train.verdicts.read", lambda folder: asked)
    for name, options in (("one", {"fold": [1, 2]}), ("two", {"fold": [2, 2]}), ("all", {})):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.json").write_text(json.dumps({"recipe": {"options": options}}))
    monkeypatch.setattr(
        unseen,
        "said_of_questions",
        lambda run, texts, _: np.array(
            [[0.9 if (text in comparative) is (run.name == "one") else 0.2] for text in texts]
        ),
    )
    right = unseen.figures(tmp_path, [tmp_path / "one"])
    assert (right["questions"], right["f1"]) == (sum(fold_of(text, 2) == 1 for text, _ in asked), 1.0)
    both = unseen.figures(tmp_path, [tmp_path / "one", tmp_path / "two"])
    assert both["questions"] == 60
    assert both["f1"] < 1
    assert right["likelihood"] < 0.01 < both["likelihood"]
    with pytest.raises(BadInput, match="trained with 'fold'"):
        unseen.figures(tmp_path, [tmp_path / "all"])


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """Data of the public layout; one question of validation stands in test too, in another writing."""
    parts = {
        "train": ["is tea hot", "who sang it", "tea or milk"],
        "validation": [f"which is better {at}" for at in range(40)],
        "test": ["Which is better: 7?", "when was it"],
    }
    folder = tmp_path / "data" / "questions"
    for task in ("identify", "kinds", "label"):
        (folder / task).mkdir(parents=True)
    for part, texts in parts.items():
        rows = [f"{text},{int('which' in text)}" for text in texts]
        (folder / "identify" / f"{part}.csv").write_text("\n".join(["question,comparative", *rows]))
        (folder / "kinds" / f"{part}.csv").write_text("question,comp\n")
        (folder / "label" / f"{part}.jsonl").write_text("")
    return tmp_path / "data"


def test_a_part_of_validation_may_teach_but_nothing_of_test_does(questions: Path) -> None:
    every, none = halved(questions, [])
    assert (len(every), none) == (40, [])
    measures, teaches = halved(questions, [1, 2])
    assert sorted(q.text for q in measures + teaches) == sorted(q.text for q in every)
    assert halved(questions, [2, 2]) == (teaches, measures)
    taught = {text for text, _ in read(questions, also=teaches)}
    assert taught == {"is tea hot", "who sang it", "tea or milk"} | {q.text for q in teaches} - {"which is better 7"}


def test_runs_are_measured_by_the_part_of_validation_that_did_not_teach_them(
    questions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    from weigh.train import unseen

    for part in (0, 1, 2):
        (tmp_path / str(part)).mkdir()
        options = {"measured": [part, 2] if part else []}
        (tmp_path / str(part) / "run.json").write_text(json.dumps({"recipe": {"options": options}}))
    monkeypatch.setattr(
        unseen, "said_of_questions", lambda run, texts, _: np.full((len(texts), 1), float(run.name), np.float32)
    )
    both = [tmp_path / "1", tmp_path / "2"]
    asked, said = unseen.validation(questions, both)
    assert [fold_of(question.text, 2) for question in asked] == said[:, 0].tolist()
    assert len(asked) == 40
    with pytest.raises(BadInput, match="one run for every part"):
        unseen.validation(questions, both[:1])
    with pytest.raises(BadInput, match="taught no part of validation"):
        unseen.validation(questions, [tmp_path / "0"])
