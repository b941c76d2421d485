"""The database of a test's server: a file; and one in PostgreSQL too for tests that run on each.

Such a test has the fixture `each_database`, and opens what it needs by these functions, in `tmp_path`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest

from canastra.cluster import PostgresStore
from canastra.cluster.database import PostgresDatabase
from canastra.server.storage import Database, SqliteStore, Store
from canastra.server.storage.writer import Hook, no_hook
from tests.services import Postgres

EACH = ("sqlite", "postgres")
MARK = "postgres"
"""The file that says how to connect, in the folder where the file of SQLite would be."""


@pytest.fixture(params=EACH)
def each_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Run the test on each database."""
    yield from chosen(request, tmp_path)


def chosen(request: pytest.FixtureRequest, folder: Path) -> Iterator[None]:
    """Have a folder's database be the one that a fixture's parameter names, while the fixture lasts."""
    if request.param == "sqlite":
        yield
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    name = postgres.create(request.getfixturevalue("template"))
    (folder / MARK).write_text(postgres.dsn(name))
    yield
    postgres.drop(name)


def open_database(path: Path, hook: Hook = no_hook) -> Database:
    """The storage besides logs, as a `Database`: tests of a file alone need more than `SqlDatabase` has."""
    mark = path.with_name(MARK)
    return cast(Database, PostgresDatabase(mark.read_text())) if mark.exists() else Database.open(path, hook=hook)


async def open_store(path: Path, database: Database) -> Store:
    """The logs beside it."""
    mark = path.with_name(MARK)
    if not mark.exists():
        return SqliteStore(database)
    with psycopg.connect(mark.read_text()) as connection:
        connection.execute("UPDATE shards SET node = %s", (Everything.node,))
    store = PostgresStore(mark.read_text(), Everything())
    await store.start()
    return store


def rows(path: Path, statement: str) -> list[tuple[Any, ...]]:
    """The rows of the database, in its present state."""
    mark = path.with_name(MARK)
    if mark.exists():
        with psycopg.connect(mark.read_text()) as connection:
            return connection.execute(statement.encode()).fetchall()
    with closing(sqlite3.connect(path)) as file:
        return file.execute(statement).fetchall()


class Everything:
    """A node that has all shards, without leases."""

    node = "test"

    def epoch(self, table_id: str) -> int:
        """The epoch of shards that no server ever took."""
        return 0
