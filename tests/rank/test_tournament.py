"""The order of three and more objects: what must hold for any evidence, and who comes last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.rank import make_ranker
from weigh.settings import Settings
from weigh.types import Argument, Comparison, Object, Ranking, Stance, Verdict, VerdictKind

from .evidence import PAIR, argument

RANKER = make_ranker(Settings())
THREE = Comparison((Object("A"), Object("B"), Object("C")))
few = settings(max_examples=60, deadline=None)
games = st.lists(st.sampled_from(["AB", "BA", "AC", "CA", "BC", "CB"]), max_size=20)


def wins(games: Sequence[str], scores: Sequence[float] = (1.0,), stance: Stance = Stance.FIRST) -> list[Argument]:
    """An argument per game, each from its own site: "AB" is one for A against B."""
    made = [argument(i, stance, scores[i % len(scores)], site=f"{i}.org") for i in range(len(games))]
    return [replace(item, objects=(game[0], game[1])) for item, game in zip(made, games, strict=True)]


def verdict_on(evidence: list[Argument]) -> Verdict:
    return RANKER.verdict(evidence, RANKER.shares(evidence, THREE), THREE)


def order_of(evidence: list[Argument]) -> Ranking:
    ranking = RANKER.tournament(evidence, THREE)
    assert ranking is not None
    return ranking


def test_three_objects_are_ranked_by_all_their_pairs() -> None:
    evidence = wins(["AB"] * 4 + ["BC"] * 4 + ["CB"] + ["AC"] * 2)
    ranking = order_of(evidence)
    assert ranking.order == ("A", "B", "C")
    assert sum(ranking.strengths.values()) == pytest.approx(1.0)
    assert {pair.objects: pair.arguments for pair in ranking.pairs} == {("A", "B"): 4, ("A", "C"): 2, ("B", "C"): 5}
    assert verdict_on(evidence).winner == "A"


def test_an_object_that_nobody_compares_has_no_place_and_the_verdict_says_so() -> None:
    ranking = order_of(wins(["AB"] * 4))
    assert ranking.order == ("A", "B")
    assert sum(ranking.strengths.values()) == pytest.approx(1.0)
    assert "Nothing compares C with the others." in verdict_on(wins(["AB"] * 4)).text


def test_an_object_with_a_single_win_comes_after_those_with_much_evidence_and_the_verdict_says_so() -> None:
    evidence = wins(["AB"] * 6 + ["BA"] * 5 + ["CA"])
    ranking = order_of(evidence)
    assert ranking.order == ("A", "B", "C")
    assert ranking.hardly_compared == ("C",)
    assert verdict_on(evidence).winner is None
    assert verdict_on(evidence).text.endswith("Hardly anything compares C with the others.")


def test_three_wins_give_a_place_and_many_a_high_one() -> None:
    assert order_of(wins(["AB"] * 9 + ["BA"] * 6 + ["CA"] * 3)).order == ("C", "A", "B")
    assert order_of(wins(["AB"] * 9 + ["BA"] * 6 + ["CA"] * 3)).hardly_compared == ()


def test_nobody_is_hardly_compared_where_all_have_few_arguments() -> None:
    ranking = order_of(wins(["AB", "AC", "BC"]))
    assert (ranking.order, ranking.hardly_compared) == (("A", "B", "C"), ())


def test_little_evidence_moves_an_object_less_from_the_middle_than_much() -> None:
    little, much = (order_of(wins(["AB", "AC", "BC", "CB"] * number)).strengths["A"] for number in (1, 10))
    assert 1 / 3 < little < much


def test_arguments_for_equality_draw_objects_together() -> None:
    apart = wins(["AB"] * 4 + ["BC", "CB"])
    together = [*apart, *wins(["AB"] * 4, stance=Stance.EQUAL)]
    assert order_of(apart).strengths["A"] > order_of(together).strengths["A"] > order_of(together).strengths["B"]


@few
@given(games, st.sampled_from(["AB", "AC"]), st.sampled_from([Stance.FIRST, Stance.EQUAL]))
def test_one_more_win_never_lowers_an_object_against_any_other(played: list[str], more: str, last: Stance) -> None:
    evidence = [*wins(["AB", "BC", "CA"], stance=last), *wins(played)]
    before, after = order_of(evidence).strengths, order_of([*evidence, *wins([more])]).strengths
    assert after["A"] >= before["A"] - 1e-9
    for other in "BC":
        assert after["A"] / after[other] >= before["A"] / before[other] - 1e-9


@few
@given(games, st.lists(st.floats(0.1, 5.0), min_size=1, max_size=20), st.sampled_from([0.001, 7.0, 1e6]))
def test_the_unit_of_the_scores_is_no_matter(played: list[str], scores: list[float], unit: float) -> None:
    one = order_of(wins([*played, "AB", "BC"], scores))
    other = order_of(wins([*played, "AB", "BC"], [score * unit for score in scores]))
    assert one.strengths == pytest.approx(other.strengths)


@few
@given(games)
def test_a_tie_among_many_is_never_a_win(played: list[str]) -> None:
    assert verdict_on(wins([*played, *(game[::-1] for game in played)])).winner is None


def test_without_evidence_there_is_no_ranking() -> None:
    assert RANKER.tournament([], THREE) is None
    assert verdict_on([]).kind is VerdictKind.INSUFFICIENT
    assert RANKER.tournament([], PAIR) is None
