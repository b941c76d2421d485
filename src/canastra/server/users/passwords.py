"""Password hashing with argon2id, in threads: a hash takes tens of milliseconds and 64 MB on purpose."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
import threading
from base64 import b64encode
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from canastra.server.limits import limit
from canastra.server.logging import code_of, log
from canastra.server.users import validation
from canastra.server.users.tokens import UsersError

Value = TypeVar("Value")
THREADS = 2
WAITING = limit(
    "passwords_waiting",
    32,
    "the server",
    "callers that wait for the hash of a password, and as many on known devices",
    "429 `users_busy`, for a caller of the address that has most",
)
NICER = 10
"""Added to the nice value of the hashing threads, so that the thread of the event loop comes first."""
FOR_STRANGERS = 4
"""One of this many turns goes to unknown callers, even if known ones wait."""


class CallerOrigin(NamedTuple):
    """The origin of a caller."""

    address: str = ""
    known: bool = False
    """True if the caller is signed in, or on a device that was."""


ANYWHERE = CallerOrigin()


class Queue:
    """Callers wait here for one of a few places. Known ones come first, and the addresses take turns.

    If too many wait, the address with the most waiting callers loses its latest: callers who ask less are not kept out.
    """

    def __init__(self, places: int, most: int) -> None:
        self._free, self._most = places, most
        self._known: _Line = OrderedDict()
        self._strangers: _Line = OrderedDict()
        self._turns = 0

    async def enter(self, origin: CallerOrigin) -> None:
        """Wait for a place, to be given back with `leave`. Raises UsersError if too many wait."""
        if self._free:  # A place is free only if the queue is empty.
            self._free -= 1
            return
        line = self._known if origin.known else self._strangers
        mine = asyncio.get_running_loop().create_future()
        line.setdefault(origin.address, deque()).append(mine)
        if sum(map(len, line.values())) > self._most:
            most = max(line, key=lambda address: (len(line[address]), address == origin.address))
            line[most].pop().set_exception(UsersError("users_busy", 429))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled() and mine.exception() is None:
                self.leave()  # The place had just been assigned.
            raise
        finally:
            _remove(line, origin.address, mine)

    def leave(self) -> None:
        """Give a place to the next caller."""
        self._turns += 1
        known_first = bool(self._known) and self._turns % FOR_STRANGERS > 0
        lines = (self._known, self._strangers) if known_first else (self._strangers, self._known)
        for line in lines:
            while line:
                mine = _first(line)
                if not mine.done():
                    mine.set_result(None)
                    return
        self._free += 1


_Line = OrderedDict[str, deque[asyncio.Future[None]]]


def _first(line: _Line) -> asyncio.Future[None]:
    """Take the next caller of a line; its address moves behind all others."""
    address, waiting = line.popitem(last=False)
    mine = waiting.popleft()
    if waiting:
        line[address] = waiting
    return mine


def _remove(line: _Line, address: str, mine: asyncio.Future[None]) -> None:
    waiting = line.get(address)
    if waiting is None:
        return
    if mine in waiting:
        waiting.remove(mine)
    if not waiting:
        del line[address]


class Hasher:
    """Runs a `PasswordHasher` in a bounded number of threads. Callers that are cancelled while they wait cost nothing
    more.
    """

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(THREADS, "passwords", _step_back)
        self._queue = Queue(THREADS, WAITING)
        self._callers = 0
        self._idle = asyncio.Event()
        self.decoy = _decoy(hasher)
        """A hash that no password has, to compare with for people without one."""

    async def hash(self, password: str, origin: CallerOrigin = ANYWHERE) -> str:
        """The hash of a password that `validation.password` has made. Raises UsersError if too many wait."""
        return await self._run(lambda: self._hasher.hash(password), origin)

    async def fits(self, hashed: str | None, typed: str, origin: CallerOrigin = ANYWHERE) -> bool:
        """Return whether the typed text is the password. Without a hash it takes as long and returns False."""
        password = validation.comparable(typed)
        known = None if password is None else hashed
        right = await self._run(lambda: self._verified(known or self.decoy, password or ""), origin)
        return right and known is not None

    async def renewed(self, hashed: str, typed: str, origin: CallerOrigin = ANYWHERE) -> str:
        """The hash with the present parameters; the given one if it has them already."""
        password = validation.comparable(typed)
        if password is None or not self._hasher.check_needs_rehash(hashed):
            return hashed
        return await self.hash(password, origin)

    @property
    def callers(self) -> int:
        """The number of callers that have a thread or wait for one."""
        return self._callers

    async def close(self) -> None:
        """Finish the waiting calls, then end the threads."""
        while self._callers:
            self._idle.clear()
            await self._idle.wait()
        await asyncio.to_thread(self._pool.shutdown)

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except VerifyMismatchError:
            return False
        except (VerificationError, InvalidHashError) as error:
            log(logging.ERROR, "password_unreadable", code=code_of(error))
            return False

    async def _run(self, work: Callable[[], Value], origin: CallerOrigin) -> Value:
        self._callers += 1
        try:
            await self._queue.enter(origin)
            loop = asyncio.get_running_loop()
            computing = self._pool.submit(work)
            # The thread gives the place back: a cancelled caller must not make room for a third while it computes.
            computing.add_done_callback(lambda _: loop.call_soon_threadsafe(self._queue.leave))
            return await asyncio.wrap_future(computing)
        finally:
            self._callers -= 1
            if not self._callers:
                self._idle.set()


def _step_back() -> None:
    """Lower the priority of this thread and of the threads that it starts; only Linux has priorities for threads."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICER)


def _decoy(hasher: PasswordHasher) -> str:
    """A made-up hash that matches no password and takes as long to compare with as a real one."""
    parameters = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, value = (
        b64encode(secrets.token_bytes(size)).decode("ascii").rstrip("=") for size in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2id$v=19${parameters}${salt}${value}"
