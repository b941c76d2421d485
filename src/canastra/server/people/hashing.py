"""Passwords are hashed with argon2id in threads of their own: it takes tens of milliseconds and 64 MB on purpose."""

from __future__ import annotations

import asyncio
import logging
import secrets
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from canastra.server.hosting.logs import code_of, log
from canastra.server.limits import limit
from canastra.server.people import words
from canastra.server.people.errors import PeopleError

Value = TypeVar("Value")
THREADS = 2
WAITING = limit("passwords_waiting", 32, "the server", "callers for the hash of a password", "429 `people_busy`")


class Hasher:
    """Bounded threads round a `PasswordHasher`. Callers that are cancelled while they wait cost nothing more."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords")
        self._callers = 0
        self._decoy = _decoy(hasher)

    async def hash(self, password: str) -> str:
        """The hash of a password that `words.password` has made. `PeopleError` if too many wait."""
        return await self._run(lambda: self._hasher.hash(password))

    async def fits(self, hashed: str | None, typed: str) -> bool:
        """Whether what somebody typed is the password. Without a hash it takes as long, and it is not."""
        password = words.comparable(typed)
        known = None if password is None else hashed
        right = await self._run(lambda: self._verified(known or self._decoy, password or ""))
        return right and known is not None

    async def renewed(self, hashed: str, typed: str) -> str:
        """A hash with the present parameters, the same one if it has them already."""
        password = words.comparable(typed)
        if password is None or not self._hasher.check_needs_rehash(hashed):
            return hashed
        return await self.hash(password)

    @property
    def callers(self) -> int:
        """How many have a thread or wait for one."""
        return self._callers

    async def close(self) -> None:
        """Wait for the threads."""
        await asyncio.to_thread(self._pool.shutdown)

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except VerifyMismatchError:
            return False
        except (VerificationError, InvalidHashError) as error:
            log(logging.ERROR, "password_unreadable", code=code_of(error))
            return False

    async def _run(self, work: Callable[[], Value]) -> Value:
        if self._callers >= WAITING:
            raise PeopleError("people_busy", 429)
        self._callers += 1
        try:
            # In a pool of two threads: a cancelled caller must not make room for a third while its thread computes.
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._callers -= 1


def _decoy(hasher: PasswordHasher) -> str:
    """A hash of no password that takes as long to compare with as a true one; it is not computed but made up."""
    parameters = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, value = (
        b64encode(secrets.token_bytes(size)).decode("ascii").rstrip("=") for size in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2id$v=19${parameters}${salt}${value}"
