"""A line of the log and a count for every request and every socket: its route, never its address as it was sent.

Queries hold invitations, paths what anybody likes to type; so a route is named by its template, and what matches none
by a hyphen.
"""

from __future__ import annotations

import logging
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from canastra.server.hosting.host import TABLE_ID
from canastra.server.hosting.logs import code_of, log
from canastra.server.operating.metrics import Metrics

NOWHERE = "-"
QUIET = ("/healthz", "/readyz", "/metrics")
"""Asked for all the time, by programs."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
ACCEPTED = 101
_UNANSWERED = {"http": 500, "websocket": 403}
"""The status of what the application left unanswered."""


class Access:
    """Wraps an application; innermost about the routes, outermost of all else."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and note how."""
        if scope["type"] not in _UNANSWERED:
            await self._app(scope, receive, send)
            return
        visit = _Visit(scope, send)
        try:
            await self._app(scope, receive, visit.send)
        except Exception as error:
            visit.error = code_of(error)
            raise
        finally:
            visit.note(self._metrics)


class _Visit:
    """One request or socket."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self._began = perf_counter()
        self._status = _UNANSWERED[scope["type"]]
        self.error: str | None = None

    async def send(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self._status = message["status"]
        elif message["type"] == "websocket.accept":
            self._status = ACCEPTED
        await self._send(message)

    def note(self, metrics: Metrics) -> None:
        """Count it, and write the line."""
        scope, seconds = self._scope, perf_counter() - self._began
        route = getattr(scope.get("route"), "path", None) or NOWHERE
        asked = scope.get("method", "GET")
        method = asked if asked in METHODS else NOWHERE
        if scope["type"] == "http":
            metrics.requests.labels(method, route, self._status).inc()
            metrics.request_seconds.labels(route).observe(seconds)
        level = logging.DEBUG if route in QUIET else logging.ERROR if self.error else logging.INFO
        log(
            level,
            "request" if scope["type"] == "http" else "socket",
            method=method if scope["type"] == "http" else None,
            route=route,
            status=self._status,
            ms=round(seconds * 1000),
            table=_table(scope),
            address=scope["client"][0] if scope.get("client") else None,
            error=self.error,
        )


def _table(scope: Scope) -> str | None:
    """The table that was asked for, if that can be the id of one."""
    found = scope.get("path_params", {}).get("table")
    return found if isinstance(found, str) and TABLE_ID.fullmatch(found) else None
