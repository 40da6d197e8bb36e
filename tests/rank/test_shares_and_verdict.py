"""Shares and verdicts: what must hold for any evidence, and the six verdicts by example."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.rank import make_ranker
from weigh.rank.verdict import aspect_leans
from weigh.settings import Settings
from weigh.types import GENERAL, Argument, Aspect, Comparison, Direction, Object, Span, Stance, VerdictKind

from .evidence import PAIR, SWAPPED, argument, arguments, mirrored

RANKER = make_ranker(Settings())
few = settings(max_examples=60, deadline=None)


@few
@given(arguments())
def test_shares_sum_to_one_or_are_all_zero_and_are_never_nan(evidence: list[Argument]) -> None:
    shares = RANKER.shares(evidence, PAIR)
    for category in shares:
        values = shares[category].values
        assert all(math.isfinite(value) and 0 <= value <= 1 for value in values.values())
        won = sum(shares[category].counts.values())
        assert sum(values.values()) == pytest.approx(1.0 if won else 0.0)
        for low, high in shares[category].interval.values():
            assert 0 <= low <= high <= 1


@few
@given(arguments())
def test_swapping_the_objects_mirrors_shares_intervals_and_verdict_exactly(evidence: list[Argument]) -> None:
    shares, swapped = RANKER.shares(evidence, PAIR), RANKER.shares(mirrored(evidence), SWAPPED)
    for category in shares:
        one, other = shares[category], swapped[category]
        assert (one.values, one.points, one.counts, one.equal_count) == (
            other.values,
            other.points,
            other.counts,
            other.equal_count,
        )
        assert one.interval == other.interval
    verdict, turned = RANKER.verdict(evidence, shares, PAIR), RANKER.verdict(mirrored(evidence), swapped, SWAPPED)
    assert (verdict.kind, verdict.winner, verdict.share, verdict.interval) == (
        turned.kind,
        turned.winner,
        turned.share,
        turned.interval,
    )


@few
@given(arguments(), st.floats(0.001, 5.0), st.sampled_from(["a.org", "new.org"]))
def test_one_more_argument_for_an_object_never_lowers_its_share(
    evidence: list[Argument], score: float, site: str
) -> None:
    before = RANKER.shares(evidence, PAIR).overall.values["Python"]
    more = [*evidence, argument(99, Stance.FIRST, score, site=site)]
    assert RANKER.shares(more, PAIR).overall.values["Python"] >= before


@few
@given(arguments())
def test_a_tie_is_never_a_win(evidence: list[Argument]) -> None:
    tied = [*evidence, *(replace(item, stance=item.stance.swapped()) for item in evidence)]
    shares = RANKER.shares(tied, PAIR)
    assert RANKER.verdict(tied, shares, PAIR).winner is None


@few
@given(arguments())
def test_a_verdict_never_names_a_winner_behind_and_never_crashes(evidence: list[Argument]) -> None:
    shares = RANKER.shares(evidence, PAIR)
    verdict = RANKER.verdict(evidence, shares, PAIR)
    assert verdict.text.endswith(".")
    if verdict.winner:
        assert verdict.winner == shares.overall.leader


@few
@given(arguments())
def test_dropped_arguments_count_nothing(evidence: list[Argument]) -> None:
    kept = [item for item in evidence if not item.dropped]
    assert RANKER.shares(evidence, PAIR) == RANKER.shares(kept, PAIR)


def verdict_on(*counts: int, sites: int = 9) -> VerdictKind:
    """The kind of verdict on so many arguments for the first, for the second and for equality."""
    stances = [s for s, n in zip((Stance.FIRST, Stance.SECOND, Stance.EQUAL), counts, strict=True) for _ in range(n)]
    evidence = [argument(i, stance, 1.0, site=f"{i % sites}.org") for i, stance in enumerate(stances)]
    return RANKER.verdict(evidence, RANKER.shares(evidence, PAIR), PAIR).kind


@pytest.mark.parametrize(
    ("counts", "kind"),
    [
        ((0, 0, 0), VerdictKind.INSUFFICIENT),
        ((2, 0, 0), VerdictKind.INSUFFICIENT),
        ((3, 2, 0), VerdictKind.CLOSE),
        ((5, 5, 0), VerdictKind.CLOSE),
        ((20, 1, 0), VerdictKind.CLEAR),
        ((6, 0, 0), VerdictKind.CLEAR),
        ((3, 0, 0), VerdictKind.LEANING),
        ((16, 5, 14), VerdictKind.LEANING),
        ((2, 1, 9), VerdictKind.EQUAL),
    ],
)
def test_verdict_by_number_of_arguments(counts: tuple[int, int, int], kind: VerdictKind) -> None:
    assert verdict_on(*counts, sites=40) is kind


def test_one_site_that_repeats_itself_makes_no_clear_winner() -> None:
    assert verdict_on(12, 0, 0, sites=1) is not VerdictKind.CLEAR
    assert verdict_on(12, 0, 0, sites=12) is VerdictKind.CLEAR


def test_wanted_aspects_that_lean_to_different_sides_make_the_verdict_depend_on_them() -> None:
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org", category="price") for i in range(6)]
    evidence += [argument(10 + i, Stance.SECOND, 1.0, site=f"{i}.net", category="speed") for i in range(4)]
    verdict = RANKER.verdict(evidence, RANKER.shares(evidence, PAIR), PAIR)
    assert verdict.kind is VerdictKind.DEPENDS
    assert {(lean.aspect, lean.winner) for lean in verdict.leans} == {("price", "Python"), ("speed", "Java")}
    assert "price" in verdict.text
    assert "speed" in verdict.text


def text_on(evidence: list[Argument], comparison: Comparison) -> str:
    return RANKER.verdict(evidence, RANKER.shares(evidence, comparison), comparison).text


def test_the_verdict_says_what_there_is_on_each_aspect_asked_for() -> None:
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org", category="price") for i in range(3)]
    evidence.append(argument(9, Stance.SECOND, 1.0, site="x.org"))
    said = text_on(evidence, PAIR)
    assert "On price, Python is ahead." in said
    assert "On speed, no argument takes a side." in said
    ties = [argument(20 + i, Stance.EQUAL, 1.0, site=f"{i}.com", category="speed") for i in range(2)]
    assert "On speed, no argument takes a side; one calls them equal." in text_on([*evidence, ties[0]], PAIR)
    assert "On speed, no argument takes a side; 2 call them equal." in text_on([*evidence, *ties], PAIR)


def test_what_was_asked_is_said_first_where_the_whole_is_too_close_to_call() -> None:
    asked = Comparison((Object("Python"), Object("Java")), (Aspect("small projects"), Aspect("price")))
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org", category="small projects") for i in range(2)]
    evidence += [argument(i, Stance.SECOND, 1.0, site=f"{i}.org") for i in range(2, 4)]
    evidence.append(argument(9, Stance.SECOND, 0.1, site="9.org", category="price"))
    said = text_on(evidence, asked)
    assert said.startswith("For small projects, Python is ahead. On the whole, the evidence on Python and Java is too")
    assert said.endswith("On price there is only one argument, for Java.")


def test_who_asks_for_the_worse_end_of_an_aspect_hears_who_is_behind_and_what_the_other_is() -> None:
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org", category="price") for i in range(3)]
    evidence.append(argument(9, Stance.SECOND, 1.0, site="x.org"))
    for predicate in ("more expensive", "costs more", "least affordable"):
        asked = replace(PAIR, aspects=(Aspect("price"),), predicate=predicate)
        assert text_on(evidence, asked).startswith("On price, Java is behind and Python is cheaper.")
    for predicate in ("cheaper", "less expensive", "costs less", "better", None):
        assert "On price, Python is ahead." in text_on(evidence, replace(PAIR, predicate=predicate))


def test_among_many_the_worse_end_of_an_aspect_is_who_lost_most() -> None:
    asked = Comparison((*PAIR.objects, Object("Go")), (Aspect("speed"),), "slowest")
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org", category="speed") for i in range(3)]
    others = [replace(argument(i, Stance.SECOND, 1.0, category="speed"), objects=("Java", "Go")) for i in (5, 6)]
    assert "On speed, Java is behind." in text_on([*evidence, *others], asked)


def test_who_asks_for_the_worst_hears_who_is_last() -> None:
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org") for i in range(9)]
    worse = Comparison(PAIR.objects, predicate="worse")
    assert text_on(evidence, worse).endswith("As for the worse: the evidence is against Java.")
    assert "As for" not in text_on(evidence, replace(worse, predicate="better"))
    even = [*evidence, *(argument(20 + i, Stance.SECOND, 1.0, site=f"{i}.net") for i in range(8))]
    assert "As for" not in text_on(even, worse), "of two that are too close to call none is the worse"
    several = Comparison((*PAIR.objects, Object("Go")), predicate="worst")
    others = [replace(argument(40 + i, Stance.SECOND, 1.0, site=f"{i}.com"), objects=("Java", "Go")) for i in range(3)]
    assert text_on([*even, *others], several).endswith("As for the worst: the order puts Java last.")


def test_one_is_ahead_on_an_aspect_and_for_a_case() -> None:
    asked = Comparison((Object("Python"), Object("Java")), (Aspect("small projects"), Aspect("iOS")))
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org", category="small projects") for i in range(3)]
    said = text_on(evidence, asked)
    assert "For small projects, Python is ahead." in said
    assert "On iOS, no argument takes a side." in said


def test_arguments_for_a_tie_are_told_apart_from_those_for_somebody() -> None:
    evidence = [argument(i, stance, 1.0, site=f"{i}.org") for i, stance in enumerate([Stance.FIRST] * 4)]
    evidence.append(argument(9, Stance.EQUAL, 0.5, site="x.org"))
    assert "5 arguments, 1 of them for a tie, from 5 sources" in text_on(evidence, replace(PAIR, aspects=()))


def test_among_three_objects_a_share_is_that_of_the_comparisons_with_the_others() -> None:
    three = Comparison((*PAIR.objects, Object("Go")))
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org") for i in range(4)]
    assert "of what compares it with others" in text_on(evidence, three)


def said(number: int, text: str, stance: Stance, score: float = 1.0, category: str = "speed") -> Argument:
    """An argument on an aspect asked for, whose sentence can be read."""
    names = [Span(at, at + len(name), "object", name) for name in ("Python", "Java") if (at := text.find(name)) >= 0]
    item = argument(number, stance, score, site=f"{number}.org", category=category, text=text)
    return replace(item, spans=tuple(sorted(names, key=lambda span: span.start)))


ASKED = Comparison(PAIR.objects, (Aspect("speed"),))


def test_what_is_said_of_the_objects_themselves_decides_an_aspect_asked_for() -> None:
    evidence = [
        said(1, "Python is faster than Java.", Stance.FIRST),
        said(2, "Java is slower than Python in most benchmarks.", Stance.FIRST),
        *(said(n, f"Java compiles part {n} faster than Python.", Stance.SECOND) for n in range(3, 9)),
    ]
    assert text_on(evidence, ASKED).startswith(
        "On speed, Python is ahead where the two themselves are compared; what else is said on it speaks for Java."
    )
    assert "On speed, Python is ahead." in text_on(evidence[:3], ASKED)


def test_a_verdict_that_depends_says_where_a_lean_differs_from_the_share_of_its_aspect() -> None:
    both = Comparison(PAIR.objects, (Aspect("speed"), Aspect("price")))
    evidence = [
        said(1, "Python is faster than Java.", Stance.FIRST),
        said(2, "Java is slower than Python in most benchmarks.", Stance.FIRST),
        *(said(n, f"Java compiles part {n} faster than Python.", Stance.SECOND) for n in range(3, 6)),
        said(7, "Java is cheaper than Python.", Stance.SECOND, category="price"),
        said(8, "Python is dearer than Java in all shops.", Stance.SECOND, category="price"),
    ]
    assert text_on(evidence, both) == (
        "It depends on the aspect: Python is ahead on speed, Java is ahead on price. On speed, that holds where the two "
        "themselves are compared; what else is said on it speaks for Java."
    )


def test_what_was_asked_is_said_first_and_once_where_the_whole_depends_on_the_aspect() -> None:
    evidence = [
        said(1, "Python is faster than Java.", Stance.FIRST),
        said(2, "Java is slower than Python in most benchmarks.", Stance.FIRST),
        *(said(n, f"Java is safer than Python in case {n}.", Stance.SECOND, category=GENERAL) for n in (3, 4)),
    ]
    depends = " On the whole, it depends on the aspect: Java is ahead on safety."
    assert text_on(evidence, ASKED) == f"On speed, Python is ahead.{depends}"
    slower = replace(ASKED, predicate="slower")
    assert text_on(evidence, slower) == f"On speed, Java is behind and Python is faster.{depends}"


def test_an_aspect_asked_for_in_other_words_is_not_found_once_more() -> None:
    asked = Comparison(PAIR.objects, (Aspect("learning curve"),))
    evidence = [
        said(n, f"Python is easier to learn than Java in case {n}.", Stance.FIRST, category="learning curve")
        for n in range(3)
    ]
    assert [lean.aspect for lean in RANKER.verdict(evidence, RANKER.shares(evidence, asked), asked).leans] == [
        "learning curve"
    ]


def test_nobody_is_called_ahead_on_what_may_be_better_the_less_there_is_of_it() -> None:
    for aspect, called in (("caffeine", "“caffeine”"), ("size", "size")):
        asked = Comparison(PAIR.objects, (Aspect(aspect),))
        evidence = [argument(i, Stance.SECOND, 1.0, site=f"{i}.org", category=aspect) for i in range(3)]
        assert f"On {called}, Java is favoured." in text_on(evidence, asked)


def test_one_sentence_on_the_objects_themselves_keeps_others_from_deciding_the_contrary() -> None:
    evidence = [
        said(1, "Python is faster than Java.", Stance.FIRST),
        *(said(n, f"Java compiles part {n} faster than Python.", Stance.SECOND) for n in range(3, 9)),
    ]
    assert (
        "On speed, the evidence is divided: most speaks for Java, but not what is said of the two themselves."
        in text_on(evidence, ASKED)
    )
    assert "On speed, Java is ahead." in text_on(evidence[1:], ASKED)


def test_where_the_contrary_is_wanted_the_lean_is_turned_and_the_wording_says_so() -> None:
    turned = [
        replace(said(1, "Java is faster than Python.", Stance.FIRST), turned=True),
        replace(said(2, "Python is slower than Java in most benchmarks.", Stance.FIRST), turned=True),
        said(3, "Java compiles faster than Python.", Stance.SECOND),
    ]
    slow = Comparison(PAIR.objects, (Aspect("speed", direction=Direction.LESS),))
    assert text_on(turned, slow).startswith("On speed (of which you want less), Python is ahead.")


def test_aspects_of_something_near_the_objects_make_no_verdict_depend_on_them() -> None:
    evidence = [said(n, f"Calling part {n} is cheaper from Python than from Java.", Stance.FIRST) for n in range(3)]
    evidence += [said(n, f"Java is more reliable than Python in part {n}.", Stance.SECOND) for n in range(4, 7)]
    verdict = RANKER.verdict(evidence, RANKER.shares(evidence, PAIR), replace(PAIR, aspects=()))
    assert {lean.aspect for lean in verdict.leans} == {"reliability"}


def test_among_three_nobody_is_ahead_of_one_with_whom_it_was_never_compared() -> None:
    three = Comparison((*PAIR.objects, Object("Go")), (Aspect("speed"),))
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org", category="speed") for i in range(3)]
    other = replace(argument(9, Stance.SECOND, 0.5, site="9.org", category="speed"), objects=("Java", "Go"))
    assert "On speed, Python is ahead." in text_on(evidence, three)
    assert "On speed, Python and Go are ahead of Java." in text_on([*evidence, other], three)


@pytest.mark.parametrize(
    ("counts", "kind"),
    [
        ((3, 1, 0), VerdictKind.CLOSE),
        ((4, 1, 0), VerdictKind.CLOSE),
        ((4, 0, 0), VerdictKind.LEANING),
        ((13, 4, 0), VerdictKind.LEANING),
        ((12, 5, 0), VerdictKind.CLOSE),
    ],
)
def test_one_source_leans_to_a_side_only_by_many_sentences(counts: tuple[int, int, int], kind: VerdictKind) -> None:
    assert verdict_on(*counts, sites=1) is kind


def test_of_one_source_no_interval_is_told_and_a_great_share_is_called_thin() -> None:
    evidence = [argument(i, Stance.FIRST if i < 5 else Stance.SECOND, 1.0) for i in range(7)]
    told = text_on(evidence, replace(PAIR, aspects=()))
    assert told == (
        "The evidence on Python and Java is too thin to call: Python has 71 % of it (7 arguments, all from one source)."
    )


def test_what_was_asked_is_said_first_also_where_somebody_wins() -> None:
    evidence = [argument(i, Stance.FIRST, 1.0, site=f"{i}.org") for i in range(20)]
    evidence += [argument(30 + i, Stance.SECOND, 1.0, site=f"{i}.net", category="speed") for i in range(3)]
    told = text_on(evidence, ASKED)
    assert told.startswith("On speed, Java is ahead. On the whole, the evidence clearly favours Python: ")


def test_few_sites_that_agree_make_no_narrow_interval() -> None:
    evidence = [argument(i, Stance.FIRST if i % 9 < 5 else Stance.SECOND, 1.0, site=f"{i // 9}.org") for i in range(27)]
    low, high = RANKER.shares(evidence, PAIR).overall.interval["Python"]
    assert low < 0.45
    assert high > 0.65
    assert RANKER.verdict(evidence, RANKER.shares(evidence, PAIR), PAIR).kind is VerdictKind.CLOSE


def test_among_three_one_sentence_on_several_pairs_is_one_sentence() -> None:
    three = Comparison((*PAIR.objects, Object("Go")), (Aspect("speed"),))
    one = argument(1, Stance.FIRST, 1.0, category="speed", text="Python is faster than Java and Go.")
    both = [one, replace(one, id=2, objects=("Python", "Go"))]
    assert RANKER.verdict(both, RANKER.shares(both, three), three).kind is VerdictKind.INSUFFICIENT
    assert RANKER.verdict(both, RANKER.shares(both, three), three).leans[0].winner is None
    further = [replace(argument(3 + i, Stance.SECOND, 1.0, site=f"{i}.org"), objects=("Java", "Go")) for i in range(3)]
    assert "(5 arguments in 4 sentences from 4 sources)" in text_on([*both, *further], three)


def test_among_three_those_ahead_of_the_rest_are_named_where_nobody_is_ahead_of_all() -> None:
    three = Comparison((*PAIR.objects, Object("Go")), (Aspect("speed"),))
    wins = [(0, ("Python", "Go"), 2.0), (1, ("Java", "Go"), 1.9), (2, ("Java", "Go"), 1.0)]
    evidence = [replace(argument(i, Stance.FIRST, score, category="speed"), objects=pair) for i, pair, score in wins]
    assert "On speed, Python and Java are ahead of Go." in text_on(evidence, three)
    contrary = replace(argument(9, Stance.SECOND, 3.0, category="speed"), objects=("Java", "Go"))
    assert "On speed, the evidence is divided." in text_on([*evidence, contrary], three)


def test_a_share_far_from_one_half_is_called_thin_and_not_close() -> None:
    rows = [Stance.FIRST] * 3 + [Stance.SECOND]
    evidence = [argument(n, stance, 1.0, site=f"s{n}.org") for n, stance in enumerate(rows)]
    assert "too thin to call" in text_on(evidence, PAIR)


def test_comparatives_that_are_joined_each_speak_for_their_aspect() -> None:
    texts = [
        "Python is lighter and easier to use than Java.",
        "Python is cleaner, lighter and much faster than Java.",
        "Java is lighter than Python.",
    ]
    stances = [Stance.FIRST, Stance.FIRST, Stance.SECOND]
    evidence = [
        said(n, text, stance, category="weight") for n, (text, stance) in enumerate(zip(texts, stances, strict=True))
    ]
    leans = {lean.aspect: lean.winner for lean in aspect_leans(evidence, replace(PAIR, aspects=(Aspect("weight"),)))}
    assert leans["weight"] == "Python"
