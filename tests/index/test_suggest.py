"""Which things are suggested for comparison."""

from __future__ import annotations

from pathlib import Path

from weigh.index.suggest import Suggestions, SuggestionsWriter


def graph(folder: Path, certain: list[tuple[str, str]], seen: dict[tuple[str, str], int]) -> Suggestions:
    writer = SuggestionsWriter(folder)
    writer.add_certain(certain)
    writer.add(seen, upto=1)
    writer.close()
    return Suggestions(folder)


def names(found: Suggestions, name: str) -> list[str]:
    return [item.name for item in found.candidates(name, 10)]


def test_chance_finds_do_not_stand_beside_certain_pairs(tmp_path: Path) -> None:
    seen = {("accident risk", "car"): 1, ("car", "toy"): 1, ("car", "scooter"): 3}
    found = graph(tmp_path, [("car", "train"), ("car", "bicycle")], seen)
    assert names(found, "car") == ["bicycle", "train", "scooter"]
    assert found.complete("car", 1)[0].compared_with == ("bicycle", "train", "scooter")


def test_an_aspect_is_no_second_object_but_a_thing_seen_once_may_be(tmp_path: Path) -> None:
    found = graph(tmp_path, [], {("car", "accident risk"): 1, ("tram", "car"): 1, ("car", "price"): 1})
    assert names(found, "car") == ["tram"]
    assert [item.name for item in found.complete("acc", 5)] == []


def test_a_longer_name_of_something_known_is_left_out(tmp_path: Path) -> None:
    seen = {("Python", "Java"): 4, ("Python web applications", "Java"): 1, ("Java", "Kotlin"): 1, ("Kotlin", "Go"): 1,
            ("Go", "Python web applications"): 1, ("Go", "Kotlin"): 1}  # fmt: skip
    assert names(graph(tmp_path, [], seen), "java") == ["Python", "Kotlin"]


def test_singular_and_plural_are_one_suggestion(tmp_path: Path) -> None:
    assert names(graph(tmp_path, [("dog", "cat")], {("dogs", "Cats"): 2}), "dog") == ["cat"]
