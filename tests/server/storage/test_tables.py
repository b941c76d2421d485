"""The tables as statements see them, and the file as its migrations make it: the same, in every way that counts."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, create_engine, delete, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from canastra.server.storage import Database, StoppedError, tables
from canastra.server.storage.tables import METADATA

SQLITE_ONLY = {"generation", "sqlite_sequence"}
"""Tables that only a file has: the count of restores, and SQLite's own."""
KINDS = {"BIGINT": "INTEGER", "BOOLEAN": "INTEGER"}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A file as the migrations make it."""
    asyncio.run(Database.open(tmp_path / "a.db").close())
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        yield connection


@pytest.fixture
def told(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A file as the metadata would make it."""
    engine = create_engine(f"sqlite:///{tmp_path}/b.db")
    METADATA.create_all(engine)
    engine.dispose()
    with closing(sqlite3.connect(tmp_path / "b.db")) as connection:
        yield connection


def columns(connection: sqlite3.Connection, table: str) -> object:
    """Name, kind, whether it may be NULL, default and place in the primary key of each, in their order."""
    rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return [
        (name, KINDS.get(kind, kind), bool(full or key), default, key) for _, name, kind, full, default, key in rows
    ]


def references(connection: sqlite3.Connection, table: str) -> object:
    return sorted(row[2:] for row in connection.execute(f"PRAGMA foreign_key_list({table})"))


def keys(connection: sqlite3.Connection, table: str) -> object:
    """Every index and unique key, with name and condition for named ones."""
    found = []
    for _, name, unique, origin, _ in connection.execute(f"PRAGMA index_list({table})").fetchall():
        (written,) = connection.execute("SELECT max(sql) FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        parts = [row[2] for row in connection.execute(f"PRAGMA index_xinfo({name})") if row[5]]
        named = (name, " ".join(written.split()).partition("(")[2]) if written else ("", "")
        if origin != "pk":
            found.append((*named, unique, tuple(parts)))
    return sorted(found, key=repr)


def checks(connection: sqlite3.Connection, table: str) -> object:
    """Conditions on the values; a table has one `CHECK` for each."""
    (written,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return written.count("CHECK")


@pytest.mark.parametrize("look", [columns, references, keys, checks])
def test_the_metadata_is_what_the_migrations_make(
    made: sqlite3.Connection, told: sqlite3.Connection, look: Callable[[sqlite3.Connection, str], object]
) -> None:
    names = [row[0] for row in made.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    assert sorted(set(names) - SQLITE_ONLY) == sorted(METADATA.tables)
    for name in METADATA.tables:
        assert look(told, name) == look(made, name), name


def test_postgresql_takes_every_table() -> None:
    """At least its words; that it does what they say is shown where there is a server."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in METADATA.sorted_tables:
        written = str(CreateTable(table).compile(dialect=dialect))
        assert "AUTOINCREMENT" not in written
        for index in table.indexes:
            assert "json_extract" not in str(CreateIndex(index).compile(dialect=dialect))


def said(statement: Any, dialect: Any) -> str:
    return " ".join(str(statement.compile(dialect=dialect)).split())


def test_what_the_two_databases_say_differently() -> None:
    hidden = tables.NotAmong(tables.lobby_tables.c.id, bindparam("hidden"))
    one, other = sqlite.dialect(), postgresql.dialect()  # type: ignore[no-untyped-call]
    assert "json_each(?)" in said(hidden, one)
    assert "jsonb_array_elements_text" in said(hidden, other)
    assert said(tables.SAT_PLAYER, one) == "json_extract(events.body, '$.player')"
    assert "->> 'player'" in said(tables.SAT_PLAYER, other)


def run(tmp_path: Path, work: Callable[[Database], Any]) -> None:
    async def main() -> None:
        database = Database.open(tmp_path / "c.db")
        try:
            await work(database)
        finally:
            await database.close()

    asyncio.run(main())


def ana(connection: Connection) -> None:
    connection.execute(insert(tables.persons), {"player": "p", "name": "Ana", "language": "pt", "since": 1})


def test_a_broken_rule_undoes_its_own_work_alone(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        def twice(connection: Connection) -> None:
            connection.execute(insert(tables.persons), {"player": "q", "name": "Rui", "language": "pt", "since": 1})
            ana(connection)

        results = asyncio.gather(database.write(ana), database.write(twice), return_exceptions=True)
        assert [type(each) for each in await results] == [type(None), IntegrityError]
        assert not database.stopped
        names = await database.read(lambda c: c.execute(select(tables.persons.c.name)).scalars().all())
        assert names == ["Ana"]

    run(tmp_path, work)


def test_an_error_says_no_values(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        await database.write(ana)
        with pytest.raises(IntegrityError) as error:
            await database.write(ana)
        assert "Ana" not in str(error.value)

    run(tmp_path, work)


@pytest.mark.parametrize("by", ["write", "read"])
def test_a_fault_of_the_file_is_seen_through_sqlalchemy(tmp_path: Path, by: str) -> None:
    async def work(database: Database) -> None:
        statement = text("SELECT * FROM no_such_table") if by == "write" else delete(tables.persons)
        with pytest.raises(StoppedError) as error:
            await getattr(database, by)(lambda connection: connection.execute(statement))
        assert error.value.code == ("storage_fault" if by == "write" else "storage_unwritable")
        assert str(error.value.figures["reason"]).startswith(("no such table", "attempt to write"))
        assert database.stopped == (by == "write")

    run(tmp_path, work)


def test_text_that_is_none_is_damage_and_is_not_quoted(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        await database.write(ana)
        await database.write(lambda c: c.execute(text("UPDATE persons SET name = CAST(X'4b53203943ff' AS TEXT)")))
        with pytest.raises(StoppedError) as error:
            await database.read(lambda c: c.execute(select(tables.persons.c.name)).all())
        assert error.value.code == "storage_damaged"
        assert "KS" not in str(error.value)

    run(tmp_path, work)


def test_rows_that_are_there_already(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        def rows(connection: Connection) -> list[tuple[Any, ...]]:
            found = connection.execute(select(tables.house_rulebooks).order_by(tables.house_rulebooks.c.id))
            return [tuple(row) for row in found]

        first = {"id": "h", "document": "one", "made_by": "p"}
        second = {"id": "h", "document": "two", "made_by": "q"}
        other = {"id": "i", "document": "three", "made_by": "q"}
        await database.write(lambda c: tables.upsert(c, tables.house_rulebooks, first))
        await database.write(lambda c: tables.add_missing(c, tables.house_rulebooks, [second, other]))
        await database.write(lambda c: tables.add_missing(c, tables.house_rulebooks, []))
        assert await database.read(rows) == [("h", "one", "p", ""), ("i", "three", "q", "")]
        await database.write(lambda c: tables.upsert(c, tables.house_rulebooks, second, keeps=["made_by"]))
        assert (await database.read(rows))[0] == ("h", "two", "p", "")

    run(tmp_path, work)
