"""Version 1: the logs of the tables, the owners of shards, and the nodes.

The logs are as in `canastra.server.storage.schema`, with these differences. Ids sort by their code points (`"C"`), as
they do in Python. A table has its shard, and an event the epoch in which it was written, so that tests can show that
epochs never alternate. Events and commands have no foreign key: the writer has looked the table up, a table is deleted
only by its owner when it was given up before its match, and each row would lock its table's.
"""

from __future__ import annotations

from alembic import op

revision = "1"
down_revision = None
branch_labels = None
depends_on = None

STATEMENTS = (
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
)


def upgrade() -> None:
    """Make the tables."""
    for statement in STATEMENTS:
        op.execute(statement)
