"""The whole way of a question on the starter library, with the real index and the shipped models."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from weigh import ledger, models
from weigh.cli._answer import print_answer
from weigh.errors import BadInput
from weigh.pipeline import Weigh
from weigh.types import Answer, Aspect, Direction, Filters, Object, Stance, VerdictKind

SCHEMA = json.loads((Path(__file__).parent.parent / "docs/reference/answer.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def answer(machine: Weigh) -> Answer:
    return machine.ask("Is Python better than Java for web development?")


def test_names_beyond_what_is_compared_at_once_are_told(machine: Weigh) -> None:
    few = Weigh(replace(machine.settings, max_objects=2, classifier="markers"))
    answer = few.ask("python vs java vs ruby vs perl")
    assert answer.comparison is not None
    assert answer.comparison.names == ("python", "java")
    for shown in (answer, few.revise(answer, drop={answer.arguments[0].id})):
        assert "So many things are not compared at once; left out: ruby, perl." in shown.notes
        assert "Nothing in the index names" not in shown.verdict.text
    assert not [note for note in few.ask("python vs java").notes if "left out" in note]
    few.close()


def test_an_answer_tells_its_models_apart(
    answer: Answer, machine: Weigh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = answer.provenance.models
    assert set(marks) == set(models.TASKS)
    assert len(set(marks.values())) == len(models.TASKS), "another training has another mark"
    (tmp_path / "kinds").mkdir()
    (tmp_path / "kinds" / "config.json").write_text(json.dumps({"task": "kinds", "threshold": 0.5}))
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    ledger.model_marks.cache_clear()
    try:
        assert {task for task, mark in ledger.model_marks().items() if mark != marks[task]} == {"kinds"}
    finally:
        ledger.model_marks.cache_clear()


def test_an_answer_has_verdict_shares_arguments_and_a_cited_summary(answer: Answer) -> None:
    assert answer.verdict.text
    assert sum(answer.shares.overall.values.values()) == pytest.approx(1)
    for name in ("Python", "Java"):
        assert len(answer.arguments_for(name)) >= 3
    assert answer.summary.claims
    ids = {argument.id for argument in answer.arguments}
    cited = {number for claim in answer.summary.claims for number in claim.citations}
    assert cited
    assert cited <= ids
    assert [timing.stage for timing in answer.provenance.timings] == [
        "parse", "retrieve", "classify", "rank", "aspects", "summarize",
    ]  # fmt: skip


def test_things_to_do_are_found_under_their_gerunds(machine: Weigh) -> None:
    answer = machine.ask("Should I rent or buy a home?")
    assert len(answer.arguments) > 5
    assert set(answer.shares.overall.values) == {"rent", "buy a home"}
    assert "renting and buying a home" in answer.verdict.text
    mirrored = machine.compare("buy a home", "rent")
    assert mirrored.shares.overall.values == pytest.approx(answer.shares.overall.values)


def test_the_answer_says_that_it_rests_on_the_starter_library(answer: Answer) -> None:
    assert any("starter library only" in note for note in answer.notes)


def test_a_name_typed_wrongly_is_offered_as_it_was_meant(machine: Weigh) -> None:
    answer = machine.ask("Is Pyhton better than Java for machine learning?")
    assert not answer.arguments
    assert answer.meant == {"Pyhton": "Python"}
    assert "Did you mean Python?" in answer.to_markdown()
    several = machine.compare("Pyhton", "tea", "coffee")
    assert several.arguments, "the others are compared all the same"
    assert several.meant == {"Pyhton": "Python"}


def test_where_nothing_compares_the_things_the_answer_says_with_what_text_compares_them(machine: Weigh) -> None:
    (note,) = machine.compare("piano", "violin").notes
    assert note == "Text compares piano with guitar, and violin with cello. Other names for the same things may help."
    (note,) = machine.compare("zeppelin", "marmalade").notes
    assert note == "Other names for the same things may help."


def test_names_that_are_known_or_like_no_other_are_not_mended(machine: Weigh, answer: Answer) -> None:
    assert not answer.meant
    for pair in (("Python", "Pyhton"), ("zeppelin", "marmalade"), ("Python", "coffee"), ("honda", "yamaha")):
        assert not machine.compare(*pair).meant


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        (Filters(since="2030"), "(from 2030 on) lets none of"),
        (Filters(domains=("nowhere.example",), until="1999"), "(site nowhere.example, up to 1999) lets none of"),
        (Filters(collections=("nope",)), "no collection nope; it has starter"),
    ],
)
def test_where_a_filter_leaves_nothing_the_filter_is_named(machine: Weigh, filters: Filters, told: str) -> None:
    blamed = machine.compare("Python", "Java", filters=filters).notes[0]
    assert told in blamed
    assert "Other names" not in blamed


def test_where_nothing_is_found_without_a_filter_either_other_names_are_advised(machine: Weigh) -> None:
    for filters in (Filters(), Filters(since="2030")):
        assert "Other names" in machine.compare("zeppelin", "marmalade", filters=filters).notes[0]


def test_who_is_more_expensive_is_told_by_who_is_behind_on_price(machine: Weigh) -> None:
    told = machine.ask("Which is more expensive, tea or coffee?").verdict.text
    assert told.startswith("On price, coffee is behind and tea is cheaper.")


def test_aspects_of_one_meaning_count_as_one_with_the_highest_weight_and_the_answer_says_so(machine: Weigh) -> None:
    given = [Aspect("price", 3), Aspect("speed", 2), Aspect("PRICE", 5), Aspect("cost", 1)]
    answer = machine.compare("Python", "Java", aspects=given)
    assert answer.comparison is not None
    assert [(aspect.name, aspect.weight) for aspect in answer.comparison.aspects] == [("price", 5), ("speed", 2)]
    told = "The aspects price, PRICE and cost are told by the same words and count as one, with weight 5."
    assert told in answer.notes
    assert told in machine.revise(answer, drop=[1]).notes
    assert not [
        note for note in machine.compare("Python", "Java", aspects=["price", "speed"]).notes if "aspects" in note
    ]


def test_aspects_of_one_meaning_that_ask_for_the_contrary_are_refused(machine: Weigh) -> None:
    contrary = [Aspect("price", 3), Aspect("cost", 3, Direction.MORE)]
    with pytest.raises(BadInput, match=r"'price' .less is better. and 'cost' .more is better."):
        machine.compare("Python", "Java", aspects=contrary)
    answer = machine.compare("Python", "Java", aspects=["price", "cheap"])  # less of the one is more of the other
    assert answer.comparison is not None
    assert len(answer.comparison.aspects) == 1


def test_json_fits_the_published_schema_and_comes_back_whole(answer: Answer) -> None:
    data = json.loads(json.dumps(answer.to_dict()))
    jsonschema.validate(data, SCHEMA)
    again = Answer.from_dict(data)
    assert again.to_dict() == data
    assert again.verdict == answer.verdict
    assert again.arguments_for("Java")[0].sentence.text == answer.arguments_for("Java")[0].sentence.text


def test_markdown_escapes_what_the_text_brings_along(answer: Answer) -> None:
    text = answer.to_markdown()
    assert text.startswith("# Is Python better than Java for web development?")
    assert "## For Python" in text


def test_markdown_of_the_summary_keeps_its_citations_in_the_sentences_and_the_choice_out_of_the_list(
    answer: Answer,
) -> None:
    summary = answer.to_markdown().split("## Summary\n\n")[1].split("\n## ")[0]
    assert " ." not in summary
    paragraphs = summary.strip().split("\n\n")
    assert [text.startswith("- ") for text in paragraphs] == [False, True, False]
    for claim in answer.summary.claims:
        for number in claim.citations:
            assert f"\\[{number}\\]" in summary


def test_an_object_with_next_to_no_evidence_is_shown_as_hardly_compared(
    weigh_on: Callable[[Sequence[str]], Weigh],
) -> None:
    texts = [f"{one} is {said} than {other}." for one, other in (("Python", "Java"), ("Java", "Python"))
             for said in ("faster", "cheaper", "easier to learn")]  # fmt: skip
    answer = weigh_on([*texts, "Pascal is simpler than Python."]).compare("Python", "Java", "Pascal")
    assert answer.ranking is not None
    assert answer.ranking.order[-1] == "Pascal"
    assert "(hardly compared: Pascal)" in answer.to_markdown()
    print_answer(answer, Console(file=(page := StringIO()), width=80), 5)
    assert re.search(r"^3\. Pascal +hardly compared +– +1 +0$", page.getvalue(), re.MULTILINE)


def test_among_three_an_aspect_shows_also_who_is_behind(weigh_on: Callable[[Sequence[str]], Weigh]) -> None:
    texts = [
        "A train is safer than a car.",
        "A plane is much safer than a car.",
        "Per mile, a train is safer than a car.",
    ]
    answer = weigh_on(texts).compare("plane", "train", "car", aspects=["safety"])
    assert answer.verdict.text.startswith("On safety, planes and trains are ahead of cars.")
    print_answer(answer, Console(file=(page := StringIO()), width=80), 5)
    assert re.search(r"^safety: train \d+%, plane \d+%, car 0%", page.getvalue(), re.MULTILINE)


def test_among_three_no_claim_cites_a_sentence_twice(weigh_on: Callable[[Sequence[str]], Weigh]) -> None:
    texts = [f"Python is {said} than Java and Pascal." for said in ("faster", "cheaper", "easier to learn", "simpler")]
    answer = weigh_on(texts).compare("Python", "Java", "Pascal")
    assert len(answer.arguments) > len({argument.sentence.text for argument in answer.arguments})
    by_id = {argument.id: argument.sentence.text for argument in answer.arguments}
    assert answer.summary.claims
    for claim in answer.summary.claims:
        cited = [by_id[number] for number in claim.citations]
        assert len(cited) == len(set(cited))


def test_no_sentence_stands_on_both_sides(answer: Answer) -> None:
    sides = [(argument.sentence.text, argument.objects) for argument in answer.arguments]
    assert len(sides) == len(set(sides))


@pytest.mark.parametrize("pair", [("Python", "Java"), ("tea", "coffee"), ("Canon", "Nikon"), ("gold", "silver")])
def test_swapping_the_objects_mirrors_the_answer(machine: Weigh, pair: tuple[str, str]) -> None:
    one, other = machine.compare(*pair), machine.compare(*reversed(pair))
    for name in pair:
        assert one.shares.overall.values[name] == pytest.approx(other.shares.overall.values[name], abs=1e-9)
    assert (one.verdict.kind, one.verdict.winner) == (other.verdict.kind, other.verdict.winner)
    assert one.verdict.interval == pytest.approx(other.verdict.interval) if one.verdict.interval else True


def test_the_stages_come_one_after_the_other(machine: Weigh) -> None:
    events = list(machine.stream("tea or coffee"))
    assert [event.stage for event in events] == [
        "parse",
        "retrieve",
        "classify",
        "rank",
        "aspects",
        "summarize",
        "done",
    ]
    assert events[0].answer is None
    assert events[3].answer is not None
    assert not events[3].answer.summary.claims
    assert events[-1].answer is not None
    assert events[-1].answer.summary.claims


def test_closing_the_stream_stops_the_work(machine: Weigh) -> None:
    stream = machine.stream("tea or coffee")
    assert next(stream).stage == "parse"
    stream.close()  # type: ignore[attr-defined]
    with pytest.raises(StopIteration):
        next(stream)


def test_dropping_all_arguments_of_one_side_leaves_the_other(machine: Weigh, answer: Answer) -> None:
    drop = [argument.id for argument in answer.arguments_for("Java")]
    revised = machine.revise(answer, drop=drop)
    assert revised.shares.overall.values["Python"] == pytest.approx(1)
    cited = {number for claim in revised.summary.claims for number in claim.citations}
    assert not cited & set(drop)
    assert machine.revise(revised).shares.overall == answer.shares.overall


def test_flipping_an_argument_moves_its_weight_and_flipping_back_restores_it(machine: Weigh, answer: Answer) -> None:
    argument = answer.arguments_for("Java")[0]
    flipped = machine.revise(answer, flip=[argument.id])
    assert flipped.shares.overall.values["Java"] < answer.shares.overall.values["Java"]
    moved = next(a for a in flipped.arguments if a.id == argument.id)
    assert (moved.stance, moved.flipped) == (argument.stance.swapped(), True)
    assert machine.revise(flipped, flip=[argument.id]).shares == flipped.shares
    assert machine.revise(flipped).shares == answer.shares


def test_three_objects_are_put_in_one_order(machine: Weigh) -> None:
    answer = machine.compare("Python", "Java", "JavaScript")
    assert answer.ranking is not None
    assert sorted(answer.ranking.order) == ["Java", "JavaScript", "Python"]
    assert len(answer.ranking.pairs) == 3


def test_a_superlative_compares_candidates_from_the_index(machine: Weigh) -> None:
    answer = machine.ask("What is the best programming language for beginners?")
    assert answer.understanding.outcome == "superlative"
    assert answer.comparison is not None
    assert {"python", "java"} <= {name.lower() for name in answer.comparison.names}


@pytest.mark.parametrize("question", ["best pet for a small flat", "best programming language for beginners"])
def test_a_candidate_without_evidence_is_left_out(machine: Weigh, question: str) -> None:
    answer = machine.ask(question)
    assert answer.comparison is not None
    heard = {name for argument in answer.arguments for name in argument.objects}
    assert set(answer.comparison.names) == heard
    assert answer.ranking is None or set(answer.ranking.order) == heard
    assert answer.understanding.comparison is not None
    assert answer.understanding.comparison.names == answer.comparison.names


def test_the_best_way_is_no_class_of_things(machine: Weigh) -> None:
    answer = machine.ask("best way to travel in a city")
    assert answer.comparison is None
    assert answer.understanding.message


def test_the_askers_own_case_comes_first(machine: Weigh) -> None:
    answer = machine.ask("Is a cat or a dog better for a small flat?")
    assert any("flat" in argument.sentence.text for argument in answer.arguments[:3])
    assert "flat" in answer.summary.text


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("What is the capital of France?", "not comparative"),
        ("Is it better to hang myself or take pills?", "sensitive"),
        ("Is Python better?", "too few objects"),
    ],
)
def test_questions_without_a_comparison_get_a_message(machine: Weigh, question: str, outcome: str) -> None:
    answer = machine.ask(question, overrule=True if outcome == "too few objects" else None)
    assert answer.understanding.outcome == outcome
    assert answer.understanding.message
    assert not answer.arguments
    assert answer.verdict.kind is VerdictKind.INSUFFICIENT
    jsonschema.validate(answer.to_dict(), SCHEMA)


def test_one_object_offers_what_it_is_compared_with(machine: Weigh) -> None:
    answer = machine.ask("Is Python better?", overrule=True)
    assert "Java" in [suggestion.name for suggestion in answer.related]


def test_things_never_compared_give_no_winner(machine: Weigh) -> None:
    answer = machine.compare("zeppelin", "marmalade")
    assert (answer.verdict.kind, answer.verdict.winner) == (VerdictKind.INSUFFICIENT, None)


def test_filters_leave_no_evidence_of_other_collections(machine: Weigh) -> None:
    assert machine.compare("tea", "coffee", filters=Filters(collections=("nowhere",))).arguments == ()


def test_an_aspect_wanted_by_the_user_has_its_own_share(machine: Weigh) -> None:
    answer = machine.compare("Python", "Java", aspects=[Aspect("speed", weight=5)])
    assert "speed" in answer.shares.categories
    assert any(argument.category == "speed" for argument in answer.arguments)


def test_an_aspect_given_by_name_alone_has_the_direction_of_the_lexicon(machine: Weigh) -> None:
    one = machine.compare("train", "plane", aspects=[Aspect("price", weight=3)])
    other = machine.compare("train", "plane", aspects=["price"])
    assert one.comparison is not None
    assert one.comparison.aspects[0].direction is Direction.LESS
    assert one.shares == other.shares


def test_an_aspect_wanted_the_other_way_round_turns_bar_and_verdict_and_a_note_says_so(machine: Weigh) -> None:
    usual, contrary = (
        machine.compare("train", "plane", aspects=[Aspect("price", direction=direction)]) for direction in Direction
    )
    assert usual.shares["price"].leader != contrary.shares["price"].leader
    assert any("a high price" in note for note in usual.notes)
    assert not any("price" in note for note in contrary.notes)


@pytest.mark.parametrize(
    ("objects", "aspects", "said"),
    [
        (("tea",), (), "takes 2 to 8"),
        (("tea", "TEA"), (), "twice"),
        (("tea", "  "), (), "at least one letter"),
        (("tea", "x" * 101), (), "at most 100"),
        (("tea", "coffee"), (Aspect("price", weight=9),), "1 to 5"),
        (tuple("abcdefghi"), (), "takes 2 to 8"),
    ],
)
def test_bad_comparisons_are_refused_with_a_reason(
    machine: Weigh, objects: tuple[str, ...], aspects: tuple[Aspect, ...], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        machine.compare(*objects, aspects=aspects)


@settings(max_examples=25, deadline=None)
@given(question=st.text(min_size=1, max_size=120))
def test_any_question_gets_an_answer_or_a_clear_refusal(machine: Weigh, question: str) -> None:
    try:
        answer = machine.ask(question)
    except BadInput:
        return
    total = sum(answer.shares.overall.values.values())
    assert total == pytest.approx(1) or total == 0
    assert all(argument.stance is not Stance.NONE for argument in answer.arguments)


def test_aliases_count_as_the_object(machine: Weigh) -> None:
    plain = machine.compare("Elephant database", "MySQL")
    named = machine.compare(Object("Elephant database", ("PostgreSQL",)), "MySQL")
    assert len(named.arguments) > len(plain.arguments)
