"""Changes that nodes of one database make to each other's memory: read in the order of the commits, complete."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import psycopg

from canastra.cluster.connections import WAYS
from canastra.server.limits import limit
from canastra.server.logging import code_of, log
from canastra.server.storage import UnavailableError

LOOK = 1.0
"""Seconds between two looks without a notice from the database."""
AT_A_TIME = 1_000
KEPT = limit(
    "changes_kept",
    24,
    "a change for other nodes' memory",
    "time in the database",
    "it is deleted; a node that has read none for half that time ends, and has to be started again",
    "h",
)
HOUR = 3600.0
SWEEP = HOUR
_LATEST = "SELECT coalesce(max(n), 0) FROM changes"
_NEXT = "SELECT n, kind, subject FROM changes WHERE n > %s ORDER BY n LIMIT %s"
_FORGET = "DELETE FROM changes WHERE at < now() - %s * interval '1 second'"

Apply = Callable[[str, str], Awaitable[None]]
"""Takes the kind of a change and its subject."""


class Changes:
    """Hands on each change since `start` once; `run` it until cancelled.

    The database notifies of new changes at once. Changes missed during a disconnection are read later.
    """

    def __init__(self, dsn: str, apply: Apply, stale: Callable[[], None]) -> None:
        self._dsn, self._apply, self._stale = dsn, apply, stale
        self._connection: psycopg.AsyncConnection[tuple[object, ...]] | None = None
        self._last = 0
        self._read = self._swept = time.monotonic()

    @property
    def age(self) -> float:
        """Seconds since the database last answered, with changes or without."""
        return time.monotonic() - self._read

    async def start(self) -> None:
        """Begin to note changes; call it before anything is read into memory. Raises `UnavailableError`."""
        try:
            connection = await self._connected()
            row = await (await connection.execute(_LATEST)).fetchone()
        except psycopg.Error as error:
            await self.close()
            raise UnavailableError(str(error).strip()) from error
        assert row is not None
        self._last = int(str(row[0]))

    async def run(self) -> None:
        """Apply changes until cancelled. Calls `stale` if too long a time was missed: then only a restart helps."""
        while True:
            try:
                await self._follow()
            except (psycopg.Error, UnavailableError) as error:
                log(logging.WARNING, "changes_not_read", error=code_of(error))
                await self.close()
                await asyncio.sleep(LOOK)

    async def close(self) -> None:
        """Stop reading."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _follow(self) -> None:
        connection = await self._connected()
        now = time.monotonic()
        if self.age > KEPT * HOUR / 2:
            self._stale()
        rows = await (await connection.execute(_NEXT, (self._last, AT_A_TIME))).fetchall()
        self._read = now
        for number, kind, subject in rows:
            await self._tell(str(kind), str(subject))
            self._last = int(str(number))
        if now - self._swept > SWEEP:
            self._swept = now
            await connection.execute(_FORGET, (KEPT * HOUR,))
        if not rows:
            async for _ in connection.notifies(timeout=LOOK, stop_after=1):
                pass

    async def _tell(self, kind: str, subject: str) -> None:
        try:
            await self._apply(kind, subject)
        except UnavailableError:  # Read again at the next look.
            raise
        except Exception as error:  # noqa: BLE001 - one change must not keep the others away
            log(logging.ERROR, "change_not_applied", kind=kind, error=code_of(error))

    async def _connected(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(
                self._dsn, autocommit=True, application_name="canastra changes", **WAYS
            )
            await self._connection.execute("SET statement_timeout = '10s'")
            await self._connection.execute("LISTEN canastra_changes")
        return self._connection
