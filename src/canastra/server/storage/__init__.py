"""Storage: an append-only log for each table, behind a small port; see docs/storage.md.

`Store` is the port. `SqliteStore` keeps the logs in a file, `MemoryStore` in memory, for tests. `SqlDatabase` is the
port for all other data of the server, `Database` the file itself.
"""

from __future__ import annotations

from canastra.server.storage.database import Database, SqliteStore, backup, restore
from canastra.server.storage.errors import (
    FencedError,
    NoSuchTableError,
    RefusedError,
    RepeatedCommandError,
    SequenceError,
    StoppedError,
    StorageError,
    StorageFileError,
    TableExistsError,
    UnavailableError,
)
from canastra.server.storage.store import Event, MemoryStore, OpenedDatabase, Snapshot, SqlDatabase, Store
from canastra.server.storage.writer import Point, WriterLimits

__all__ = [
    "Database",
    "Event",
    "FencedError",
    "MemoryStore",
    "NoSuchTableError",
    "OpenedDatabase",
    "Point",
    "RefusedError",
    "RepeatedCommandError",
    "SequenceError",
    "Snapshot",
    "SqlDatabase",
    "SqliteStore",
    "StoppedError",
    "StorageError",
    "StorageFileError",
    "Store",
    "TableExistsError",
    "UnavailableError",
    "WriterLimits",
    "backup",
    "restore",
]
