"""Cleaning: each rule at its limit and one beyond, and the same result however the users are divided."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.errors import BadInput
from weigh.log.clean import clean_partition
from weigh.log.entries import NO_TIME, NO_USER, Entry, normal_form, read_time, user_key
from weigh.log.options import CleaningRules
from weigh.log.questions import Genuine, question_like

START = 1_735_689_600  # 2025-01-01
GENUINE = Genuine()


def _clean(entries: list[Entry], **rules: object) -> tuple[list[str], Counter[str], Counter[str]]:
    kept, removed = clean_partition(lambda: entries, CleaningRules(**rules), GENUINE)  # type: ignore[arg-type]
    return [entry.text for entry, _ in kept], removed.entries, removed.users


def _asks(user: int, count: int, every: int, text: str = "what is number {n}") -> list[Entry]:
    return [Entry(user, START + every * n, n, text.format(n=n)) for n in range(count)]


@pytest.mark.parametrize(
    ("rule", "fine", "too_many"),
    [
        ("per-year", _asks(1, 2_000, 3_600, "{n} what is that"), _asks(1, 2_001, 3_600, "{n} what is that")),
        ("per-minute", _asks(1, 5, 11), _asks(1, 6, 11)),
        ("mean-words", _asks(1, 6, 600, "what {n}" + " is" * 18), _asks(1, 6, 600, "what {n}" + " is" * 19)),
        (
            "same-start",
            _asks(1, 49, 600, "what is the translation of {n}"),
            _asks(1, 50, 600, "what is the translation of {n}"),
        ),
    ],
)
def test_a_user_is_a_bot_just_beyond_each_limit(rule: str, fine: list[Entry], too_many: list[Entry]) -> None:
    texts, entries, users = _clean(fine)
    assert len(texts) == len(fine)
    assert not any(users.values())
    texts, entries, users = _clean(too_many)
    assert texts == []
    assert users[rule] == 1
    assert entries[rule] == len(too_many)
    assert sum(entries.values()) == len(too_many)
    texts, _, users = _clean(too_many, off=frozenset({rule}))
    assert len(texts) == len(too_many)
    assert users[rule] == 0


def test_six_questions_in_sixty_seconds_sharp_are_not_within_a_minute() -> None:
    assert len(_clean(_asks(1, 6, 12))[0]) == 6


def test_over_the_years_the_limit_counts_each_year_by_itself() -> None:
    two_years = [Entry(1, START + n * 20_000, n, f"{n} what is that") for n in range(3_000)]
    assert len(_clean(two_years)[0]) == 3_000


def test_only_consecutive_duplicates_of_the_same_user_go_whatever_the_writing() -> None:
    entries = [
        Entry(1, START, 0, "What is tea?"),
        Entry(1, START + 90, 1, "what is the TEA"),
        Entry(1, START + 180, 2, "what is coffee"),
        Entry(1, START + 270, 3, "what is tea"),
        Entry(2, START + 91, 4, "what is tea"),
    ]
    texts, removed, _ = _clean(entries)
    assert texts == ["What is tea?", "what is coffee", "what is tea", "what is tea"]
    assert removed["duplicates"] == 1


def test_entries_without_user_are_never_bots_nor_duplicates() -> None:
    entries = [Entry(NO_USER, START + n, n, "what is tea") for n in range(3_000)]
    assert len(_clean(entries)[0]) == 3_000


def test_a_log_without_times_still_finds_bots_by_number_and_start() -> None:
    entries = [Entry(1, NO_TIME, n, f"what is the translation of {n}") for n in range(60)]
    assert _clean(entries)[2]["same-start"] == 1


def test_a_rule_that_does_not_exist_or_has_no_sense_is_refused() -> None:
    with pytest.raises(BadInput, match="There is no cleaning rule bots"):
        CleaningRules(frozenset({"bots"}))
    with pytest.raises(BadInput, match="above zero"):
        CleaningRules(per_year=0)


asked = st.tuples(
    st.integers(1, 6),
    st.integers(0, 400),
    st.sampled_from(["what is tea", "What is tea?", "who is bob", "how i met your mother", "how to cook"]),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(asked, max_size=60), st.integers(2, 5))
def test_dividing_users_into_parts_changes_nothing(rows: list[tuple[int, int, str]], parts: int) -> None:
    entries = [Entry(user, START + at, order, text) for order, (user, at, text) in enumerate(rows)]
    whole, removed, users = _clean(entries)
    together: list[str] = []
    entries_removed: Counter[str] = Counter()
    users_removed: Counter[str] = Counter()
    for part in range(parts):
        texts, some, of = _clean([entry for entry in entries if entry.user % parts == part])
        together += texts
        entries_removed.update(some)
        users_removed.update(of)
    assert sorted(together) == sorted(whole)
    assert (entries_removed, users_removed) == (removed, users)
    assert len(whole) + sum(removed.values()) == len(entries)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("which is better tea or coffee", True),
        ("What's up with that", True),
        ("iphone battery replacement?", True),
        ("laptop how to clean screen", True),
        ("is it safe", True),
        ("in which year did he die", True),
        ("can opener", False),
        ("weather berlin tomorrow", False),
        ("facebook login", False),
        ("what", False),
        ("", False),
    ],
)
def test_question_like_entries_are_told_by_their_form(text: str, expected: bool) -> None:
    assert question_like(text) is expected


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("what is a small river crossword clue", "crossword"),
        ("What flows through Paris (5)", "crossword"),
        ("what is ____ in a church", "crossword"),
        ("Name something people lose?", "quiz"),
        ("How I Met Your Mother", "titles"),
        ("how i met your mother watch online", "titles"),
        ("what's eating gilbert grape?", "titles"),
        ("what does the fox say lyrics", "titles"),
        ("how did i meet your mother in the story", None),
        ("which is better, crosswords or sudoku in 5 words", "crossword"),
        ("what is the name of the capital of peru", None),
        ("does my church have to be a 501(c)(3)?", None),
    ],
)
def test_entries_that_are_no_genuine_questions_are_told_by_the_lists(text: str, rule: str | None) -> None:
    assert GENUINE.why_not(text, normal_form(text)) == rule


def test_user_ids_are_hashed_with_the_salt_and_an_empty_one_is_nobody() -> None:
    assert user_key("ann", b"salt") == user_key("ann", b"salt") != user_key("ann", b"other")
    assert user_key("ann", b"salt") != user_key("bob", b"salt")
    assert user_key("", b"salt") == NO_USER


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2025-01-01T00:00:00Z", START),
        ("2025-01-01 00:00:00", START),
        ("2025-01-01", START),
        ("2025-01-01T01:00:00+01:00", START),
        (str(START), START),
        (f"{START}123", START),
        (f"{START}.5", START),
        ("yesterday", None),
        ("", None),
        ("17", None),
        ("nan", None),
    ],
)
def test_times_are_read_in_the_usual_forms(text: str, seconds: int | None) -> None:
    assert read_time(text) == seconds


@given(st.text(max_size=30))
def test_reading_any_text_as_a_time_never_fails(text: str) -> None:
    assert read_time(text) is None or isinstance(read_time(text), int)
