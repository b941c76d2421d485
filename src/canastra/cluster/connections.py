"""Sessions of PostgreSQL: how this package connects, and the settings of a session."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

import psycopg

CONNECT_SECONDS = 5
"""The time limit for connecting."""
WAYS: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    # A peer that has gone without closing is noticed after some ten seconds, on Linux.
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_SETTINGS = """
SET synchronous_commit = on;
SET idle_in_transaction_session_timeout = '3s';
SET lock_timeout = '5s';
SET statement_timeout = '10s';
SET jit = off;
SET enable_seqscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
"""
"""A holder that stops in the middle of a transaction keeps its shard from others for at most three seconds.

Every statement looks rows up by their keys, or shards, which are few. A plan made while tables were small must not read
them from end to end when they are large.
"""
_FORMER = """
SELECT pg_terminate_backend(pid) FROM pg_locks
WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND objsubid = 2 AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class PostgresSession:
    """A connection that is made on demand, and made anew after it was closed.

    Each session holds an advisory lock of its owner. A new session ends the former and waits until its lock is free:
    from then on nothing of the former session can still happen, and the database has its outcome.
    """

    def __init__(self, dsn: str, name: str) -> None:
        self._dsn, self._name = dsn, name
        self._key = (randbelow(2**31), randbelow(2**31))
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None

    async def connected(self) -> psycopg.AsyncConnection[tuple[Any, ...]]:
        """The connection. Raises `psycopg.Error` if it fails."""
        if self._connection is None:
            connection = await psycopg.AsyncConnection.connect(
                self._dsn, autocommit=True, application_name=self._name, **WAYS
            )
            try:
                await connection.execute(_SETTINGS)
                await connection.execute(_FORMER, self._key)
                await connection.execute("SELECT pg_advisory_lock(%s::integer, %s::integer)", self._key)
            except BaseException:
                await connection.close()
                raise
            self._connection = connection
        return self._connection

    async def close(self) -> None:
        """End the session; a transaction under way may still be committed or not."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
