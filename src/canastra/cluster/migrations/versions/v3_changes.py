"""Version 3: changes to data that other nodes have in memory, noted by triggers, so that no statement can skip them."""

from __future__ import annotations

from alembic import op

revision = "3"
down_revision = "2"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
    CREATE TABLE changes (
        n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at TIMESTAMPTZ NOT NULL DEFAULT now(),
        kind TEXT NOT NULL,
        subject TEXT NOT NULL
    )
    """,
    "CREATE INDEX changes_by_time ON changes (at)",
    # The lock of `PostgresDatabase.write`: numbers follow the order of the commits, also for writes by other ways.
    """
    CREATE FUNCTION note_change(TEXT, TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock(1467120196);
        INSERT INTO changes (kind, subject) VALUES ($1, $2);
        NOTIFY canastra_changes;
    END $$
    """,
    """
    CREATE FUNCTION note_changed_row() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            PERFORM note_change(TG_ARGV[0], coalesce(to_jsonb(OLD) ->> TG_ARGV[1], ''));
        ELSE
            PERFORM note_change(TG_ARGV[0], coalesce(to_jsonb(NEW) ->> TG_ARGV[1], ''));
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION note_erased_lines() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM note_change('said', player) FROM (SELECT DISTINCT player FROM erased) AS authors;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER erased_lines AFTER DELETE ON lines REFERENCING OLD TABLE AS erased
    FOR EACH STATEMENT EXECUTE FUNCTION note_erased_lines()
    """,
)
ROWS = (
    ("persons", "UPDATE", "person", "player"),
    ("persons", "DELETE", "gone", "player"),
    ("accounts", "INSERT OR UPDATE OR DELETE", "person", "player"),
    ("sessions", "DELETE", "person", "player"),
    ("sessions", "DELETE", "session", "id"),
    ("hushes", "INSERT OR DELETE", "person", "player"),
    ("measures", "INSERT OR UPDATE OR DELETE", "sanctions", "player"),
    ("roles", "INSERT OR UPDATE OR DELETE", "sanctions", "player"),
    ("house_rulebooks", "INSERT", "house", "id"),
    ("house_rulebooks", "DELETE", "no_house", "id"),
    ("tournaments", "DELETE", "no_tournament", "id"),
)
"""The table, the operation, the kind of change that is noted, and the column of its subject."""


def upgrade() -> None:
    """Make the table and the triggers."""
    for statement in STATEMENTS:
        op.execute(statement)
    for table, when, kind, column in ROWS:
        op.execute(
            f"CREATE TRIGGER {table}_{kind} AFTER {when} ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION note_changed_row('{kind}', '{column}')"
        )
    op.execute(
        "CREATE TRIGGER audit_log_close AFTER INSERT ON audit_log FOR EACH ROW WHEN (NEW.act = 'close_table') "
        "EXECUTE FUNCTION note_changed_row('close', 'target')"
    )
