"""Objects, aspects and predicate by patterns, over the shapes that the product page promises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.parse.patterns import find
from weigh.types import Direction


@pytest.mark.parametrize(
    ("question", "objects", "aspects"),
    [
        ("Which is better for web development, Python or Java?", ["Python", "Java"], ["web development"]),
        ("python vs java", ["python", "java"], []),
        ("electric car vs. petrol car", ["electric car", "petrol car"], []),
        ("difference between a crocodile and an alligator", ["crocodile", "alligator"], []),
        ("Why is Python better than Java for machine learning?", ["Python", "Java"], ["machine learning"]),
        ("is beer cheaper than wine", ["beer", "wine"], ["price"]),
        ("A vs B vs C for D", ["A", "B", "C"], ["D"]),
        ("is cooking at home cheaper than eating out", ["cooking at home", "eating out"], ["price"]),
        ("Is living in London better than living in Paris?", ["living in London", "living in Paris"], []),
        ('is "The Lord of the Rings" better than "Harry Potter"', ["The Lord of the Rings", "Harry Potter"], []),
        ("wheel of fortune or jeopardy", ["wheel of fortune", "jeopardy"], []),
        ("which of tea, coffee and cocoa is best for studying", ["tea", "coffee", "cocoa"], ["studying"]),
        ("compare tea, coffee and milk by price and taste", ["tea", "coffee", "milk"], ["price", "taste"]),
        ("should I switch from Windows to Linux", ["Windows", "Linux"], []),
        ("is it worth upgrading from a GTX 1080 to an RTX 4070", ["GTX 1080", "RTX 4070"], []),
        ("is it better to walk rather than run", ["walk", "run"], []),
        ("Is margarine as good as butter for baking?", ["margarine", "butter"], ["baking"]),
        (
            "What is worse for the environment, paper bags or plastic bags?",
            ["paper bags", "plastic bags"],
            ["environment"],
        ),
        ("which has more calories, rice or pasta", ["rice", "pasta"], ["calories"]),
        ("is a heat pump better than a gas boiler in cold climates", ["heat pump", "gas boiler"], ["cold climates"]),
        ("a train or a car if I drive long distances?", ["train", "car"], ["long distances"]),
        ("Is it better to live in the city or the countryside?", ["city", "countryside"], []),
        ("what should i cook tonight, pasta or rice", ["pasta", "rice"], []),
        ("how much faster is an ssd than an hdd", ["ssd", "hdd"], ["speed"]),
        ("Is Disney+ cheaper than Netflix?", ["Disney+", "Netflix"], ["price"]),
        ("tea / coffee / juice", ["tea", "coffee", "juice"], []),
        ("<b>tea</b> or <i>coffee</i>", ["tea", "coffee"], []),
        ("green or black tea", ["green tea", "black tea"], []),
        ("electric or petrol lawn mower", ["electric lawn mower", "petrol lawn mower"], []),
        ("wired vs wireless headphones", ["wired headphones", "wireless headphones"], []),
        ("bluetooth headphones or wired", ["bluetooth headphones", "wired headphones"], []),
        ("solar vs wind energy", ["solar energy", "wind energy"], []),
        ("ev vs petrol car", ["ev", "petrol car"], []),
        ("car vs electric bike", ["car", "electric bike"], []),
        ("oat vs cow's milk environment", ["oat milk", "cow's milk"], ["environment"]),
        ("shea butter or coconut oil", ["shea butter", "coconut oil"], []),
        ("which is more eco friendly paper bag or plastic bag", ["paper bag", "plastic bag"], ["environment"]),
        ("Is C++ faster than C#?", ["C++", "C#"], ["speed"]),
        ("Is tea or coffee healthier?", ["tea", "coffee"], ["health"]),
        ("Python, Ruby or Java for beginners?", ["Python", "Ruby", "Java"], []),
        ("tea, coffee, or juice", ["tea", "coffee", "juice"], []),
        ("Is Linux more secure than Windows or macOS?", ["Linux", "Windows", "macOS"], ["security"]),
        ("should i buy an iPhone 15 Pro or a Samsung Galaxy S24", ["iPhone 15 Pro", "Samsung Galaxy S24"], []),
        ("Compare .NET and Node.js", [".NET", "Node.js"], []),
        ("how is Go different from Rust", ["Go", "Rust"], []),
        ("Do cats live longer than dogs?", ["cats", "dogs"], ["longevity"]),
        ("Which lasts longer, a Toyota or a Honda?", ["Toyota", "Honda"], ["durability"]),
        ("what costs more gas or electric heating", ["gas heating", "electric heating"], ["price"]),
        ("which is the better investment, gold or silver or bitcoin", ["gold", "silver", "bitcoin"], ["investment"]),
        ("Has the Golf a longer range than the Polo?", ["Golf", "Polo"], ["range"]),
        ("is there any reason to use vim over emacs", ["vim", "emacs"], []),
        ("ps5 > xbox?", ["ps5", "xbox"], []),
        ("a tram or a bike for commuting to work in winter", ["tram", "bike"], ["commuting", "winter"]),
        ("Which is better value for money, Aldi or Lidl?", ["Aldi", "Lidl"], ["value"]),
        ("When it comes to durability, leather or fabric?", ["leather", "fabric"], ["durability"]),
        ("Are hybrids more reliable than electric cars?", ["hybrids", "electric cars"], ["reliability"]),
        ("which is louder, the vacuum cleaner or the mower", ["vacuum cleaner", "mower"], ["noise"]),
        (
            "What are the advantages of MongoDB over PostgreSQL in terms of speed and scalability?",
            ["MongoDB", "PostgreSQL"],
            ["speed", "scalability"],
        ),
    ],
)
def test_finds_objects_and_aspects(question: str, objects: list[str], aspects: list[str]) -> None:
    found = find(question)
    assert found.objects == objects
    assert [aspect.name for aspect in found.aspects] == aspects


def test_cheaper_asks_for_the_price_and_less_is_better() -> None:
    (aspect,) = find("Is a train cheaper than a plane?").aspects
    assert (aspect.name, aspect.direction) == ("price", Direction.LESS)


def test_a_shared_head_belongs_to_both_objects() -> None:
    found = find("canon or nikon cameras")
    assert found.objects == ["canon", "nikon"]
    assert found.context == "cameras"


def test_a_shared_head_of_two_words_is_context_where_the_names_are_nouns() -> None:
    found = find("aluminum or steel bike frame")
    assert (found.objects, found.context) == (["aluminum", "steel"], "bike frame")


def test_what_the_asker_says_of_himself_is_context() -> None:
    found = find("Should I get a cat or a dog if I am out all day?")
    assert found.objects == ["cat", "dog"]
    assert found.context == "I am out all day"
    assert not found.aspects


def test_a_person_is_context_and_no_aspect() -> None:
    found = find("Which is better to buy for a 4-year-old, a tablet or a laptop?")
    assert found.objects == ["tablet", "laptop"]
    assert found.context == "a 4-year-old"


def test_a_superlative_names_the_kind_of_thing() -> None:
    found = find("best laptop for students")
    assert (found.kind, found.objects) == ("laptop", [])
    assert find("which country is the safest").kind == "country"
    assert find("top 10 programming languages").kind == "programming languages"


@given(st.text(max_size=300))
def test_any_text_can_be_read(question: str) -> None:
    found = find(question)
    assert all(name.strip() for name in found.objects)


@given(
    st.lists(
        st.sampled_from(
            [
                "is",
                "are",
                "which",
                "better",
                "than",
                "or",
                "vs",
                ",",
                "?",
                "for",
                "in",
                "the",
                "a",
                "more",
                "less",
                "between",
                "and",
                "as",
                ".",
            ]
        ),
        max_size=30,
    )
)
def test_function_words_alone_can_be_read(words: list[str]) -> None:
    find(" ".join(words))


def test_a_predicate_begins_with_a_word() -> None:
    assert find("sugar or honey, healthier and cheaper?").predicate == "healthier"
