"""Version 2: people, their sessions, and what they keep of each other."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """
    CREATE TABLE persons (
        player TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        language TEXT NOT NULL,
        since INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    # A person without a line here is a guest.
    """
    CREATE TABLE accounts (
        player TEXT NOT NULL PRIMARY KEY REFERENCES persons (player) ON DELETE CASCADE,
        login TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    # Only the hash of a token, never the token. A label makes it an API token, which does not expire.
    """
    CREATE TABLE sessions (
        hash BLOB NOT NULL PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        via TEXT NOT NULL CHECK (via IN ('cookie', 'token')),
        label TEXT,
        created INTEGER NOT NULL,
        used INTEGER
    ) WITHOUT ROWID
    """,
    "CREATE INDEX sessions_by_player ON sessions (player)",
    """
    CREATE TABLE hushes (
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('mute', 'block')),
        target TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        PRIMARY KEY (player, kind, target)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX hushes_by_target ON hushes (target)",
    # A report outlives both: who made it is forgotten with the person, what it says is not.
    """
    CREATE TABLE reports (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        reporter TEXT REFERENCES persons (player) ON DELETE SET NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        reason TEXT NOT NULL,
        table_id TEXT,
        text TEXT NOT NULL,
        excerpt TEXT NOT NULL
    )
    """,
    "CREATE INDEX reports_by_reporter ON reports (reporter, at)",
)
