"""The parse stage as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.errors import BadInput
from weigh.parse import make_parser
from weigh.parse.rules import matching
from weigh.settings import Settings
from weigh.stages import Parser
from weigh.types import Direction


@pytest.fixture(scope="module")
def parser() -> Parser:
    return make_parser(Settings())


def test_a_comparative_question_becomes_a_comparison(parser: Parser) -> None:
    seen = parser.parse("Is Python better than Java for web development?")
    assert (seen.outcome, seen.comparative) == ("comparison", True)
    assert seen.comparison is not None
    assert [name.lower() for name in seen.comparison.names] == ["python", "java"]
    assert [aspect.name for aspect in seen.comparison.aspects] == ["web development"]
    assert seen.reason.startswith("rule R1")


def test_other_questions_say_why_there_is_no_answer(parser: Parser) -> None:
    seen = parser.parse("What is the capital of France?")
    assert (seen.outcome, seen.comparative, seen.comparison) == ("not comparative", False, None)
    assert seen.message


@pytest.mark.parametrize(
    "question",
    ["Was ist besser, Python oder Java?", "Que es mejor iphone o android", "Quel est le meilleur, thé ou café ?",
     "Что лучше, Python или Java?", "python 和 java 哪个好", "tee oder kaffee"],
)  # fmt: skip
def test_a_question_in_another_language_is_told_that_english_is_read(parser: Parser, question: str) -> None:
    seen = parser.parse(question)
    assert seen.outcome == "not comparative"
    assert "Weigh reads English" in (seen.message or "")


@pytest.mark.parametrize(
    "question", ["Is soy sauce bad for dogs?", "how to harvest cantaloupe", "what is limoncello liqueur", "python list"]
)
def test_english_with_foreign_words_in_it_is_english(parser: Parser, question: str) -> None:
    assert "English" not in (parser.parse(question).message or "")


@pytest.mark.parametrize(
    ("question", "names"),
    [("Cats or dogs for a small flat?", ("cats", "dogs")), ("Tea, coffee or cocoa?", ("tea", "coffee", "cocoa")),
     ("Rust vs Go", ("Rust", "Go")), ("PHP or python?", ("PHP", "python")), ("Is Tea better than coffee?", ("Tea", "coffee"))],
)  # fmt: skip
def test_the_capital_that_opens_a_question_is_no_part_of_a_name(
    parser: Parser, question: str, names: tuple[str, ...]
) -> None:
    seen = parser.parse(question).comparison
    assert seen is not None
    assert seen.names == names


@pytest.mark.parametrize(
    ("question", "names"),
    [("te\u200ba or \u200dcof\u00adfee\ufeff", ("tea", "coffee")), ("ｔｅａ ｏｒ ｃｏｆｆｅｅ", ("tea", "coffee")),
     ("is cafe\u0301 or tea better", ("café", "tea")), ("C++ or C#", ("C++", "C#")), ("½ inch or ¾ inch", ("½ inch", "¾ inch"))],
)  # fmt: skip
def test_names_are_as_they_are_seen(parser: Parser, question: str, names: tuple[str, ...]) -> None:
    seen = parser.parse(question).comparison
    assert seen is not None
    assert seen.names == names


def test_half_a_character_is_refused_with_its_place(parser: Parser) -> None:
    with pytest.raises(BadInput, match=r"half a character \(U\+D800\) as character 5 arrived"):
        parser.parse("tea \ud800 or coffee")


@pytest.mark.parametrize("hidden", ["\u200d", "\u200b", "\u00ad"])
def test_a_disguised_question_about_self_harm_gets_no_comparison(parser: Parser, hidden: str) -> None:
    for question in (f"I want to d{hidden}ie. Pills or rope?", f"kill{hidden} myself or not"):
        seen = parser.parse(question)
        assert (seen.outcome, seen.comparison) == ("sensitive", None)


def test_the_user_may_overrule_both_ways(parser: Parser) -> None:
    assert parser.parse("What is the capital of France?", overrule=True).outcome != "not comparative"
    seen = parser.parse("Is tea better than coffee?", overrule=False)
    assert (seen.outcome, seen.reason.split(" (")[0]) == ("not comparative", "the user's word")


def test_an_aspect_counts_once_however_much_of_it_is_named(parser: Parser) -> None:
    seen = parser.parse("do apples or oranges have more vitamin c")
    assert seen.comparison is not None
    assert [aspect.name for aspect in seen.comparison.aspects] == ["vitamin c"]


@pytest.mark.parametrize(
    ("question", "aspect", "direction"),
    [
        ("SSD or HDD: which uses less power?", "energy use", Direction.LESS),
        ("Does an SSD draw more power than an HDD?", "energy use", Direction.LESS),
        ("Which has more power, diesel or petrol?", "power", Direction.MORE),
    ],
)
def test_who_uses_less_power_is_no_question_of_strength(
    parser: Parser, question: str, aspect: str, direction: Direction
) -> None:
    seen = parser.parse(question)
    assert seen.comparison is not None
    assert [(wanted.name, wanted.direction) for wanted in seen.comparison.aspects] == [(aspect, direction)]


def test_two_things_and_a_comparative_are_a_comparison(parser: Parser) -> None:
    understood = parser.parse("Are cats or dogs easier?")
    assert understood.comparison is not None
    assert list(understood.comparison.names) == ["cats", "dogs"]
    one = parser.parse("Is it easier to say yes?").comparison
    assert one is None or len(one.names) < 2


def test_a_bare_pair_is_a_comparison(parser: Parser) -> None:
    seen = parser.parse("python vs java")
    assert seen.outcome == "comparison"


@pytest.mark.parametrize(
    ("question", "names", "aspects"),
    [
        ("on a tight budget, hotel or hostel?", ["hotel", "hostel"], ["tight budget"]),
        ("in winter electric car or diesel?", ["electric car", "diesel"], ["winter"]),
        ("when travelling: e-reader or tablet", ["e-reader", "tablet"], ["travelling"]),
        ("for a beginner, python or java", ["python", "java"], []),
    ],
)
def test_a_case_may_stand_before_a_bare_pair(
    parser: Parser, question: str, names: list[str], aspects: list[str]
) -> None:
    found = parser.parse(question).comparison
    assert found is not None
    assert list(found.names) == names
    assert [aspect.name for aspect in found.aspects] == aspects


def test_two_things_of_which_one_is_to_be_good_are_a_comparison(parser: Parser) -> None:
    found = parser.parse("is gold or silver a good investment").comparison
    assert found is not None
    assert list(found.names) == ["gold", "silver"]
    assert parser.parse("Is being a rebel good or bad?").outcome == "not comparative"


@pytest.mark.parametrize(
    "question", ["when did should i stay or should i go come out", "when i eat bread or pasta i feel sick",
                 "on which day is the market, monday or tuesday"]
)  # fmt: skip
def test_what_asks_for_something_else_is_no_bare_pair(parser: Parser, question: str) -> None:
    assert parser.parse(question).outcome == "not comparative"


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (
            "i have been thinking for a long time about whether i should learn to play the piano or the guitar because "
            "my neighbours are quite sensitive to noise and i dont have much money, what would you say?",
            ["piano", "guitar"],
        ),
        ("I've been wondering about whether to rent or buy", ["rent", "buy"]),
        ("I'm torn between a dog and a cat. I live in a small flat and work all day.", ["dog", "cat"]),
        ("i'm torn between a dog and a cat. i live in a small flat and work all day.", ["dog", "cat"]),
    ],
)
def test_a_choice_is_seen_in_a_long_story(parser: Parser, question: str, names: list[str]) -> None:
    found = parser.parse(question).comparison
    assert found is not None
    assert list(found.names) == names


@pytest.mark.parametrize(
    ("question", "aspect"),
    [("is karate harder than judo", "ease"), ("how hard is Russian compared to Japanese", "ease"),
     ("which is the hardest, chess or Go?", "ease"),
     ("is granite harder than marble", "hardness"), ("is steel harder than brass", "hardness"),
     ("which has more hardness, enamel or bone", "hardness"), ("are memory foam mattresses softer than spring mattresses", "hardness")],
)  # fmt: skip
def test_harder_is_hardness_of_materials_and_difficulty_of_all_else(parser: Parser, question: str, aspect: str) -> None:
    found = parser.parse(question).comparison
    assert found is not None
    assert [item.name for item in found.aspects] == [aspect]


@pytest.mark.parametrize(
    ("question", "aspect", "direction"),
    [("how reliable is toyota compared to ford", "reliability", Direction.MORE),
     ("how expensive is a dog compared to a cat", "price", Direction.LESS)],
)  # fmt: skip
def test_an_adjective_asks_for_what_it_grades(parser: Parser, question: str, aspect: str, direction: Direction) -> None:
    found = parser.parse(question).comparison
    assert found is not None
    assert [(item.name, item.direction) for item in found.aspects] == [(aspect, direction)]


def test_whether_to_do_something_or_not_is_no_choice_between_things(parser: Parser) -> None:
    seen = parser.parse(
        "i have been thinking a lot lately about whether i should call my old friend from school or not"
    )
    assert seen.outcome == "not comparative"


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Is margarine as good as butter?", ["margarine", "butter"]),
        ("why pick flask over django", ["flask", "django"]),
        ("is rust worth learning over go", ["rust", "go"]),
        ("how much more expensive is an electric car than a petrol car", ["electric car", "petrol car"]),
        ("how much faster is an air fryer than an oven", ["air fryer", "oven"]),
        ("do chickens lay more eggs than ducks", ["chickens", "ducks"]),
        ("fresh or frozen vegetables", ["fresh vegetables", "frozen vegetables"]),
        ("goat vs sheep milk", ["goat milk", "sheep milk"]),
        ("Can I use olive oil instead of butter for baking?", ["olive oil", "butter"]),
        ("is there any point in using mysql over postgres", ["mysql", "postgres"]),
        ("is it worth upgrading from iphone 12 to iphone 15", ["iphone 12", "iphone 15"]),
        ("should i move from java to kotlin", ["java", "kotlin"]),
        ("comparison of gas and electric stoves", ["gas stoves", "electric stoves"]),
        ("rent or buy", ["rent", "buy"]),
        ("is an oled tv worth it over lcd?", ["oled tv", "lcd"]),
        ("best way to lose weight running or swimming", ["running", "swimming"]),
        ("do i need a dslr or is my phone enough", ["dslr", "phone"]),
        ("should my 7 year old learn judo or karate", ["judo", "karate"]),
        ("Python VS Java", ["Python", "Java"]),
        ("python vs.java", ["python", "java"]),
        ("python v java", ["python", "java"]),
        ("TEA OR COFFEE?", ["tea", "coffee"]),
        ("tea / coffee / juice", ["tea", "coffee", "juice"]),
        ("BMW 320d or Audi A4 2.0 TDI?", ["BMW 320d", "Audi A4 2.0 TDI"]),
        ("Simon and Garfunkel or The Beatles?", ["Simon and Garfunkel", "Beatles"]),
        ("I am 45 and my back hurts. I do not like gyms. Yoga or pilates?", ["Yoga", "pilates"]),
        ("is it healthier to drink tea or coffee in the morning", ["tea", "coffee"]),
        ("which is a better investment, gold or bitcoin?", ["gold", "bitcoin"]),
        ("are women worse drivers than men", ["women", "men"]),
        ("do cats or dogs live longer", ["cats", "dogs"]),
        ("Can a horse or a camel run longer?", ["horse", "camel"]),
        ("do apples or oranges have more vitamin c", ["apples", "oranges"]),
        ("What's healthier, butter or olive oil?", ["butter", "olive oil"]),
        ("oat or almond milk?", ["oat milk", "almond milk"]),
        ("Should I learn Rust or Go first?", ["Rust", "Go"]),
        ("I can't decide between a cat and a dog. Help!", ["cat", "dog"]),
        ("Do I need a DSLR or is a smartphone good enough?", ["DSLR", "smartphone"]),
        ("Is a manual toothbrush just as good as an electric one?", ["manual toothbrush", "electric toothbrush"]),
        ("Would you rather live in the city or the countryside?", ["city", "countryside"]),
        ("Is the PS4 or the Xbox One quieter?", ["PS4", "Xbox One"]),
        ("Which pet is better for busy people, a cat, a dog or a rabbit?", ["cat", "dog", "rabbit"]),
        ("Which one is better for kids, cats, dogs, or rabbits?", ["cats", "dogs", "rabbits"]),
        ("Is it cheaper to heat with wood or gas?", ["wood", "gas"]),
        ("Is it faster to travel by train or by plane?", ["train", "plane"]),
        ("Do induction hobs cook faster than gas?", ["induction hobs", "gas"]),
        ("Do cats sleep more than dogs?", ["cats", "dogs"]),
        ("When it comes to durability, leather or fabric?", ["leather", "fabric"]),
        ("What's the better first instrument for a child: piano or violin?", ["piano", "violin"]),
    ],
)
def test_things_are_compared_that_are_named(parser: Parser, question: str, names: list[str]) -> None:
    seen = parser.parse(question)
    assert seen.comparison is not None
    assert list(seen.comparison.names) == names
    assert seen.outcome == "comparison"


@pytest.mark.parametrize(
    "question",
    [
        "true or false",
        "to be or not to be",
        "how can i improve my english or french",
        "what does examination or reciprocity mean",
        "How do I delete an Instagram account without password or email?",
        "is caesar salad mexican or italian",
        "how long does it take for top coat to dry",
        "do aspirin or ibuprofen need a prescription",
    ],
)
def test_two_things_in_one_question_are_not_always_a_comparison(parser: Parser, question: str) -> None:
    assert parser.parse(question).outcome == "not comparative"


def test_a_shape_that_overrules_the_model_is_not_nearly_surely_wrong(parser: Parser) -> None:
    understood = parser.parse(".NET or Java")
    assert understood.comparative
    assert understood.probability > 0.5


@pytest.mark.parametrize(
    ("question", "names", "aspects", "context"),
    [
        ("Can you compare the climate of Spain and Portugal?", ["Spain", "Portugal"], ["climate"], None),
        ("Is it faster to fly or take the train from Paris to London?", ["fly", "take the train"], ["speed"],
         "from Paris to London"),
        ("android phones vs iphones security", ["android phones", "iphones"], ["security"], None),
        ("What's the difference in taste between Coke and Pepsi?", ["Coke", "Pepsi"], ["taste"], None),
        ("which weighs less, aluminium or carbon fibre", ["aluminium", "carbon fibre"], ["weight"], None),
        ("Is chess or Go harder to learn?", ["chess", "Go"], ["ease of learning"], None),
        ("Is Python more difficult to learn than Java?", ["Python", "Java"], ["ease of learning"], None),
        ("Does it make more sense to buy or to rent?", ["buy", "rent"], [], None),
        ("coffee or tea before a workout", ["coffee", "tea"], ["workout"], None),
        ("Lord of the Rings or Harry Potter", ["Lord of the Rings", "Harry Potter"], [], None),
        ("Is it worth upgrading from Windows 10 to Windows 11?", ["Windows 10", "Windows 11"], [], None),
    ],
)  # fmt: skip
def test_what_is_compared_by_and_the_way_between_places_are_no_names(
    parser: Parser, question: str, names: list[str], aspects: list[str], context: str | None
) -> None:
    found = parser.parse(question).comparison
    assert found is not None
    assert list(found.names) == names
    assert [aspect.name for aspect in found.aspects] == aspects
    assert found.context == context


def test_a_bare_superlative_asks_for_candidates(parser: Parser) -> None:
    assert parser.parse("cheapest electric car").outcome == "superlative"


def test_one_object_is_named_in_the_message(parser: Parser) -> None:
    seen = parser.parse("Is Python better?", overrule=True)
    assert seen.outcome == "too few objects"
    assert seen.message


def test_a_superlative_asks_for_candidates(parser: Parser) -> None:
    seen = parser.parse("What is the best programming language for beginners?")
    assert seen.outcome == "superlative"
    assert seen.comparison is not None
    assert seen.comparison.names == ("programming language",)


def test_sensitive_questions_cannot_be_overruled(parser: Parser) -> None:
    seen = parser.parse("Is it better to hang myself or take pills?", overrule=True)
    assert (seen.outcome, seen.comparison) == ("sensitive", None)


@pytest.mark.parametrize(
    ("question", "told"),
    [("", "An empty"), ("   ", "An empty"), ("\x00", "An empty"), ("?!", "without words"), ("🍕🍕🍕", "without words")],
)
def test_an_empty_question_and_one_without_words_are_bad_input(parser: Parser, question: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        parser.parse(question)


def test_a_question_that_is_too_long_is_bad_input(parser: Parser) -> None:
    with pytest.raises(BadInput, match=r"at most 1000\. Shorten it"):
        parser.parse("x" * 1001)


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=200))
def test_any_text_is_understood_or_refused_but_never_crashes(question: str) -> None:
    try:
        seen = make_parser(Settings()).parse(question)
    except BadInput:
        return
    assert seen.comparison is not None or seen.message


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("which is better a cat or a dog", "R1"),
        ("who is faster messi or ronaldo", "R2"),
        ("how do you spell color or colour", "R3"),
        ("what are the similarities between cats and dogs", "R4"),
        ("should i buy an apple or a pear", "R5"),
        ("how big is mars compared to earth", "R6"),
        ("advantages of gas over coal", "R7"),
        ("what are the best places in rome", "S1"),
        ("what is the difference between a hub and a switch", "R8"),
        ("how do you make better coffee", None),
        ("is it more or less finished", None),
    ],
)
def test_rules(question: str, rule: str | None) -> None:
    assert (matching(question) or matching(question, ("R8",))) == rule
