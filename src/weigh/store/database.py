"""Opens a database by URL and brings it to the newest form.

SQLite runs in WAL mode, so that readers never wait for the one writer. An up-to-date database is recognised without
loading Alembic, which would take a good part of the start-up time.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from weigh.errors import BadSetting, ExtraMissing, ServiceProblem

HEAD = "0001"
"""The newest migration; a test compares it with what Alembic finds."""

_MIGRATIONS = Path(__file__).parent / "migrations"
_PATIENCE = 15
"""Seconds that SQLite waits for others."""
_LOCK = 7_236_489_112
"""Any constant: the PostgreSQL advisory lock that keeps two starting servers from migrating at once."""


def connect(url: str) -> sa.Engine:
    """An engine for the URL; plain `postgresql://` means psycopg 3."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise BadSetting(
            "The setting 'database' is no database URL. Expected sqlite:///path/to/file.db or "
            "postgresql://user@host/name; its value is not repeated here because it may hold a password."
        ) from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadSetting(
            f"The setting 'database' names {parsed.get_backend_name()!r}; expected sqlite or postgresql. "
            "Change the URL."
        )
    try:
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        return sa.create_engine(parsed, pool_pre_ping=True, pool_size=5, max_overflow=5, hide_parameters=True)
    except ModuleNotFoundError:
        raise ExtraMissing("A PostgreSQL database", "postgres") from None


def _sqlite(url: sa.URL) -> sa.Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(url, hide_parameters=True, connect_args={"timeout": _PATIENCE})
    else:
        engine = sa.create_engine(
            "sqlite://", poolclass=sa.pool.StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
        )

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        _write_ahead(cursor)
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Switch to the write-ahead log; where servers start at once SQLite says "locked" here without waiting."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def revision(engine: sa.Engine) -> str | None:
    """The migration that the database stands at; None for an empty one."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        return found


def migrate(engine: sa.Engine, target: str = HEAD) -> None:
    """Up or down to a migration ("base" is the empty database)."""
    try:
        current = revision(engine)
    except sa.exc.OperationalError as error:
        where = engine.url.render_as_string(hide_password=True)
        raise ServiceProblem(
            f"The database {where} cannot be opened ({type(error.orig).__name__}). "
            "Start it or mend the setting 'database'."
        ) from None
    if current == target:
        return
    from alembic import command
    from alembic.config import Config

    if current is not None and current not in revisions():
        raise ServiceProblem(
            f"The database stands at migration {current!r}, which this version of Weigh does not know. "
            "It was written by a newer version: update Weigh, or name another database."
        )
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config(attributes={})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        down = target == "base" or (current is not None and target < current)
        (command.downgrade if down else command.upgrade)(config, target)


def revisions() -> list[str]:
    """All migrations, oldest first."""
    return sorted(path.name.split("_")[0] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))
