"""What a summary says of aspects: headings, strengths, what was asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from weigh.summarize.topics import topics
from weigh.summarize.voice import labelled
from weigh.text.lexicon import wish_for
from weigh.types import Aspect, AspectLean, Comparison, Direction, Stance, Summary, VerdictKind

from .evidence import EXTRACTIVE, PAIR, SENTENCES, F, S, evidence, summary_of


def test_one_aspect_has_one_heading_and_its_sentences_stand_together() -> None:
    rows = (
        ("Java runs faster than Python in most of the benchmarks that were published.", S),
        ("Java is faster than Python when a great deal of text has to be sorted.", S),
        ("Java is safer than Python in large systems with many authors.", S),
        ("Java is cheaper than Python to run on old machines, according to their makers.", S),
    )
    claims = [claim for claim in summary_of(rows).claims if claim.part == "aspect"]
    speeds = [place for place, claim in enumerate(claims) if claim.aspect == "speed"]
    assert len(speeds) == 2
    assert speeds[1] == speeds[0] + 1
    assert sum(claim.text.startswith("Speed: ") for claim in claims) == 1


def test_an_aspect_in_the_askers_own_words_is_named_so_that_it_reads_well() -> None:
    comparison = Comparison(PAIR.objects, (Aspect("website"),))
    rows = tuple(
        (f"Python is {word} than Java for a website.", F) for word in ("faster", "cheaper", "safer", "simpler")
    )
    given_evidence = evidence(rows, comparison, aspects=("website",))
    assert "a good choice for web development" in EXTRACTIVE.summarize(*given_evidence).text


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("Java is bigger than Python.", "size"),
        ("Java is easier than Python.", "ease"),
        ("Java learns tricks faster than Python.", "speed"),
        ("Publishing is cheaper in Java than in Python.", "price"),
    ],
)
def test_a_heading_is_what_the_sentence_praises_the_objects_themselves_for(text: str, aspect: str) -> None:
    _, (argument,), *_ = evidence(((text, S),))
    assert labelled(text, aspect, argument) == text
    assert labelled(text, aspect, argument, wanted=True) == f"{aspect.capitalize()}: {text}"


def strengths_of(*rows: tuple[str, Stance]) -> list[str]:
    return [claim.text for claim in summary_of(rows).claims if "a good choice" in claim.text]


@pytest.mark.parametrize(
    "text",
    [
        "Calling old libraries is cheaper from Python than from Java.",
        "Python learns tricks faster than Java.",
        "In several countries Java is taxed more heavily than Python.",
        "In heavy traffic Python is quicker than Java.",
        "Studies of long life found more support for Python than for Java.",
        "Python is lighter than Java, but only when it is new.",
        "Python flies in colder and duller weather than Java.",
        "The way is steeper in Java than in Python.",
    ],
)
def test_no_strength_is_concluded_from_what_tells_of_something_else_or_of_one_case(text: str) -> None:
    assert not [strength for strength in strengths_of((text, F), *SENTENCES[3:6]) if strength.startswith("Python")]


def test_wishes_are_listed_as_nouns_and_purposes_as_what_things_are_good_for() -> None:
    rows = (
        ("Python is healthier than Java.", F),
        ("Python causes far lower emissions than Java.", F),
        ("Python is better for web development than Java.", F),
    )
    (strength,) = strengths_of(*rows)
    assert strength.startswith("Python is a good choice for web development, and if you want ")
    assert "health benefits" in strength
    assert "a low impact on the environment" in strength


def test_what_the_opening_names_is_not_said_again_in_other_words() -> None:
    rows = (
        ("Python is cheaper than Java, since it is free of charge and always was, for all that anybody knows.", F),
        ("Python is more common than Java on the servers of the world, because it costs nothing at all to anybody.", F),
        *SENTENCES[3:6],
    )
    assert not {"Python is cheaper.", "Python is more popular."} & {claim.text for claim in summary_of(rows).claims}


def test_an_aspect_asked_for_in_other_words_is_no_further_strength() -> None:
    comparison = Comparison(PAIR.objects, (Aspect("learning curve"),))
    rows = tuple((f"Python is easier to learn than Java for {who}.", F) for who in ("children", "adults", "teachers"))
    told = EXTRACTIVE.summarize(*evidence(rows, comparison, aspects=("learning curve",))).text
    assert "when it comes to “learning curve”" in told
    assert "ease of learning" not in told


@pytest.mark.parametrize(
    ("aspect", "text", "told"),
    [
        ("sugar", "Java is more nourishing than Python, because it supplies fat as well as sugar.", False),
        ("sugar", "Java has less sugar than Python in most of the recipes that were tried.", True),
        ("weight", "For heavy work Java is faster than Python on many threads.", False),
        ("noise", "Java is quieter and lighter than Python in most of the houses.", True),
        ("speed", "Speed depends on the data, and Python is not generally faster than Java.", False),
    ],
)
def test_a_wish_is_served_only_where_something_compares_by_it(aspect: str, text: str, told: bool) -> None:
    comparison = Comparison(PAIR.objects, (Aspect(aspect),))
    rows = ((text, S), ("Java is more reliable than Python.", S), ("Java is safer than Python.", S))
    summary = EXTRACTIVE.summarize(*evidence(rows, comparison, aspects=(aspect,)))
    assert (wish_for(aspect) in summary.text) is told


@pytest.mark.parametrize(("word", "contrary", "told"), [("hotter", "cooler", True), ("cooler", "hotter", False)])
def test_what_is_cooler_is_no_good_choice_for_more_heat(word: str, contrary: str, told: bool) -> None:
    rows = (
        (f"Python is {word} than Java.", F),
        (f"Python is {word} than Java in most houses, according to their makers.", F),
        (f"Java is {contrary} than Python at night, when nobody is there to see it.", F),
    )
    summary = EXTRACTIVE.summarize(*evidence(rows, Comparison(PAIR.objects, (Aspect("heat"),)), aspects=("heat",)))
    assert ("if you want more heat" in summary.text) is told


def asked_for_speed(*rows: tuple[str, Stance]) -> Summary:
    comparison = Comparison(PAIR.objects, (Aspect("speed"),))
    return EXTRACTIVE.summarize(*evidence(rows, comparison, aspects=("speed",)))


def test_of_a_divided_aspect_that_was_asked_for_both_sides_are_told_the_plainest_first() -> None:
    summary = asked_for_speed(
        ("Java compiles much faster than Python, which keeps the wait short.", S),
        ("Python catches more mistakes than Java, and slow builds are the price of it.", S),
        ("Python is faster than Java in most benchmarks, since it has a good compiler.", F),
    )
    told = [claim for claim in summary.claims if claim.aspect == "speed" and claim.part == "aspect"]
    assert told[0].text == "Speed: Python is faster than Java in most benchmarks, since it has a good compiler."
    assert {claim.winner for claim in told} == {"python", "java"}
    assert not [claim for claim in summary.claims if "want speed" in claim.text]


def test_no_strength_is_claimed_on_a_divided_aspect_though_only_one_side_can_be_told() -> None:
    comparison = Comparison(PAIR.objects, (Aspect("taste"),))
    rows = (
        ("Python keeps its flavour for a year or more, whereas Java fades within days.", F),
        ("Java combines with milk more easily than Python, because its taste is not covered so quickly.", S),
        *SENTENCES[3:6],
    )
    given_evidence = evidence(rows, comparison, aspects=("taste",))
    verdict = replace(given_evidence[3], leans=(AspectLean("taste", None, 0.56),))
    claims = EXTRACTIVE.summarize(*given_evidence[:3], verdict, given_evidence[4]).claims
    assert [claim for claim in claims if claim.text.startswith("Taste: Python keeps its flavour")]
    assert not [claim for claim in claims if "want good taste" in claim.text]


@pytest.mark.parametrize(
    ("aspect", "rows", "wish"),
    [
        (
            Aspect("price", direction=Direction.MORE),
            ("Python is cheaper than Java.", "Java is dearer than Python to host.", "Java costs more than Python."),
            "a high price",
        ),
        (
            Aspect("speed", direction=Direction.LESS),
            ("Python is faster than Java.", "Java is slower than Python in loops.", "Python runs faster than Java."),
            "less speed",
        ),
    ],
)
def test_who_wants_the_contrary_of_what_is_usual_is_told_so(aspect: Aspect, rows: tuple[str, ...], wish: str) -> None:
    comparison = Comparison(PAIR.objects, (aspect,))
    given_evidence = evidence(tuple((row, F) for row in rows), comparison, aspects=(aspect.name,))
    summary = EXTRACTIVE.summarize(*given_evidence)
    assert f"Java is a good choice for you if you want {wish}." in {claim.text for claim in summary.claims}
    assert {claim.winner for claim in summary.claims if claim.aspect == aspect.name} == {"java"}
    assert not {"Java is cheaper.", "Java is faster."} & {claim.text for claim in summary.claims}


def test_a_word_in_passing_is_not_told_under_the_aspect_asked_for() -> None:
    summary = asked_for_speed(
        ("Python is cheaper than Java of the same speed.", F), *((text, stance) for text, stance in SENTENCES[3:5])
    )
    assert not [claim for claim in summary.claims if claim.text.startswith("Speed: Python is cheaper")]


def test_what_nobody_can_call_better_is_told_for_nobody() -> None:
    rows = (("Python is nearly twice as dense as Java in all that is known of it.", F), *SENTENCES[:6])
    assert "dense" not in summary_of(rows).text


def test_the_verdicts_winner_speaks_first_and_a_leaning_is_told_as_one() -> None:
    comparison, arguments, shares, verdict, aspects = evidence()
    leaning = replace(verdict, kind=VerdictKind.LEANING, winner="java")
    claims = EXTRACTIVE.summarize(comparison, arguments, shares, leaning, aspects).claims
    assert next(claim.winner for claim in claims if claim.part == "aspect") == "java"
    assert claims[-1].text == "All in all, Java is probably the best option."


def test_what_the_verdict_says_of_an_aspect_is_not_gainsaid() -> None:
    rows = (
        ("Python is cheaper and more flexible to run than Java for a small group of friends.", F),
        ("Java is cheaper than Python.", S),
        ("Java is much cheaper than Python on old machines.", S),
        ("Java is far cheaper than Python in the long run.", S),
        ("Python is safer than Java.", F),
        ("Python is simpler than Java.", F),
    )
    comparison, arguments, _, verdict, aspects = evidence(rows)
    found = topics(comparison, arguments, aspects, verdict.leans)
    turned = tuple(replace(lean, winner="python") for lean in verdict.leans if lean.aspect == "price")
    assert turned
    assert "java" in {topic.winner for topic in found if topic.aspect == "price"}
    assert not [topic for topic in topics(comparison, arguments, aspects, turned) if topic.aspect == "price"]


def test_a_sentence_is_told_under_what_it_compares() -> None:
    rows = (
        ("Python gets by with less memory than Java of the same class, because its apps rest in the background.", F),
        ("Python is nicer than Java, because it has so many apps.", F),
        ("Python is safer than Java, because all apps are checked.", F),
    )
    for claim in summary_of(rows).claims:
        if "less memory" in claim.text:
            assert claim.aspect == "memory use"


def test_an_aspect_that_the_verdict_names_is_told_though_more_speak_of_something_near_it() -> None:
    rows = (
        ("Java is faster than Python in long loops over numbers.", S),
        ("Python is slower than Java in most benchmarks that were published.", S),
        *((f"Python gets version {n} of a page online faster than Java does it.", F) for n in range(5)),
        *SENTENCES[:3],
    )
    given_evidence = evidence(rows)
    assert ("speed", "java") in {(lean.aspect, lean.winner) for lean in given_evidence[3].leans}
    assert ("speed", "java") in {(claim.aspect, claim.winner) for claim in EXTRACTIVE.summarize(*given_evidence).claims}
