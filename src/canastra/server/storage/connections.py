"""Connections to the database file, the lock against a second writer, and the count of restores."""

from __future__ import annotations

import errno
import mmap
import os
import sqlite3
import struct
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes

from sqlalchemy import Connection, StaticPool, create_engine

from canastra.server.limits import limit
from canastra.server.storage.errors import StorageFileError, is_undecodable, translated

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
"""Seconds to wait for another program's lock on the file, such as that of an SQL shell."""

MAGIC = b"SQLite format 3\0"
"""How every file of SQLite begins."""


CACHED = 32 * 1024
"""Kilobytes of the file that the writer keeps in memory, enough for the last pages of some thousand tables."""
ROOM = 64
"""Pages that a start has to be able to write: 256 KB."""
LOGGED = 8000
"""Pages of the log beside the file after which they are copied into it, while the next transaction waits. Tables in
play write the same few pages again and again, and a copy takes each once: the more at a time, the less."""


def create(path: Path) -> None:
    """Make an empty file, unless it exists, that only its owner may read, since it will contain hidden cards.

    Raises StorageFileError if it can't be written.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageFileError("storage_unwritable", file=str(path), reason=error.strerror or "") from None


def check_kind(path: Path) -> None:
    """Check that a file is not of another kind, before anything is made beside it. Raises StorageFileError."""
    with suppress(OSError), path.open("rb") as file:  # An unreadable file fails when it is opened.
        if file.read(len(MAGIC)) not in (b"", MAGIC):
            raise StorageFileError("storage_damaged", file=str(path), reason="file is not a database")


def check_present(path: Path) -> None:
    """Check that a database exists if the file beside it says that there was one. Raises StorageFileError."""
    try:
        empty = path.stat().st_size == 0
    except FileNotFoundError:
        empty = True
    except OSError:  # It fails when it is opened.
        return
    if empty:
        check_new(path)


def check_new(path: Path) -> None:
    """Check an empty database in the same way. Raises StorageFileError.

    A server must not start in an empty folder as if nothing had happened.
    """
    beside = beside_of(path)
    if _read(beside) is not None:
        raise StorageFileError("storage_gone", file=str(path), beside=str(beside))


def check_room(connection: sqlite3.Connection) -> None:
    """Write some pages to the log beside the file, and take them back. Raises SQLite's error if there is no room."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        fill_room(connection)
    finally:
        connection.rollback()


def fill_room(connection: sqlite3.Connection) -> None:
    """Write some pages inside a transaction, which the caller takes back. Raises SQLite's error if there is no room."""
    connection.execute("PRAGMA cache_size = 1")  # So that they are written before the end of the transaction.
    try:
        connection.execute("CREATE TABLE room (page BLOB)")
        for _ in range(ROOM):
            connection.execute("INSERT INTO room VALUES (zeroblob(4000))")
    finally:
        connection.execute(f"PRAGMA cache_size = -{CACHED}")


def undecodable(connection: sqlite3.Connection) -> list[str]:
    """The tables with text that is not UTF-8. All rows are read; SQLite's own checks don't look at text."""
    found = []
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
        try:
            for _ in connection.execute(f'SELECT * FROM "{table}"'):
                pass
        except sqlite3.Error as error:
            if not is_undecodable(error):
                raise
            found.append(str(table))
    return found


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
    connection.execute("PRAGMA secure_delete = ON")  # Deleted data is overwritten, not only unlinked.
    # Otherwise the undo data of an insert would go into a file each time.
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA fullfsync = ON")  # Without it macOS leaves a commit in the cache of the disk.
    connection.execute(f"PRAGMA cache_size = -{CACHED}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOGGED}")
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """A read-only connection."""
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def portable(raw: sqlite3.Connection) -> Connection:
    """The same connection for SQLAlchemy's statements; its owner begins and ends the transactions."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: raw,
        poolclass=StaticPool,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # An error may be logged, and names, hashes and chat must not appear in the log.
    )
    return engine.connect()


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
        with suppress(OSError):  # A file that can't be opened fails when SQLite opens it.
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
        """Let others write, once all connections to the file are closed. May be called twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        with suppress(sqlite3.ProgrammingError):
            self._connection.rollback()
        self._connection.close()


