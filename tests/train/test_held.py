"""What measures teaches nothing, however it is written."""

from __future__ import annotations

import csv
import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.models.data import KINDS, kinds, label
from weigh.train import augment, sentences
from weigh.train.held import Held, same_text


@given(st.text(max_size=30))
def test_case_spaces_and_punctuation_make_no_other_text(text: str) -> None:
    assert same_text(f"  {text} ?") == same_text(text.replace(" ", "  ")) == same_text(same_text(text))


def test_a_text_is_held_in_every_writing_and_no_other_is() -> None:
    held = Held(["Hockey is better than baseball", "what s the best café"])
    assert "Why Hockey is better than baseball." not in held
    assert all(text in held for text in ("hockey is  better than 'Baseball' .", "What's the best caf?"))
    assert "" not in held


def write_rows(folder: Path, part: str, *rows: tuple[str, str, str, str]) -> None:
    (folder / "stance" / "sentences").mkdir(parents=True, exist_ok=True)
    with (folder / "stance" / "sentences" / f"{part}.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("object_a", "object_b", "sentence", "label"), *rows])


def write_corpus(path: Path, *texts: str) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps({"id": f"web-{at}", "text": text}) + "\n" for at, text in enumerate(texts))
    return path


def test_a_sentence_that_measures_teaches_no_stance_in_any_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, feedback = tmp_path / "data", tmp_path / "feedback"
    of_test, of_train = ("Tea", "milk", "Tea is better than milk", "BETTER"), ("Go", "Ruby", "Go beats Ruby.", "BETTER")
    write_rows(data, "test", of_test)
    write_rows(data, "validation", ("Go", "Perl", "Go is faster than Perl.", "BETTER"))
    write_rows(data, "train", ("tea", "Milk", "(tea is better than Milk.)", "NONE"), of_train)
    write_rows(feedback, "feedback", ("Go", "perl", "Go is faster than perl", "NONE"), ("A", "B", "A or B", "NONE"))
    corpus = write_corpus(
        tmp_path / "web.jsonl.gz", "TEA IS BETTER THAN MILK!", '"Go is faster than perl."', "Go is newer than Ruby.",
        "Go beats Ruby", "Ruby is better than PERL .", "A and Go",
    )  # fmt: skip
    read = {
        "train-1": [("Go", "Ruby", "NONE")],
        "web-0": [("TEA", "MILK", "FIRST")],
        "web-4": [("Ruby", "PERL", "NONE")],
    }
    monkeypatch.setattr("weigh.train.readings.known", lambda: read)
    monkeypatch.setattr("weigh.train.augment.web_like", lambda: [])
    told = {item.text: target for item, target, _ in sentences.labelled(data, [corpus], 0.25, feedback)}
    assert list(told) == ["Go beats Ruby.", "A or B", "Ruby is better than PERL ."]
    assert told["Go beats Ruby."] == (0.75, 0.0, 0.0, 0.25)  # by the reading of its own row
    unknown = [item.text for item in sentences.unlabelled(data, [corpus], 1, 9, feedback)]
    assert sorted(unknown) == [
        "A and Go",
        "Go is newer than Ruby.",
        "Go is newer than Ruby.",
        "Ruby is better than PERL .",
    ]


def test_a_question_that_measures_is_not_unlabelled_text_in_any_writing(tmp_path: Path) -> None:
    folder = tmp_path / "questions"
    labelled = [["is", "tea", "hotter", "than", "milk"], ["what", "s", "the", "best", "café"], ["go", "vs", "ruby"]]
    asked = ["Is tea hotter than milk?", "What's the best cafÃ©?", "Go-vs-Ruby?", "Which is better?"]
    for task in ("identify", "kinds", "label", "label_extra"):
        (folder / task).mkdir(parents=True)
    for part, words in zip(("train", "validation", "test"), labelled, strict=True):
        (folder / "label" / f"{part}.jsonl").write_text(json.dumps({"words": words, "labels": ["O"] * len(words)}))
        rows = [["question", "comp", *KINDS], [" ".join(words).upper(), "1", *"0" * len(KINDS)]]
        (folder / "kinds" / f"{part}.csv").write_text("\n".join(map(",".join, rows)))
    rows = ["question,comparative", *(f"{text},1" for text in asked)]
    (folder / "identify" / "train.csv").write_text("\n".join(rows))
    (folder / "label_extra" / "beloucif_train.jsonl").write_text(json.dumps({"words": ["Go", "vs.", "Ruby", "?"]}))
    assert augment.questions_without_kinds(tmp_path) == ["Which is better?"]
    assert augment.comparative_questions(tmp_path) == [("which", "is", "better")]


@pytest.fixture
def public() -> Path:
    if not os.environ.get("WEIGH_DATA"):
        pytest.skip("WEIGH_DATA (the public data) is not set")
    return Path(os.environ["WEIGH_DATA"])


def test_no_sentence_of_validation_or_test_teaches_stance_in_the_public_data(public: Path) -> None:
    names = ("web-sentences", "encyclopedia-comparatives")
    corpus = [path for name in names if (path := public.parent / "corpus" / f"{name}.jsonl.gz").is_file()]
    taught = [item.text for item, _, _ in sentences.labelled(public, corpus, 0.35) + augment.written()]
    taught += [item.text for item in sentences.unlabelled(public, corpus, 9, 99_999)]
    assert not set(map(same_text, taught)) & set(map(same_text, sentences.measuring(public)))
    assert len(taught) > 18_000
    if not corpus:
        pytest.skip(f"no {' nor '.join(names)} in {public.parent / 'corpus'}: checked without unlabelled sentences")


@pytest.mark.parametrize("task", ["label", "kinds"])
def test_no_question_of_validation_or_test_teaches_label_or_kinds_in_the_public_data(public: Path, task: str) -> None:
    if task == "label":
        parts = {part: [" ".join(q.words) for q in label(public, part)] for part in ("train", "validation", "test")}
        unlabelled = [" ".join(words) for words in augment.comparative_questions(public)]
    else:
        parts = {part: [q.text for q in kinds(public, part)] for part in ("train", "validation", "test")}
        unlabelled = augment.questions_without_kinds(public)
    taught = {same_text(text) for text in parts["train"] + unlabelled}
    assert not taught & {same_text(text) for part in ("validation", "test") for text in parts[part]}
    assert len(unlabelled) > 1200
