"""The one thread that writes: whatever waits goes into one transaction, and is answered when that is on the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any

from canastra.server.limits import limit
from canastra.server.storage.appending import Append, append_all
from canastra.server.storage.errors import StoppedError, translated
from canastra.server.storage.generation import Generation

Work = Callable[[sqlite3.Connection], Any]
"""Something to be done inside a transaction."""


WAITING = limit("writes_waiting", 4096, "the server", "requests that wait for the database", "others wait for room")
TOGETHER = limit("writes_together", 512, "the server", "requests of one transaction", "the rest is in the next")


class Point(StrEnum):
    """Where a test may stop or kill the writer."""

    BEFORE_APPEND = "before append"
    BEFORE_COMMIT = "after append, before commit"
    AFTER_COMMIT = "after commit, before the answer"


Hook = Callable[[Point], None]


def no_hook(point: Point) -> None:
    """What happens at a crash point outside tests."""


@dataclass(slots=True)
class Job:
    """A request, and the future that its caller waits for."""

    request: Append | Work
    future: asyncio.Future[Any]
    value: Any = None
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How many requests may wait for the writer, and how many share a transaction."""

    queue: int = WAITING
    batch: int = TOGETHER


class Writer:
    """Takes requests from one event loop and answers each after the commit of the transaction that it went into.

    The first fault of the file, or of this program, stops it for good: the transaction is rolled back, and everything
    from then on gets a `StoppedError`. To go on after a fault that nobody understood could lose what was acknowledged.
    """

    def __init__(
        self, connection: sqlite3.Connection, file: str, limits: Limits, hook: Hook, generation: Generation
    ) -> None:
        self._connection, self._file, self._limits, self._hook = connection, file, limits, hook
        self._generation, self._steps = generation, generation.steps
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._room = asyncio.Semaphore(limits.queue)
        self._closing = False
        self.stopped: StoppedError | None = None
        self._thread = threading.Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    async def submit(self, request: Append | Work) -> Any:
        """Have a request done; what it returns, or the error it raised, once that is on the disk.

        Whoever is cancelled while the queue is full leaves nothing; once in the queue, a request is done in any case.
        """
        async with _Place(self._room) as place:
            self.check()
            job = Job(request, asyncio.get_running_loop().create_future())
            self._queue.put(job)
            place.keep()  # The place is given back when the job is answered, not when its caller leaves.
        return await job.future

    def check(self) -> None:
        """Raise a `StoppedError` if nothing is written any more."""
        if self.stopped is not None:
            raise _again(self.stopped)
        if self._closing:
            raise StoppedError("storage_closed", file=self._file)

    def stop(self, error: Exception) -> None:
        """Write nothing more, for this reason; an earlier one stands."""
        if self.stopped is None:
            self.stopped = translated(StoppedError, error, self._file)

    async def close(self) -> None:
        """Finish what was submitted and end the thread."""
        if not self._closing:
            self._closing = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        closing = False
        while not closing:
            batch, closing = self._take()
            self._do(batch)
            _answer(batch, self._room)
        self._connection.close()

    def _take(self) -> tuple[list[Job], bool]:
        """Wait for a job; it and those that wait behind it, and whether they are the last."""
        batch: list[Job] = []
        job = self._queue.get()
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
            try:
                self._transaction(batch)
                return
            except Exception as error:  # noqa: BLE001 -- whatever it was, nobody may wait for an answer for ever
                with suppress(sqlite3.Error):
                    self._connection.rollback()
                self.stop(error)
        for job in batch:
            assert self.stopped is not None
            job.error = _again(self.stopped)

    def _transaction(self, batch: Sequence[Job]) -> None:
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
        self._generation.note(self._steps)
        self._hook(Point.AFTER_COMMIT)

    def _append(self, jobs: Sequence[Job]) -> None:
        appends = [job.request for job in jobs if isinstance(job.request, Append)]
        for job, refusal in zip(jobs, append_all(self._connection, appends), strict=True):
            job.error = refusal
        self._steps += sum(len(each.events) for each, job in zip(appends, jobs, strict=True) if job.error is None)

    def _work(self, job: Job) -> None:
        """Do what may fail by itself, as a broken constraint does, without touching the rest of the transaction."""
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


class _Place:
    """A place in the queue: given back on leaving the block, unless it was said to be kept."""

    def __init__(self, room: asyncio.Semaphore) -> None:
        self._room, self._kept = room, False

    def keep(self) -> None:
        self._kept = True

    async def __aenter__(self) -> _Place:
        await self._room.acquire()
        return self

    async def __aexit__(self, *_: object) -> None:
        if not self._kept:
            self._room.release()


def _answer(batch: Sequence[Job], room: asyncio.Semaphore) -> None:
    """Wake the event loop once for all; a loop that has ended waits for nothing."""
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
    """Whether an error is one of the file, and not of what was asked."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


def _again(error: StoppedError) -> StoppedError:
    """The same for another caller: an exception raised twice would carry two callers' tracebacks."""
    return StoppedError(error.code, **error.figures)
