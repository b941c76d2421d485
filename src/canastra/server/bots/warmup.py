"""Strong bots on a server: their code is compiled beside it, and until it is there a simple bot plays for them."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Awaitable, Callable
from contextlib import suppress
from subprocess import CalledProcessError

from canastra import kernel
from canastra.bots import COMPILED
from canastra.bots.explain import step_facts
from canastra.bots.explain.facts import Reason
from canastra.engine import Action, View
from canastra.server.bots.pool import MEANWHILE, NOBODY, Asker, BotPool
from canastra.server.logging import code_of, log

COMPILER = "canastra.bots.warmup"


def nobody(code: str) -> None:
    """Who is told where no terminal is."""


async def compile_beside() -> None:
    """Have a process of its own compile, so that none of the bots' is held up; a `CalledProcessError` if it can't."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", COMPILER, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
    try:
        status = await child.wait()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()
        raise
    if status:
        raise CalledProcessError(status, COMPILER)


class WarmedBots:
    """Bots of which the strong ones are made ready at `begin`, or when the first of them is asked.

    Where nothing can be compiled, or nothing is to be (`compiling` is None), others go on playing for them.
    """

    def __init__(self, bots: BotPool, compiling: Callable[[], Awaitable[None]] | None = compile_beside) -> None:
        self._bots = bots
        self._missing = compiling is not None and not kernel.available()
        self._compiling = None if self._missing else compiling
        self._ready = False
        self._task: asyncio.Task[None] | None = None
        self._replaced: set[str] = set()

    def begin(self, said: Callable[[str], None] = nobody) -> None:
        """Make them ready, unless that has begun; `said` gets the codes of messages about it. Needs a running loop."""
        if self._missing:
            self._missing = False  # Said once.
            log(logging.WARNING, "bots_missing")
            said("serve_bots_missing")
        if self._compiling is not None and self._task is None:
            self._task = asyncio.create_task(self._prepare(self._compiling, said))

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        """An action that is legal in the view."""
        if level in COMPILED and not self._ready:
            self.begin()
            self._tell(level)
            level = MEANWHILE
        return await self._bots.ask(view, level, seed, asker)

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Reason, ...]:
        """Reasons for an action that is legal in the view; without figures until the code for them is there."""
        return await self._bots.explain(view, action, asker) if self._ready else tuple(step_facts(view, action))

    async def warm_up(self) -> None:
        """Nothing: they are made ready by themselves."""

    async def close(self) -> None:
        """Compile no more; let go of the bots."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._bots.close()

    def _tell(self, level: str) -> None:
        """Say who plays for a level, once."""
        if level not in self._replaced:
            self._replaced.add(level)
            log(logging.WARNING, "bot_replaced", bot=level, by=MEANWHILE)

    async def _prepare(self, compiling: Callable[[], Awaitable[None]], said: Callable[[str], None]) -> None:
        log(logging.INFO, "bots_preparing")
        said("serve_bots_preparing")
        began = time.monotonic()
        try:
            await compiling()
            await self._bots.warm_up()
        except Exception as error:  # noqa: BLE001 - tables go on without
            log(logging.ERROR, "bots_not_prepared", error=code_of(error))
            said("serve_bots_not_prepared")
            return
        self._ready = True
        log(logging.INFO, "bots_prepared", seconds=round(time.monotonic() - began))
        said("serve_bots_prepared")
