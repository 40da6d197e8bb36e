"""The studies of arguments, summaries and triples: their arithmetic, on data small enough to do by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

pytest.importorskip("rouge_score", reason="the extra 'bench' is not installed")

from weigh.bench.arguments import cross_validated, load, matrix, ndcg
from weigh.bench.arguments import run as run_arguments
from weigh.bench.rubric import rubric
from weigh.bench.summary import plain, rouge
from weigh.bench.triples import load as load_triples
from weigh.bench.triples import read_label, score_of
from weigh.pipeline import Weigh


def test_ndcg_of_the_best_order_is_one_and_of_ties_does_not_depend_on_the_input_order() -> None:
    assert ndcg([3, 2, 0], [9.0, 5.0, 1.0], 10) == pytest.approx(1.0)
    worst = (7 / math.log2(4) + 3 / math.log2(3)) / (7 + 3 / math.log2(3))
    assert ndcg([3, 2, 0], [1.0, 5.0, 9.0], 10) == pytest.approx(worst)
    assert ndcg([3, 0], [1.0, 1.0], 1) == ndcg([0, 3], [1.0, 1.0], 1) == pytest.approx(0.5)


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    (tmp_path / "arguments").mkdir()
    good = "Python is easier to read than Java for most tasks, number {}."
    bad = "I hope someone told you about Java and Python yesterday {}!"
    rows = [
        {
            "obj1": "python" if i % 2 else "Java",
            "obj2": "java" if i % 2 else "Python",
            "arguments": [
                {"argument": (good if k % 2 else bad).format(i * 9 + k), "relevance": 3 * (k % 2), "relevance_gpt": "1"}
                for k in range(6)
            ]
            + [{"argument": None, "relevance": 0, "relevance_gpt": "0"}],
        }
        for i in range(2)
    ]
    other = json.loads(json.dumps(rows[0]).replace("Python", "Ruby").replace("Java", "Perl"))
    rows += [other, {"obj1": "a", "obj2": "b", "arguments": rows[0]["arguments"][:3]}]
    (tmp_path / "arguments" / "relevance.json").write_text(json.dumps(rows), encoding="utf-8")
    return tmp_path


def test_only_pairs_with_six_graded_arguments_count_and_empty_ones_are_left_out(graded: Path) -> None:
    pairs = load(graded)
    assert [len(pair.texts) for pair in pairs] == [6, 6, 6]


def test_one_pair_in_two_spellings_is_never_learnt_from_and_judged_at_once(graded: Path) -> None:
    pairs = load(graded)[:2]
    with pytest.raises(
        ValueError, match="need at least one array"
    ):  # both are one pair, so nothing is left to learn from
        cross_validated(pairs, [matrix(pair) for pair in pairs], 0)


def test_shipped_and_cross_validated_weights_put_real_arguments_first(graded: Path) -> None:
    results = run_arguments(graded)["results"]
    assert results["weigh (as shipped, seen these grades)"]["nDCG@10"] == 1.0
    assert results["weigh (cross-validated)"]["nDCG@10"] == 1.0


def test_rouge_takes_the_best_reference_and_ignores_citations() -> None:
    assert rouge([(["cats run", "dogs sleep"], "Dogs sleep [1].")])["rouge1"] == 1.0
    assert plain("**Gas** is fast [1, 2] [generated].") == "Gas is fast ."


def test_labels_of_triples_are_read_as_in_the_thesis() -> None:
    assert [read_label(score) for score in (0.56, 0.5, 0.44)] == ["BETTER", "NONE", "WORSE"]
    assert len(load_triples()) == 34


def test_a_real_answer_meets_the_whole_rubric(machine: Weigh) -> None:
    answer = machine.compare("Python", "Java", aspects=["speed"])
    assert all(rubric(answer, answer.summary).values())
    triple = load_triples()[0]
    assert score_of(answer, triple) is None
