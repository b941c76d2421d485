"""The middleware around all: headers of every answer, the limit of an address, and the end of every exception."""

from __future__ import annotations

import logging
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from canastra.server.http.errors import failure
from canastra.server.http.rate_limits import RateLimits
from canastra.server.live.manager import TABLE_ID
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics
from canastra.server.ws.connection_limits import HEALTH

API = "/api/"
PIECE = 64 * 1024
"""Bytes of an answer that are passed on at a time."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""No page of another site can frame these pages, embed their files, or keep a reference to a window that it opened."""
HSTS = "max-age=31536000"
"""Browsers must use https for a year. For this host alone, since the rest of its domain isn't ours."""
API_HEADERS = {
    **HEADERS,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
NOWHERE = "-"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
ACCEPTED = 101
_UNANSWERED = {"http": 500, "websocket": 403}
"""The status of a request that the application left unanswered."""


class Guard:
    """Middleware in which every exception ends, so that no server above it writes a traceback."""

    def __init__(self, app: ASGIApp, rates: RateLimits, hsts: bool = True) -> None:
        self._app, self._rates, self._hsts = app, rates, hsts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through; sockets have guards of their own."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = API_HEADERS if scope["path"].startswith(API) else HEADERS
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                sent = MutableHeaders(scope=message)
                for name, value in headers.items():
                    sent.setdefault(name, value)
                if self._hsts and scope["scheme"] == "https":
                    sent.setdefault("Strict-Transport-Security", HSTS)
            await _in_pieces(message, send)

        try:
            if headers is API_HEADERS:
                self._rates.address(scope)
            else:
                self._rates.file(scope)
            await self._app(scope, receive, guarded)
        except Exception as error:  # noqa: BLE001 - whatever it is: the answer says no more than that
            response = failure(error, scope["method"], route_of(scope))
            if not begun:  # Otherwise the answer had begun, and breaks off.
                await response(scope, receive, guarded)


async def _in_pieces(message: Message, send: Send) -> None:
    """Send a large answer as it is read: the server would keep all of it for as long as a client doesn't read."""
    body = memoryview(message.get("body", b""))
    if len(body) > PIECE:
        for start in range(0, len(body) - PIECE, PIECE):
            await send({"type": message["type"], "body": bytes(body[start : start + PIECE]), "more_body": True})
        last = len(body) - 1 - (len(body) - 1) % PIECE
        message = {**message, "body": bytes(body[last:])}
    await send(message)


def route_of(scope: Scope) -> str:
    """The declared path of the route; a requested path may contain anything."""
    return getattr(scope.get("route"), "path", "-")


class Access:
    """Wraps an application; innermost about the routes, outermost of all else."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and note the status."""
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
        """Count it, and log it."""
        scope, seconds = self._scope, perf_counter() - self._began
        route = getattr(scope.get("route"), "path", None) or NOWHERE
        asked = scope.get("method", "GET")
        method = asked if asked in METHODS else NOWHERE
        if scope["type"] == "http":
            metrics.requests.labels(method, route, self._status).inc()
            metrics.request_seconds.labels(route).observe(seconds)
        level = logging.DEBUG if route in HEALTH else logging.ERROR if self.error else logging.INFO
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
    """The requested table, if it can be the id of one."""
    found = scope.get("path_params", {}).get("table")
    return found if isinstance(found, str) and TABLE_ID.fullmatch(found) else None


class SocketRoute:
    """Middleware that leads sockets to their endpoint: every layer between would stay in memory for as long as a socket
    is open.
    """

    def __init__(self, app: ASGIApp, route: WebSocketRoute) -> None:
        self._app, self._route = app, route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket of that route, pass all else on."""
        match, found = self._route.matches(scope)
        if match is Match.FULL:
            scope.update(found, route=self._route)
            await self._route.endpoint(WebSocket(scope, receive, send))
        else:
            await self._app(scope, receive, send)


class RootPath:
    """Middleware that strips the sub-path (`/canastra`), and redirects it to its start page."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app, self._root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on, at its path below the sub-path."""
        path = scope.get("path", "")
        if path == self._root_path and scope["type"] == "http":
            await RedirectResponse(f"{self._root_path}/", 308)(scope, receive, send)
            return
        if path.startswith(f"{self._root_path}/"):
            below = {"path": path.removeprefix(self._root_path)}
            if "raw_path" in scope:
                below["raw_path"] = scope["raw_path"].removeprefix(self._root_path.encode())
            scope = {**scope, **below}
        await self._app(scope, receive, send)
