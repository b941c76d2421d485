"""Version 5: an index of the events with which people sat down, by person, to find a deleted person's names.

The index has only these events, and only their text is searched.
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
