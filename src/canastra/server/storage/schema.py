"""The schema of the database, version by version, and the migration of older files.

Versions are only ever added: a released one never changes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from canastra.server.storage.errors import StorageFileError

APPLICATION = 0x43414E41
"""Marks the file as this project's ("CANA")."""

Migration = tuple[str, ...]
"""The statements that lead from one version to the next."""

_LOGS: Migration = (
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
"""The logs of the tables."""

_PEOPLE: Migration = (
    """
    CREATE TABLE persons (
        player TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        language TEXT NOT NULL,
        since INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    # A person without a row here is a guest. The name draws the animal of an account that chose none.
    """
    CREATE TABLE accounts (
        player TEXT NOT NULL PRIMARY KEY REFERENCES persons (player) ON DELETE CASCADE,
        login TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        animal TEXT
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
    CREATE TABLE blocks (
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('mute', 'block')),
        target TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        PRIMARY KEY (player, kind, target)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX blocks_by_target ON blocks (target)",
    # A report outlives both persons: a deleted reporter is forgotten, the text stays. `deal` is the one in play,
    # 0 before the first; `closed` is when a moderator closed the report.
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
        excerpt TEXT NOT NULL,
        deal INTEGER,
        closed INTEGER
    )
    """,
    "CREATE INDEX reports_by_reporter ON reports (reporter, at)",
    "CREATE INDEX reports_by_player ON reports (player, at)",
)
"""People, their sessions, and their lists and reports about each other."""

_LOBBY: Migration = (
    """
    CREATE TABLE house_rulebooks (
        id TEXT NOT NULL PRIMARY KEY,
        document TEXT NOT NULL,
        made_by TEXT NOT NULL,
        site TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID
    """,
    "CREATE INDEX house_rulebooks_by_maker ON house_rulebooks (made_by)",
    "CREATE INDEX house_rulebooks_by_site ON house_rulebooks (site)",
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
    # The people at tables whose match has not ended.
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
"""Tables as lists show them, house rules, the history of matches."""

_TALK: Migration = (
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
"""Lines said at tables."""

_MODERATION: Migration = (
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
)
"""Roles, warnings, mutes and bans, links for a new password, the audit log."""

_GENERATION: Migration = (
    # One line. `id` is given at the first start, `copied` set in every copy that a backup or a restore makes.
    """
    CREATE TABLE generation (
        only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
        id BLOB,
        number INTEGER NOT NULL,
        steps INTEGER NOT NULL,
        copied INTEGER NOT NULL
    )
    """,
    "INSERT INTO generation (only, id, number, steps, copied) VALUES (1, NULL, 0, 0, 0)",
    # By the database itself: a statement of its own would cost each batch another wait for the interpreter's lock.
    """
    CREATE TRIGGER events_are_counted AFTER INSERT ON events
    BEGIN UPDATE generation SET steps = steps + 1; END
    """,
)
"""How often the database was put back to an earlier state; see `canastra.server.storage.connections`."""

_SITTINGS: Migration = (
    # Where people sat, so that a deleted person's name is found without reading all logs. Only these events are in it.
    """
    CREATE INDEX events_by_person ON events (json_extract(body, '$.player'))
    WHERE substr(body, 1, 13) = '{"type":"sat"'
    """,
)
"""The events with which people sat down, by person."""

_RECOVERY: Migration = (
    # Only the hash of a code, and one code for each account that asked for it.
    """
    CREATE TABLE recovery_codes (
        player TEXT NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
        hash BLOB NOT NULL,
        made INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
)
"""Codes by which people come back into accounts whose passwords are lost."""

_TOURNAMENTS: Migration = (
    # `playing` is 1 while a round is published or played online: a start looks after the tables of these.
    """
    CREATE TABLE tournaments (
        id TEXT NOT NULL PRIMARY KEY,
        founder TEXT REFERENCES persons (player) ON DELETE SET NULL,
        command_id TEXT NOT NULL,
        founded INTEGER NOT NULL,
        secret BLOB NOT NULL,
        site TEXT NOT NULL,
        visited INTEGER NOT NULL,
        published INTEGER NOT NULL DEFAULT 0,
        name TEXT NOT NULL,
        rulebook TEXT NOT NULL,
        due TEXT NOT NULL,
        sides INTEGER NOT NULL,
        playing INTEGER NOT NULL DEFAULT 0,
        UNIQUE (founder, command_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tournaments_by_site ON tournaments (site)",
    "CREATE INDEX tournaments_by_visit ON tournaments (visited)",
    # By the digest that the log names. `house` is the file of the house's rulebook by which it is played, or empty.
    """
    CREATE TABLE tournament_regulations (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        digest TEXT NOT NULL,
        document TEXT NOT NULL,
        house TEXT NOT NULL,
        PRIMARY KEY (tournament, digest)
    ) WITHOUT ROWID
    """,
    # A line as it stands in events.jsonl, without its end.
    """
    CREATE TABLE tournament_lines (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        line INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (tournament, line)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE tournament_commands (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        player TEXT NOT NULL,
        command_id TEXT NOT NULL,
        line INTEGER NOT NULL,
        PRIMARY KEY (tournament, player, command_id)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE tournament_members (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('organiser', 'referee', 'desk')),
        since INTEGER NOT NULL,
        PRIMARY KEY (tournament, player)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tournament_members_by_player ON tournament_members (player)",
    # Only the hash of an invitation's token. The person who has used it may ask again, and gets the same answer.
    """
    CREATE TABLE tournament_invitations (
        hash BLOB NOT NULL PRIMARY KEY,
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        role TEXT NOT NULL CHECK (role IN ('organiser', 'referee', 'desk')),
        expires INTEGER NOT NULL,
        used_by TEXT REFERENCES persons (player) ON DELETE CASCADE
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tournament_invitations_by_tournament ON tournament_invitations (tournament)",
    # The people who speak for the halves of tables.
    """
    CREATE TABLE tournament_claims (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        phase INTEGER NOT NULL,
        round INTEGER NOT NULL,
        place INTEGER NOT NULL,
        half INTEGER NOT NULL CHECK (half IN (0, 1)),
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        PRIMARY KEY (tournament, phase, round, place, half),
        UNIQUE (tournament, phase, round, player)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tournament_claims_by_player ON tournament_claims (player)",
    # How often a code or a link was replaced.
    """
    CREATE TABLE tournament_renewals (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        meant TEXT NOT NULL,
        times INTEGER NOT NULL,
        PRIMARY KEY (tournament, meant)
    ) WITHOUT ROWID
    """,
)
"""Tournaments with their logs, their members, and the phones that speak for sides."""

_ONLINE: Migration = (
    # The people who play as the players of sides.
    """
    CREATE TABLE tournament_players (
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        side INTEGER NOT NULL,
        number INTEGER NOT NULL,
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        PRIMARY KEY (tournament, side, number),
        UNIQUE (tournament, player)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tournament_players_by_player ON tournament_players (player)",
    # The server's tables that were opened for a table of a round: the first of each encounter, the last row counts.
    """
    CREATE TABLE tournament_games (
        n INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        tournament TEXT NOT NULL REFERENCES tournaments (id),
        phase INTEGER NOT NULL,
        round INTEGER NOT NULL,
        place INTEGER NOT NULL,
        game TEXT NOT NULL UNIQUE,
        sides TEXT NOT NULL,
        opened INTEGER NOT NULL,
        over INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX tournament_games_by_tournament ON tournament_games (tournament, n)",
)
"""Tournaments at the server's own tables."""

_VERSION_1: Migration = (
    *_LOGS,
    *_PEOPLE,
    *_LOBBY,
    *_TALK,
    *_MODERATION,
    *_GENERATION,
    *_SITTINGS,
    *_RECOVERY,
    *_TOURNAMENTS,
    *_ONLINE,
)

MIGRATIONS: tuple[Migration, ...] = (_VERSION_1,)


def check_version(connection: sqlite3.Connection, file: str, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Return the version of a database that this program may use, 0 for an empty one.

    Raises StorageFileError for any other, and sqlite3.DatabaseError for a damaged schema.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    try:
        holds_something = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 0
    except UnicodeDecodeError:  # Of SQLite's message about a damaged schema, which quotes it.
        raise sqlite3.DatabaseError from None
    if application != APPLICATION and (application or version or holds_something):
        raise StorageFileError("storage_foreign", file=file)
    if version > len(migrations):
        raise StorageFileError("storage_newer", file=file, found=version, known=len(migrations))
    return version


def migrate(connection: sqlite3.Connection, file: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring a database to the present version, each step in a transaction of its own."""
    first = check_version(connection, file, migrations)
    for version, statements in enumerate(migrations[first:], first + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {version}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
