"""Recipes: what a caller changes is known to the task and of the right type."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from weigh.cli.train import parse_changes
from weigh.errors import BadInput
from weigh.train.recipe import Recipe, read_recipe

TASKS = ("answers", "identify", "kinds", "label", "stance")
DOCS = Path(__file__).parents[2] / "docs"


def test_recipe_changes_are_read_as_values() -> None:
    assert parse_changes(["epochs=3", "rate=5e-5", "layers=[0, 5]"]) == {"epochs": 3, "rate": 5e-5, "layers": [0, 5]}
    with pytest.raises(BadInput, match="epochs"):
        parse_changes(["epochs 3"])


def test_without_changes_a_recipe_is_what_its_file_and_the_defaults_say() -> None:
    read = read_recipe("kinds", {})
    assert (read.epochs, read.batch, read.patience, read.layers) == (8, 16, Recipe().patience, None)
    assert read.options == {"others": 1000, "trust": 0.7, "frozen": 0, "init": []}


def test_changes_take_the_place_of_what_the_file_says() -> None:
    changes = {"epochs": 3, "rate": 1, "layers": [0, 5], "half": True, "easy": 1, "init": "shipped", "fold": [2, 4]}
    read = read_recipe("identify", changes)
    assert (read.epochs, read.rate, read.layers, read.half) == (3, 1.0, (0, 5), True)
    assert (read.options["easy"], read.options["init"], read.options["fold"]) == (1.0, ["shipped"], [2, 4])
    assert read_recipe("answers", {"layers": []}).layers is None


@pytest.mark.parametrize(
    ("task", "name", "nearest"),
    [
        ("identify", "epohs", "epochs"), ("stance", "around", "around_than"), ("kinds", "other", "others"),
        ("label", "frosen", "frozen"), ("answers", "trnk", "trunk"), ("stance", "options", ".*"),
    ],
)  # fmt: skip
def test_a_name_that_the_recipe_has_not_is_refused_with_the_nearest_that_it_has(
    task: str, name: str, nearest: str
) -> None:
    with pytest.raises(BadInput, match=f"{task} has no '{name}'.* is '{nearest}'"):
        read_recipe(task, {name: 3})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("epochs", 2.5, "a whole number"), ("epochs", True, "a whole number"), ("rate", "fast", "a number"),
        ("rate", False, "a number"), ("half", 1, "true or false"), ("alone", "yes", "true or false"),
        ("layers", 3, "a list"), ("fold", 2, "a list"), ("trust", [0.5], "a number"), ("init", {"run": 1}, "a list"),
    ],
)  # fmt: skip
def test_a_value_of_another_type_than_the_default_is_refused(name: str, value: Any, expected: str) -> None:
    with pytest.raises(BadInput, match=f"{name} .*Expected {expected}"):
        read_recipe("identify", {name: value})


def test_every_change_that_the_documents_tell_of_is_known() -> None:
    read = 0
    for page in DOCS.glob("*.md"):
        text = re.sub(r" *\\\n *", " ", page.read_text(encoding="utf-8")).replace(", …]", "]").replace("[…]", "[]")
        for task, line in re.findall(rf"^ +weigh train ({'|'.join(TASKS)}) (.*)$", text, re.M):
            words = shlex.split(line, comments=True)
            read_recipe(task, parse_changes([words[at + 1] for at, word in enumerate(words) if word == "--set"]))
            read += 1
    assert read > 20
