"""A database looked through: the file itself, and whether the log of each table makes a table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from canastra import table as tables
from canastra.server.live.shuffles import MARK
from canastra.server.lobby.house_rules import HouseRules
from canastra.server.logging import code_of
from canastra.server.storage import StorageFileError, connections, schema
from canastra.server.storage.errors import is_undecodable, translated
from canastra.server.storage.schema import MIGRATIONS
from canastra.server.tournaments.repository import stored
from canastra.server.tournaments.store import opened
from canastra.table import Opened, load_event
from canastra.table.settings import FindRulebook
from canastra.tournament import EventLogError

MOST = 20
"""Most faults of the file that are listed."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A table whose log doesn't hold from an event on, and the code of what is wrong there.

    Or a tournament, by its id and the line of its log; 0 if it is wrong as a whole.
    """

    table: str
    event: int
    reason: str
    is_tournament: bool = False


@dataclass(frozen=True, slots=True)
class Examined:
    """What a check of a database found."""

    tables: int
    events: int
    tournaments: int
    faults: tuple[str, ...]
    """Faults of the file itself, in SQLite's words."""
    broken: tuple[Broken, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.faults or self.broken)


def examine(path: Path) -> Examined:
    """Look through a database, in use or not; nothing is written. `StorageFileError` if it is none."""
    with _present(path, connections.connect_reader) as (connection, portable):
        connection.execute("BEGIN")
        faults = _faults(connection)
        find = _finder(connection)
        ids = [str(row[0]) for row in connection.execute("SELECT id FROM tables ORDER BY id")]
        broken = [found for each in ids for found in _examined(connection, each, find)]
        events = int(connection.execute("SELECT count(*) FROM events").fetchone()[0])
        tournaments = [str(row[0]) for row in connection.execute("SELECT id FROM tournaments ORDER BY id")]
        broken += [found for each in tournaments for found in _tournament(portable, each)]
        played = sum(MARK not in each for each in ids)
        return Examined(played, events, len(tournaments), tuple(faults), tuple(broken))


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """One state of a database of the present version, to be read. `StorageFileError`."""
    with _present(path, connections.connect_reader) as (connection, portable):
        connection.execute("BEGIN")
        yield portable


@contextmanager
def changing(path: Path) -> Iterator[Connection]:
    """The same to be changed, wholly or not at all, whether a server has it or not: SQLite lets one after the other.

    For what no server keeps in its memory, and never for the logs of tables. `StorageFileError`.
    """
    with _present(path, connections.connect_writer) as (connection, portable):
        connection.execute("BEGIN IMMEDIATE")
        yield portable
        connection.execute("COMMIT")


@contextmanager
def _present(
    path: Path, connect: Callable[[Path], sqlite3.Connection]
) -> Iterator[tuple[sqlite3.Connection, Connection]]:
    """A database of the present version. Nothing is written to one that isn't."""
    if path.is_dir():
        raise StorageFileError("file_is_a_folder", file=str(path))
    if not path.is_file():  # SQLite would make it.
        raise StorageFileError("storage_missing", file=str(path))
    try:
        with closing(connections.connect_reader(path)) as connection:
            version = schema.check_version(connection, str(path))
        if not version:
            raise StorageFileError("storage_foreign", file=str(path))
        if version < len(MIGRATIONS):
            raise StorageFileError("database_older", file=str(path), found=version, known=len(MIGRATIONS))
        # A connection becomes portable before its transaction begins: that would end it.
        with closing(connect(path)) as connection, connections.portable(connection) as portable:
            yield connection, portable
    except (sqlite3.Error, DBAPIError) as error:
        raise translated(StorageFileError, error, str(path)) from error


def _faults(connection: sqlite3.Connection) -> list[str]:
    found = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST})")]
    orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(MOST)
    return [
        *(each for each in found if each != "ok"),
        *(f"{row[0]}: row {row[1]} lacks its {row[2]}" for row in orphans),
        *(f"{table}: text that is not UTF-8" for table in connections.undecodable(connection)),
    ]


def _finder(connection: sqlite3.Connection) -> FindRulebook:
    """Finds official rulebooks, and those of houses in the database."""
    houses = HouseRules()
    for name, document in connection.execute("SELECT id, document FROM house_rulebooks"):
        houses.remember(name, document)
    return houses.find


def _examined(connection: sqlite3.Connection, table_id: str, find: FindRulebook) -> Iterator[Broken]:
    """What is wrong with a table; secrets lie in logs without events."""
    rows = connection.execute("SELECT seq, start, body FROM events WHERE table_id = ? ORDER BY seq", (table_id,))
    number = 1
    table: tables.Table | None = None
    try:
        for seq, start, body in rows:
            if seq != number or MARK in table_id or not 1 <= start <= seq:
                yield Broken(table_id, number, "gap")
                return
            event = load_event(body)
            if table is None:
                assert isinstance(event, Opened)
                table = tables.open_table(event, find)
            else:
                table = tables.evolve(table, event)
            number += 1
    except Exception as error:  # noqa: BLE001 - a log may be damaged in any way; the other tables are looked at too
        yield Broken(table_id, number, code_of(error))


def _tournament(connection: Connection, tournament: str) -> Iterator[Broken]:
    """What is wrong with a tournament: its log, its regulations, or that they don't belong together."""
    try:
        found = stored(connection, tournament)
        assert found is not None
        opened(tournament, found)
    except EventLogError as error:
        yield Broken(tournament, error.line, code_of(error), is_tournament=True)
    except Exception as error:  # noqa: BLE001 - it may be damaged in any way; the others are looked at too
        reason = "storage_damaged" if is_undecodable(error) else code_of(error)
        yield Broken(tournament, 0, reason, is_tournament=True)
