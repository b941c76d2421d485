"""The one thread that writes: all waiting requests go into one transaction, and are answered when it is on the disk."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any

from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.storage.append import append_all
from canastra.server.storage.connections import Generation, fill_room
from canastra.server.storage.errors import (
    StoppedError,
    UnavailableError,
    bare,
    is_transient,
    translated,
    unavailable,
)
from canastra.server.storage.store import Append

Work = Callable[[sqlite3.Connection], Any]
"""A function to run inside a transaction."""


WAITING = limit("writes_waiting", 4096, "the server", "requests that wait for the database", "others wait for room")
TOGETHER = limit("writes_together", 512, "the server", "requests of one transaction", "the rest is in the next")
COMMIT_DELAY = 0.004
"""Seconds between the beginnings of two transactions, while requests come by the hundred a second."""
_CROWD = 2.5
"""The recent number of requests from which on they are many; one after the other, they come to 2."""


class Point(StrEnum):
    """The places where a test may stop or kill the writer."""

    BEFORE_APPEND = "before append"
    BEFORE_COMMIT = "after append, before commit"
    AFTER_COMMIT = "after commit, before the answer"


Hook = Callable[[Point], None]


def no_hook(point: Point) -> None:
    """The hook outside tests: does nothing."""


@dataclass(slots=True)
class Job:
    """A request, and the future that its caller awaits."""

    request: Append | Work
    future: asyncio.Future[Any]
    value: Any = None
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class WriterLimits:
    """How many requests may wait for the writer, and how many share a transaction."""

    queue: int = WAITING
    batch: int = TOGETHER


class Writer:
    """Takes requests from one event loop and answers each after the commit of its transaction.

    A fault that passes (`canastra.server.storage.errors`) ends its transaction: it is rolled back, its requests get an
    UnavailableError, and the next ones are tried. Any other fault of the file, or of this program, stops the writer for
    good, and all further requests get a StoppedError. Going on after a fault of unknown cause could lose acknowledged
    data.
    """

    def __init__(
        self, connection: sqlite3.Connection, file: str, limits: WriterLimits, hook: Hook, generation: Generation
    ) -> None:
        self._connection, self._file, self._limits, self._hook = connection, file, limits, hook
        self._generation, self._steps = generation, generation.steps
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._room = asyncio.Semaphore(limits.queue)
        self._closing = False
        self._began, self._crowd = 0.0, 0.0
        self._committed = False
        self.stopped: StoppedError | None = None
        self.hindered = False
        """True if the last transaction with data to write failed by a fault that passes."""
        self._thread = threading.Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    async def submit(self, request: Append | Work) -> Any:
        """Run a request. Returns its result, or raises its error, once that is on the disk.

        A caller that is cancelled while the queue is full leaves nothing; once in the queue, a request is done in any
        case.
        """
        await self._room.acquire()  # The place is released when the job is answered, not when its caller leaves.
        try:
            self.check()
        except StoppedError:
            self._room.release()
            raise
        job = Job(request, asyncio.get_running_loop().create_future())
        self._queue.put(job)
        try:
            return await job.future
        finally:
            del job  # Its error would refer to this frame, and this to it.

    def check(self) -> None:
        """Raise StoppedError if writing has ended."""
        if self.stopped is not None:
            raise _again(self.stopped)
        if self._closing:
            raise StoppedError("storage_closed", file=self._file)

    def stop(self, error: Exception) -> None:
        """Stop writing, for this reason; an earlier reason stays."""
        if self.stopped is None:
            self.stopped = translated(StoppedError, error, self._file)
            log(logging.ERROR, "not_written", error=self.stopped.code)

    async def probe(self) -> None:
        """Check whether writing is possible again. Raises UnavailableError and StoppedError."""
        await self.submit(self._count)

    def _count(self, connection: sqlite3.Connection) -> None:
        fill_room(connection)  # A page may fit although there is no room for more.
        connection.execute("ROLLBACK TO job")
        connection.execute("UPDATE generation SET steps = steps + 1")
        self._steps += 1

    async def close(self) -> None:
        """Finish all submitted requests and end the thread."""
        if not self._closing:
            self._closing = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        closing = False
        while not closing:
            batch, closing = self._take()
            # Half of the previous number counts: requests one after the other, each waiting for the last, make no
            # crowd.
            self._began, self._crowd = monotonic(), self._crowd / 2 + len(batch)
            self._do(batch)
            _answer(batch, self._room)
        self._connection.close()

    def _take(self) -> tuple[list[Job], bool]:
        """Wait for a job. Returns it with the jobs queued behind it, and whether they are the last.

        A transaction costs as much as several jobs. So among many, one waits a little for others to share it with.
        """
        batch: list[Job] = []
        job = self._queue.get()
        early = self._began + COMMIT_DELAY - monotonic()
        if self._crowd > _CROWD and early > 0:
            sleep(early)
        while job is not None:
            batch.append(job)
            if len(batch) == self._limits.batch:
                return batch, False
            try:
                job = self._queue.get_nowait()
            except Empty:
                return batch, False
        return batch, True

    def _do(self, batch: Sequence[Job]) -> None:
        if batch and self.stopped is None:
            steps, changes = self._steps, self._connection.total_changes
            try:
                self._transaction(batch)
            except Exception as error:  # noqa: BLE001 - whatever the error, no caller may wait for an answer forever
                with suppress(sqlite3.Error):
                    self._connection.rollback()
                if is_transient(error) and not (self._committed or self._connection.in_transaction):
                    self._steps = steps
                    self._hinder(batch, unavailable(error, self._file))
                    return
                self.stop(error)
            else:
                if self.hindered and self._connection.total_changes > changes:
                    self.hindered = False
                    log(logging.WARNING, "written_again")
                return
        for job in batch:
            assert self.stopped is not None
            job.error = _again(self.stopped)

    def _hinder(self, batch: Sequence[Job], error: UnavailableError) -> None:
        if not self.hindered:
            log(logging.ERROR, "not_written", requests=len(batch), error=error.code)
        self.hindered = True
        for job in batch:
            job.error = UnavailableError(str(error.figures["reason"]), error.code, self._file)

    def _transaction(self, batch: Sequence[Job]) -> None:
        self._committed = False
        self._hook(Point.BEFORE_APPEND)
        self._connection.execute("BEGIN IMMEDIATE")
        for of_appends, group in groupby(batch, lambda job: isinstance(job.request, Append)):
            jobs = list(group)
            if of_appends:
                self._append(jobs)
            else:
                for job in jobs:
                    self._work(job)
        self._hook(Point.BEFORE_COMMIT)
        self._connection.execute("COMMIT")
        self._committed = True
        self._generation.note(self._steps)
        self._hook(Point.AFTER_COMMIT)

    def _append(self, jobs: Sequence[Job]) -> None:
        appends = [job.request for job in jobs if isinstance(job.request, Append)]
        for job, refusal in zip(jobs, append_all(self._connection, appends), strict=True):
            job.error = refusal
        self._steps += sum(len(each.events) for each, job in zip(appends, jobs, strict=True) if job.error is None)

    def _work(self, job: Job) -> None:
        """Run a request that may fail by itself, such as by a broken constraint, without affecting the rest of the
        transaction.
        """
        assert not isinstance(job.request, Append)
        self._connection.execute("SAVEPOINT job")
        try:
            job.value = job.request(self._connection)
        except Exception as error:
            if _of_the_file(error):
                raise
            self._connection.execute("ROLLBACK TO job")
            job.error = error
        self._connection.execute("RELEASE job")


def _answer(batch: Sequence[Job], room: asyncio.Semaphore) -> None:
    """Wake the event loop once for all; a loop that has ended has no waiters."""
    if batch:
        with suppress(RuntimeError):
            batch[0].future.get_loop().call_soon_threadsafe(_deliver, batch, room)


def _deliver(batch: Sequence[Job], room: asyncio.Semaphore) -> None:
    for job in batch:
        room.release()
        if job.future.done():  # Its caller was cancelled.
            continue
        if job.error is None:
            job.future.set_result(job.value)
        else:
            job.future.set_exception(job.error)


def _of_the_file(error: Exception) -> bool:
    """Return whether an error is one of the file, and not of the request."""
    error = bare(error)
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


def _again(error: StoppedError) -> StoppedError:
    """The same error for another caller: an exception raised twice would carry two callers' tracebacks."""
    return StoppedError(error.code, **error.figures)
