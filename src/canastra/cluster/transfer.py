"""Moves a server's SQLite file to PostgreSQL, whole: people go on there, in the middle of their deals."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy import Boolean, Table, select

from canastra.cluster import schema
from canastra.cluster.connections import WAYS
from canastra.cluster.ownership.shards import shard_of
from canastra.server.live.shuffles import MARK
from canastra.server.storage import Database, StorageFileError, UnavailableError
from canastra.server.storage.connections import mark_as_copy
from canastra.server.storage.tables import METADATA, events, logs

AT_A_TIME = 1_000
_NODES = "SELECT count(*) FROM nodes WHERE until > now()"
Connection = psycopg.Connection[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of a copy: the rows by database table, and the number of tables at which people played."""

    rows: dict[str, int]
    played: int


def copy_database(source: Path, dsn: str) -> Copied:
    """Copy a file into an empty database, all or nothing, while no server uses either.

    From then on a server that opens the file again takes it for an old copy: nothing secret is used in both. Raises
    `StorageFileError`, `UnavailableError`.
    """
    schema.bring_up_to_date(dsn)
    return asyncio.run(_copied(source, dsn))


async def _copied(source: Path, dsn: str) -> Copied:
    if not source.is_file():
        raise StorageFileError("storage_missing", file=str(source))
    database = Database.open(source)
    try:
        with psycopg.connect(dsn, application_name="canastra copy", **WAYS) as target:
            _require_empty(target, schema.database_name(dsn))
            copied = await database.read_sqlite(lambda connection: _copy(connection, target))
            _put_generation(target, database.generation)
        await database.write_sqlite(mark_as_copy)
        return copied
    except psycopg.OperationalError as error:
        raise UnavailableError(str(error).strip()) from error
    except psycopg.Error as error:
        raise StorageFileError("storage_fault", file=schema.database_name(dsn), reason=str(error).strip()) from error
    finally:
        await database.close()


def _require_empty(target: Connection, name: str) -> None:
    """Check that no server uses the database, and that it is empty. Raises `StorageFileError`."""
    if _counted(target, SQL(_NODES)):
        raise StorageFileError("copy_running", file=name)
    for table in METADATA.sorted_tables:
        if _counted(target, SQL("SELECT count(*) FROM {}").format(Identifier(table.name))):
            raise StorageFileError("copy_not_empty", file=name)


def _copy(source: sqlite3.Connection, target: Connection) -> Copied:
    rows = {table.name: _copy_table(source, target, table) for table in METADATA.sorted_tables}
    target.execute("DELETE FROM changes")  # No server has old data in memory.
    played = source.execute("SELECT count(*) FROM tables WHERE instr(id, ?) = 0", (MARK,)).fetchone()[0]
    return Copied(rows, int(played))


def _copy_table(source: sqlite3.Connection, target: Connection, table: Table) -> int:
    """Copy a table. Returns its number of rows. Raises `StorageFileError` if the database counts another."""
    names = [column.name for column in table.columns]
    more = {logs: ["shard"], events: ["epoch"]}.get(table, [])
    into = SQL("COPY {} ({}) FROM STDIN").format(
        Identifier(table.name), SQL(", ").join(map(Identifier, [*names, *more]))
    )
    count = 0
    with target.cursor() as cursor, cursor.copy(into) as copy:
        for row in _rows(source, table):
            copy.write_row(row)
            count += 1
    found = _counted(target, SQL("SELECT count(*) FROM {}").format(Identifier(table.name)))
    if found != count:
        raise StorageFileError("copy_other_count", table=table.name, expected=count, found=found)
    for column in table.columns:
        if column.autoincrement is True:
            target.execute(
                SQL("SELECT setval(pg_get_serial_sequence(%s, %s), greatest(1, (SELECT max({}) FROM {})))").format(
                    Identifier(column.name), Identifier(table.name)
                ),
                (table.name, column.name),
            )
    return count


def _rows(source: sqlite3.Connection, table: Table) -> Iterator[list[Any]]:
    """The rows in PostgreSQL's form: booleans, the shard of a log, and epoch 0 of events before all epochs."""
    flags = [number for number, column in enumerate(table.columns) if isinstance(column.type, Boolean)]
    cursor = source.execute(str(select(table)))
    while found := cursor.fetchmany(AT_A_TIME):
        for values in found:
            row = list(values)
            for number in flags:
                row[number] = bool(row[number])
            if table is logs:
                row.append(shard_of(row[0]))
            elif table is events:
                row.append(0)
            yield row


def _put_generation(target: Connection, number: int) -> None:
    target.execute("UPDATE generation SET number = %s", (number,))


def _counted(target: Connection, question: SQL | Any) -> int:
    row = target.execute(question).fetchone()
    assert row is not None
    return int(row[0])
