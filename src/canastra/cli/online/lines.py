"""Typed lines without blocking: a thread reads, the event loop gets the lines."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress

_CHUNK = 4096


class TypedLines:
    """The lines of the standard input, from the creation of this object; at the end of the input always None."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._next: asyncio.Task[str | None] | None = None
        threading.Thread(target=self._read, daemon=True).start()

    async def get(self) -> str | None:
        """The next line without its end; None after the last."""
        if self._next is not None:
            former, self._next = self._next, None
            return await former
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)
        return line

    def give_back(self, waiting: asyncio.Task[str | None]) -> None:
        """Leave a pending read to the next call of `get`."""
        self._next = waiting

    def _read(self) -> None:
        # If the loop was closed before a line came, the line is dropped.
        with suppress(RuntimeError):
            for line in _lines():
                self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
            self._loop.call_soon_threadsafe(self._queue.put_nowait, None)


def _lines() -> Iterator[str]:
    """Read by the system's own calls: a thread waiting in Python's would hold its lock when the process ends."""
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError):
        yield from (line.rstrip("\n") for line in sys.stdin)
        return
    left = b""
    while chunk := _chunk(number):
        *whole, left = (left + chunk).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in whole)
    if left:
        yield left.decode("utf-8", "replace")


def _chunk(number: int) -> bytes:
    try:
        return os.read(number, _CHUNK)
    except OSError:
        return b""
