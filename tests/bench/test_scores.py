"""The benchmark's metrics and the scoring of foreign predictions."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from weigh.bench import metrics
from weigh.bench.score import SCORES
from weigh.bench.tasks import TASKS
from weigh.errors import BadInput
from weigh.models.files import predict

ROWS = [
    ("Python", "Ruby", "Python is much faster than Ruby for this.", "BETTER"),
    ("Ruby", "Python", "Ruby is slower than Python.", "WORSE"),
    ("Canon", "Nikon", "I bought a Canon and a Nikon.", "NONE"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a few rows of our own in the public layout."""
    folder = tmp_path / "data"
    for name in ("stance/sentences", "questions/identify", "questions/label", "questions/kinds", "stance/answers"):
        (folder / name).mkdir(parents=True)
    with (folder / "stance/sentences/test.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("object_a", "object_b", "sentence", "label"), *ROWS])
    with (folder / "questions/identify/test.csv").open("w", newline="") as file:
        csv.writer(file).writerows(
            [("question", "comparative"), ("Is tea better than coffee?", 1), ("Who was Goethe?", 0)]
        )
    row = {"words": ["is", "tea", "better", "than", "coffee"], "labels": ["O", "OBJ", "PRED", "O", "OBJ"]}
    (folder / "questions/label/test.jsonl").write_text(json.dumps(row) + "\n")
    kinds = "opinion,argument,reason,factoid,method,super,direct,aspect,context,preference"
    (folder / "questions/kinds/test.csv").write_text(
        f"question,comp,{kinds},difficulty,dataset\nIs tea better than coffee?,1,1,1,0,0,0,0,1,0,0,1,0,q\nWho was Goethe?,0{',0' * 11},q\n"
    )
    (folder / "stance/answers/test.csv").write_text(
        "question,object_1,object_2,answer,label\nTea or coffee?,tea,coffee,Tea is better than coffee. Take tea.,FIRST\n"
    )
    return folder


def test_label_f1_counts_spans_not_words() -> None:
    gold = [["OBJ", "OBJ", "O", "PRED"]]
    assert metrics.label(gold, gold)["f1"] == 1
    half = metrics.label(gold, [["OBJ", "O", "O", "PRED"]])
    assert half["f1_OBJ"] == 0
    assert half["f1_PRED"] == 1
    assert half["f1"] == pytest.approx(0.5)


def test_recall_at_high_precision_stops_before_the_first_false_alarm() -> None:
    gold = [True, True, False, True]
    assert metrics.identify(gold, gold, [0.9, 0.8, 0.7, 0.6])["recall_at_precision_0.995"] == pytest.approx(2 / 3)


def test_equal_counts_as_none_in_stance() -> None:
    assert metrics.stance(["NONE", "BETTER", "WORSE"], ["EQUAL", "BETTER", "WORSE"])["weighted_f1"] == 1


def test_answers_are_scored_over_all_four_classes() -> None:
    assert metrics.answers(["FIRST", "SECOND"], ["FIRST", "SECOND"])["macro_f1"] == pytest.approx(0.5)


@pytest.mark.parametrize("task", list(TASKS))
def test_predictions_of_the_shipped_model_score_as_the_benchmark_says(task: str, data: Path, tmp_path: Path) -> None:
    """Predicting a file and scoring it is the same as running the benchmark."""
    folder = {"stance": "stance/sentences", "answers": "stance/answers"}.get(task, f"questions/{task}")
    source = next((data / folder).iterdir())
    out = tmp_path / "predictions"
    assert predict(task, source, out) >= 1
    scored, run = SCORES[task](data, "test", out), TASKS[task](data, "test")
    assert {name: run.get(name) for name in scored} == pytest.approx(scored)


def test_stance_prediction_speaks_of_object_a_in_either_order(data: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    text = "Python is much faster than Ruby for this."
    source.write_text(f"object_a,object_b,sentence\nPython,Ruby,{text}\nRuby,Python,{text}\nPerl,Lua,{text}\n")
    predict("stance", source, out)
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["prediction"] for row in rows] == ["BETTER", "WORSE", "NONE"]
    assert rows[0]["probability"] == rows[1]["probability"]


def test_predictions_that_do_not_fit_are_refused_with_the_reason(data: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("prediction\nBETTER\n")
    with pytest.raises(BadInput, match="expected 3"):
        SCORES["stance"](data, "test", wrong)
    wrong.write_text("prediction\nBETTER\nGOOD\nNONE\n")
    with pytest.raises(BadInput, match="line 3"):
        SCORES["stance"](data, "test", wrong)
    wrong.write_text("said\nBETTER\n")
    with pytest.raises(BadInput, match="prediction"):
        SCORES["stance"](data, "test", wrong)


@pytest.mark.parametrize(
    ("task", "content", "same"),
    [
        ("identify", "prediction,probability\n1.0,0.9\n0.0,0.1\n", "prediction,probability\n1,0.9\n0,0.1\n"),
        ("identify", "prediction\nTrue\nFalse\n", "prediction\nyes\nno\n"),
        ("label", '{"labels": ["O", "B-OBJ", "B-PRED", "O", "I-OBJ"]}', '{"labels": ["O", "OBJ", "PRED", "O", "OBJ"]}'),
        ("stance", "prediction\n BETTER\nWORSE\nEQUAL \n", "prediction\nBETTER\nWORSE\nNONE\n"),
        (
            "kinds",
            'prediction\n"opinion argument direct preference"\n""\n',
            "prediction,id\npreference direct argument opinion,1\n,2\n",
        ),
    ],
)
def test_predictions_may_be_written_in_several_ways(
    task: str, content: str, same: str, data: Path, tmp_path: Path
) -> None:
    scores = []
    for text in (content, same):
        (tmp_path / "said").write_text(text)
        scores.append(SCORES[task](data, "test", tmp_path / "said"))
    assert scores[0] == scores[1]
    assert max(scores[0].values()) == 1


@pytest.mark.parametrize(
    ("task", "content", "said"),
    [
        ("identify", "prediction\n1\n2\n", "line 3: got '2', expected one of 1, "),
        ("identify", 'note,prediction\n"a\nb",0.5\nc,1\n', "line 3: got '0.5'"),
        ("identify", "note,prediction\na\nb,1\n", "line 2: got ''"),
        ("identify", "prediction,probability\n1,0.5\n0,nan\n", "line 3: got the probability 'nan'"),
        ("identify", "prediction,probability\n1,1.5\n0,0\n", "line 2: got the probability '1.5'"),
        ("identify", "prediction,probability\n1\n0,0\n", "line 2: got the probability ''"),
        ("kinds", "prediction\nopinion fun\nopinion\n", "line 2: got the kinds ['opinion', 'fun']"),
        ("answers", "prediction\nfirst\n", "line 2: got 'first', expected one of NO, "),
        ("label", '{"labels": ["O", "OBJ", "VERB", "O", "OBJ"]}', "line 1: got the label 'VERB'"),
        ("label", '\n{"labels": [0, 1, 2, 0, 1]}', "line 2: got the label 0, expected one of O, "),
        ("label", '{"labels": [null, null, null, null, null]}', "line 1: got the label None"),
        ("label", '{"labels": "OOOOO"}', "line 1: got "),
        ("label", '{"labels": 5}', "line 1: got "),
        ("label", "[5]", "line 1: got "),
        ("label", "{labels}", "line 1: got no JSON"),
        ("label", '{"labels": ["O"]}', "line 1: got 1 labels, expected 5"),
        ("label", "", "has 0 predictions, expected 1"),
    ],
)
def test_a_prediction_that_means_nothing_is_refused_with_its_line(
    task: str, content: str, said: str, data: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text(content)
    with pytest.raises(BadInput) as raised:
        SCORES[task](data, "test", wrong)
    assert said in str(raised.value)


def test_predictions_beside_long_texts_are_read(data: Path, tmp_path: Path) -> None:
    csv.field_size_limit(131_072)  # Python's own
    said = tmp_path / "said.csv"
    said.write_text(f"answer,prediction\n{'a' * 150_000},FIRST\n")
    assert SCORES["answers"](data, "test", said)["f1_FIRST"] == 1
    said.write_text(f"answer,prediction\n{'a' * 1_500_000},FIRST\n")
    with pytest.raises(BadInput, match="a field is longer than 1,048,576 characters"):
        SCORES["answers"](data, "test", said)


@pytest.mark.parametrize("task", ["identify", "label"])
def test_predictions_that_cannot_be_opened_are_refused_in_words(tmp_path: Path, data: Path, task: str) -> None:
    for path, told in ((tmp_path / "absent", "(No such file or directory)"), (tmp_path, "(Is a directory)")):
        with pytest.raises(BadInput, match=re.escape(f"{path} cannot be read {told}")):
            SCORES[task](data, "test", path)


def test_files_without_the_needed_columns_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("text\nhello\n")
    with pytest.raises(BadInput, match="question"):
        predict("identify", source, tmp_path / "out.csv")
    source.write_text("{broken\n")
    with pytest.raises(BadInput, match="line 1"):
        predict("label", source, tmp_path / "out.jsonl")
    with pytest.raises(BadInput, match="cannot be read"):
        predict("identify", tmp_path / "absent.csv", tmp_path / "out.csv")
