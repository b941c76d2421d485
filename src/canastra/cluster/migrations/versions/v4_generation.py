"""Version 4: the number of restores to an earlier state; see `canastra.server.storage.Database`."""

from __future__ import annotations

from alembic import op

revision = "4"
down_revision = "3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.execute("CREATE TABLE generation (number BIGINT NOT NULL)")
    op.execute("INSERT INTO generation VALUES (0)")
