"""The parts that all modules of `users` share: the database, the clock, tokens, and the sessions in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any, TypeVar

from sqlalchemy import Connection

from canastra.server.clock import Clock, Doubt
from canastra.server.logging import log
from canastra.server.storage import SqlDatabase
from canastra.server.users.tokens import Mint, Sessions

Value = TypeVar("Value")


def no_listener(sessions: Collection[str]) -> None:
    """The default callback for ended sessions: does nothing."""


class Core:
    """Reads and writes about users. `on_ended` gets the ids of ended sessions and API tokens, and must not raise."""

    def __init__(self, database: SqlDatabase, clock: Clock, mint: Mint) -> None:
        self.database, self.clock, self.mint = database, clock, mint
        self.sessions = Sessions()
        self.background = Background()
        self.doubt = Doubt(clock)
        """How far the clock is trusted, once the last time written before this start is known."""
        self.on_ended: Callable[[Collection[str]], None] = no_listener

    async def change(
        self,
        player: str,
        work: Callable[[Connection], Value],
        then: Callable[[Value], None] | None = None,
    ) -> Value:
        """Write about a person, then update memory, even if the caller is cancelled.

        `then` gets the result of `work`. Changes are answered, and `then` is called, in the order of their commits.
        """
        return await self.background.run(self._change(player, work, then))

    def ended(self, sessions: Collection[str]) -> None:
        """Report ended sessions to `on_ended`. The cache has dropped them already."""
        if sessions:
            self.on_ended(sessions)

    async def end(self, player: str, work: Callable[[Connection], tuple[str, ...]]) -> None:
        """End the sessions and API tokens that `work` takes from the database."""
        for session in await self.change(player, work, self.ended):
            log(logging.INFO, "session_ended", player=player, session=session)

    async def _change(
        self, player: str, work: Callable[[Connection], Value], then: Callable[[Value], None] | None
    ) -> Value:
        try:
            value = await self.database.write(work)
        finally:
            # After a fault, too: it is unknown then what was written, and the next read asks the database.
            self.sessions.drop(player)
        if then is not None:
            then(value)
        return value


class Background:
    """Runs tasks that survive their callers: once the database has a change, memory has to follow it in any case."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Run a coroutine to its end; cancelling the caller does not cancel it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        await asyncio.wait([task])
        return task.result()

    async def close(self) -> None:
        """Wait for all tasks."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # Retrieved, so that asyncio logs nothing about an error whose caller left.
