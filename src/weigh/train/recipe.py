"""How to train: a task's configuration file (`config`), with the changes that the caller makes."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from importlib.resources import files
from typing import Any

from weigh.errors import BadInput

_EXPECTED = {bool: "true or false", int: "a whole number", float: "a number", str: "text", list: "a list"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train: read from the task's configuration file, overridable on the command line.

    Weights are shipped in steps of their spread divided by `grain`, word vectors by `words_grain`; nought stands for
    steps as fine as int8 allows. A small grain makes small files, and is learnt with.
    """

    epochs: int = 3
    batch: int = 32
    rate: float = 1e-4
    head_rate_factor: float = 5.0
    weight_decay: float = 0.01
    warm_up: float = 0.1
    dropout: float = 0.1
    layers: tuple[int, ...] | None = None
    patience: int = 99
    rate_decay_by_layer: float = 1.0
    average_weights: float = 0.0
    keep: bool = False
    half: bool = False
    grain: float = 0.0
    words_grain: float = 0.0
    options: dict[str, Any] = field(default_factory=dict)


def read_recipe(task: str, changes: dict[str, Any]) -> Recipe:
    """The task's configuration file with the caller's changes, whose names and types must be known there."""
    text = (files("weigh.train") / "config" / f"{task}.toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    defaults = {one.name: one.default for one in fields(Recipe) if one.name != "options"}
    values: dict[str, Any] = defaults | {"layers": []} | read["recipe"]
    options: dict[str, Any] = read["options"]
    for name, value in changes.items():
        part = options if name in options else values
        part[name] = _changed(task, name, value, values | options)
    return Recipe(**values | {"layers": tuple(values["layers"]) or None}, options=options)


def _changed(task: str, name: str, value: Any, known: dict[str, Any]) -> Any:
    """The value that a change gives to a name: a whole number may stand for a number, and text for a list of one."""
    if name not in known:
        (nearest,) = get_close_matches(name, known, 1, cutoff=0)
        raise BadInput(
            f"The recipe of {task} has no {name!r}. The nearest name that it has is {nearest!r}; "
            f"all of them: {', '.join(sorted(known))}."
        )
    default = known[name]
    if isinstance(default, float) and type(value) is int:
        return float(value)
    if isinstance(default, list) and isinstance(value, str):
        return [value]
    if type(value) is not type(default):
        raise BadInput(f"{name} of the recipe got {value!r}. Expected {_EXPECTED[type(default)]}, as {default!r}.")
    return value
