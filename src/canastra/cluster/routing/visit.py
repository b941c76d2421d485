"""A client's request or socket at this node, which another node serves."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import Enum, auto

from starlette.types import Message, Receive, Scope, Send

from canastra.cluster.routing.frames import (
    SAFE,
    Answered,
    Begin,
    BodyChunk,
    Hangup,
    Head,
    MessageChunk,
    SocketAccepted,
    SocketClosed,
    TunnelEnd,
    pieces,
)
from canastra.cluster.routing.tunnel import Loss, Tunnel, TunnelLostError
from canastra.protocol import Close, encode
from canastra.protocol.close_codes import closed, reason_of
from canastra.server.http.errors import SOON, error_response, refused
from canastra.server.http.middleware import API_HEADERS
from canastra.server.limits import limit
from canastra.server.ws.connection import GONE, ended
from canastra.server.ws.handshake import PROTOCOL
from canastra.server.ws.uvicorn_protocols import ABORT

DISCONNECT = "websocket.disconnect"
LARGEST_MESSAGE = limit(
    "gateway_message", 8_388_608, "a socket at another node", "bytes of a message to it", "close 4011 `ws_stopped`"
)
"""The limit of this project's own client."""

GLANCE = 0.01
"""Seconds, in which the event loop reads what has come."""


class VisitOutcome(Enum):
    """The outcome of a visit through a tunnel."""

    OVER = auto()
    REPEAT = auto()
    """No answer began, and repeating the request does no harm."""
    UNAVAILABLE = auto()
    """No answer began; the request may have been executed or not."""


