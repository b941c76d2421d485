"""The tasks beside a table: its timer, the bot that thinks, the snapshot that is written."""

from __future__ import annotations

import asyncio
import logging

from canastra import table as tables
from canastra.server.bots import Asker
from canastra.server.live.event_log import EventLog, Numbered
from canastra.server.live.mailbox import BotChoice, Mailbox, Wake
from canastra.server.live.services import Services
from canastra.server.logging import code_of, log
from canastra.table import BotNeeded, Table


class Timer:
    """Wakes the table at a time. Setting it later than before wakes the table once too early, which is harmless."""

    def __init__(self, services: Services, mailbox: Mailbox) -> None:
        self._time, self._mailbox = services.clock, mailbox
        self._due: int | None = None
        self._task: asyncio.Task[None] | None = None

    def set(self, due: int | None) -> None:
        """Wake the table at this time, or earlier if it was set earlier."""
        if due is None or (self._due is not None and self._due <= due):
            return
        self.cancel()
        self._due = due
        self._task = asyncio.create_task(self._ring(due))

    def cancel(self) -> None:
        """Stop the timer, so that the table is not woken."""
        self._due = None
        if self._task is not None:
            self._task.cancel()

    async def _ring(self, due: int) -> None:
        await self._time.sleep(max(0, due - self._time.now()))
        self._due = None
        self._mailbox.note(Wake())


PROMPT = 8
"""Turns of bots in a row at full speed: two rounds of four seats since the last act of a person."""
SLOWER = 6
"""After this many more turns a move takes twice as long, then three times, and so on, if no person is connected."""


def pace(table: Table, connected: bool, milliseconds: int) -> int:
    """The delay of a bot's next move in milliseconds: 0 while people play, longer and longer once they are gone.

    A table without people should take little from others, and leave its people time to return before the match is
    abandoned: `UNATTENDED_TURNS` take about a quarter of an hour.
    """
    alone = table.unattended - PROMPT
    if alone < 0:
        return 0
    return milliseconds if connected else milliseconds * (1 + alone // SLOWER)


class BotRunner:
    """Has one bot at a time think about the decision that the table waits for."""

    def __init__(self, services: Services, mailbox: Mailbox) -> None:
        self._services, self._mailbox = services, mailbox
        self._asked: BotNeeded | None = None
        self._delay = 0
        self._task: asyncio.Task[None] | None = None
        self._deal = 0
        self._numbers: dict[int, int] = {}

    @property
    def busy(self) -> bool:
        """Return whether a bot is thinking."""
        return self._asked is not None

    def ask(self, table: Table, need: BotNeeded, delay: int = 0) -> None:
        """Have a bot think after a delay in milliseconds, unless one already does about the same need, no later."""
        if need == self._asked and delay >= self._delay:
            return
        self.cancel()
        self._asked, self._delay = need, delay
        self._task = asyncio.create_task(self._think(table, need, delay))

    def cancel(self) -> None:
        """Drop the current request."""
        self._asked = None
        if self._task is not None:
            self._task.cancel()

    async def _think(self, table: Table, need: BotNeeded, delay: int) -> None:
        if delay:
            await self._services.clock.sleep(delay)
        view = tables.seat_view(table, need.seat)
        assert view is not None
        services, seed = self._services, self._services.random.getrandbits(32)
        owner = services.owner(self._mailbox.table_id)
        asker = Asker(owner, self._number(table.next_deal, need.seat), idle=delay > 0)
        action = await services.bots.choose(view, need.level, seed, services.limits.bot_seconds, asker)
        self._asked = None
        self._mailbox.note(BotChoice(need, action))

    def _number(self, deal: int, seat: int) -> int:
        """The same number for all questions of a seat in a deal, and for no others: bots are cached by it."""
        if deal != self._deal:
            self._deal, self._numbers = deal, {}
        if seat not in self._numbers:
            self._numbers[seat] = self._services.random.getrandbits(64)
        return self._numbers[seat]


class Snapshotter:
    """Stores a snapshot now and then, while the table goes on. Snapshots are optional."""

    def __init__(self, event_log: EventLog) -> None:
        self._event_log = event_log
        self._task: asyncio.Task[None] | None = None

    def keep(self) -> None:
        """Store the table as it is, unless the previous snapshot is still being written."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep(self._event_log.table, self._event_log.latest))

    def cancel(self) -> None:
        """Stop waiting for the snapshot."""
        if self._task is not None:
            self._task.cancel()

    async def _keep(self, table: Table, latest: Numbered) -> None:
        try:
            await self._event_log.keep(table, latest)
        except Exception as error:  # noqa: BLE001 - the log has it all
            log(logging.WARNING, "not_kept", table=self._event_log.table_id, error=code_of(error))
