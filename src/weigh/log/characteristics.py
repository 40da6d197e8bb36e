"""Question characteristics of the argumentative-questions paper: what the surface of a question shows, by patterns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from weigh.log.wordlists import sections
from weigh.text.tokens import words

CHARACTERISTICS = (
    "yes/no",
    "prediction",
    "comparison",
    "personal pronoun",
    "question word",
    "why",
    "how",
    "how much/many",
    "how much/many: money",
    "how much/many: people",
    "how much/many: time",
)


@cache
def _lists() -> dict[str, frozenset[str]]:
    return {name: frozenset(" ".join(items).split()) for name, items in sections("characteristics.txt").items() if name}


def characteristics(question: str, *, comparison: bool) -> tuple[str, ...]:
    """The characteristics of a question. `comparison` is whether a perfect-precision rule calls it comparative."""
    return characteristics_of(words(question), comparison=comparison)


def characteristics_of(words_of: Sequence[str], *, comparison: bool) -> tuple[str, ...]:
    """The same for a question that is split into words already."""
    found = [word for word in words_of if word not in ("t", "s")]
    if not found:
        return ()
    lists = _lists()
    result = []
    if found[0] in lists["yes no"] or found[0] + "t" in lists["yes no"]:
        result.append("yes/no")
    if _future(found):
        result.append("prediction")
    if comparison:
        result.append("comparison")
    if _personal(found):
        result.append("personal pronoun")
    if found[0] in lists["wh"]:
        result.append("question word")
    if found[0] == "why":
        result.append("why")
    if found[0] == "how":
        result += _how(found)
    return tuple(result)


def _future(found: Sequence[str]) -> bool:
    """The first verb is "will", or it is "is going to"."""
    lists = _lists()
    for at, word in enumerate(found[:12]):
        if word in lists["future"]:
            return True
        if word in lists["other verbs"]:
            return "going" in found[at + 1 : at + 5] and "to" in found[at + 2 : at + 6]
    return False


def _personal(found: Sequence[str]) -> bool:
    lists = _lists()
    if lists["personal"].isdisjoint(found):
        return False
    return any(
        word in lists["personal"] and not (at and found[at - 1] in lists["not subject"])
        for at, word in enumerate(found)
    )


def _how(found: Sequence[str]) -> list[str]:
    if found[1:2] not in (["much"], ["many"], ["long"]):
        return ["how"]
    rest = set(found[1:])
    # The paper's counts are for quantities; "how long" is one of time.
    kinds = [name for name in ("money", "people", "time") if rest & _lists()[name]]
    if found[1] == "long":
        kinds = ["time"]
    return ["how much/many", *(f"how much/many: {name}" for name in kinds)]
