"""Around everything: headers of every answer, the limit of an address, and the end of every exception."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from canastra.server.api.errors import failure
from canastra.server.api.gates import Gate

API = "/api/"
PIECE = 64 * 1024
"""Bytes of an answer that are handed on at a time."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""No page of another site frames ours, embeds its files, or keeps a hold of a window that it opened."""
HSTS = "max-age=31536000"
"""That browsers come by https only, for a year. Of this host alone, since others of its domain aren't ours."""
API_HEADERS = {
    **HEADERS,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}


class Guard:
    """Middleware. An exception ends here, so that no server above it writes a traceback."""

    def __init__(self, app: ASGIApp, gate: Gate, hsts: bool = True) -> None:
        self._app, self._gate, self._hsts = app, gate, hsts

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
                self._gate.address(scope)
            else:
                self._gate.file(scope)
            await self._app(scope, receive, guarded)
        except Exception as error:  # noqa: BLE001 - whatever it is: the answer says no more than that
            response = failure(error, scope["method"], route_of(scope))
            if not begun:  # Else the answer had begun, and breaks off.
                await response(scope, receive, guarded)


async def _in_pieces(message: Message, send: Send) -> None:
    """Send what is large as it is read: a server would keep all of it for as long as a client reads nothing."""
    body = memoryview(message.get("body", b""))
    if len(body) > PIECE:
        for start in range(0, len(body) - PIECE, PIECE):
            await send({"type": message["type"], "body": bytes(body[start : start + PIECE]), "more_body": True})
        last = len(body) - 1 - (len(body) - 1) % PIECE
        message = {**message, "body": bytes(body[last:])}
    await send(message)


def route_of(scope: Scope) -> str:
    """The route that was found, as declared; a path as asked for may hold anything."""
    return getattr(scope.get("route"), "path", "-")
