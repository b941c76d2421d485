"""Version 2: people, lobby, talk, moderation and tournaments, as `canastra.server.storage.tables` has them."""

from __future__ import annotations

from alembic import op

from canastra.server.storage.tables import METADATA, commands, events, logs, snapshots

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    of_version_1 = {logs, events, commands, snapshots}
    wanted = [each for each in METADATA.sorted_tables if each not in of_version_1]
    METADATA.create_all(op.get_bind(), wanted, checkfirst=False)
