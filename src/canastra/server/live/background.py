"""The tasks beside a table: its alarm clock, the bot that thinks, the shortcut that is written down."""

from __future__ import annotations

import asyncio
import logging

from canastra import table as tables
from canastra.server.bots import Asker
from canastra.server.live.event_log import EventLog, Numbered
from canastra.server.live.requests import BotChoice, Mailbox, Wake
from canastra.server.live.services import Services
from canastra.server.logging import code_of, log
from canastra.table import BotNeeded, Table


class Timer:
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
        """Stop waiting, so that the table is not woken."""
        self._due = None
        if self._task is not None:
            self._task.cancel()

    async def _ring(self, due: int) -> None:
        await self._time.sleep(max(0, due - self._time.now()))
        self._due = None
        self._mailbox.note(Wake())


PROMPT = 8
"""Turns of bots in a row that are played at full speed: two rounds of four seats since a person did anything."""
SLOWER = 6
"""After how many more of them a move takes twice as long, three times, and so on, if no person is connected."""


def pace(table: Table, connected: bool, milliseconds: int) -> int:
    """How long the next move of a bot waits: not at all while people play, longer and longer once they are gone.

    A table that nobody looks at shall take little from others, and leave its people time to come back before the
    match is given up: `UNATTENDED_TURNS` take about a quarter of an hour.
    """
    alone = table.unattended - PROMPT
    if alone < 0:
        return 0
    return milliseconds if connected else milliseconds * (1 + alone // SLOWER)


class BotRunner:
    """Has one bot at a time think about what the table waits for."""

    def __init__(self, services: Services, mailbox: Mailbox) -> None:
        self._services, self._mailbox = services, mailbox
        self._asked: BotNeeded | None = None
        self._delay = 0
        self._task: asyncio.Task[None] | None = None
        self._deal = 0
        self._numbers: dict[int, int] = {}

    @property
    def busy(self) -> bool:
        """Whether a bot thinks."""
        return self._asked is not None

    def ask(self, table: Table, need: BotNeeded, delay: int = 0) -> None:
        """Have a bot think after so many milliseconds, unless one does about the same no later."""
        if need == self._asked and delay >= self._delay:
            return
        self.cancel()
        self._asked, self._delay = need, delay
        self._task = asyncio.create_task(self._think(table, need, delay))

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._asked = None
        if self._task is not None:
            self._task.cancel()

    async def _think(self, table: Table, need: BotNeeded, delay: int) -> None:
        if delay:
            await self._services.time.sleep(delay)
        view = tables.seat_view(table, need.seat)
        assert view is not None
        services, seed = self._services, self._services.random.getrandbits(32)
        owner = services.owner(self._mailbox.table_id)
        asker = Asker(owner, self._number(table.next_deal, need.seat), idle=delay > 0)
        action = await services.bots.choose(view, need.level, seed, services.limits.bot_seconds, asker)
        self._asked = None
        self._mailbox.note(BotChoice(need, action))

    def _number(self, deal: int, seat: int) -> int:
        """The same for all questions of a seat in a deal, and of no other: a bot may be kept under it."""
        if deal != self._deal:
            self._deal, self._numbers = deal, {}
        if seat not in self._numbers:
            self._numbers[seat] = self._services.random.getrandbits(64)
        return self._numbers[seat]


class Snapshotter:
    """Has the store keep a snapshot now and then, while the table goes on; it is none the worse for having none."""

    def __init__(self, journal: EventLog) -> None:
        self._journal = journal
        self._task: asyncio.Task[None] | None = None

    def keep(self) -> None:
        """Keep the table as it is, unless the one before is still being written."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep(self._journal.table, self._journal.latest))

    def cancel(self) -> None:
        """Wait for nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _keep(self, table: Table, latest: Numbered) -> None:
        try:
            await self._journal.keep(table, latest)
        except Exception as error:  # noqa: BLE001 - the log has it all
            log(logging.WARNING, "not_kept", table=self._journal.table_id, error=code_of(error))
