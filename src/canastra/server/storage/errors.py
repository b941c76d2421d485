"""What can go wrong with storage.

::

    StorageError
    ├── RefusedError            this request is refused, nothing was written, the store goes on
    │   ├── SequenceError         an append expected another number
    │   ├── RepeatedCommandError  the command is in the log already: it holds the first answer
    │   ├── NoSuchTableError
    │   ├── TableExistsError
    │   └── FencedError           another server has the table by now, or may have it
    ├── StorageFileError        a file that can't be opened, backed up or restored
    ├── UnavailableError        a database elsewhere can't be reached for now; the store goes on when it can
    └── StoppedError            the writer stopped, or was closed: nothing is written any more

A `StoppedError` leaves open whether the request it answers reached the disk; the log says so when it is opened again.
An `UnavailableError` leaves it open too; the log says so after the next `flush`.
"""

from __future__ import annotations

import sqlite3
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

from canastra.errors import CanastraError


class StorageError(CanastraError):
    """Base of the errors of storage."""


class RefusedError(StorageError):
    """A request that can't be done; nothing was written and the store goes on."""


class SequenceError(RefusedError):
    """An append or a snapshot expected another number. `found` is the number of events that the table has."""

    def __init__(self, table_id: str, expected: int, found: int) -> None:
        super().__init__("storage_sequence", table=table_id, expected=expected, found=found)
        self.found = found


class RepeatedCommandError(RefusedError):
    """The command has been answered before; `answer` is what it was told."""

    def __init__(self, table_id: str, command_id: str, answer: str) -> None:
        super().__init__("storage_repeated", table=table_id, command=command_id)
        self.answer = answer


class NoSuchTableError(RefusedError):
    """A table that was never created."""

    def __init__(self, table_id: str) -> None:
        super().__init__("storage_no_table", table=table_id)


class TableExistsError(RefusedError):
    """A table that was created before."""

    def __init__(self, table_id: str) -> None:
        super().__init__("storage_table_exists", table=table_id)


class FencedError(RefusedError):
    """This server doesn't own the table, or can't be sure any more that it does."""

    def __init__(self, table_id: str) -> None:
        super().__init__("storage_fenced", table=table_id)


class StorageFileError(StorageError):
    """A file that can't be used: missing, damaged, in use, foreign or of a newer version."""


class UnavailableError(StorageError):
    """The database didn't answer. What was asked for may be done all the same: whoever asked has to read again."""

    def __init__(self, reason: str) -> None:
        super().__init__("storage_unavailable", reason=reason)


class StoppedError(StorageError):
    """Nothing is written any more: the store was closed, or a fault made it stop."""


Kind = TypeVar("Kind", StorageFileError, StoppedError)

_CODES = {
    sqlite3.SQLITE_FULL: "storage_full",
    sqlite3.SQLITE_CORRUPT: "storage_damaged",
    sqlite3.SQLITE_NOTADB: "storage_damaged",
    sqlite3.SQLITE_BUSY: "storage_busy",
    sqlite3.SQLITE_READONLY: "storage_unwritable",
    sqlite3.SQLITE_CANTOPEN: "storage_unwritable",
    sqlite3.SQLITE_PERM: "storage_unwritable",
}


def translated(kind: type[Kind], error: Exception, file: str) -> Kind:
    """What went wrong with a file, as an error of this project; SQLite's errors are recognised by their codes."""
    error = bare(error)
    if str(error).startswith("Could not decode"):  # It quotes what it read, which may be cards.
        return kind("storage_damaged", file=file, reason="text that is not UTF-8")
    whole = getattr(error, "sqlite_errorcode", 0)
    if whole == sqlite3.SQLITE_IOERR_SHMSIZE:  # No room for the file of SQLite's own beside a database.
        return kind("storage_full", file=file, reason=str(error))
    primary = whole & 0xFF  # The upper bits say more than a message needs.
    return kind(_CODES.get(primary, "storage_fault"), file=file, reason=str(error))


def bare(error: Exception) -> Exception:
    """The error of SQLite in one of SQLAlchemy's, or else the same."""
    return error.orig if isinstance(error, DBAPIError) and isinstance(error.orig, Exception) else error


def is_damage(error: Exception) -> bool:
    """Whether the file is not what was written to it."""
    return getattr(bare(error), "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
