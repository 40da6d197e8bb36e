"""The cascade that tells comparative questions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh import models
from weigh.models.session import shipped
from weigh.parse import identify as cascade
from weigh.parse import kinds, rules
from weigh.parse.identify import identify

SETTLED = {
    "how tall is mount everest compared with k2": (True, "rule R6"),
    "how does a heat pump work": (False, "linear model"),
    "what is the largest lake in africa": (True, "linear model"),
    "are trains cheaper than planes": (True, "quick model"),
    "should we lease or finance a car": (True, "model"),
}


def test_each_step_settles_what_it_is_sure_of_and_says_so() -> None:
    for decision, (comparative, step) in zip(identify(list(SETTLED)), SETTLED.values(), strict=True):
        assert (decision.comparative, decision.by) == (comparative, step)
        assert decision.reason.startswith(step)


def test_a_question_is_decided_alike_alone_and_in_company() -> None:
    together = identify(list(SETTLED) * 5)
    for question, decision in zip(list(SETTLED) * 5, together, strict=True):
        alone = identify([question])[0]
        assert (alone.comparative, alone.by) == (decision.comparative, decision.by)
        assert alone.probability == pytest.approx(decision.probability, abs=1e-5)


def test_the_precise_point_takes_no_question_that_the_balanced_one_leaves() -> None:
    questions = [
        f"{start} {end}" for start in ("which is", "what is the", "is tea") for end in ("best", "better", "or")
    ]
    balanced, precise = identify(questions), identify(questions, "precise")
    assert all(loose.comparative or not strict.comparative for loose, strict in zip(balanced, precise, strict=True))


def test_a_thorough_look_finds_what_a_cheap_step_would_pass_by() -> None:
    question = "what is the softest wool"
    fast, thorough = identify([question])[0], identify([question], thorough=True)[0]
    assert (fast.comparative, fast.by) == (False, "linear model")
    assert thorough.comparative
    assert thorough.by in ("quick model", "model")


@pytest.fixture
def only_cheap_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation that has lost its transformer."""
    for name in ("identify-linear", "identify-quick"):
        shutil.copytree(shipped(name), tmp_path / name)
    for name in ("tokenizer.json", "words.gz"):
        shutil.copy(shipped(name), tmp_path)
    (tmp_path / "identify").mkdir()
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    models.forget()
    yield
    monkeypatch.undo()
    models.forget()


@pytest.mark.usefixtures("only_cheap_steps")
def test_without_the_transformer_the_no_of_a_cheap_step_holds_in_a_thorough_look_too() -> None:
    for thorough in (False, True):
        decision = identify(["how does a heat pump work"], thorough=thorough)[0]
        assert (decision.comparative, decision.by) == (False, "linear model")
    left = identify(["should we lease or finance a car"], thorough=True)[0]
    assert left.by in ("rule R8", "no rule matches")


def test_the_transformer_is_loaded_for_the_first_question_that_is_left_to_it() -> None:
    models.forget()
    identify(["how tall is mount everest compared with k2", "are trains cheaper than planes"])
    loaded = models._loaded.cache_info().currsize
    identify(["should we lease or finance a car"])
    assert models._loaded.cache_info().currsize == loaded + 1


def test_a_model_that_was_forgotten_is_not_asked_again() -> None:
    def asked() -> list[object]:
        return [*(step for _, step in cascade._steps()), cascade._model(), kinds._model()]

    before = asked()
    models.forget()
    assert not {*map(id, before)} & {*map(id, asked())}
    assert asked() == [models.load(task) for task in ("identify-linear", "identify-quick", "identify", "kinds")]


_PIECES = st.sampled_from(
    [
        "is",
        "Tea",
        "or",
        "vs",
        "better",
        "than",
        "over",
        "best",
        "the",
        "pros",
        "in common",
        "comparing",
        "differ",
        "for",
    ]
)


@given(st.lists(_PIECES, max_size=7).map(" ".join))
def test_the_fast_look_passes_by_nothing_that_a_rule_takes(question: str) -> None:
    words = rules.words(question)
    seen = rules.Question(tuple(words), " ".join(words))
    taken = next((name for name in rules.PERFECT if rules.RULES[name](seen)), None)
    assert rules.matching(question) == taken
