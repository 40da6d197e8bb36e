"""Alembic's entry: runs the migrations on the connection that `weigh.store.database` hands over."""

from alembic import context

from weigh.store.tables import metadata

connection = context.config.attributes["connection"]
# Batch mode because SQLite cannot alter a column in place.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
