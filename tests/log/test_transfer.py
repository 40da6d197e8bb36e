"""A measurement on other sources: the interval is honest about a log from elsewhere, and says when it looks odd."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.log.comparative import measured, sources
from weigh.log.estimate import periods
from weigh.log.result import Likeness, Measured
from weigh.log.tally import Volume
from weigh.log.transfer import centre, elsewhere, likeness, rate_draws, wider

SHARE = 0.03
QUESTIONS = 20_000


def _log(source: Measured, chance: np.random.Generator) -> Volume:
    """The volume of a log whose questions are as those of a source, as far as its few labels tell."""
    recall = chance.beta(source.true_positive + 0.5, source.false_negative + 0.5)
    false = chance.beta(source.false_positive + 0.5, source.true_negative + 0.5)
    yes = int(SHARE * QUESTIONS)
    said = int(chance.binomial(yes, recall) + chance.binomial(QUESTIONS - yes, false))
    return Volume(QUESTIONS, said, said, QUESTIONS, said, said)


def _sum(parts: Sequence[Measured]) -> Measured:
    names = ("true_positive", "false_negative", "false_positive", "true_negative")
    return Measured("precise", "together", **{name: sum(getattr(m, name) for m in parts) for name in names})


@pytest.mark.parametrize("use_transformer", [False, True])
def test_logs_from_a_source_left_out_of_the_measurement_are_held_in_95_of_100(use_transformer: bool) -> None:
    precise = measured(use_transformer)[0]
    chance = np.random.default_rng(3)
    held: list[bool] = []
    without: list[bool] = []
    for left_out in precise.sources:
        others = tuple(source for source in precise.sources if source is not left_out)
        for seed in range(20):
            volume = _log(left_out, chance)
            pooled = _sum(others)
            for found, known in ((held, replace(pooled, sources=others)), (without, pooled)):
                found.append(SHARE in periods({"": volume}, [], known, seed)[0].share)
    # Some 95 in 100; the sources are four, so that one more or less of 20 logs says little.
    assert np.mean(held) >= 0.9
    assert np.mean(without) < 0.6, "with the uncertainty of counting alone the interval would be far too narrow"


def test_labels_of_the_log_itself_give_a_narrower_interval_than_other_sources() -> None:
    shipped = measured(use_transformer=False)[0]
    own = Measured("precise", "own", 59, 41, 0, 900)
    volume = {"": Volume(QUESTIONS, 360, 360, QUESTIONS, 360, 360)}
    by_others, by_own = (periods(volume, [], m, 1)[0].share for m in (shipped, own))
    assert by_own.high - by_own.low < 0.5 * (by_others.high - by_others.low)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), min_size=1, max_size=8))
def test_draws_are_rates_and_wider_ones_spread_more(counts: list[tuple[int, int]]) -> None:
    narrow, wide = (elsewhere(counts, np.random.default_rng(1), 400, by) for by in (1.0, 3.0))
    assert ((narrow >= 0) & (narrow <= 1)).all()

    def spread(draws: object) -> float:
        low, high = np.percentile(np.clip(np.asarray(draws), 1e-12, 1 - 1e-12), (10, 90))
        return float(np.log(high / (1 - high)) - np.log(low / (1 - low)))

    assert spread(wide) >= spread(narrow) - 1e-6


def test_one_source_that_is_counted_more_does_not_decide_alone() -> None:
    large, small = Measured("precise", "a", 9_000, 1_000, 0, 9_000), Measured("precise", "b", 50, 50, 0, 100)
    pooled = Measured("precise", "both", 9_050, 1_050, 0, 9_100, sources=(large, small))
    assert 0.6 < centre(pooled)[0] < 0.85 < pooled.recall
    recall, false = rate_draws(pooled, np.random.default_rng(1), 2_000)
    assert np.percentile(recall, 2.5) < 0.5 < 0.9 < np.percentile(recall, 97.5)
    assert (recall > false).all()


def test_a_log_like_the_sources_is_like_and_an_odd_one_is_not() -> None:
    known = sources(use_transformer=False)
    middle = known[len(known) // 2]
    like = likeness(int(1_000 * middle.plain), 1_000, int(30_000 * middle.doubted), 31_000, known)
    assert like.distance is not None
    assert like.distance < 2
    assert wider(like) == 1.0
    odd = likeness(20, 1_000, 20_000, 31_000, known)
    assert odd.distance is not None
    assert odd.distance > 2
    assert wider(odd) > 1.0


def test_too_few_questions_are_not_compared_with_the_sources() -> None:
    assert likeness(1, 3, 0, 100, sources(use_transformer=False)).distance is None
    assert likeness(1, 300, 0, 1_000, [Likeness("one", 0.5, 0.5)]).distance is None
