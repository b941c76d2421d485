"""Version 5: the events with which people sat down, by person, so that a deleted person's name is found.

Only these events are in the index, and only for them it is looked into the text.
"""

from __future__ import annotations

from alembic import op

revision = "5"
down_revision = "4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index."""
    op.execute(
        """
        CREATE INDEX events_by_person ON events ((CAST(body AS jsonb) ->> 'player'))
        WHERE substr(body, 1, 13) = '{"type":"sat"'
        """
    )
