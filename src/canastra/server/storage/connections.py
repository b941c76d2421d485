"""Connections to the file: how they are set up, and the lock that keeps a second writer away."""

from __future__ import annotations

import errno
import os
import sqlite3
import struct
from contextlib import suppress
from pathlib import Path

from canastra.server.limits import limit
from canastra.server.storage.errors import StorageFileError, translated

try:
    import fcntl

    _far_away: bytes | None = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 2**62, 1, 0)
    """One byte (a ``struct flock``) that SQLite, which locks some from the first GiB on, never comes near."""
    if not hasattr(fcntl, "F_OFD_SETLK"):
        _far_away = None
except ImportError:  # No such locks on this system.
    _far_away = None

PATIENCE = limit(
    "database_lock", 10.0, "the database", "time in which another program keeps it locked", "503 `storage_busy`", "s"
)
"""Seconds to wait for somebody else's lock on the file, such as that of a person with an SQL shell."""

MAGIC = b"SQLite format 3\0"
"""How every file of SQLite begins."""


def create(path: Path) -> None:
    """Make an empty file, if there is none, that only its owner may read, since it will have hidden cards.

    Raises `StorageFileError` if it can't be written.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageFileError("storage_unwritable", file=str(path), reason=error.strerror or "") from None


def check_kind(path: Path) -> None:
    """See that a file is no other kind of file, before anything is made beside it. Raises StorageFileError if it is."""
    with suppress(OSError), path.open("rb") as file:  # What can't be read is said when it is opened.
        if file.read(len(MAGIC)) not in (b"", MAGIC):
            raise StorageFileError("storage_damaged", file=str(path), reason="file is not a database")


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose transactions are begun and ended by hand. SQLite's own lock lets threads share it."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_writer(path: Path) -> sqlite3.Connection:
    """A connection whose commits return once they are on the disk.

    Raises `StorageFileError` if the disk can't do that.
    """
    connection = connect(path)
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        connection.close()
        raise StorageFileError("storage_no_wal", file=str(path), mode=mode)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # What is deleted is overwritten, not only left out.
    connection.execute("PRAGMA fullfsync = ON")  # Without it macOS leaves a commit in the cache of the disk.
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing."""
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


class Lock:
    """The right to write to a database, held by one `Database` at a time and let go when its process ends, however.

    It is a transaction on a second, empty database beside the first: SQLite's locks work on all systems, between
    processes and inside one, while its lock on the file itself would shut the readers out too. Where the system can, a
    place in the file far behind its end is locked as well, so that the file has one writer by whatever name: a hard
    link, or the single file mounted somewhere else.
    """

    def __init__(self, path: Path) -> None:
        file = path.with_name(path.name + ".lock")
        create(file)
        self._connection = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("PRAGMA journal_mode = MEMORY")  # Nothing is ever written: no file for it.
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise StorageFileError("storage_in_use", file=str(path)) from None
            raise translated(StorageFileError, error, str(file)) from error
        self._handle: int | None = None
        if path.exists():
            self._lock_file(path)

    def _lock_file(self, path: Path) -> None:
        """Lock the file itself, whatever its name."""
        if _far_away is None:
            return
        with suppress(OSError):  # What can't be opened is said when SQLite opens it.
            self._handle = os.open(path, os.O_RDWR)
            try:
                # Of the open file, not of the process: a lock of the process would end with any handle of the file that
                # is closed. For the same reason this one stays open until SQLite has closed all of its own.
                fcntl.fcntl(self._handle, fcntl.F_OFD_SETLK, _far_away)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    return  # A file system without such locks: there is the other one.
                self.release()
                raise StorageFileError("storage_in_use", file=str(path)) from None

    def release(self) -> None:
        """Let others write, once no connection to the file is open any more. May be called twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        with suppress(sqlite3.ProgrammingError):
            self._connection.rollback()
        self._connection.close()
