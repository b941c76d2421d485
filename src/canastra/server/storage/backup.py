"""Backup, while the server runs or not, and restore, while it doesn't."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from canastra.server.storage import connections, schema
from canastra.server.storage.errors import StorageFileError, translated


def backup(database: Path | str, target: Path | str) -> None:
    """Copy a database, in use or not, to a file of its own; `target` appears once the copy is whole and checked.

    An earlier backup of that name is replaced. Raises StorageFileError.
    """
    source, target = Path(database).resolve(), Path(target).resolve()
    _require(source)
    if source == target:
        raise StorageFileError("storage_onto_itself", file=str(source))
    _replace(_copied(source, target), target)


def restore(source: Path | str, database: Path | str) -> Path | None:
    """Replace a database that no server uses by a backup, which is checked first.

    The replaced database is kept beside it, under the returned name. Raises StorageFileError.
    """
    source, database = Path(source).resolve(), Path(database).resolve()
    _require(source)
    if source == database:
        raise StorageFileError("storage_onto_itself", file=str(source))
    lock = connections.Lock(database)
    try:
        part = _copied(source, database)
        kept = _put_aside(database) if database.exists() else None
        _replace(part, database)
    finally:
        lock.release()
    return kept


def _require(path: Path) -> None:
    if not path.is_file():
        raise StorageFileError("storage_missing", file=str(path))


def _copied(source: Path, target: Path) -> Path:
    """A whole and checked copy beside the target."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    connections.create(part)
    try:
        with closing(connections.connect_reader(source)) as reading, closing(sqlite3.connect(part)) as writing:
            if not schema.check_version(reading, str(source)):
                raise StorageFileError("storage_foreign", file=str(source))
            reading.backup(writing)
            connections.mark_as_copy(writing)
            writing.commit()
            writing.execute("PRAGMA journal_mode = DELETE")  # One file and nothing beside it.
            if writing.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                raise StorageFileError("storage_damaged", file=str(source), reason="integrity_check")
            if damaged := connections.undecodable(writing):
                reason = f"text that is not UTF-8 in {', '.join(damaged)}"
                raise StorageFileError("storage_damaged", file=str(source), reason=reason)
    except sqlite3.Error as error:
        part.unlink()
        raise translated(StorageFileError, error, str(source)) from error
    except StorageFileError:
        part.unlink()
        raise
    return part


def _replace(part: Path, target: Path) -> None:
    """Give a copy its name, so that after a power cut the name stands for the old file or for the whole new one."""
    _sync(part)
    os.replace(part, target)
    if os.name == "posix":  # Elsewhere a folder can't be opened, and needn't be.
        _sync(target.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _put_aside(database: Path) -> Path:
    """Rename a database and the files beside it. Its write-ahead log is merged first: one file has all of it."""
    with suppress(sqlite3.Error), closing(connections.connect(database)) as connection:  # It may be damaged.
        connection.execute("PRAGMA journal_mode = DELETE")
    names = (database.with_name(f"{database.name}.replaced-{number}") for number in count(1))
    kept = next(name for name in names if not name.exists())
    for suffix in ("-shm", "-wal", ""):
        with suppress(FileNotFoundError):
            os.replace(f"{database}{suffix}", f"{kept}{suffix}")
    return kept
