"""Notices a restored backup: those who had played on have seen what comes next.

The database counts its starts and events. A small file beside it, ``….generation``, has the same count, written after
each commit and before anything of it is published. A database that has counted less than the file beside it has been
put back, by whatever means; so has one that is marked as a copy, and one whose file beside it is missing or of another
database. Each time that is found, the generation's number rises by one.
"""

from __future__ import annotations

import mmap
import os
import sqlite3
import struct
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes

from canastra.server.storage.connections import create
from canastra.server.storage.errors import StorageFileError

_BESIDE = struct.Struct("<16sQ")
"""What the file beside the database holds: the database's id, its count."""
_COUNT_AT = 16
_REVOKED = (
    "DELETE FROM sessions WHERE player IN (SELECT player FROM accounts)",
    "DELETE FROM password_links",
    "DELETE FROM recovery_codes",
)
"""What must not come back to life: it may have been ended after the copy was made, and can be had again."""


class Generation:
    """The generation of a database that is open for writing. `note` is for its writer."""

    def __init__(self, number: int, restored: bool, steps: int, beside: mmap.mmap) -> None:
        self.number = number
        """How often the database was put back."""
        self.restored = restored
        """Whether that was found at this start."""
        self.steps = steps
        """Starts and events so far."""
        self._beside = beside

    @classmethod
    def begin(cls, path: Path, connection: sqlite3.Connection) -> Generation:
        """Count this start, and see whether the database was put back. Raises StorageFileError."""
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
        """So many starts and events are on the disk."""
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
    """Have the next start on this database find that it was put back; nothing to one of an older version."""
    with suppress(sqlite3.OperationalError):  # It has no such table yet, and a file beside it that isn't its own.
        connection.execute("UPDATE generation SET copied = 1")


def _read(beside: Path) -> tuple[bytes, int] | None:
    """Which database the file says it belongs to, and its count; None where it is missing or no such file."""
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
