"""Users on a database in a folder, with a clock that stands still and passwords that cost next to nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher

from canastra.server.storage.writer import Hook, no_hook
from canastra.server.users import Identity, Users, UsersError
from tests.databases import open_database, rows
from tests.server.live.live_server import FakeTime

DAY = 86_400_000
PASSWORD = "três tigres tristes"
Value = TypeVar("Value")


class CountingHasher(PasswordHasher):
    """A cheap hasher that records its calls and their threads, and can be held back."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=8, parallelism=1)
        self.asked: list[str] = []
        self.threads: set[int] = set()
        self.go_on = threading.Event()
        self.go_on.set()
        self.present = self.peak = 0
        self._lock = threading.Lock()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self._asked("hash"):
            return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        with self._asked("verify"):
            return super().verify(hash, password)

    def _asked(self, what: str) -> _Call:
        return _Call(self, what)


class _Call:
    def __init__(self, hasher: CountingHasher, what: str) -> None:
        self._hasher, self._what = hasher, what

    def __enter__(self) -> None:
        hasher = self._hasher
        with hasher._lock:
            hasher.asked.append(self._what)
            hasher.threads.add(threading.get_ident())
            hasher.present += 1
            hasher.peak = max(hasher.peak, hasher.present)
        assert hasher.go_on.wait(30)

    def __exit__(self, *_: object) -> None:
        with self._hasher._lock:
            self._hasher.present -= 1


class Place:
    """The users of a server on a database, with direct access for tests."""

    def __init__(self, path: Path, hasher: CountingHasher | None = None, hook: Hook = no_hook, seed: int = 1) -> None:
        self.path = path
        self.time = FakeTime(1_000 * DAY)
        self.hasher = hasher or CountingHasher()
        self.database = open_database(path, hook)
        self.users = Users(self.database, self.time, Random(seed), self.hasher)

    async def close(self) -> None:
        self.hasher.go_on.set()  # A test may fail while it holds the threads back.
        await self.users.close()
        await self.database.close()

    @property
    def callers(self) -> int:
        """How many callers compute or await a hash."""
        return self.users._hasher.callers

    def users_on(self, seed: int) -> Users:
        """Return further users on the same database, with nothing loaded."""
        return Users(self.database, self.time, Random(seed), self.hasher)

    async def guest(self, name: str = "Ana") -> tuple[Identity, str]:
        return await self.users.guest(name, "pt")

    async def account(self, login: str = "ana") -> tuple[Identity, str]:
        identity, _ = await self.guest()
        identity, token, _ = await self.users.accounts.make(identity, login, PASSWORD)
        return identity, token

    async def identified(self, token: str | None) -> Identity:
        """The identity of a valid token."""
        assert token is not None
        identity = await self.users.identify(token)
        assert identity is not None
        return identity

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of the database, in its present state."""
        return rows(self.path, statement)


def play(tmp_path: Path, main: Callable[[Place], Coroutine[Any, Any, None]], **others: Any) -> None:
    """Run a test's story on a new database."""

    async def story() -> None:
        place = Place(tmp_path / "people.db", **others)
        try:
            await main(place)
        finally:
            await place.close()

    asyncio.run(story())


async def refused(work: Awaitable[object], code: str, status: int) -> None:
    """Fail unless the work is refused with this code and status, in both languages."""
    with pytest.raises(UsersError) as caught:
        await work
    assert (caught.value.code, caught.value.status) == (code, status)
    assert caught.value.message("pt") != caught.value.message("en")


async def until(condition: Callable[[], bool]) -> None:
    """Let threads and tasks run until the condition holds."""
    for _ in range(24_000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never happened")


class Gate:
    """A hook of the writer that holds it at a point, once closed."""

    def __init__(self, point: object) -> None:
        self._point = point
        self.held = threading.Event()
        self.open = threading.Event()
        self.open.set()

    def __call__(self, passed: object) -> None:
        if passed is self._point and not self.open.is_set():
            self.held.set()
            assert self.open.wait(30)
