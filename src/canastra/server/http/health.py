"""What watches a server asks it: whether it lives, whether it can be used, what can be measured."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from canastra.server.metrics import CONTENT_TYPE, Metrics

_FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
"""The headers that a proxy adds to a request."""


@dataclass(slots=True)
class Health:
    """How the server is."""

    stopped: Callable[[], bool]
    """Whether the database takes nothing more, for good."""
    ready: bool = False
    """Whether the tables are loaded."""
    draining: bool = False
    failed: bool = False
    """Whether the tables could not be loaded."""

    @property
    def fault(self) -> str | None:
        """Why only a restart can help; None while there is no need."""
        return "storage" if self.stopped() else "start" if self.failed else None

    @property
    def not_ready(self) -> str | None:
        """Why nobody should be sent here; None if they may."""
        return self.fault or ("draining" if self.draining else None if self.ready else "loading")


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


def is_loopback(request: Request) -> bool:
    """Whether a request comes from this machine itself, and not through a proxy on it."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _answer(reason: str | None) -> Response:
    headers = {"Cache-Control": "no-store"}
    if reason is None:
        return JSONResponse({"status": "ok"}, headers=headers)
    return JSONResponse({"status": reason}, 503, headers=headers)
