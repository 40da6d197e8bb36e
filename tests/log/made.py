"""Labelled questions made from patterns, so that the suite needs no data: some easy to classify, some hard on purpose."""

from __future__ import annotations

import random
from itertools import product

THINGS = (
    "python", "java", "canon", "nikon", "tea", "coffee", "diesel", "petrol", "cats", "dogs", "linux", "windows", "oak", "pine",
    "bus", "train", "gas", "induction", "wool", "cotton", "skiing", "snowboarding", "rome", "paris", "iphone", "android",
)  # fmt: skip
EASY = (
    "Which is better, {a} or {b}?",
    "what is the difference between {a} and {b}",
    "Is {a} cheaper than {b}?",
    "should i buy {a} or {b}",
    "Why is {a} better than {b} for beginners?",
)
HARD = (
    "how does {a} stack up against {b} these days",
    "{a} instead of {b}: is it worth the switch?",
    "do experts rate {a} above {b}",
    "is {a} what {b} used to be",
)
PLAIN = (
    "when was {a} first mentioned in {b}",
    "how do i get from {a} to {b} on foot",
    "who invented {a} and where is {b} from",
    "what does {a} mean in the book about {b}",
    "how many people in {b} know {a}",
    "can {a} cause problems with {b}",
    "where can i find {a} near {b}",
)


def labelled(seed: int = 1) -> list[tuple[str, bool]]:
    """Some three thousand different questions with their label, shuffled."""
    pairs = [(a, b) for a, b in product(THINGS, THINGS) if a != b]
    chance = random.Random(seed)
    rows = [(pattern.format(a=a, b=b), True) for pattern in (*EASY, *HARD) for a, b in chance.sample(pairs, 110)]
    rows += [(pattern.format(a=a, b=b), False) for pattern in PLAIN for a, b in chance.sample(pairs, 300)]
    chance.shuffle(rows)
    return rows
