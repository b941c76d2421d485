"""How the process ends: by a signal, in order, and in time even if something hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from socket import socket
from types import FrameType

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from canastra.server.operating.logs import loop_fault

CUT_OFF = 1
"""Exit status of a server that could not end in time."""
AFTER_DRAIN = 1.5
"""Seconds between the end of the time for draining and the end of the process."""


class Watchdog:
    """Ends the process some time after it was armed, whatever the rest of it does.

    A thread of its own that needs no lock of anybody: not the event loop's, not the log's.
    """

    def __init__(self, seconds: float, end: Callable[[int], object] = os._exit) -> None:
        self._seconds, self._end = seconds, end
        self._armed: SimpleQueue[None] = SimpleQueue()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def arm(self) -> None:
        """Begin to count; may be called in a signal handler."""
        self._armed.put(None)

    def _watch(self) -> None:
        self._armed.get()
        time.sleep(self._seconds)
        os.write(2, b"level=error event=cut_off\n")
        self._end(CUT_OFF)


class Server(uvicorn.Server):
    """Uvicorn's, with our order at the end: first everybody is told, then tables finish, then connections close."""

    def __init__(
        self,
        config: uvicorn.Config,
        watchdog: Watchdog,
        started: Callable[[], None],
        drain: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self._watchdog, self._on_start, self._drain = watchdog, started, drain

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals, and don't raise them again afterwards, which would spoil the exit status."""
        for each in HANDLED_SIGNALS:
            signal.signal(each, self.handle_exit)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order; at the second signal, at once: what was acknowledged is on the disk."""
        if self.should_exit:
            os._exit(128 + sig)
        self.end()

    def end(self) -> None:
        """Begin to end, in order and in time."""
        self.should_exit = True
        self._watchdog.arm()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to listen, and say so."""
        asyncio.get_running_loop().set_exception_handler(loop_fault)
        await super().startup(sockets)
        self._on_start()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Take no new connections, drain, then close the others."""
        for server in self.servers:
            server.close()
        await self._drain()
        await super().shutdown(sockets)