_BESIDE = struct.Struct("<16sQ")
"""The content of the file beside the database: the database's id, its count."""
_COUNT_AT = 16
_REVOKED = (
    "DELETE FROM sessions WHERE player IN (SELECT player FROM accounts)",
    "DELETE FROM password_links",
    "DELETE FROM recovery_codes",
)
"""Credentials that must not be restored: they may have been ended after the copy was made, and can be made anew."""


class Generation:
    """The generation of a database that is open for writing. `note` is for its writer.

    It notices a restored backup, after which players may know what comes next. The database counts its starts and
    events. A small file beside it, ``….generation``, has the same count, written after each commit and before anything
    of it is published. A database with a lower count than the file beside it was restored, by whatever means; so was
    one that is marked as a copy, and one whose file beside it is missing or of another database. Each time this is
    found, the generation's number rises by one.
    """

    def __init__(self, number: int, restored: bool, steps: int, beside: mmap.mmap) -> None:
        self.number = number
        """How often the database was restored."""
        self.restored = restored
        """True if a restore was found at this start."""
        self.steps = steps
        """Starts and events so far."""
        self._beside = beside

    @classmethod
    def begin(cls, path: Path, connection: sqlite3.Connection) -> Generation:
        """Count this start, and check whether the database was restored. Raises StorageFileError."""
        beside = beside_of(path)
        known = _read(beside)
        connection.execute("BEGIN IMMEDIATE")
        try:
            name, number, steps, copied = connection.execute(
                "SELECT id, number, steps, copied FROM generation"
            ).fetchone()
            first = name is None and known is None
            restored = not first and bool(copied or known is None or known[0] != name or known[1] > steps)
            name = name or token_bytes(_COUNT_AT)
            number, steps = number + restored, max(steps, known[1] if known else 0) + 1
            contents = _BESIDE.pack(name, steps)
            connection.execute("UPDATE generation SET id = ?, number = ?, steps = ?, copied = 0", (name, number, steps))
            for statement in _REVOKED if restored else ():
                connection.execute(statement)
            connection.execute("COMMIT")
        except (TypeError, struct.error) as error:  # No line, or one of other kinds of values.
            connection.rollback()
            raise StorageFileError("storage_damaged", file=str(path), reason="generation") from error
        except BaseException:
            with suppress(sqlite3.Error):
                connection.rollback()
            raise
        return cls(number, restored, steps, _written(beside, contents))

    def note(self, steps: int) -> None:
        """Record the number of starts and events that are on the disk."""
        # A place in memory, which the system writes when it likes: nothing here waits, and a killed process has done
        # it. After a power cut the file may say less than the database, which is no sign of anything.
        struct.pack_into("<Q", self._beside, _COUNT_AT, steps)

    def close(self) -> None:
        """Let go of the file. May be called twice."""
        self._beside.close()


def beside_of(path: Path) -> Path:
    """The file beside a database."""
    return path.with_name(path.name + ".generation")


def mark_as_copy(connection: sqlite3.Connection) -> None:
    """Have the next start on this database count as a restore; does nothing to one of an older version."""
    with suppress(sqlite3.OperationalError):  # It has no such table yet, and a file beside it that isn't its own.
        connection.execute("UPDATE generation SET copied = 1")


def _read(beside: Path) -> tuple[bytes, int] | None:
    """The id of the database that the file belongs to, and its count; None if the file is missing or malformed."""
    try:
        name, steps = _BESIDE.unpack(beside.read_bytes())
    except (OSError, struct.error):
        return None
    return name, steps


def _written(beside: Path, contents: bytes) -> mmap.mmap:
    """The file with new contents, in memory."""
    create(beside)
    try:
        with beside.open("r+b") as file:
            file.truncate(_BESIDE.size)
            file.write(contents)  # All its room is taken now: no full disk can hurt the rest.
            file.flush()
            os.fsync(file.fileno())
            return mmap.mmap(file.fileno(), _BESIDE.size)
    except OSError as error:
        raise StorageFileError("storage_unwritable", file=str(beside), reason=error.strerror or "") from None
