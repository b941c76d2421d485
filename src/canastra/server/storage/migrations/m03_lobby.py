"""Version 3: tables as lists show them, house rules, the history of matches."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """
    CREATE TABLE house_rulebooks (
        id TEXT NOT NULL PRIMARY KEY,
        document TEXT NOT NULL,
        made_by TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    "CREATE INDEX house_rulebooks_by_maker ON house_rulebooks (made_by)",
    # Numbers are never used again, so that a page asked for by number goes on where the one before it ended.
    """
    CREATE TABLE lobby_tables (
        n INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        opener TEXT NOT NULL,
        opened INTEGER NOT NULL,
        former TEXT UNIQUE,
        terms TEXT NOT NULL,
        private INTEGER NOT NULL,
        watch INTEGER NOT NULL,
        rulebook TEXT NOT NULL,
        base TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'opening',
        free INTEGER NOT NULL DEFAULT 0,
        entry TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX lobby_open ON lobby_tables (n) WHERE state = 'seating' AND private = 0 AND free > 0",
    "CREATE INDEX lobby_running ON lobby_tables (n) WHERE state = 'running' AND private = 0 AND watch = 1",
    "CREATE INDEX lobby_unfinished ON lobby_tables (opener, n) WHERE state IN ('opening', 'seating', 'running')",
    # Who sits at tables whose match has not ended.
    """
    CREATE TABLE lobby_seats (
        player TEXT NOT NULL,
        n INTEGER NOT NULL,
        PRIMARY KEY (player, n)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX lobby_seats_by_table ON lobby_seats (n)",
    """
    CREATE TABLE matches (
        n INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        rulebook TEXT NOT NULL,
        private INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        players TEXT NOT NULL,
        points TEXT NOT NULL,
        reason TEXT NOT NULL,
        winner INTEGER
    )
    """,
    """
    CREATE TABLE match_players (
        player TEXT NOT NULL,
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        rulebook TEXT NOT NULL,
        outcome TEXT NOT NULL,
        points_for INTEGER NOT NULL,
        points_against INTEGER NOT NULL,
        PRIMARY KEY (player, n)
    ) WITHOUT ROWID
    """,
)
