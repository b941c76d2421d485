"""The end of a tunnel at the owner: runs another node's request or socket in this node's application."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.types import ASGIApp, Message

from canastra.cluster.routing.frames import (
    SAFE,
    Asked,
    Begin,
    BodyChunk,
    Hangup,
    Head,
    MessageChunk,
    Opening,
    SocketAccepted,
    SocketClosed,
    TunnelEnd,
    pieces,
)
from canastra.cluster.routing.tunnel import Loss, Tunnel, TunnelLostError
from canastra.server.limits import limit
from canastra.server.logging import code_of, log

BEGINNING = limit(
    "tunnel_begin",
    2.0,
    "a tunnel",
    "time until its gateway says that the client still waits",
    "the request is not run",
    "s",
)
LOST = 1006
"""The close code for a client that disappeared."""


class Outlet:
    """Stands in for a server: gives the application its scope and its receive and send functions."""

    def __init__(self, tunnel: Tunnel[Asked], opening: Opening) -> None:
        self._tunnel, self._is_socket = tunnel, opening.is_socket
        self._is_safe = opening.method in SAFE
        self._scope = opening.scope
        self._is_new = True
        self._gone: Message | None = None

    async def run(self, app: ASGIApp) -> None:
        """Run the application, once the gateway confirms that it still waits. Raises nothing."""
        tunnel = self._tunnel
        try:
            if await self._begun():
                await app(self._scope, self._receive, self._send)
        except Exception as error:  # noqa: BLE001 - as every server does: the answer breaks off
            if not isinstance(error, TunnelLostError):
                log(logging.ERROR, "fault", error=code_of(error))
        finally:
            tunnel.send_now(TunnelEnd())
            tunnel.close()

    async def _begun(self) -> bool:
        try:
            async with asyncio.timeout(BEGINNING):
                if isinstance(await self._tunnel.next(), Begin):
                    return True
        except (TimeoutError, TunnelLostError):
            pass
        self._tunnel.lose(Loss.CLOSED)
        return False

    async def _receive(self) -> Message:
        if self._gone is not None:
            return self._gone
        if self._is_socket and self._is_new:
            self._is_new = False
            return {"type": "websocket.connect"}
        if self._is_new and self._is_safe:  # Gateways send no body with it.
            self._is_new = False
            return {"type": "http.request", "body": b"", "more_body": False}
        try:
            return await self._next()
        except TunnelLostError:
            return self._leave(Hangup(LOST))

    async def _next(self) -> Message:
        part = await self._tunnel.next()
        if isinstance(part, Hangup):
            return self._leave(part)
        if isinstance(part, BodyChunk) and not self._is_socket:
            return {"type": "http.request", "body": part.data, "more_body": part.more}
        # A client's message is much shorter than the longest frame: a server accepts no long ones.
        if isinstance(part, MessageChunk) and self._is_socket and not part.more:
            try:
                content = {"text": part.data.decode()} if part.is_text else {"bytes": part.data}
                return {"type": "websocket.receive", **content}
            except UnicodeDecodeError:
                pass
        self._tunnel.lose(Loss.MALFORMED)
        raise TunnelLostError

    def _leave(self, hangup: Hangup) -> Message:
        self._gone = {"type": "http.disconnect"}
        if self._is_socket:
            self._gone = {"type": "websocket.disconnect", "code": hangup.code, "reason": hangup.reason}
        return self._gone

    async def _send(self, message: Message) -> None:
        """Behave as servers do: sending to a lost client raises an OSError for a socket, otherwise nothing."""
        try:
            await self._forward(message)
        except TunnelLostError:
            if self._is_socket:
                raise

    async def _forward(self, message: Message) -> None:
        tunnel = self._tunnel
        match message["type"]:
            case "http.response.start" | "websocket.http.response.start":
                await tunnel.send(Head(message["status"], _headers(message)))
            case "http.response.body" | "websocket.http.response.body":
                more = message.get("more_body", False)
                await self._all([BodyChunk(data, rest or more) for data, rest in pieces(message.get("body", b""))])
            case "websocket.accept":
                await tunnel.send(SocketAccepted(message.get("subprotocol"), _headers(message)))
            case "websocket.send":
                text = message.get("text")
                data = message["bytes"] if text is None else text.encode()
                await self._all([MessageChunk(piece, text is not None, more) for piece, more in pieces(data)])
            case "websocket.close":
                await tunnel.send(SocketClosed(message.get("code", 1000), message.get("reason") or ""))
            case other:
                raise RuntimeError(f"nothing is known of {other}")

    async def _all(self, parts: list[Any]) -> None:
        """Send the parts of one content. If they are cut off, the tunnel is lost: the reader could not go on."""
        begun = False
        try:
            for part in parts:
                await self._tunnel.send(part)
                begun = part is not parts[-1]
        except BaseException:
            if begun:
                self._tunnel.lose(Loss.CUT)
            raise


def _headers(message: Message) -> list[tuple[bytes, bytes]]:
    return [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
