"""Names as the evidence writes them."""

from __future__ import annotations

import pytest

from weigh.text.aliases import with_aliases
from weigh.text.mentions import object_spans
from weigh.text.naming import shown_names
from weigh.types import Argument, Breakdown, Object, Sentence, Stance


def shown(names: tuple[str, ...], *texts: str) -> list[str]:
    objects = with_aliases([Object(name) for name in names])
    made = [
        Argument(n, Sentence(n, text, ()), ("a", "b"), Stance.FIRST, 0.9, 1.0, "", (),
                 tuple(object_spans(text, objects)), Breakdown(1, 1, 1, 1))
        for n, text in enumerate(texts, start=1)
    ]  # fmt: skip
    return [name.text for name in shown_names(names, made).values()]


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (("cat", "dog"), "For a flat a cat is easier than a dog.", ["cats", "dogs"]),
        (("cats", "dogs"), "For a flat a cat is easier than a dog.", ["cats", "dogs"]),
        (("train", "plane"), "By day the train is cheaper than the plane.", ["the train", "the plane"]),
        (("python", "java"), "I find Python easier than Java.", ["Python", "Java"]),
        (("cat", "dog", "hamster"), "For a flat a cat is easier than a dog.", ["cats", "dogs", "hamsters"]),
        (("cat", "dog", "goldfish"), "For a flat a cat is easier than a dog.", ["cats", "dogs", "goldfish"]),
        (("e-book", "paper book"), "Most e-books are cheaper than paper books.", ["e-books", "paper books"]),
        (("rabbit", "guinea pigs"), "Guinea pigs are calmer than a rabbit or so.", ["rabbits", "guinea pigs"]),
        (("iphones", "cars"), "To many an iPhone is dearer than a car.", ["iPhones", "cars"]),
        (("iphone", "nokia"), "To many an iPhone is dearer than a Nokia.", ["iPhone", "Nokia"]),
        (("postgres", "mysql"), "Many find PostgreSQL safer than MySQL.", ["PostgreSQL", "MySQL"]),
        (("bike", "bus"), "By day a bicycle is cheaper than a bus.", ["bicycles", "buses"]),
        (("wifi", "lan cable"), "As a rule Ethernet is faster than Wi-Fi.", ["Wi-Fi", "Ethernet"]),
        (("suv", "sedan"), "To many an SUV is safer than a sedan.", ["SUVs", "sedans"]),
        (("goldfish", "betta"), "To keep a goldfish is harder than a betta is.", ["goldfish", "bettas"]),
        (("nap", "coffee"), "For many a nap is better than a coffee.", ["naps", "coffee"]),
        (("js", "ts"), "Many find js simpler than ts.", ["js", "ts"]),
        (("contact lens", "glasses"), "In rain contact lenses are better than glasses.", ["contact lenses", "glasses"]),
    ],
)
def test_names_are_written_as_in_a_sentence(names: tuple[str, ...], text: str, expected: list[str]) -> None:
    assert shown(names, text, text) == expected


def test_one_article_beside_much_use_without_it_is_no_habit() -> None:
    power = "Solar power is cheaper than wind power."
    assert shown(("solar", "wind"), power, power, "Solar power is weak at night when the wind blows.") == [
        "solar",
        "wind",
    ]


def test_several_things_that_do_something_do_not_make_one_of_them_plural() -> None:
    objects = [Object("ford"), Object("chrysler")]
    text = "Ford, GM, and Chrysler are doing better in rural areas."
    made = Argument(1, Sentence(1, text, ()), ("ford", "chrysler"), Stance.FIRST, 0.9, 1.0, "", (),
                    tuple(object_spans(text, objects)), Breakdown(1, 1, 1, 1))  # fmt: skip
    assert not shown_names(("ford", "chrysler"), [made])["chrysler"].plural


def test_one_slip_of_the_pen_does_not_make_a_proper_name_plural() -> None:
    objects = [Object("ruby"), Object("java")]
    text = "Sometimes Ruby are a better choice than Java."
    made = Argument(1, Sentence(1, text, ()), ("ruby", "java"), Stance.FIRST, 0.9, 1.0, "", (),
                    tuple(object_spans(text, objects)), Breakdown(1, 1, 1, 1))  # fmt: skip
    assert not shown_names(("ruby", "java"), [made])["ruby"].plural
