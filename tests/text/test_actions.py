"""Actions are known by their gerunds too."""

from __future__ import annotations

import pytest

from weigh.text.actions import with_gerunds
from weigh.types import Object


@pytest.mark.parametrize(
    ("names", "aliases"),
    [
        (("rent", "buy a home"), (("renting",), ("buying a home", "buying"))),
        (("renting", "buying a home"), ((), ("buying",))),
        (("fly", "drive to Chicago"), (("flying",), ("driving to Chicago", "driving"))),
        (("run", "drive"), (("running",), ("driving",))),
        (("fly", "take the train"), (("flying",), ("taking the train",))),
        (("play chess", "play cards"), (("playing chess",), ("playing cards",))),
        (("train", "drive"), ((), ())),
        (("Python", "Java"), ((), ())),
        (("", "walk"), ((), ())),
    ],
)
def test_gerunds_become_names_where_all_are_actions(
    names: tuple[str, ...], aliases: tuple[tuple[str, ...], ...]
) -> None:
    assert tuple(item.aliases for item in with_gerunds([Object(name) for name in names])) == aliases


def test_names_that_the_user_gave_stay_and_come_once() -> None:
    one, _ = with_gerunds([Object("Rent", ("Renting", "hiring")), Object("buy")])
    assert one.aliases == ("Renting", "hiring")