class Visit:
    """Copies between the client and the tunnel, until either ends."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._is_socket = scope["type"] == "websocket"
        self._is_safe = self._is_socket or scope["method"] in SAFE
        self._has_begun = self._is_open = self._is_gone = self._is_leaving = False
        self._tunnel: Tunnel[Answered] | None = None
        self._first: asyncio.Task[Message] | None = None
        """The client's first frames on a socket, before any answer."""
        self._connect: Message | None = None
        """The socket's connect event, which the owner's end makes for its application itself."""

    async def begin(self) -> None:
        """Start to listen to the client; call it before routing."""
        if self._is_socket:
            self._connect = await self._receive()
            self._first = asyncio.create_task(self._receive_any())

    async def is_gone(self) -> bool:
        """Return whether the client of a socket has gone, after reading its pending events.

        The client may have reconnected elsewhere; serving this stale request would take its seat.
        """
        if self._first is None:
            return self._is_gone
        await asyncio.wait([self._first], timeout=GLANCE)
        return self._first.done() and self._first.result()["type"] == DISCONNECT

    async def receive(self) -> Message:
        """The next event, as the server would give it to its application."""
        connect, self._connect = self._connect, None
        return connect or await self._next()

    async def end(self) -> None:
        """Stop listening."""
        if self._first is not None:
            await ended([self._first])

    async def through(self, tunnel: Tunnel[Answered]) -> VisitOutcome:
        """Have the other end of a tunnel serve the visit, then close the tunnel. A client that leaves is no error."""
        self._tunnel = tunnel
        reader = asyncio.create_task(self._read(tunnel))
        outcome = VisitOutcome.OVER
        try:
            async with asyncio.timeout(None) as patience:
                if self._is_socket:  # A server cuts requests off itself.
                    loop = asyncio.get_running_loop()
                    tunnel.on_over = lambda: patience.reschedule(loop.time() + ABORT)
                tunnel.send_now(Begin())
                outcome = await self._served(tunnel)
        except (TimeoutError, *GONE):
            pass
        finally:
            tunnel.on_over = None
            await ended([reader])
            tunnel.lose(Loss.CLOSED)
            tunnel.close()
            self._tunnel = None
        return outcome

    def leave(self) -> None:
        """End the visit, as this node stops: the client should reconnect to another."""
        self._is_leaving = True
        if self._tunnel is not None:
            self._tunnel.lose(Loss.CLOSED)

    async def turn_away(self) -> None:
        """Answer that the service is unavailable now."""
        with suppress(*GONE):
            if not self._is_socket:
                response = error_response(refused(503, "api_unavailable"), 503, {**API_HEADERS, "Retry-After": SOON})
                await response(self._scope, self._receive, self._send)
                return
            offered = PROTOCOL in self._scope.get("subprotocols", ())
            await self._send({"type": "websocket.accept", "subprotocol": PROTOCOL if offered else None})
            await self._close(Close.RESTART)

    async def _served(self, tunnel: Tunnel[Answered]) -> VisitOutcome:
        try:
            await self._write(tunnel)
        except TunnelLostError:
            if self._has_begun:
                if self._is_open:  # If the answer of a request has begun, the server cuts the connection.
                    await self._close(Close.RESTART if self._is_leaving else Close.STOPPED)
            elif not self._is_gone:
                return VisitOutcome.REPEAT if self._is_safe else VisitOutcome.UNAVAILABLE
        return VisitOutcome.OVER

    async def _write(self, tunnel: Tunnel[Answered]) -> None:
        """Pass the owner's answer to the client, to its end."""
        message = bytearray()
        while True:
            part = await tunnel.next()
            match part:
                case Head():
                    self._has_begun = True
                    await self._answer("response.start", status=part.status, headers=part.headers)
                case BodyChunk():
                    await self._answer("response.body", body=part.data, more_body=part.more)
                case SocketAccepted() if self._is_socket:
                    self._has_begun = self._is_open = True
                    accept = {"type": "websocket.accept", "subprotocol": part.subprotocol, "headers": part.headers}
                    await self._send(accept)
                case MessageChunk() if self._is_open and len(message) + len(part.data) <= LARGEST_MESSAGE:
                    message += part.data
                    if not part.more:
                        content, message = bytes(message), bytearray()
                        await self._send(self._message(tunnel, content, part.is_text))
                case SocketClosed() if self._is_socket:
                    self._has_begun, self._is_open = True, False
                    await self._send({"type": "websocket.close", "code": part.code, "reason": part.reason})
                case TunnelEnd():
                    tunnel.close()  # The owner has forgotten it.
                    return
                case _:
                    self._malformed(tunnel)

    def _message(self, tunnel: Tunnel[Answered], content: bytes, is_text: bool) -> Message:
        if not is_text:
            return {"type": "websocket.send", "bytes": content}
        try:
            return {"type": "websocket.send", "text": content.decode()}
        except UnicodeDecodeError:
            return self._malformed(tunnel)

    def _malformed(self, tunnel: Tunnel[Answered]) -> Message:
        tunnel.lose(Loss.MALFORMED)
        raise TunnelLostError

    async def _answer(self, kind: str, **more: object) -> None:
        await self._send({"type": f"{'websocket.http' if self._is_socket else 'http'}.{kind}", **more})

    async def _close(self, code: Close) -> None:
        await self._send({"type": "websocket.send", "text": encode(closed(code)).decode()})
        await self._send({"type": "websocket.close", "code": int(code), "reason": reason_of(code)})

    async def _read(self, tunnel: Tunnel[Answered]) -> None:
        """Pass the client's events to the owner, until the client has gone."""
        with suppress(TunnelLostError):
            while not self._is_gone:
                await self._take(tunnel, await self._next())

    async def _next(self) -> Message:
        if self._first is None:
            return await self._receive()
        message = await asyncio.shield(self._first)
        self._first = None
        return message

    async def _receive_any(self) -> Message:
        return await self._receive()

    async def _take(self, tunnel: Tunnel[Answered], event: Message) -> None:
        match event["type"]:
            case "http.request":
                if not self._is_safe:  # The body of a GET is not sent, so the request can be repeated.
                    more = event.get("more_body", False)
                    for piece, rest in pieces(event.get("body", b"")):
                        await tunnel.send(BodyChunk(piece, rest or more))
            case "websocket.receive":
                text = event.get("text")
                data: bytes = event["bytes"] if text is None else text.encode()
                for piece, more in pieces(data):
                    await tunnel.send(MessageChunk(piece, text is not None, more))
            case "websocket.disconnect":
                self._is_gone = True
                reason = str(event.get("reason") or "")
                tunnel.send_now(Hangup(event.get("code") or 1005, reason))
            case "http.disconnect":
                self._is_gone = True
                tunnel.send_now(Hangup())
