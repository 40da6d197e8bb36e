"""Other names of well-known things."""

from __future__ import annotations

from weigh.text.aliases import with_aliases
from weigh.text.tokens import same_key
from weigh.types import Object


def test_a_known_thing_goes_by_its_other_names_too() -> None:
    one, other = with_aliases([Object("Postgres"), Object("MySQL")])
    assert one.aliases == ("postgresql",)
    assert other.aliases == ()


def test_plurals_and_given_names_count() -> None:
    bikes, car = with_aliases([Object("bikes", ("Bicycle",)), Object("car")])
    assert [same_key(name) for name in bikes.aliases] == ["bicycle"]
    assert car.aliases == ()


def test_a_word_that_is_written_in_two_ways_is_found_in_any_name() -> None:
    pan, wifi = with_aliases([Object("aluminum pan"), Object("wifi")])
    assert [same_key(name) for name in (*pan.aliases, *wifi.aliases)] == ["aluminium pan", "wi fi"]


def test_a_name_may_mean_something_beside_one_thing_that_it_does_not_beside_another() -> None:
    assert with_aliases([Object("gas"), Object("diesel")])[0].aliases == ("petrol",)
    assert with_aliases([Object("gas"), Object("induction")])[0].aliases == ()
    assert [item.aliases for item in with_aliases([Object("Mac"), Object("PC")])] == [("macos",), ("windows",)]


def test_two_names_of_one_thing_are_kept_apart_where_both_are_asked_about() -> None:
    assert [item.aliases for item in with_aliases([Object("petrol"), Object("gasoline")])] == [(), ()]
