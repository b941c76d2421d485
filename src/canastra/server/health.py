"""A server's health and figures, for HTTP and for systemd; a server that only a restart can help ends itself."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from canastra.server.logging import log
from canastra.server.metrics import CONTENT_TYPE, Metrics
from canastra.server.origins import is_loopback


@dataclass(slots=True)
class Health:
    """The state of the server."""

    stopped: Callable[[], bool]
    """Returns whether the database has stopped writing for good."""
    hindered: Callable[[], bool] = lambda: False
    """Returns whether the database can't write for now."""
    ready: bool = False
    """True once the tables are loaded."""
    draining: bool = False
    cut_off: Callable[[], bool] = lambda: False
    """Returns whether this is one of several servers and reaches none of the others."""
    failed: bool = False
    """True if the tables could not be loaded."""

    @property
    def fault(self) -> str | None:
        """The fault that only a restart can remove; None without one."""
        return "storage" if self.stopped() else "start" if self.failed else None

    @property
    def not_ready(self) -> str | None:
        """The reason not to send clients here; None if they may come."""
        if self.fault is not None or self.draining:
            return self.fault or "draining"
        if not self.ready:
            return "loading"
        return "cut_off" if self.cut_off() else "storage_waits" if self.hindered() else None


def health_routes(health: Health, metrics: Metrics, shown_to: str) -> list[Route]:
    """``/healthz``, ``/readyz`` and, unless it is off, ``/metrics``."""

    async def healthz(request: Request) -> Response:
        return _answer(health.fault)

    async def readyz(request: Request) -> Response:
        return _answer(health.not_ready)

    async def measured(request: Request) -> Response:
        if shown_to == "local" and not is_loopback(request):
            return JSONResponse({"status": "hidden"}, 404)
        return Response(metrics.text(), media_type=CONTENT_TYPE)

    found = [Route("/healthz", healthz), Route("/readyz", readyz)]
    return found if shown_to == "off" else [*found, Route("/metrics", measured)]


def _answer(reason: str | None) -> Response:
    headers = {"Cache-Control": "no-store"}
    if reason is None:
        return JSONResponse({"status": "ok"}, headers=headers)
    return JSONResponse({"status": reason}, 503, headers=headers)


PERIOD = 1.0
"""Seconds between two checks of the server's health, unless a watchdog wants them more often."""


class Supervisor:
    """The notifications of systemd's ``sd_notify(3)``; nothing is sent without a listener.

    The variables are removed from the environment, so that no child process speaks for this one.
    """

    def __init__(self, environment: MutableMapping[str, str] | None = None) -> None:
        environment = os.environ if environment is None else environment
        self.interval = _interval(environment)
        """Seconds between two signs of life: half of what the watchdog allows; None without a watchdog."""
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
            environment.pop(name, None)

    def ready(self) -> None:
        """The server takes connections."""
        self._send("READY=1")

    def stopping(self) -> None:
        """The server has begun to end."""
        self._send("STOPPING=1")

    def alive(self) -> None:
        """The server works; sent in time, it keeps the watchdog quiet."""
        self._send("WATCHDOG=1")

    def _send(self, state: str) -> None:
        if self._address is None:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(state.encode(), self._address)
        except OSError as error:  # A supervisor that has gone, or is full, must not stop a server.
            log(logging.WARNING, "not_notified", error=type(error).__name__)


async def keep_watching(
    supervisor: Supervisor,
    health: Health,
    written: Callable[[], Awaitable[object]],
    give_up: Callable[[], None],
    exit_after: float,
) -> None:
    """Give signs of life while the server works, until cancelled; give up once a fault has lasted `exit_after` seconds.

    `written` returns when the database's writer has answered: a live event loop beside a hanging writer, on a disk that
    doesn't answer for instance, is no working server. 0 seconds: never give up.
    """
    clock = asyncio.get_running_loop().time
    period = min(PERIOD, supervisor.interval or PERIOD)
    since: float | None = None
    while True:
        if health.fault is None:
            since = None
            await written()
        else:
            since = clock() if since is None else since
            if exit_after and clock() - since >= exit_after:
                log(logging.CRITICAL, "gave_up", reason=health.fault)
                give_up()
                return
        supervisor.alive()
        await asyncio.sleep(period)


def _address(name: str) -> str | None:
    """Where notifications go: a path, or an abstract name, which is written with an @."""
    if not hasattr(socket, "AF_UNIX") or name[:1] not in ("/", "@"):
        return None
    return "\0" + name[1:] if name.startswith("@") else name


def _interval(environment: Mapping[str, str]) -> float | None:
    """Half of the time after which the watchdog would act, in seconds; None if it isn't for this process."""
    allowed, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", str(os.getpid()))
    if not (allowed.isascii() and allowed.isdigit() and int(allowed)) or process != str(os.getpid()):
        return None
    return int(allowed) / 2_000_000
