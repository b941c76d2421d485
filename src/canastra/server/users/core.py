"""What all parts of `users` share: the database, the clock, tokens, and the sessions in memory."""

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
    """What happens at first when sessions end."""


class Core:
    """Reads and changes; `on_ended` gets the ids of sessions and API tokens that have ended, and must not raise."""

    def __init__(self, database: SqlDatabase, time: Clock, mint: Mint) -> None:
        self.database, self.time, self.mint = database, time, mint
        self.sessions = Sessions()
        self.finishing = Background()
        self.doubt = Doubt(time)
        """Whether the clock is believed, once something is known of the time before this start."""
        self.on_ended: Callable[[Collection[str]], None] = no_listener

    async def change(
        self,
        player: str,
        work: Callable[[Connection], Value],
        then: Callable[[Value], None] | None = None,
    ) -> Value:
        """Write about a person, then bring what is in memory up to it, whether or not the caller is still there.

        `then` gets what `work` returned. Changes are answered in the order in which they were committed, and so is
        what `then` does.
        """
        return await self.finishing.run(self._change(player, work, then))

    def ended(self, sessions: Collection[str]) -> None:
        """Sessions are over, and the cache knows."""
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
            # After a fault, too: nobody knows then what was written, and the database says it when it is read.
            self.sessions.drop(player)
        if then is not None:
            then(value)
        return value


class Background:
    """What the database was given is done in any case, and what is kept in memory has to follow it in any case."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Do something; a caller that is cancelled leaves it running."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        await asyncio.wait([task])
        return task.result()

    async def close(self) -> None:
        """Wait for all of it."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # Asked for, so that nothing is logged of an error whose caller left.
