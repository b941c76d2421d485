"""The errors of storage.

::

    StorageError
    ├── RefusedError            this request is refused, nothing was written, the store goes on
    │   ├── SequenceError         an append expected another number
    │   ├── RepeatedCommandError  the command is in the log already: it holds the first answer
    │   ├── NoSuchTableError
    │   ├── TableExistsError
    │   └── FencedError           another server has the table now, or may have it
    ├── StorageFileError        a file that can't be opened, backed up or restored
    ├── UnavailableError        the database can't be used for now; the store goes on when it can
    └── StoppedError            the writer stopped, or was closed: writing has ended

A `StoppedError` leaves open whether the request it answers reached the disk; the log says so when it is opened again.
An `UnavailableError` leaves it open too; the log says so after the next `flush`.

**Faults of SQLite that pass** (`is_transient`). Everything acknowledged was synced before, a transaction that fails is
rolled back, and the next one writes over what is left of it in the log beside the file. So a fault that says nothing
about the file's content ends one transaction and no more:

- ``BUSY``, ``LOCKED``, ``PROTOCOL``: another program holds a lock, an SQL shell or a backup tool for instance.
- ``FULL``, ``IOERR_SHMSIZE``: the disk, or a user's quota, is full until room is made.
- ``IOERR``: a disk or a network volume that failed once. If it goes on failing, every request is answered so.
- ``CANTOPEN``, ``PERM``, ``AUTH``, ``READONLY_…``: the folder or a file beside the database is unreadable, or the
  process has no file handle left.
- ``NOMEM``: the machine had no memory left.

**Faults that are final**: going on could lose or spoil acknowledged data.

- ``CORRUPT``, ``NOTADB``, ``IOERR_CORRUPTFS``, ``IOERR_DATA``: the file differs from what was written to it.
- ``READONLY``: the file was opened for reading alone; only the next start can open it otherwise.
- ``READONLY_DBMOVED``, and the finding of `Database.check_place`: the open file has lost its name, so the next start
  would not find further changes.
- every other error of SQLite, and every error in the program itself, above all after the commit: its
  consequences are unknown.
"""

from __future__ import annotations

import sqlite3
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

from canastra.errors import CanastraError

_IOERR_DATA, _IOERR_CORRUPTFS = (sqlite3.SQLITE_IOERR | n << 8 for n in (32, 33))
"""Python 3.11 has no names for these."""


class StorageError(CanastraError):
    """Base of the errors of storage."""


class RefusedError(StorageError):
    """A refused request; nothing was written and the store goes on."""


class SequenceError(RefusedError):
    """An append or a snapshot expected another number. `found` is the number of events that the table has."""

    def __init__(self, table_id: str, expected: int, found: int) -> None:
        super().__init__("storage_sequence", table=table_id, expected=expected, found=found)
        self.found = found


class RepeatedCommandError(RefusedError):
    """The command has been answered before; `answer` is that answer."""

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
    """This server doesn't own the table, or can't be sure that it still does."""

    def __init__(self, table_id: str) -> None:
        super().__init__("storage_fenced", table=table_id)


class StorageFileError(StorageError):
    """A file that can't be used: missing, damaged, in use, foreign or of a newer version."""


class UnavailableError(StorageError):
    """The database could not be used. The request may have been done all the same: read again to find out."""

    def __init__(self, reason: str, code: str = "storage_unavailable", file: str = "") -> None:
        super().__init__(code, reason=reason, **({"file": file} if file else {}))


class StoppedError(StorageError):
    """Writing has ended: the store was closed, or a fault stopped it."""


Kind = TypeVar("Kind", StorageFileError, StoppedError)
_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_NOMEM,
}
_LASTING = {_IOERR_CORRUPTFS, _IOERR_DATA, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_READONLY_DBMOVED}
"""Errors of the same kinds that do not pass."""

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
    """An error of a file as an error of this project; SQLite's errors are recognised by their codes."""
    code, reason = _told(bare(error))
    return kind(code, file=file, reason=reason)


def unavailable(error: Exception, file: str) -> UnavailableError:
    """The error for a fault that passes."""
    code, reason = _told(bare(error))
    return UnavailableError(reason, code, file)


def _told(error: Exception) -> tuple[str, str]:
    """The code and the reason."""
    if is_undecodable(error):  # It quotes the text that it read, which may be cards.
        return "storage_damaged", "text that is not UTF-8"
    whole = getattr(error, "sqlite_errorcode", 0)
    if whole == sqlite3.SQLITE_IOERR_SHMSIZE:  # No room for the file of SQLite's own beside a database.
        return "storage_full", str(error)
    primary = whole & 0xFF  # The upper bits say more than a message needs.
    return _CODES.get(primary, "storage_fault"), str(error)


def bare(error: Exception) -> Exception:
    """The SQLite error inside one of SQLAlchemy's, or else the same."""
    return error.orig if isinstance(error, DBAPIError) and isinstance(error.orig, Exception) else error


def is_undecodable(error: Exception) -> bool:
    """Return whether SQLite found text in a row that is not UTF-8. Other rows can still be read."""
    return str(bare(error)).startswith("Could not decode")


def is_transient(error: Exception) -> bool:
    """Return whether a fault passes without a restart; see above."""
    whole = getattr(bare(error), "sqlite_errorcode", 0)
    return whole & 0xFF in _PASSING and whole not in _LASTING


def is_damage(error: Exception) -> bool:
    """Return whether the file differs from what was written to it."""
    return getattr(bare(error), "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
