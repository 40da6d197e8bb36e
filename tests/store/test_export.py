"""Feedback leaves the store as training data in the shapes that the trainer reads."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from weigh.store import ArgumentFeedback, LabelFeedback, Store, SummaryFeedback, VerdictFeedback
from weigh.store.export import export_training_data, label_row, stance_row
from weigh.types import Stance


def test_all_four_files_are_written_in_the_formats_of_the_data_sets(store: Store, tmp_path: Path) -> None:
    question = "Is tea healthier than green coffee?"
    store.add_feedback(VerdictFeedback(True), question=question)
    store.add_feedback(LabelFeedback(("tea", "green coffee"), ("healthier",)), question=question)
    store.add_feedback(ArgumentFeedback("Coffee is worse than tea.", ("tea", "coffee"), Stance.FIRST))
    store.add_feedback(SummaryFeedback("Tea wins.", ("a", "b"), useful=True, fluent=True))
    counts = export_training_data(store.feedback(), tmp_path)
    assert sorted(counts.values()) == [1, 1, 1, 1]
    with (tmp_path / "questions/identify/feedback.csv").open(newline="") as stream:
        assert list(csv.DictReader(stream)) == [{"question": question, "comparative": "1"}]
    label = json.loads((tmp_path / "questions/label/feedback.jsonl").read_text())
    assert label == {
        "words": ["is", "tea", "healthier", "than", "green", "coffee"],
        "labels": ["O", "OBJ", "ASP", "O", "OBJ", "OBJ"],
    }
    with (tmp_path / "stance/sentences/feedback.csv").open(newline="") as stream:
        assert list(csv.DictReader(stream)) == [
            {"object_a": "coffee", "object_b": "tea", "sentence": "Coffee is worse than tea.", "label": "WORSE"}
        ]
    with (tmp_path / "summaries/feedback.csv").open(newline="") as stream:
        assert list(csv.DictReader(stream)) == [{"input": "Summarize: a\nb", "output": "Tea wins."}]


def test_the_majority_counts_and_a_tie_is_left_out(store: Store, tmp_path: Path) -> None:
    for word in (True, True, False):
        store.add_feedback(VerdictFeedback(word), question="a or b?")
    for word in (True, False):
        store.add_feedback(VerdictFeedback(word), question="c or d?")
    export_training_data(store.feedback(), tmp_path)
    assert (tmp_path / "questions/identify/feedback.csv").read_text().splitlines() == [
        "question,comparative",
        "a or b?,1",
    ]


def test_labels_that_the_question_does_not_name_give_no_row() -> None:
    assert label_row("which is best?", LabelFeedback(("tea", "coffee"))) is None


def test_a_sentence_that_names_one_object_only_gives_no_row() -> None:
    assert stance_row(ArgumentFeedback("Tea is fine.", ("tea", "coffee"), Stance.FIRST)) is None


def test_no_feedback_writes_no_file(store: Store, tmp_path: Path) -> None:
    assert export_training_data(store.feedback(), tmp_path) == {}
    assert not (tmp_path / "questions").exists()
