"""Reading who is said to be how, compared with whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.text.frames import Frame, read
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Object

PAIR = (Object("Python"), Object("Java"))


def frame(text: str) -> Frame | None:
    tokens = tokenize(text)
    return read(text, tokens, object_spans(text, PAIR, tokens))


@pytest.mark.parametrize(
    ("text", "favoured", "aspect"),
    [
        ("Python is easier to learn than Java.", "Python", "ease of learning"),
        ("Java is slower to start than Python.", "Python", "speed"),
        ("Java is not cheaper than Python.", "Python", "price"),
        ("Java is less expensive than Python.", "Java", "price"),
        ("It is easier to read Python than Java.", "Python", "ease"),
        ("Python is better than Java.", "Python", None),
        ("Python is inferior to Java in every way.", "Java", None),
        ("Java uses more memory than Python.", "Python", "memory use"),
        ("Python has better support than Java.", "Python", "support"),
        ("Python usually needs far fewer lines than Java.", "Python", None),
        ("Java takes more room than Python.", "Python", None),
        ("Python needs less memory than Java.", "Python", "memory use"),
        ("Java can do many things faster than Python.", "Java", "speed"),
        ("Java won by innovating faster than Python.", "Java", "speed"),
        ("Java can't run faster than Python.", "Python", "speed"),
        ("There is no doubt that Java is faster than Python.", "Java", "speed"),
        ("Java lasts longer than Python.", "Java", "durability"),
        ("Java is faster then Python.", "Java", "speed"),
        ("Malware is more common on Java than on Python.", "Python", "security"),
        ("The risk of a leak is higher in Java than in Python.", "Python", "safety"),
        ("Python has fewer bugs than Java.", "Python", "reliability"),
        ("Java crashes more often than Python.", "Python", "reliability"),
        ("Java is more likely to crash than Python.", "Python", "reliability"),
        ("Java is more error-prone than Python.", "Python", None),
        ("Python is more bug-free than Java.", "Python", "reliability"),
        ("You write less code in Python than in Java.", "Python", None),
        ("The volume of waste is smaller from Python than from Java.", "Python", None),
        ("Dry air makes Java more tiring than Python.", "Python", None),
        ("Python uses far less power than Java.", "Python", "energy use"),
        ("Java draws more power than Python.", "Python", "energy use"),
        ("Python does not use as much power as Java.", "Python", "energy use"),
        ("Idle power is lower for Python than for Java.", "Python", "energy use"),
        ("Python has more power than Java.", "Python", "power"),
        ("Java uses more battery than Python.", "Python", "battery life"),
        ("Python burns more calories than Java.", "Python", "calorie burn"),
        ("Python burns fewer calories than Java.", "Java", "calorie burn"),
        ("Python boots more than two times faster than Java.", "Python", "speed"),
        ("Java rusts more quickly than Python.", "Python", None),
        ("Python rusts more slowly than Java.", "Python", None),
        ("Java is now falling faster than Python.", "Python", None),
        ("Emissions per head are lower with Python than with Java.", "Python", "environment"),
        ("The price is higher for Java than for Python.", "Python", "price"),
        ("Python is less often the target of malware than Java.", "Python", "security"),
        ("In cold regions Python loses less range than Java.", "Python", None),
        ("Files in Java take more storage than files in Python.", "Python", None),
        ("Older Java engines used more fuel than Python.", "Python", "fuel economy"),
        ("Java is harder on a sensitive stomach than Python.", "Python", None),
        ("Python has a larger ecosystem than Java.", "Python", "libraries"),
        ("Python has a much smaller climate footprint than Java.", "Python", "environment"),
        ("Python is hardier than Java in rain and cold.", "Python", "hardiness"),
        ("Python is not only faster than Java but also cheaper.", "Python", "speed"),
        ("Python is not as fast as Java.", "Java", "speed"),
        ("Python isn't nearly as fast as Java.", "Java", "speed"),
        ("Python is nowhere near as fast as Java.", "Java", "speed"),
        ("Java is not so easy to learn as Python.", "Python", "ease of learning"),
        ("Java does not last as long as Python.", "Python", "durability"),
        ("Java is three times as expensive as Python.", "Python", "price"),
        ("Java is half as expensive as Python.", "Java", "price"),
        ("Python does not need as much memory as Java.", "Python", "memory use"),
        ("Python does not have as many libraries as Java.", "Java", "libraries"),
        ("Python burns roughly twice as many calories a minute as Java.", "Python", "calorie burn"),
        ("Python does not taste as good as Java.", "Java", "taste"),
        ("Python is not as good for numerical work as Java.", "Java", None),
        ("Python is not as bad as Java.", "Python", None),
        ("Python does not wear out as quickly as Java.", "Python", None),
        ("Java crashes twice as often as Python.", "Python", None),
        ("Java raises cholesterol and leads to higher blood sugar than Python.", "Python", "health"),
        ("Java causes more heartburn than Python.", "Python", "health"),
    ],
)
def test_common_shapes_are_read(text: str, favoured: str, aspect: str | None) -> None:
    found = frame(text)
    assert found is not None
    assert (found.favoured, found.aspect) == (favoured, aspect)


@pytest.mark.parametrize(
    "text",
    [
        "Python and Java are languages.",
        "Java is older than C.",
        "Python rules.",
        "",
        "Python is as fast as Java.",
        "Python is almost as fast as Java.",
        "Python is not just as fast as Java but also cheaper.",
        "Python is not twice as fast as Java.",
        "Python does not matter as long as Java runs.",
        "Python does not have as much memory as Java.",
        "Python is not as hard as Java.",
    ],
)
def test_other_sentences_have_no_frame(text: str) -> None:
    assert frame(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Java is bigger than Python.",
        "Java supports more memory than Python.",
        "Java plays more old films than Python.",
        "Java is harder than Python.",
        "Java was harder hit than Python.",
        "Java catches more errors than Python.",
        "Java lowers monthly costs more than Python can.",
        "These minerals are more common on Java than on Python.",
        "Java commands a higher price than Python.",
        "Java is as fast, if not faster, than Python.",
    ],
)
def test_whether_it_is_better_is_not_always_known(text: str) -> None:
    found = frame(text)
    assert found is not None
    assert found.favoured is None


def test_a_denial_tells_of_no_aspect() -> None:
    found = frame("Packaging is not simpler in Python than in Java.")
    assert found is not None
    assert (found.favoured, found.told) == ("Java", None)


def test_a_denial_with_as_tells_of_its_aspect() -> None:
    found = frame("Python is not as fast as Java.")
    assert found is not None
    assert (found.told, found.direct, found.leaves_open) == ("speed", True, False)


def test_a_negation_of_something_else_denies_nothing() -> None:
    found = frame("Support for Java isn't the best, but certainly better than Python.")
    assert found is not None
    assert not found.negated


def test_what_two_things_are_both_compared_against_are_not_compared_with_each_other() -> None:
    assert frame("Ruby is faster than Python and easier to read than Java.") is None


def test_only_what_is_said_of_the_object_itself_is_direct() -> None:
    plain, of_something = (
        frame("Python is much cheaper than Java."),
        frame("The price of Python is lower than that of Java."),
    )
    assert plain is not None
    assert plain.direct
    assert of_something is not None
    assert not of_something.direct


@pytest.mark.parametrize(
    "text",
    [
        "Python is faster than Java in most benchmarks.",
        "Python is more expensive to keep than Java.",
        "Python uses far less memory than Java for the same job.",
        "Taxes make Python more expensive than Java.",
        "Many people find Python more fun than Java.",
        "Python is generally rated more reliable than Java.",
        "Python engines are quieter and smoother than Java.",
        "Python causes far fewer greenhouse gas emissions per head than Java.",
        "Python costs less than Java.",
        "Python lasts longer than Java.",
        "Running costs are lower for Python than for Java.",
        "For beginners Python is cheaper than Java.",
    ],
)
def test_an_aspect_is_the_objects_own_where_it_is_or_has_so_much_of_it(text: str) -> None:
    found = frame(text)
    assert found is not None
    assert found.of_itself


@pytest.mark.parametrize(
    "text",
    [
        "Calling C libraries is cheaper from Python than from Java.",
        "Spare parts for a Python are often cheaper than those for a Java.",
        "Default settings of early Python versions were less safe than those of Java.",
        "Python learns tricks faster than Java.",
        "Python compiles much faster than Java.",
        "Python handles short connections more cheaply than Java.",
        "Parsing Python is usually faster than parsing Java.",
        "Making a new Python takes more energy than making Java.",
        "Python has more agile climbers than Java.",
        "Python offers more storage engines than Java.",
        "Python has better support for some old tools than Java.",
        "Python is easier to tame than Java.",
        "Python is quicker to put on than Java.",
        "Concurrency is simpler in Python than in Java.",
    ],
)
def test_an_aspect_of_something_near_the_object_is_not_its_own(text: str) -> None:
    found = frame(text)
    assert found is not None
    assert not found.of_itself


@pytest.mark.parametrize(
    ("text", "narrow"),
    [
        ("In heavy traffic Python is quicker than Java.", True),
        ("For small sites, Python is cheaper than Java.", True),
        ("The old Python is cheaper than Java for small sites.", False),
    ],
)
def test_a_sentence_that_first_says_where_it_holds_is_narrow(text: str, narrow: bool) -> None:
    found = frame(text)
    assert found is not None
    assert found.narrow is narrow


def test_what_a_next_clause_names_is_not_compared_against() -> None:
    assert frame("Boarding makes Python slower than it looks, whereas Java is ready in minutes.") is None


@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    frame(f"Python {text} than Java")
    frame(f"Python is not as {text} as Java")
