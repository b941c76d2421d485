"""The two tasks beside a table: its alarm clock, and the bot that thinks."""

from __future__ import annotations

import asyncio

from canastra import table as tables
from canastra.server.hosting.bots import choice
from canastra.server.hosting.mailbox import Chosen, Mailbox, Poke
from canastra.server.hosting.services import Services
from canastra.table import BotNeeded, Table


class Alarm:
    """Pokes the table at a time. Set later than it stands, it rings once too early, which does no harm."""

    def __init__(self, services: Services, mailbox: Mailbox) -> None:
        self._time, self._mailbox = services.time, mailbox
        self._due: int | None = None
        self._task: asyncio.Task[None] | None = None

    def set(self, due: int | None) -> None:
        """Ring at this time, if not before."""
        if due is None or (self._due is not None and self._due <= due):
            return
        self.cancel()
        self._due = due
        self._task = asyncio.create_task(self._ring(due))

    def cancel(self) -> None:
        """Don't ring."""
        self._due = None
        if self._task is not None:
            self._task.cancel()

    async def _ring(self, due: int) -> None:
        await self._time.sleep(max(0, due - self._time.now()))
        self._due = None
        self._mailbox.note(Poke())


class Thinker:
    """Has one bot at a time think about what the table waits for."""

    def __init__(self, services: Services, mailbox: Mailbox) -> None:
        self._services, self._mailbox = services, mailbox
        self._asked: BotNeeded | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a bot thinks."""
        return self._asked is not None

    def ask(self, table: Table, need: BotNeeded) -> None:
        """Have a bot think, unless one does about the same."""
        if need == self._asked:
            return
        self.cancel()
        self._asked = need
        self._task = asyncio.create_task(self._think(table, need))

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._asked = None
        if self._task is not None:
            self._task.cancel()

    async def _think(self, table: Table, need: BotNeeded) -> None:
        view = tables.seat_view(table, need.seat)
        assert view is not None
        services, seed = self._services, self._services.random.getrandbits(32)
        action = await choice(services.bots, view, need.level, seed, services.limits.bot_seconds)
        self._asked = None
        self._mailbox.note(Chosen(need, action))
