"""A process of its own for long work on what anybody sends: it ends when that is too long, or nobody waits for it."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import TypeVar

from canastra.bots.processes import Processes
from canastra.errors import CanastraError
from canastra.server.limits import limit

Answer = TypeVar("Answer")
WAITING = limit("replays_waiting", 16, "the server", "records that are replayed or wait for it", "429 `worker_busy`")
WAITING_OF_CALLER = limit(
    "replays_of_address_waiting", 3, "an address", "records that are replayed or wait for it", "429 `worker_busy`"
)
BEGINNING = 60.0
"""Seconds that a new process may take until it can work."""
MEMORY = limit("replay_memory", 1024, "a record", "memory for replaying it", "400 `worker_slow`", "MB")
NICER = 5
"""How far the process steps back behind others."""


class WorkerError(CanastraError):
    """Work that was not taken or not finished. `status` is HTTP's."""

    def __init__(self, code: str, status: int) -> None:
        super().__init__(code)
        self.status = status


class Worker:
    """At most one process, begun when there is work. For one event loop."""

    def __init__(self, seconds: float = 15.0, memory: int = MEMORY, nicer: int = NICER) -> None:
        self._seconds, self._bounds = seconds, (memory, nicer)
        self._turn = asyncio.Lock()
        self._callers: Counter[str] = Counter()
        self._processes: Processes | None = None
        self._folder: TemporaryDirectory[str] | None = None
        """For what the process writes beside: it is ended, and may not come to tidy up."""
        self._begun: Future[None] | None = None
        self._ending: set[asyncio.Future[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Callers whose work is done or waits."""
        return self._callers.total()

    async def run(self, caller: str, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Have a function called in the process, after the work of earlier callers. Cancelling it ends the process.

        Raises `WorkerError` if too many wait, of everybody or of the caller, or if it takes too long or too much.
        """
        if self.waiting >= WAITING or self._callers[caller] >= WAITING_OF_CALLER:
            raise WorkerError("worker_busy", 429)
        self._callers[caller] += 1
        try:
            async with self._turn:
                return await self._run(function, *arguments)
        finally:
            self._callers[caller] -= 1
            self._callers += Counter()  # Forgets whoever has none.

    def warm(self, function: Callable[..., object]) -> None:
        """Begin the process, if there is none, for work that is about to come: that takes a second or two."""
        if self._processes is None and not self._closed:
            self._processes = Processes(1)
            self._folder = TemporaryDirectory(prefix="canastra-", ignore_cleanup_errors=True)
            self._begun = self._processes.submit(_prepare, function.__module__, self._folder.name, *self._bounds)

    def rest(self) -> None:
        """End the process until there is work again: what it has loaded takes memory."""
        self._end()

    async def close(self) -> None:
        """End the process, whatever it is doing; nothing is taken any more."""
        self._closed = True
        self._end()
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def _run(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        if self._closed:
            raise WorkerError("worker_closed", 503)
        try:
            self.warm(function)
            assert self._processes is not None
            assert self._begun is not None
            async with asyncio.timeout(BEGINNING):
                await asyncio.wrap_future(self._begun)
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(self._processes.submit(function, *arguments))
        except (TimeoutError, MemoryError):
            self._end()
            raise WorkerError("worker_slow", 400) from None
        except BrokenExecutor:
            self._end()
            raise WorkerError("worker_closed", 503) from None
        except asyncio.CancelledError:
            self._end()
            raise

    def _end(self) -> None:
        processes, folder = self._processes, self._folder
        self._processes = self._folder = self._begun = None
        if processes is not None and folder is not None:
            ending = asyncio.get_running_loop().run_in_executor(None, _close, processes, folder)
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)


def _close(processes: Processes, folder: TemporaryDirectory[str]) -> None:
    processes.close()
    folder.cleanup()


def _prepare(module: str, folder: str, memory: int, nicer: int) -> None:
    """In the process: step back, bound the memory, and load what the work needs."""
    tempfile.tempdir = folder
    if hasattr(os, "nice"):  # Not on Windows, where there is no such limit either.
        import resource

        os.nice(nicer)
        most = memory * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    import_module(module)
