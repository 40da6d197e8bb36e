"""From judged sentences to scored arguments."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.rank import make_ranker
from weigh.rank.duplicates import SIMILAR, group
from weigh.rank.scoring import product
from weigh.settings import Settings
from weigh.text.lexicon import expand
from weigh.types import (
    GENERAL,
    MULTIPLE,
    Argument,
    Aspect,
    Comparison,
    Direction,
    Hit,
    Judgement,
    Object,
    Sentence,
    Source,
    Stance,
)

JAVA, PYTHON = Object("Java"), Object("Python")
RANKER = make_ranker(Settings())
CAM = make_ranker(Settings(scoring="cam"))


def hit(
    number: int, text: str, *, score: float = 5.0, sites: tuple[str, ...] = ("a.org",), aspects: tuple[str, ...] = ()
) -> Hit:
    sources = tuple(
        Source(f"{site}/{number}/{i}", i, url=f"https://{site}/{number}/{i}") for i, site in enumerate(sites)
    )
    return Hit(Sentence(number, text, sources, len(sources)), score, aspects)


def rank(*hits: Hit, stance: Stance = Stance.FIRST, aspects: tuple[Aspect, ...] = ()) -> tuple[Argument, ...]:
    judgements = [Judgement(stance, 0.9)] * len(hits)
    return RANKER.rank(PYTHON, JAVA, hits, judgements, Comparison((PYTHON, JAVA), aspects))


def test_a_real_argument_ranks_above_a_sentence_that_only_contains_names_and_a_cue() -> None:
    found = rank(
        hit(1, "Imagine Python appearing slower than Java."),
        hit(2, "Python is easier to learn than Java for beginners, with a cleaner syntax and fewer rules."),
        hit(3, "I hope someone told you that Python is better than Java!"),
    )
    assert found[0].sentence.id == 2


def test_sentences_without_a_stance_are_no_arguments() -> None:
    assert rank(hit(1, "Python and Java are languages."), stance=Stance.NONE) == ()


def test_the_breakdown_multiplies_to_the_score() -> None:
    for ranker in (RANKER, CAM):
        hits = [hit(1, "Python is faster than Java.", aspects=("speed",)), hit(2, "Python beats Java at scripting.")]
        comparison = Comparison((PYTHON, JAVA), (Aspect("speed", 5),))
        for argument in ranker.rank(PYTHON, JAVA, hits, [Judgement(Stance.FIRST, 0.8)] * 2, comparison):
            assert product(argument.breakdown) == pytest.approx(argument.score)


def test_cam_scores_as_in_the_thesis() -> None:
    hits = [hit(i, f"Python is nicer than Java, number {i * 7}.", score=float(i)) for i in range(1, 8)]
    judged = [Judgement(Stance.FIRST, 0.75)] * 6 + [Judgement(Stance.FIRST, 0.65)]
    hits[0] = replace(hits[0], aspects=("speed",))
    comparison = Comparison((PYTHON, JAVA), (Aspect("speed", 2),))
    scores = {a.sentence.id: a.score for a in CAM.rank(PYTHON, JAVA, hits, judged, comparison)}
    assert scores[1] == pytest.approx(2 * 7 + 1 + 7)  # α + e + e_max: more than five are above 0.7
    assert scores[2] == pytest.approx(2 + 7)
    assert scores[7] == pytest.approx(0.1 * 7)  # below γ


def test_many_sites_make_an_argument_weigh_more_and_one_site_that_repeats_itself_does_not() -> None:
    text = "Python is easier to read than Java."
    one, many, same = (
        rank(hit(1, text, sites=sites))[0].score
        for sites in (("a.org",), ("a.org", "b.org", "c.org"), ("a.org", "www.a.org", "a.org"))
    )
    assert one < many < 3 * one
    assert same == one


def test_near_duplicates_are_one_argument_with_all_their_sites() -> None:
    base = "Python code is usually shorter and easier to read than the same code in Java"
    found = rank(
        hit(1, base + "."), hit(2, base + " is.", sites=("b.org",)), hit(3, "Java needs more lines than Python.")
    )
    assert len(found) == 2
    merged = next(argument for argument in found if argument.variants)
    assert {source.site for source in merged.sentence.sources} == {"a.org", "b.org"}
    assert merged.breakdown.sites > 1


def test_a_sentence_and_its_mirror_image_are_no_duplicates() -> None:
    found = group([["python", "is", "faster", "than", "java"], ["java", "is", "faster", "than", "python"]], [1, 1])
    assert found == [0, 1]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=8), max_size=12))
def test_grouping_finds_exactly_the_pairs_that_are_alike(sentences: list[list[str]]) -> None:
    under = group(sentences, [0] * len(sentences))
    pairs = [set(zip(("", *words), (*words, ""), strict=True)) for words in sentences]

    def alike(i: int, j: int) -> bool:
        return len(pairs[i] & pairs[j]) >= SIMILAR * len(pairs[i] | pairs[j])

    for i, leader in enumerate(under):
        assert under[leader] == leader
        if leader == i:
            assert not any(under[j] == j and alike(i, j) for j in range(i))
        else:
            assert alike(i, leader)


def test_categories_are_general_the_one_aspect_or_several() -> None:
    aspects = (expand(Aspect("speed")), Aspect("price", direction=Direction.LESS))
    found = rank(
        hit(1, "Python is nicer than Java."),
        hit(2, "Python is faster than Java.", aspects=("speed",)),
        hit(3, "Python is faster and cheaper than Java.", aspects=("speed", "price")),
        aspects=aspects,
    )
    assert {argument.sentence.id: argument.category for argument in found} == {1: GENERAL, 2: "speed", 3: MULTIPLE}
    assert any(span.kind == "aspect" for argument in found if argument.sentence.id == 2 for span in argument.spans)


def test_a_heavier_aspect_weighs_more() -> None:
    light, heavy = (
        rank(hit(1, "Python is faster than Java.", aspects=("speed",)), aspects=(Aspect("speed", weight),))[0].score
        for weight in (1, 5)
    )
    assert heavy > light


def test_a_direction_contrary_to_the_usual_one_turns_the_stance() -> None:
    wanted = (Aspect("sugar", direction=Direction.MORE),)
    assert (
        rank(hit(1, "Python has less sugar than Java.", aspects=("sugar",)), aspects=wanted)[0].stance is Stance.SECOND
    )
    usual = (Aspect("sugar", direction=Direction.LESS),)
    assert rank(hit(1, "Python has less sugar than Java.", aspects=("sugar",)), aspects=usual)[0].stance is Stance.FIRST


@pytest.mark.parametrize(
    ("text", "aspects", "turned"),
    [
        ("Python is slower than Java.", ("speed",), True),
        ("Python is cheaper and slower than Java.", ("speed",), True),
        ("Python is slower than Java.", ("speed", "price"), True),
        ("Python is cheaper than Java.", ("speed", "price"), False),
        ("Python is cheaper than Java of the same speed.", ("speed",), False),
    ],
)
def test_only_what_compares_by_the_aspect_of_a_contrary_direction_is_turned(
    text: str, aspects: tuple[str, ...], turned: bool
) -> None:
    wanted = (Aspect("speed", direction=Direction.LESS), Aspect("price"))
    assert rank(hit(1, text, aspects=aspects), aspects=wanted)[0].turned is turned


_TEXTS = (
    "Python is easier to learn than Java.",
    "Java runs faster than Python in most benchmarks.",
    "Python needs fewer lines than Java, because its syntax is terse.",
    "If Java were simpler, Python would not be so popular.",
    "Java catches more errors than Python before a program runs.",
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(_TEXTS), st.sampled_from(list(Stance)), st.floats(0.1, 1.0)), max_size=8))
def test_swapping_the_objects_mirrors_the_arguments_exactly(rows: list[tuple[str, Stance, float]]) -> None:
    hits = [hit(i, text, score=float(i)) for i, (text, _, _) in enumerate(rows)]
    judged = [Judgement(stance, confidence) for _, stance, confidence in rows]
    turned = [Judgement(item.stance.swapped(), item.confidence) for item in judged]
    for ranker in (RANKER, CAM):
        one = ranker.rank(PYTHON, JAVA, hits, judged, Comparison((PYTHON, JAVA)))
        other = ranker.rank(JAVA, PYTHON, hits, turned, Comparison((JAVA, PYTHON)))
        assert [(a.sentence.id, a.score, a.winner) for a in one] == [(a.sentence.id, a.score, a.winner) for a in other]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gets_a_finite_positive_score(text: str) -> None:
    for argument in rank(hit(1, text)):
        assert 0 < argument.score < 100


@pytest.mark.parametrize(
    ("context", "text", "factor"),
    [
        ("a small flat", "In a flat Python is quieter than Java.", 2.0),
        ("a small flat", "Python is smaller than Java.", 1.0),
        ("a short commute in winter", "For a commute Python beats Java.", 1.5),
        ("beginners", "Java is harder than Python for a newcomer.", 2.0),
        ("I often drive long distances", "On the motorway Python is quieter than Java.", 2.0),
        ("a 4-year-old", "For small children Python is simpler than Java.", 2.0),
        ("my 70 year old dad", "For pensioners Python is simpler than Java.", 1.5),
        ("a 30-year-old", "For small children Python is simpler than Java.", 1.0),
        ("my grandma", "For older people Python is simpler than Java.", 2.0),
        (None, "In a flat Python is quieter than Java.", 1.0),
        ("", "In a flat Python is quieter than Java.", 1.0),
    ],
)
def test_what_speaks_of_the_askers_own_case_counts_more(context: str | None, text: str, factor: float) -> None:
    def scored(asked: str | None) -> Argument:
        comparison = Comparison((PYTHON, JAVA), context=asked)
        return RANKER.rank(PYTHON, JAVA, [hit(1, text)], [Judgement(Stance.FIRST, 0.9)], comparison)[0]

    assert scored(context).score == pytest.approx(factor * scored(None).score)
    assert scored(context).breakdown.aspect == pytest.approx(factor)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Java is a solid choice, but it cannot match the elegance of Python.", GENERAL),
        ("Java is more solid, but it cannot match the elegance of Python.", "reliability"),
        ("Java is not as solid as Python.", "reliability"),
        ("Python, a solid choice, beats Java.", "reliability"),
        ("Python is better than Java, although Java is more solid.", GENERAL),
        ("Although both are solid, Python is more solid than Java.", "reliability"),
    ],
)
def test_an_aspect_granted_to_the_loser_is_no_argument_on_it(text: str, category: str) -> None:
    found = rank(hit(1, text, aspects=("reliability",)), aspects=(Aspect("reliability"),))
    assert [argument.category for argument in found] == [category]
