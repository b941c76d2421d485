"""The version of the database, and how a file of an older version is brought forward."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from canastra.server.storage.errors import StorageFileError
from canastra.server.storage.migrations import MIGRATIONS, Migration

APPLICATION = 0x43414E41
"""Marks the file as this project's ("CANA")."""


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
