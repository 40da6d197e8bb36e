"""Answers, history and feedback on both databases: nothing that was stored gets lost or mixed up."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from weigh.errors import BadSetting, ServiceProblem
from weigh.store import (
    ArgumentFeedback,
    LabelFeedback,
    Store,
    SummaryFeedback,
    VerdictFeedback,
    versions_of,
)
from weigh.store.database import HEAD, connect, migrate, revision, revisions
from weigh.store.tables import metadata
from weigh.types import Stance

from .examples import example_answer


def test_an_answer_comes_back_as_it_was(store: Store) -> None:
    answer = example_answer()
    stored = store.answer(store.save(answer))
    assert stored is not None
    assert stored.answer == answer
    assert datetime.now(UTC) - stored.created < timedelta(minutes=1)


def test_the_same_answer_made_faster_keeps_its_permalink(store: Store) -> None:
    assert store.save(example_answer(seconds=0.1)) == store.save(example_answer(seconds=9.9))
    assert store.save(example_answer()) != store.save(example_answer("tea or coffee?"))


def test_many_threads_that_store_the_same_answer_get_one_id(store: Store) -> None:
    ids: list[str] = []
    threads = [threading.Thread(target=lambda: ids.append(store.save(example_answer()))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ids) == 8
    assert len(set(ids)) == 1


def test_an_unknown_id_gives_nothing(store: Store) -> None:
    assert store.answer("nothing' OR 1=1 --") is None
    assert store.answer("a\x00b") is None


def test_history_is_newest_first_and_of_this_browser_only(store: Store) -> None:
    first, second = store.save(example_answer("tea or coffee?")), store.save(example_answer("coffee or tea?"))
    store.remember("me", first)
    store.remember("me", second)
    store.remember("me", first)
    store.remember("you", second)
    assert [entry.question for entry in store.history("me")] == ["tea or coffee?", "coffee or tea?"]
    assert store.forget("me", store.history("you")[0].id) == 0
    assert store.forget("me") == 2
    assert store.history("me") == ()
    assert len(store.history("you")) == 1
    assert store.answer(first) is not None


def test_a_browser_token_is_not_readable_in_the_database(store: Store) -> None:
    store.remember("very-secret-token", store.save(example_answer()))
    with store.engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT * FROM history")).all()
    assert "very-secret-token" not in repr(rows)


def test_every_kind_of_feedback_comes_back_with_versions_and_time(store: Store) -> None:
    answer = example_answer()
    id = store.save(answer)
    given_feedback = [
        VerdictFeedback(True, said=False),
        LabelFeedback(("tea", "coffee"), ("health",)),
        ArgumentFeedback("Tea beats coffee.", ("tea", "coffee"), Stance.SECOND, said=Stance.FIRST, argument=1),
        SummaryFeedback("Tea wins [1].", ("Tea beats coffee.",), useful=True, fluent=None),
    ]
    for item in given_feedback:
        store.add_feedback(item, question="q", answer_id=id, versions=versions_of(answer))
    kept = list(store.feedback())
    assert [item.feedback for item in kept] == given_feedback
    assert kept[0].versions == versions_of(answer)
    assert [item.feedback for item in store.feedback("labels")] == given_feedback[1:2]
    assert list(store.feedback(since=datetime.now(UTC) + timedelta(hours=1))) == []


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(alphabet=st.characters(codec=None), max_size=60))
def test_any_text_can_be_stored_in_feedback_and_answers(store: Store, text: str) -> None:
    number = store.add_feedback(ArgumentFeedback(text, (text, "b"), Stance.NONE), question=text)
    kept = [item for item in store.feedback("argument") if item.id == number]
    assert len(kept) == 1
    if "\x00" not in text and text.isprintable():
        assert kept[0].question == text
    stored = store.answer(store.save(example_answer(question=text, text=text or "x")))
    assert stored is not None
    assert stored.answer.understanding.question == text


def test_migrations_go_up_and_down_and_match_the_tables(database: str) -> None:
    engine = connect(database)
    assert revision(engine) is None
    migrate(engine)
    assert revision(engine) == HEAD == revisions()[-1]
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    migrate(engine, "base")
    assert set(sa.inspect(engine).get_table_names()) <= {"alembic_version"}
    migrate(engine)
    assert {"answers", "history", "feedback"} <= set(sa.inspect(engine).get_table_names())
    engine.dispose()


def test_two_servers_that_start_at_once_migrate_once(database: str) -> None:
    problems: list[BaseException] = []

    def start() -> None:
        try:
            Store(database).close()
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_sqlite_runs_in_wal_mode(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path / 'w.db'}").close()
    with sqlite3.connect(tmp_path / "w.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_database_of_a_newer_version_is_refused_with_advice(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'w.db'}"
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(ServiceProblem, match="newer version"):
        Store(url)


def test_a_wrong_url_is_refused_without_repeating_its_password() -> None:
    for url in ("nonsense pa55word", "mysql://me:pa55word@host/db"):
        with pytest.raises(BadSetting) as caught:
            connect(url)
        assert "pa55word" not in str(caught.value)


def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(ServiceProblem) as caught:
        Store("postgresql://me:pa55word@127.0.0.1:1/none?connect_timeout=2")
    assert "pa55word" not in str(caught.value)
    assert "127.0.0.1" in str(caught.value)
