"""Answers from a collection: the top hit, a sample to judge, and the count of a judged sample."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from weigh.errors import BadInput
from weigh.log.answerable import answerable, judged
from weigh.log.options import LogOptions
from weigh.log.tally import Sampled


def _sample(*questions: str, intent: str = "argumentative") -> list[Sampled]:
    return [Sampled(n, text, 5, True, True, intent) for n, text in enumerate(questions)]


def test_questions_with_a_like_answered_question_count_as_answerable(tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    answers.write_text(
        'question,answer\n"Is tea healthier than coffee?","Tea has less caffeine."\nWhere is Rome?,Italy\nempty,\n'
    )
    options = LogOptions(out=tmp_path, answers=answers)
    found = answerable(options, _sample("which is healthier tea or coffee", "are quokkas friendlier than wombats"))
    assert (found.asked, found.any_hit, found.good_hit) == (2, 1, 1)
    assert found.share.low < 0.5 < found.share.high
    with (tmp_path / "sample-to-judge.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows[0]["top_hit"] == "Is tea healthier than coffee? | Tea has less caffeine."
    assert rows[1]["top_hit"] == ""


def test_only_questions_for_opinions_or_arguments_are_looked_up(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("question,answer\nwhat is tea,a drink\n")
    found = answerable(LogOptions(out=tmp_path, answers=tmp_path / "a.csv"), _sample("what is tea", intent="factual"))
    assert found.asked == 0


def test_an_index_serves_as_collection(
    tmp_path: Path, machine: object, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    location = machine.info().location  # type: ignore[attr-defined]
    found = answerable(LogOptions(out=tmp_path, index=location), _sample("which is better python or java"))
    assert found.any_hit == 1


def test_a_judged_sample_gives_a_share_with_interval(tmp_path: Path) -> None:
    path = tmp_path / "judged.csv"
    path.write_text("question,relevant\n" + "a,1\n" * 48 + "b,0\n" * 52 + "c,\n")
    count, share = judged(path)
    assert count == 100
    assert share.value == 0.48
    assert 0.35 < share.low < 0.48 < share.high < 0.6


@pytest.mark.parametrize(
    ("text", "message"),
    [("question\na\n", "no column relevant"), ("relevant\n\n \n", "is judged"), ("relevant\nmaybe\n", "says 'maybe'")],
)
def test_a_sample_that_cannot_be_counted_says_why(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "j.csv").write_text(text)
    with pytest.raises(BadInput, match=message):
        judged(tmp_path / "j.csv")
