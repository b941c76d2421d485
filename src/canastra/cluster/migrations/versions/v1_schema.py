"""Version 1: the logs of the tables, the owners of shards, the nodes, all else, and the changes.

The logs are as in `canastra.server.storage.schema`, with these differences. Ids sort by their code points (`"C"`), as
they do in Python. A table has its shard, and an event the epoch in which it was written, so that tests can show that
epochs never alternate. Events and commands have no foreign key: the writer has looked the table up, a table is deleted
only by its owner when it was given up before its match, and each row would lock its table's.

Users, lobby, chat, moderation and tournaments are as in `canastra.server.storage.tables`. Triggers note the changes of
what other nodes have in memory, so that no statement can forget to.
"""

from __future__ import annotations

from alembic import op

from canastra.server.storage.tables import METADATA, commands, events, logs, snapshots

revision = "1"
down_revision = None
branch_labels = None
depends_on = None

LOGS = (
    """
    CREATE TABLE tables (
        id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
        shard SMALLINT NOT NULL,
        header TEXT NOT NULL,
        live BOOLEAN NOT NULL DEFAULT TRUE
    )
    """,
    "CREATE INDEX tables_by_live ON tables (live, id)",
    "CREATE INDEX tables_by_shard ON tables (shard, id) WHERE live",
    """
    CREATE TABLE events (
        table_id TEXT COLLATE "C" NOT NULL,
        seq BIGINT NOT NULL,
        start BIGINT NOT NULL,
        command_id TEXT COLLATE "C",
        body TEXT NOT NULL,
        epoch BIGINT NOT NULL,
        PRIMARY KEY (table_id, seq)
    )
    """,
    """
    CREATE TABLE commands (
        table_id TEXT COLLATE "C" NOT NULL,
        command_id TEXT COLLATE "C" NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (table_id, command_id)
    )
    """,
    """
    CREATE TABLE snapshots (
        table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
        seq BIGINT NOT NULL,
        data BYTEA NOT NULL
    )
    """,
    # All rows exist from the beginning and change every few seconds: spare room on their pages keeps that cheap.
    """
    CREATE TABLE shards (
        shard SMALLINT NOT NULL PRIMARY KEY,
        node TEXT COLLATE "C" NOT NULL DEFAULT '',
        epoch BIGINT NOT NULL DEFAULT 0,
        until TIMESTAMPTZ NOT NULL DEFAULT '-infinity'
    ) WITH (fillfactor = 25)
    """,
    "INSERT INTO shards (shard) SELECT generate_series(0, 255)",
    """
    CREATE TABLE nodes (
        node TEXT COLLATE "C" NOT NULL PRIMARY KEY,
        until TIMESTAMPTZ NOT NULL
    )
    """,
    # Only the events with which players sat down are in this index, and only their text is parsed.
    """
    CREATE INDEX events_by_person ON events ((CAST(body AS jsonb) ->> 'player'))
    WHERE substr(body, 1, 13) = '{"type":"sat"'
    """,
    # How often the database was restored to an earlier state; see `canastra.server.storage.Database`.
    "CREATE TABLE generation (number BIGINT NOT NULL)",
    "INSERT INTO generation VALUES (0)",
)
CHANGES = (
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
    ("blocks", "INSERT OR DELETE", "person", "player"),
    ("measures", "INSERT OR UPDATE OR DELETE", "sanctions", "player"),
    ("roles", "INSERT OR UPDATE OR DELETE", "sanctions", "player"),
    ("house_rulebooks", "INSERT", "house", "id"),
    ("house_rulebooks", "DELETE", "no_house", "id"),
    ("tournaments", "DELETE", "no_tournament", "id"),
)
"""The table, the operation, the kind of change that is noted, and the column of its subject."""


def upgrade() -> None:
    """Make the tables and the triggers."""
    for statement in LOGS:
        op.execute(statement)
    others = [table for table in METADATA.sorted_tables if table not in {logs, events, commands, snapshots}]
    METADATA.create_all(op.get_bind(), others, checkfirst=False)
    for statement in CHANGES:
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
