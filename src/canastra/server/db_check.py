"""Checks a database: the file itself, and the log of each table."""

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
    """A table whose log is invalid from an event on, and the code of the fault there.

    Or a tournament, by its id and the line of its log; 0 if it is wrong as a whole.
    """

    table: str
    event: int
    reason: str
    is_tournament: bool = False


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of a check of a database."""

    tables: int
    events: int
    tournaments: int
    faults: tuple[str, ...]
    """Faults of the file itself, in SQLite's words."""
    broken: tuple[Broken, ...]

    @property
    def whole(self) -> bool:
        """Return whether no fault was found."""
        return not (self.faults or self.broken)


def examine(path: Path) -> Examined:
    """Check a database, in use or not, without writing. Raises StorageFileError if the file is no database."""
    with _present(path, connections.connect_reader) as (connection, portable):
        connection.execute("BEGIN")
        faults = _faults(connection)
        find = _finder(connection)
        ids = [str(row[0]) for row in connection.execute("SELECT id FROM tables ORDER BY id")]
        broken = [found for table_id in ids for found in _examined(connection, table_id, find)]
        events = int(connection.execute("SELECT count(*) FROM events").fetchone()[0])
        tournaments = [str(row[0]) for row in connection.execute("SELECT id FROM tournaments ORDER BY id")]
        broken += [found for tournament in tournaments for found in _tournament(portable, tournament)]
        played = sum(MARK not in each for each in ids)
        return Examined(played, events, len(tournaments), tuple(faults), tuple(broken))


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open one state of a database of the present version for reading. Raises StorageFileError."""
    with _present(path, connections.connect_reader) as (connection, portable):
        connection.execute("BEGIN")
        yield portable


@contextmanager
def changing(path: Path) -> Iterator[Connection]:
    """Open a database for a change, made wholly or not at all, even while a server uses it: SQLite serializes the
    writers.

    Only for data that no server has in memory, never for the logs of tables. Raises StorageFileError.
    """
    with _present(path, connections.connect_writer) as (connection, portable):
        connection.execute("BEGIN IMMEDIATE")
        yield portable
        connection.execute("COMMIT")


@contextmanager
def _present(
    path: Path, connect: Callable[[Path], sqlite3.Connection]
) -> Iterator[tuple[sqlite3.Connection, Connection]]:
    """Open a database of the present version. A file of another version is not written to."""
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
        *(line for line in found if line != "ok"),
        *(f"{row[0]}: row {row[1]} lacks its {row[2]}" for row in orphans),
        *(f"{table}: text that is not UTF-8" for table in connections.undecodable(connection)),
    ]


def _finder(connection: sqlite3.Connection) -> FindRulebook:
    """Return a function that finds official rulebooks and the database's house rulebooks."""
    houses = HouseRules()
    for name, document in connection.execute("SELECT id, document FROM house_rulebooks"):
        houses.remember(name, document)
    return houses.find


def _examined(connection: sqlite3.Connection, table_id: str, find: FindRulebook) -> Iterator[Broken]:
    """The faults of a table; logs of secrets have no events."""
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
    except Exception as error:  # noqa: BLE001 - a log may be damaged in any way; the other tables are checked too
        yield Broken(table_id, number, code_of(error))


def _tournament(connection: Connection, tournament: str) -> Iterator[Broken]:
    """The faults of a tournament: in its log, in its regulations, or between them."""
    try:
        found = stored(connection, tournament)
        assert found is not None
        opened(tournament, found)
    except EventLogError as error:
        yield Broken(tournament, error.line, code_of(error), is_tournament=True)
    except Exception as error:  # noqa: BLE001 - it may be damaged in any way; the others are checked too
        reason = "storage_damaged" if is_undecodable(error) else code_of(error)
        yield Broken(tournament, 0, reason, is_tournament=True)
