"""Answers, history and feedback."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("weigh_version", sa.String(40), nullable=False),
        sa.Column("index_version", sa.String(200), nullable=False),
        sa.Column("models", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_answers"),
        sa.UniqueConstraint("fingerprint", name="uq_answers_fingerprint"),
    )
    op.create_table(
        "history",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("answer_id", sa.String(24), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_history"),
        sa.ForeignKeyConstraint(["answer_id"], ["answers.id"], name="fk_history_answer_id", ondelete="CASCADE"),
    )
    op.create_index("ix_history_browser_asked", "history", ["browser", "asked"])
    op.create_table(
        "feedback",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer_id", sa.String(24), nullable=True),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("weigh_version", sa.String(40), nullable=False),
        sa.Column("index_version", sa.String(200), nullable=False),
        sa.Column("models", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_feedback"),
        sa.ForeignKeyConstraint(["answer_id"], ["answers.id"], name="fk_feedback_answer_id", ondelete="SET NULL"),
    )
    op.create_index("ix_feedback_kind", "feedback", ["kind"])
    op.create_index("ix_feedback_created", "feedback", ["created"])


def downgrade() -> None:
    op.drop_table("feedback")
    op.drop_table("history")
    op.drop_table("answers")
