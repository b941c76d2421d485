"""What Alembic runs: the migrations that a database lacks, inside the transaction of whoever asked for them."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
