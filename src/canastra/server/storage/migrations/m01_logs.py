"""Version 1: the logs of the tables."""

from __future__ import annotations

STATEMENTS = (
    """
    CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        header TEXT NOT NULL,
        live INTEGER NOT NULL DEFAULT 1
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tables_by_live ON tables (live, id)",
    # Without rowids a table's events lie beside each other, and reading them is one pass over few pages.
    """
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        start INTEGER NOT NULL,
        command_id TEXT,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE commands (
        table_id TEXT NOT NULL REFERENCES tables (id),
        command_id TEXT NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (table_id, command_id)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE snapshots (
        table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id),
        seq INTEGER NOT NULL,
        data BLOB NOT NULL
    )
    """,
)
