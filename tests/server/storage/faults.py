"""Faults to put into storage: hooks for the writer's crash points, and a store that stops like a crashed process."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from typing import NoReturn

from canastra.server.storage import Event, Point, Snapshot, Store
from canastra.server.storage.writer import Hook


class CrashError(Exception):
    """The process counts as dead from here on."""


def crash_at(point: Point, nth: int = 1) -> Hook:
    """A hook that raises at the nth passing of a point: the writer stops there."""
    return _at(point, nth, _crash)


def kill_at(point: Point, nth: int = 1) -> Hook:
    """A hook that ends the process at the nth passing of a point, as nothing can catch."""
    return _at(point, nth, _kill)


def _at(point: Point, nth: int, then: Hook) -> Hook:
    left = nth

    def hook(passed: Point) -> None:
        nonlocal left
        if passed is point:
            left -= 1
            if left == 0:
                then(passed)

    return hook


def _crash(point: Point) -> NoReturn:
    raise CrashError(point)


def _kill(point: Point) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class FaultyStore:
    """A `Store` round another that crashes at one point of its nth append, and is dead from then on.

    A new process would find the content of the inner store: nothing of that append before the commit, all of it after.
    Open the inner store anew, or use it as it is if it is a MemoryStore.
    """

    def __init__(self, store: Store, point: Point, nth: int) -> None:
        self._store, self._point, self._left = store, point, nth
        self.dead = False

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[str],
        command_id: str | None = None,
        answer: str | None = "",
    ) -> None:
        store = self._alive()
        self._left -= 1
        if self._left == 0 and self._point is not Point.AFTER_COMMIT:
            self._die()
        await store.append(table_id, expected_seq, events, command_id, answer)
        if self._left == 0:
            self._die()

    async def create(self, table_id: str, header: str) -> None:
        await self._alive().create(table_id, header)

    async def read(self, table_id: str, from_seq: int = 1) -> list[Event]:
        return await self._alive().read(table_id, from_seq)

    async def answer_of(self, table_id: str, command_id: str) -> str | None:
        return await self._alive().answer_of(table_id, command_id)

    async def numbers_of(self, table_id: str, command_id: str, from_seq: int = 1) -> tuple[int, int] | None:
        return await self._alive().numbers_of(table_id, command_id, from_seq)

    async def header(self, table_id: str) -> str:
        return await self._alive().header(table_id)

    async def tables(self, live: bool | None = None, after: str = "", limit: int = 1000) -> list[str]:
        return await self._alive().tables(live, after, limit)

    async def set_live(self, table_id: str, live: bool) -> None:
        await self._alive().set_live(table_id, live)

    async def put_snapshot(self, table_id: str, seq: int, data: bytes) -> None:
        await self._alive().put_snapshot(table_id, seq, data)

    async def latest_snapshot(self, table_id: str) -> Snapshot | None:
        return await self._alive().latest_snapshot(table_id)

    async def flush(self) -> None:
        await self._alive().flush()

    async def close(self) -> None:
        self.dead = True

    def _alive(self) -> Store:
        if self.dead:
            raise CrashError(self._point)
        return self._store

    def _die(self) -> NoReturn:
        self.dead = True
        raise CrashError(self._point)
