"""Version 4: lines said at tables."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    # A line does not refer to its table: the log may be in another store, and is never deleted before the talk is.
    """
    CREATE TABLE lines (
        table_id TEXT NOT NULL,
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        seat INTEGER,
        text TEXT,
        preset TEXT,
        audience TEXT NOT NULL,
        command_id TEXT NOT NULL,
        PRIMARY KEY (table_id, n),
        UNIQUE (table_id, player, command_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX lines_by_time ON lines (at)",
    "CREATE INDEX lines_by_player ON lines (player)",
)
