"""The parts of the server whose work is measured: each is what it measures, and counts besides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from canastra.bots import NAMES
from canastra.bots.reasons import Reason
from canastra.engine import Action, View
from canastra.server.hosting import Bots
from canastra.server.hosting.bots import NOBODY, Asker
from canastra.server.operating.metrics import Metrics, timed
from canastra.server.storage import Database, SqliteStore

LAG_PERIOD = 0.5
"""Seconds between looks at how late the event loop is."""


class MeasuredStore(SqliteStore):
    """A store whose appends are counted."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        super().__init__(database)
        self._metrics = metrics

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[str],
        command_id: str | None = None,
        answer: str = "",
    ) -> None:
        """Write the events of one command: see `Store.append`."""
        with timed(self._metrics.appends):
            await super().append(table_id, expected_seq, events, command_id, answer)
        self._metrics.events.inc(len(events))


class MeasuredBots:
    """Bots whose thinking is timed."""

    def __init__(self, bots: Bots, metrics: Metrics) -> None:
        self._bots, self._metrics = bots, metrics

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        """An action that is legal in the view."""
        with timed(self._metrics.bots.labels(level if level in NAMES else "other")):
            return await self._bots.ask(view, level, seed, asker)

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Reason, ...]:
        """Reasons for an action that is legal in the view."""
        return await self._bots.explain(view, action, asker)

    async def practise(self) -> None:
        """Make ready all that will answer; that is no thinking."""
        await self._bots.practise()

    async def close(self) -> None:
        """Let go of whatever is held."""
        await self._bots.close()


class SocketCounters:
    """What the sockets tell (`canastra.server.sockets.Counters`)."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def opened(self) -> None:
        """A socket or stream has got its welcome."""
        self._metrics.opened.inc()

    def closed(self) -> None:
        """One that was opened is no more."""
        self._metrics.closed.inc()

    def received(self) -> None:
        """A message came."""
        self._metrics.received.inc()

    def sent(self) -> None:
        """A message was handed to the network."""
        self._metrics.sent.inc()

    def refused(self, code: str) -> None:
        """A message or a connection was turned away, for one of a fixed set of reasons."""
        self._metrics.refused.labels(code).inc()

    def cut_off(self) -> None:
        """A reader was too slow."""
        self._metrics.cut_off.inc()

    def answered(self, seconds: float) -> None:
        """From the receipt of a command to its answer."""
        self._metrics.commands.observe(seconds)


async def keep_measuring(metrics: Metrics) -> None:
    """Note how late the event loop is, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_PERIOD
        await asyncio.sleep(LAG_PERIOD)
        metrics.lag.observe(max(0.0, loop.time() - due))
