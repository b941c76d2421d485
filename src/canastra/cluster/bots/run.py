"""A worker from its settings to its end: connect, get warm, answer, finish."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from subprocess import CalledProcessError
from typing import Any

from canastra.bots import COMPILED
from canastra.bots.warmup import practice_view
from canastra.cluster.bots.pool import FIRST
from canastra.cluster.bots.worker import BotWorker
from canastra.cluster.bots.worker_metrics import MetricsAddress, showing
from canastra.cluster.routing.bus import UnheardError
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.errors import InputError
from canastra.rulebooks import OFFICIAL
from canastra.server.bots import HUNG, REASONS, Asker, BotPool, PooledBots, compile_beside
from canastra.server.health import Supervisor
from canastra.server.limits import limit
from canastra.server.logging import configure, log, loop_fault

PATIENCE = 5.0
"""Seconds for a first connection."""
FINISH = limit(
    "worker_finish",
    FIRST + 1,
    "a worker",
    "time at the end for questions in work",
    "the rest is cut off, exit status 1",
    "s",
)
CUT_OFF = 1


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """The settings of a worker: the bus, the levels of its bots, and the number of processes."""

    bus: str
    levels: Sequence[str]
    processes: int = 1
    name: str = field(default_factory=socket.gethostname)
    log_level: str = "info"
    log_json: bool = False
    metrics: MetricsAddress | None = None
    """The address of the metrics, None for no metrics."""

    @property
    def strong(self) -> str | None:
        """A level that needs compiled code; None without any."""
        return next((level for level in self.levels if level in COMPILED), None)


def work(settings: WorkerSettings, said: Callable[[str], None], started: Callable[[str], None]) -> int:
    """Answer nodes' questions until a signal ends the worker. Returns the exit status.

    `said` gets the codes of messages while the bots are made ready, `started` the worker's name once it answers. Raises
    `InputError` if no bus accepts the worker, its bots can't be prepared, or its metrics can't be served.
    """
    return asyncio.run(_work(settings, said, started))


async def _work(settings: WorkerSettings, said: Callable[[str], None], started: Callable[[str], None]) -> int:
    stopped, supervisor = _signals(), Supervisor()
    bus, pool = NatsBus(settings.bus), PooledBots(settings.processes)
    levels = [*settings.levels, *([REASONS] if settings.strong else [])]
    worker, clean = BotWorker(bus, pool, levels, settings.processes, settings.name), True
    worker.metrics.watch("worker_connected", "1 while the bus is there", lambda: bus.is_connected)
    with showing(worker.metrics, settings.metrics):
        await _connect(bus, settings.bus)
        configure(settings.log_level, settings.log_json)
        bus.warn_if_open()
        asyncio.get_running_loop().set_exception_handler(loop_fault)
        try:
            said("bot_worker_preparing")
            if await _unless(stopped, _warm(pool, settings)):
                await worker.start()
                log(logging.INFO, "worker_started", worker=worker.name, levels=",".join(levels))
                supervisor.ready()
                started(worker.name)
                await _stopped(stopped, supervisor, pool)
                supervisor.stopping()
                clean = await _finished(worker)
        finally:
            await pool.close()
            await bus.close()
    log(logging.INFO, "ended")
    return 0 if clean else CUT_OFF


async def _connect(bus: NatsBus, address: str) -> None:
    try:
        await bus.start(PATIENCE)
    except UnheardError:
        raise InputError("bot_worker_no_bus", found=shown_address(address), seconds=round(PATIENCE)) from None


def _signals() -> asyncio.Event:
    """Set by the first signal to end; the second ends the process at once."""
    stopped = asyncio.Event()

    def end(number: int) -> None:
        if stopped.is_set():
            os._exit(128 + number)
        stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, end, number)
    return stopped


async def _stopped(stopped: asyncio.Event, supervisor: Supervisor, pool: BotPool) -> None:
    """Wait for a signal, and keep the watchdog from ending the worker.

    If a process hangs for `2 * HUNG` seconds, the watchdog ends the worker.
    """
    while not stopped.is_set():
        if supervisor.interval is not None and pool.thinking_for() < 2 * HUNG:
            supervisor.alive()
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), supervisor.interval)


async def _unless(stopped: asyncio.Event, work: Coroutine[Any, Any, None]) -> bool:
    """Run a coroutine until it is done or a signal comes. Returns whether it was done."""
    tasks = asyncio.ensure_future(work), asyncio.create_task(stopped.wait())
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if tasks[0].cancelled():
        return False
    tasks[0].result()
    return True


async def _warm(pool: PooledBots, settings: WorkerSettings) -> None:
    """Compile the strong bots, and prepare the official rulebooks in all processes."""
    if settings.strong is None:
        return
    try:
        await compile_beside()
    except CalledProcessError:
        raise InputError("bot_worker_not_prepared") from None
    await pool.warm_up()
    views = [practice_view(name) for name in OFFICIAL]
    processes = [Asker(number=number) for number in range(settings.processes)]
    await asyncio.gather(*(pool.ask(view, settings.strong, 0, process) for view in views for process in processes))


async def _finished(worker: BotWorker) -> bool:
    """Return whether a worker could finish its unanswered questions."""
    try:
        async with asyncio.timeout(FINISH):
            await worker.close()
    except TimeoutError:
        log(logging.ERROR, "cut_off")
        return False
    return True


def shown_address(address: str) -> str:
    """The address of a bus without its credentials.

    >>> shown_address("tls://ana:secret@a.example:4222,nats://b.example")
    'tls://a.example:4222,nats://b.example'
    """
    parts = (part.partition("://") for part in address.split(","))
    return ",".join(scheme + mark + rest.rpartition("@")[2] for scheme, mark, rest in parts)[:200]
