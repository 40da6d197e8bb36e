"""The tables of the store. Migrations build them; a test keeps the two in step.

`answers` keeps every answer that has a permalink, `history` says which browser asked for which answer, and `feedback`
keeps what people said about answers. Rows carry the versions of Weigh, index and models that they were made with.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

answers = Table(
    "answers",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("fingerprint", String(64), nullable=False, unique=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("question", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("weigh_version", String(40), nullable=False),
    Column("index_version", String(200), nullable=False),
    Column("models", JSON, nullable=False),
)

history = Table(
    "history",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("browser", String(64), nullable=False),
    Column("answer_id", String(24), ForeignKey("answers.id", ondelete="CASCADE"), nullable=False),
    Column("asked", DateTime(timezone=True), nullable=False),
    Index("ix_history_browser_asked", "browser", "asked"),
)

feedback = Table(
    "feedback",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String(20), nullable=False, index=True),
    Column("created", DateTime(timezone=True), nullable=False, index=True),
    Column("answer_id", String(24), ForeignKey("answers.id", ondelete="SET NULL"), nullable=True),
    Column("question", Text, nullable=False),
    Column("content", JSON, nullable=False),
    Column("weigh_version", String(40), nullable=False),
    Column("index_version", String(200), nullable=False),
    Column("models", JSON, nullable=False),
)
