"""The bots that tables ask: measured and guarded. Whatever a bot does, its turn goes on.

The code of the strong bots is compiled beside the server; until it is there, a simple bot plays for them.
"""

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
from canastra.bots import COMPILED, NAMES
from canastra.bots.explain import step_facts
from canastra.bots.explain.facts import Fact
from canastra.bots.fallback import fallback_action
from canastra.engine import Action, View
from canastra.server.bots.pool import MEANWHILE, NOBODY, Asker, BotPool
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics, timed

COMPILER = "canastra.bots.warmup"
Compile = Callable[[], Awaitable[None]]


def no_message(code: str) -> None:
    """What happens to messages where no terminal is."""


async def compile_beside() -> None:
    """Have a process of its own compile, so that no bot waits. Raises CalledProcessError if it can't."""
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


class Bots:
    """Asks a pool. Unless it is `ready` from the start, the strong bots are prepared by `begin`, or when first asked.

    Where nothing can be compiled, or nothing is to be (`compiling` is None), a simple bot goes on playing for them.
    """

    def __init__(
        self, pool: BotPool, compiling: Compile | None = None, metrics: Metrics | None = None, *, ready: bool = False
    ) -> None:
        self._pool, self._metrics, self._ready = pool, metrics or Metrics(), ready
        self._missing = compiling is not None and not kernel.available()
        self._compiling = None if self._missing else compiling
        self._task: asyncio.Task[None] | None = None
        self._replaced: set[str] = set()

    async def choose(self, view: View, level: str, seed: int, within: float, asker: Asker = NOBODY) -> Action:
        """The bot's action, or one in its place if it fails, is illegal or takes longer than `within` seconds."""
        playing = self._playing(level)
        try:
            with timed(self._metrics.bots.labels(playing if playing in NAMES else "other")):
                action = await asyncio.wait_for(self._pool.ask(view, playing, seed, asker), within)
        except Exception as error:  # noqa: BLE001 - whatever ails a bot, the table goes on
            log(logging.WARNING, "bot_failed", bot=level, seat=view.seat, error=code_of(error))
            return fallback_action(view)
        if action not in view.legal:
            log(logging.WARNING, "bot_illegal", bot=level, seat=view.seat)
            return fallback_action(view)
        return action

    async def explain(self, view: View, action: Action, within: float, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        """Why an action, with figures if the strong bots are ready and answer within so many seconds."""
        if self._ready:
            try:
                return await asyncio.wait_for(self._pool.explain(view, action, asker), within)
            except Exception as error:  # noqa: BLE001 - what an action does can be told without
                log(logging.WARNING, "not_explained", seat=view.seat, error=code_of(error))
        return tuple(step_facts(view, action))

    def begin(self, said: Callable[[str], None] = no_message) -> None:
        """Prepare the strong bots, unless that has begun; `said` gets the codes of messages. Needs a running loop."""
        if self._missing:
            self._missing = False  # Said once.
            log(logging.WARNING, "bots_missing")
            said("serve_bots_missing")
        if self._compiling is not None and self._task is None:
            self._task = asyncio.create_task(self._prepare(self._compiling, said))

    def obstacle(self) -> str | None:
        """The code of why nothing compiled can be used now; None if it can. It is prepared from now on."""
        if self._ready:
            return None
        self.begin()
        preparing = self._task is not None and not self._task.done()
        return "analyses_preparing" if preparing else "analyses_missing"

    async def close(self) -> None:
        """Compile no more; close the pool."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._pool.close()

    def _playing(self, level: str) -> str:
        """The level that plays for one that is asked. A replacement is logged once for each level."""
        if self._ready or level not in COMPILED:
            return level
        self.begin()
        if level not in self._replaced:
            self._replaced.add(level)
            log(logging.WARNING, "bot_replaced", bot=level, by=MEANWHILE)
        return MEANWHILE

    async def _prepare(self, compiling: Compile, said: Callable[[str], None]) -> None:
        log(logging.INFO, "bots_preparing")
        said("serve_bots_preparing")
        began = time.monotonic()
        try:
            await compiling()
            await self._pool.warm_up()
        except Exception as error:  # noqa: BLE001 - tables go on without
            log(logging.ERROR, "bots_not_prepared", error=code_of(error))
            said("serve_bots_not_prepared")
            return
        self._ready = True
        log(logging.INFO, "bots_prepared", seconds=round(time.monotonic() - began))
        said("serve_bots_prepared")
