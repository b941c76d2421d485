"""The tables of the database, its version, and how a file of an older version is brought forward."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from canastra.server.storage.errors import StorageFileError

Migration = tuple[str, ...]
"""The statements that lead from one version to the next."""

APPLICATION = 0x43414E41
"""Marks the file as this project's ("CANA")."""

MIGRATIONS: tuple[Migration, ...] = (
    (
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
    ),
)
"""Only ever added to: a migration that was released stays as it is."""


def check_version(connection: sqlite3.Connection, file: str, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """The version of a database that this program may use, 0 of an empty one; a `StorageFileError` otherwise."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    holds_something = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 0
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
