"""Which words speak of which aspect."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.text.cases import case_in, case_name, is_case
from weigh.text.comparatives import is_comparative
from weigh.text.lexicon import (
    aspect_of,
    aspect_of_adjective,
    better_phrase,
    direction_of,
    entries,
    expand,
    in_words,
    mentions,
    wants_worse,
    wish_for,
)
from weigh.text.mentions import aspect_spans
from weigh.text.tokens import tokenize
from weigh.text.wordnet import is_noun, related
from weigh.types import Aspect, Direction


@pytest.mark.parametrize(
    ("word", "aspect", "amount"),
    [
        ("cheaper", "price", Direction.LESS),
        ("more expensive", "price", Direction.MORE),
        ("faster", "speed", Direction.MORE),
        ("slower", "speed", Direction.LESS),
        ("lighter", "weight", Direction.LESS),
        ("quieter", "noise", Direction.LESS),
        ("easiest to use", "ease of use", Direction.MORE),
        ("harder", "hardness", Direction.MORE),
    ],
)
def test_an_adjective_grades_its_aspect(word: str, aspect: str, amount: Direction) -> None:
    assert aspect_of_adjective(word) == (aspect, amount)


@pytest.mark.parametrize(
    "predicate",
    ["worse", "worst", "more expensive", "most expensive", "costs more", "slower", "slowest", "less reliable",
     "least reliable", "heavier", "more dangerous", "more memory", "least suitable"],
)  # fmt: skip
def test_some_questions_ask_for_the_worse_end(predicate: str) -> None:
    assert wants_worse(predicate)


@pytest.mark.parametrize(
    "predicate",
    ["", "better", "best", "more", "less", "cheaper", "less expensive", "costs less", "faster", "safest", "less noise",
     "weighs less", "bigger", "smaller", "harder", "more suitable", "as fast as"],
)  # fmt: skip
def test_other_questions_ask_for_the_better_end_or_for_what_is_neither(predicate: str) -> None:
    assert not wants_worse(predicate)


@pytest.mark.parametrize(
    "name", ["price", "cost", "noise", "latency", "weight", "calories", "boot time", "expensive", "slow"]
)
def test_less_is_better(name: str) -> None:
    assert direction_of(name) is Direction.LESS


@pytest.mark.parametrize(
    "name", ["speed", "cheap", "quiet", "durability", "less noise", "web development", "gibberish", ""]
)
def test_more_is_better(name: str) -> None:
    assert direction_of(name) is Direction.MORE


@pytest.mark.parametrize("name", ["price", "cheap", "Cheaper", "low cost", "affordable"])
def test_price_by_any_name_finds_what_costs_less(name: str) -> None:
    wanted = expand(Aspect(name))
    assert aspect_spans("The train costs less than the plane.", [wanted])
    assert aspect_spans("The train is far cheaper than the plane.", [wanted])


@pytest.mark.parametrize(
    ("case", "text", "speaks"),
    [
        ("cold weather", "For hiking in winter wool is better than cotton.", True),
        ("the cold days", "Wool is warmer than cotton.", True),
        ("cold weather", "On hot days cotton is more pleasant than wool.", False),
        ("hot weather", "On hot days cotton is more pleasant than wool.", True),
        ("small apartments", "For a flat a cat is easier than a dog.", True),
        ("long distances", "On long trips a train is better than a car.", True),
        ("long distances", "On short trips a bike is better than a car.", False),
        ("travelling", "Go moves faster than Rust.", False),
        ("losing weight", "Running burns more calories than cycling.", True),
        ("winter hiking", "On a trail wool is better than cotton.", True),
        ("wildlife photography", "For wildlife a DSLR is better than a phone.", True),
        ("drive a lot", "On long trips a train is better than a car.", True),
        ("low light", "A phone is lighter than a camera.", False),
        ("seniors", "For elderly people a tablet is simpler than a laptop.", True),
        ("seniors", "A used tablet is safer than a used laptop of the same age.", False),
    ],
)
def test_a_case_is_spoken_of_in_other_words(case: str, text: str, speaks: bool) -> None:
    assert is_case(case)
    assert bool(aspect_spans(text, [expand(Aspect(case))])) is speaks
    assert direction_of(case) is Direction.MORE


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("flat", "flats"),
        ("a flat", "flats"),
        ("lose weight", "weight loss"),
        ("morning", "the morning"),
        ("speed", "speed"),
    ],
)
def test_a_case_is_written_as_it_reads_after_for(asked: str, written: str) -> None:
    assert case_name(asked) == written


def test_no_case_takes_a_name_that_another_has_or_the_lexicon_knows() -> None:
    lines = (files("weigh.text") / "data" / "cases.txt").read_text(encoding="utf-8").splitlines()
    ways = [way for line in lines if line and line[0] != "#" for way in line.partition("|")[0].split(",")]
    names = [way.strip(" ()") for way in ways]
    assert len(names) == len(set(names)) > 300
    assert not [name for name in names if aspect_of(name)]
    assert all(expand(Aspect(name)).words for name in names)


def test_a_case_may_close_a_phrase() -> None:
    assert case_in("I often drive long distances") == "long distances"
    assert case_in("I like it") is None


def test_an_aspect_that_only_wordnet_knows_gets_its_synonyms() -> None:
    assert "courageousness" in expand(Aspect("bravery")).words or "braveness" in expand(Aspect("bravery")).words


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("price", "a high price"),
        ("expensive", "a high price"),
        ("speed", "less speed"),
        ("battery life", "a short battery life"),
        ("sugar", "more sugar"),
        ("tyres", "less tyres"),
        ("flavour of fig", "less “flavour of fig”"),
    ],
)
def test_the_contrary_of_what_is_usually_wanted_has_words_of_its_own(name: str, wish: str) -> None:
    assert wish_for(name, contrary=True) == wish


def test_expanding_keeps_the_users_words_weight_and_direction() -> None:
    given_aspect = Aspect("price", 5, Direction.MORE, ("tag",))
    wanted = expand(given_aspect)
    assert (wanted.name, wanted.weight, wanted.direction) == ("price", 5, Direction.MORE)
    assert wanted.words[0] == "tag"


@given(st.text(max_size=60))
def test_any_name_can_be_expanded_and_has_a_direction(name: str) -> None:
    assert expand(Aspect(name)).name == name
    assert direction_of(name) in Direction
    aspect_of(name)


def test_mentions_take_the_longest_match() -> None:
    tokens = tokenize("Gas is easier to use, and battery life matters.")
    assert [mention.aspect for mention in mentions(tokens)] == ["ease of use", "battery life"]


def test_every_entry_can_be_said_and_wished_for() -> None:
    for name, entry in entries().items():
        assert better_phrase(name)
        assert wish_for(name)
        assert entry.direction in Direction
        assert entry.more or entry.less or entry.nouns


@pytest.mark.parametrize("word", ["faster", "bigger", "happier", "simpler", "nicer"])
def test_comparatives_are_told(word: str) -> None:
    assert is_comparative(word)


@pytest.mark.parametrize("word", ["water", "player", "computer", "never", "tiger", "better", "her", "printer"])
def test_words_in_er_that_are_no_informative_comparatives(word: str) -> None:
    assert not is_comparative(word)


def test_wordnet_knows_opposites_and_nouns() -> None:
    assert "expensive" in related("cheap").antonyms
    assert is_noun("libraries")
    assert not is_noun("quickly")
    assert related("qwertyuiop") == ((), (), (), "")


@pytest.mark.parametrize(
    "text", ["a nicer development environment", "a better tax climate", "green tea and tea bags", "two hard disks"]
)
def test_phrases_that_only_look_like_an_aspect_speak_of_none(text: str) -> None:
    assert mentions(tokenize(text)) == []


@pytest.mark.parametrize(
    ("word", "aspect"),
    [("brighter", "brightness"), ("cleaner", "cleanliness"), ("easier to clean", "cleaning"), ("crisper", None)],
)
def test_an_adjective_grades_what_it_is_mostly_said_of(word: str, aspect: str | None) -> None:
    assert aspect_of(word) == aspect


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("price", "price"),
        ("website", "web development"),
        ("web dev", "web development"),
        ("flat", "flats"),
        ("iOS", "iOS"),
        ("insulator", "“insulator”"),
        ("servers", "servers"),
    ],
)
def test_an_aspect_stands_in_a_sentence_under_its_name_or_between_quotation_marks(name: str, written: str) -> None:
    assert in_words(name) == written
