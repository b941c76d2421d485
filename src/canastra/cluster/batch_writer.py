"""The one writing task: waiting requests share a transaction and are answered when it is committed.

During a transaction the next one gathers, so that many tables share one commit. After a fault of the database or the
connection, all requests of the transaction get an `UnavailableError`: the commit may have happened or not. The next
transaction begins in a new session, which first waits until the former has ended (`canastra.cluster.connections`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.errors import DeadlockDetected, UniqueViolation

from canastra.cluster import appends
from canastra.cluster.appends import ShardClaim
from canastra.cluster.connections import PostgresSession
from canastra.server.limits import limit
from canastra.server.logging import code_of, log
from canastra.server.storage import Point, StoppedError, UnavailableError, WriterLimits
from canastra.server.storage.store import Append
from canastra.server.storage.writer import Hook

Statements = Callable[[psycopg.AsyncConnection[Any]], Awaitable[Any]]
"""The statements of a request inside a transaction; they may raise a `RefusedError` before the first write."""
SECONDS = limit(
    "node_write",
    20.0,
    "a transaction of a node's tables",
    "time until it is committed",
    "refused: `live_stopped`",
    "s",
)
"""After that the session is given up: a command that is sent again gets the answer that it has by then."""
_TRIES = 3
"""Attempts of a transaction that PostgreSQL rolled back because of another one."""


@dataclass(slots=True)
class _Job:
    """A request, and its caller's future."""

    claim: ShardClaim | None
    request: Append | Statements | None
    future: asyncio.Future[Any]
    value: Any = None
    error: Exception | None = None


class BatchWriter:
    """Takes requests from one event loop. Answers each after the commit of its transaction."""

    def __init__(self, dsn: str, node: str, name: str, limits: WriterLimits, hook: Hook) -> None:
        self._node, self._name, self._limits, self._hook = node, name, limits, hook
        self._session = PostgresSession(dsn, "canastra logs")
        self._queue: deque[_Job] = deque()
        self._room = asyncio.Semaphore(limits.queue)
        self._news = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write what is submitted."""
        self._task = asyncio.create_task(self._run())

    async def submit(self, claim: ShardClaim, request: Append | Statements) -> Any:
        """Run a request and return its result, or raise its error, after the commit.

        A caller cancelled while the queue is full leaves nothing; a queued request is always done. Raises
        `UnavailableError`, `StoppedError`.
        """
        return await self._submit(claim, request)

    async def flush(self) -> None:
        """Return when all that was asked for before is done or refused for good. Raises `UnavailableError`,
        `StoppedError`.
        """
        await self._submit(None, None)

    async def close(self) -> None:
        """Finish what was submitted and end the session."""
        self._closing = True
        self._news.set()
        if self._task is not None:
            await asyncio.shield(self._task)
        await self._session.close()

    def check(self) -> None:
        """Raise a `StoppedError` once the writer is closed."""
        if self._closing:
            raise StoppedError("storage_closed", file=self._name)

    async def _submit(self, claim: ShardClaim | None, request: Append | Statements | None) -> Any:
        await self._room.acquire()  # The place is given back when the job is answered, not when its caller leaves.
        if self._closing:
            self._room.release()
            self.check()
        job = _Job(claim, request, asyncio.get_running_loop().create_future())
        self._queue.append(job)
        self._news.set()
        try:
            return await job.future
        finally:
            del job  # Its error would refer to this frame, and this to it.

    async def _run(self) -> None:
        while self._queue or not self._closing:
            if not self._queue:
                self._news.clear()
                await self._news.wait()
                continue
            batch = self._take()
            await self._do(batch)
            self._answer(batch)

    def _take(self) -> list[_Job]:
        """The first job and those of its kind right behind it: appends share a transaction, and so do others."""
        batch = [self._queue.popleft()]
        of_appends = isinstance(batch[0].request, Append)
        while self._queue and len(batch) < self._limits.batch:
            if isinstance(self._queue[0].request, Append) is not of_appends:
                break
            batch.append(self._queue.popleft())
        return batch

    async def _do(self, batch: Sequence[_Job]) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                await self._transaction(batch)
        except Exception as error:  # noqa: BLE001 -- after any error the callers must get an answer
            await self._session.close()
            reason = str(error).strip() if isinstance(error, psycopg.Error) else type(error).__name__
            log(logging.ERROR, "not_written", requests=len(batch), error=code_of(error))
            for job in batch:
                job.error = UnavailableError(reason)

    async def _transaction(self, batch: Sequence[_Job]) -> None:
        connection = await self._session.connected()
        if not any(job.request for job in batch):
            return  # Only flushes: the session exists, so the outcome of every former transaction is decided.
        write = self._append if isinstance(batch[0].request, Append) else self._work
        for left in reversed(range(_TRIES)):
            try:
                await write(connection, batch)
            except (DeadlockDetected, UniqueViolation):  # Undone for certain.
                await connection.rollback()
                if not left:
                    raise
            else:
                break
        self._hook(Point.AFTER_COMMIT)

    async def _append(self, connection: psycopg.AsyncConnection[Any], batch: Sequence[_Job]) -> None:
        requests = [(job.claim, job.request) for job in batch if job.claim and isinstance(job.request, Append)]
        found = await appends.lock_shards(
            connection, self._node, [claim for claim, _ in requests], [append for _, append in requests]
        )
        outcomes, rows = appends.judge_batch(found, requests)
        self._hook(Point.BEFORE_APPEND)
        async with connection.pipeline():
            await appends.insert_rows(connection, rows)
            self._hook(Point.BEFORE_COMMIT)
            await connection.execute("COMMIT")
        for job, refusal in zip(batch, outcomes, strict=True):
            job.error = refusal

    async def _work(self, connection: psycopg.AsyncConnection[Any], batch: Sequence[_Job]) -> None:
        found = await appends.lock_shards(connection, self._node, [job.claim for job in batch if job.claim])
        for job in batch:
            if job.claim is None or job.request is None or isinstance(job.request, Append):
                continue
            job.error = found.refusal(job.claim)
            if job.error is None:
                try:
                    job.value = await job.request(connection)
                except psycopg.Error:
                    raise
                except Exception as error:  # noqa: BLE001 -- refused: its caller gets it
                    job.error = error
        await connection.execute("COMMIT")

    def _answer(self, batch: Sequence[_Job]) -> None:
        for job in batch:
            self._room.release()
            if job.future.done():  # Its caller was cancelled.
                continue
            if job.error is None:
                job.future.set_result(job.value)
            else:
                job.future.set_exception(job.error)
