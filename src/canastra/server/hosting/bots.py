"""Bots for tables: a port that is shown a view and answers with an action, in this process or in others.

Whatever a bot does, its turn goes on: one that fails, is late or answers what is not legal is stood in for.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import multiprocessing.process
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Protocol

from canastra.bots import make
from canastra.engine import Action, Discard, Draw, Pass, View
from canastra.server.hosting.logs import code_of, log


class Bots(Protocol):
    """Who plays for bots. Gets views only, so that it can't see more than a person on that seat."""

    async def ask(self, view: View, level: str, seed: int) -> Action:
        """An action that is legal in the view."""

    async def close(self) -> None:
        """Let go of whatever is held."""


def choose(view: View, level: str, seed: int) -> Action:
    """What a bot of a level does; at the top of the module, for other processes to find."""
    return make(level, seed).choose(view)


def begin() -> None:
    """In a process of bots: Ctrl-C is for the server to hear of, and whatever ends the server ends its bots."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: multiprocessing.process.BaseProcess) -> None:
    server.join()
    os._exit(0)


class LocalBots:
    """Bots that think in the event loop: for tests, and for a server with few tables."""

    async def ask(self, view: View, level: str, seed: int) -> Action:
        """An action that is legal in the view."""
        return choose(view, level, seed)

    async def close(self) -> None:
        """Nothing is held."""


class PooledBots:
    """Bots in processes of their own. A pool that broke is replaced by a new one at the next question."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, view: View, level: str, seed: int) -> Action:
        """An action that is legal in the view."""
        if self._pool is None:
            # A process forked from one with threads (the store has some) may inherit their locks; a new one doesn't.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=begin)
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, choose, view, level, seed)
        except BrokenExecutor:
            if self._pool is pool:
                self._pool = None
            pool.shutdown(wait=False)
            raise

    async def close(self) -> None:
        """End the processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


async def choice(bots: Bots, view: View, level: str, seed: int, within: float) -> Action:
    """The bot's action, or one that stands in for it; `within` is in seconds."""
    try:
        action = await asyncio.wait_for(bots.ask(view, level, seed), within)
    except Exception as error:  # noqa: BLE001 - whatever ails a bot, the table goes on
        log(logging.WARNING, "bot_failed", level=level, seat=view.seat, error=code_of(error))
        return stand_in(view)
    if action not in view.legal:
        log(logging.WARNING, "bot_illegal", level=level, seat=view.seat)
        return stand_in(view)
    return action


def stand_in(view: View) -> Action:
    """A legal step that leads to the end of the turn by the shortest way, and binds to as little as possible."""
    shortest = (action for action in view.legal if isinstance(action, Draw | Pass | Discard))
    return next(shortest, view.legal[0])
