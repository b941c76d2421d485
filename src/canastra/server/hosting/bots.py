"""Bots for tables: a port that is shown a view and answers with an action, in this process or in others.

Whatever a bot does, its turn goes on: one that fails, is late or answers what is not legal is stood in for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import Protocol, TypeVar

from canastra.bots.explaining import facts
from canastra.bots.processes import Processes
from canastra.bots.reasons import Reason
from canastra.bots.standing_in import stand_in
from canastra.engine import Action, View
from canastra.server.hosting.logs import code_of, log
from canastra.server.hosting.thinking import KeptBots, choose, explained, practise

Answer = TypeVar("Answer")


class Bots(Protocol):
    """Who plays for bots. Gets views only, so that it can't see more than a person on that seat."""

    async def ask(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        """An action that is legal in the view.

        Questions of one seat in one deal have a `number` that no others have, so that the same bot may go on with the
        turn that it planned. Without a number the same question has the same answer.
        """

    async def explain(self, view: View, action: Action) -> tuple[Reason, ...]:
        """Reasons for an action that is legal in the view, with figures where nothing has to wait for them."""

    async def practise(self) -> None:
        """Make ready all that will answer. The code of the strong bots is compiled."""

    async def close(self) -> None:
        """Let go of whatever is held."""


class LocalBots:
    """Bots that think in the event loop: for tests, and for a server with few tables.

    They give no figures with their reasons, for which everybody else would wait.
    """

    def __init__(self) -> None:
        self._kept = KeptBots()

    async def ask(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        """An action that is legal in the view."""
        return self._kept.choose(view, level, seed, number)

    async def explain(self, view: View, action: Action) -> tuple[Reason, ...]:
        """What the action does."""
        return tuple(facts(view, action))

    async def practise(self) -> None:
        """Everything once."""
        practise()

    async def close(self) -> None:
        """Nothing is held but memory."""


class _Process:
    """One process of bots, begun at the first question. One that broke is replaced at the next."""

    def __init__(self) -> None:
        self._pool: Processes | None = None
        self.waiting = 0
        """Questions that are not answered yet."""

    async def run(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Have a function of `thinking` called there."""
        if self._pool is None:
            self._pool = Processes(1)
        pool = self._pool
        self.waiting += 1
        try:
            return await asyncio.wrap_future(pool.submit(function, *arguments))
        except BrokenExecutor:
            if self._pool is pool:
                self._pool = None
            await asyncio.to_thread(pool.close)
            raise
        finally:
            self.waiting -= 1

    async def close(self) -> None:
        """End it, whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.close)


class PooledBots:
    """Bots in processes of their own. A seat's questions go to the same one, which may have its bot and its plan."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = tuple(_Process() for _ in range(processes))

    async def ask(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        """An action that is legal in the view."""
        process = self._idlest() if number is None else self._processes[number % len(self._processes)]
        return await process.run(choose, view, level, seed, number)

    async def explain(self, view: View, action: Action) -> tuple[Reason, ...]:
        """Reasons for an action that is legal in the view, with figures."""
        return await self._idlest().run(explained, view, action)

    async def practise(self) -> None:
        """All processes at once: each has to read the code."""
        await asyncio.gather(*(each.run(practise) for each in self._processes))

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(each.close() for each in self._processes))

    def _idlest(self) -> _Process:
        return min(self._processes, key=lambda each: each.waiting)


async def choice(bots: Bots, view: View, level: str, seed: int, within: float, number: int | None = None) -> Action:
    """The bot's action, or one that stands in for it; `within` is in seconds."""
    try:
        action = await asyncio.wait_for(bots.ask(view, level, seed, number), within)
    except Exception as error:  # noqa: BLE001 - whatever ails a bot, the table goes on
        log(logging.WARNING, "bot_failed", bot=level, seat=view.seat, error=code_of(error))
        return stand_in(view)
    if action not in view.legal:
        log(logging.WARNING, "bot_illegal", bot=level, seat=view.seat)
        return stand_in(view)
    return action


async def explanation(bots: Bots, view: View, action: Action, within: float) -> tuple[Reason, ...]:
    """Why an action, with figures if they are there in time; `within` is in seconds."""
    try:
        return await asyncio.wait_for(bots.explain(view, action), within)
    except Exception as error:  # noqa: BLE001 - what an action does can be told without
        log(logging.WARNING, "not_explained", seat=view.seat, error=code_of(error))
        return tuple(facts(view, action))
