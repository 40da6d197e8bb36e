"""The parts under the models: windows, words, decoding, hashing."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from weigh.models import words
from weigh.models.batches import batches
from weigh.models.decode import best_path, entities
from weigh.models.hashing import rows_and_features
from weigh.models.stance_input import build


@given(st.integers(0, 80), st.integers(0, 80), st.integers(0, 80), st.integers(2, 40))
def test_the_window_keeps_both_markers_and_the_order(length: int, first: int, second: int, room: int) -> None:
    ids = list(range(100, 100 + length))
    offsets = [(2 * at, 2 * at + 1) for at in range(length)]
    tokens, one, other = build(ids, offsets, (2 * first, 2 * first + 1), (2 * second, 2 * second + 1), (1, 2), room)
    assert len(tokens) <= room
    assert tokens[one] == 1
    assert tokens[other] == 2
    rest = [token for token in tokens if token >= 100]
    assert rest == sorted(rest)


def test_objects_of_several_pieces_become_one_marker() -> None:
    tokens, one, other = build([7, 8, 9, 10], [(0, 3), (3, 6), (7, 9), (10, 12)], (0, 6), (10, 12), (1, 2), 10)
    assert (tokens, one, other) == ([1, 9, 2], 0, 2)


def test_names_are_kept_after_their_markers_where_a_teacher_wants_them() -> None:
    given_tokens = [7, 8, 9, 10], [(0, 3), (3, 6), (7, 9), (10, 12)], (0, 6), (10, 12), (1, 2)
    assert build(*given_tokens, 10, names=1) == ([1, 7, 9, 2, 10], 0, 3)
    assert build(*given_tokens, 10, names=2) == ([1, 7, 8, 9, 2, 10], 0, 4)


def test_words_are_those_of_the_data_with_their_places() -> None:
    question = "What's better: C++ or C#, e.g. for .NET?"
    found = words(question)
    assert [word for word, _, _ in found] == ["what", "s", "better", "c++", "or", "c#", "e", "g", "for", ".net"]
    assert all(question[start:end].lower() == word for word, start, end in found)


@given(st.text())
def test_words_of_any_text_stand_where_they_say(text: str) -> None:
    for word, start, end in words(text):
        assert text[start:end].lower() == word


def test_neighbours_overrule_an_unsure_word() -> None:
    chances = np.array([[0.1, 0.9], [0.52, 0.48], [0.1, 0.9]])
    assert best_path(chances, np.zeros((2, 2))) == [1, 0, 1]
    assert best_path(chances, np.array([[0.5, -0.5], [-0.5, 0.5]])) == [1, 1, 1]
    assert best_path(np.zeros((0, 2)), np.zeros((2, 2))) == []


def test_spans_are_neighbours_with_the_same_label() -> None:
    assert entities(["OBJ", "OBJ", "O", "OBJ", "ASP"]) == ["B-OBJ", "I-OBJ", "O", "B-OBJ", "B-ASP"]


@given(st.lists(st.integers(1, 6), max_size=40), st.integers(1, 5), st.integers(0, 12))
def test_batches_hold_every_text_once_and_one_length_each(lengths: list[int], size: int, room: int) -> None:
    found = batches(lengths, size, room)
    assert sorted(at for batch in found for at in batch) == list(range(len(lengths)))
    assert all(len(batch) <= size and len({lengths[at] for at in batch}) == 1 for batch in found)
    assert all(len(batch) == 1 or sum(lengths[at] for at in batch) <= room for batch in found)


@given(st.lists(st.text(max_size=60), min_size=1, max_size=8))
def test_hashed_features_of_a_text_do_not_depend_on_its_neighbours(texts: list[str]) -> None:
    rows, features, sizes = rows_and_features(texts, 1 << 12)
    assert len(sizes) == len(texts)
    for at, text in enumerate(texts):
        _, alone, size = rows_and_features([text], 1 << 12)
        assert sorted(features[rows == at]) == sorted(alone)
        assert sizes[at] == size[0]


def test_hashing_tells_texts_apart_and_ignores_case() -> None:
    _, one, _ = rows_and_features(["Tea or coffee"], 1 << 16)
    _, same, _ = rows_and_features(["tea OR coffee?"], 1 << 16)
    _, other, _ = rows_and_features(["tea and coffee"], 1 << 16)
    assert sorted(one) == sorted(same)
    assert sorted(one) != sorted(other)
