"""Version 5: roles, warnings, mutes and bans, links for a new password, the audit log."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """
    CREATE TABLE roles (
        player TEXT NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('moderator', 'admin')),
        since INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    # A measure is over at `until`, or never by itself without one. A warning is over once its person has read it.
    """
    CREATE TABLE measures (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('warning', 'mute', 'ban')),
        player TEXT REFERENCES persons (player) ON DELETE CASCADE,
        network TEXT,
        at INTEGER NOT NULL,
        until INTEGER,
        text TEXT NOT NULL,
        CHECK ((player IS NULL) != (network IS NULL)),
        CHECK (network IS NULL OR kind = 'ban')
    )
    """,
    "CREATE UNIQUE INDEX measures_by_player ON measures (player, kind) WHERE kind != 'warning'",
    "CREATE UNIQUE INDEX measures_by_network ON measures (network)",
    "CREATE INDEX warnings_by_player ON measures (player) WHERE kind = 'warning'",
    # Only the hash of a link's token, and one link for each account.
    """
    CREATE TABLE password_links (
        player TEXT NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
        hash BLOB NOT NULL UNIQUE,
        expires INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    # Names no person but by the public id, so that a deleted account leaves nothing else here.
    """
    CREATE TABLE audit_log (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        act TEXT NOT NULL,
        target TEXT NOT NULL,
        why TEXT NOT NULL,
        before TEXT NOT NULL,
        after TEXT NOT NULL
    )
    """,
    "CREATE INDEX audit_log_by_target ON audit_log (target, id)",
    """
    CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END
    """,
    """
    CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END
    """,
    # Which deal was played when somebody reported, 0 before the first; and when a report was dealt with.
    "ALTER TABLE reports ADD COLUMN deal INTEGER",
    "ALTER TABLE reports ADD COLUMN closed INTEGER",
    "CREATE INDEX reports_by_player ON reports (player, at)",
)
