"""Uvicorn's protocols, held to what this server promises: no traceback, no quoted frame, no hanging end.

Give `WireProtocol` to uvicorn as its ``ws`` and `RequestProtocol` as its ``http``.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from canastra.server.hosting.logs import line
from canastra.server.limits import limit

LOGGER = logging.getLogger("canastra.server.sockets.wire")
"""Instead of uvicorn's, whose lines quote addresses with invitations, frames with cards, headers with tokens."""
ABORT = limit("abort", 12.0, "a socket", "to read its last bytes", "the connection is cut", "s")
"""Seconds after the end of a socket in which its last bytes may still be read."""


def _bare(record: logging.LogRecord) -> bool:
    """Of what goes wrong in a library only the kind of error is said."""
    error = record.exc_info[0] if record.exc_info else None
    record.msg = line("wire", error=error.__name__ if error else None)
    record.args, record.exc_info = None, None
    record.levelno, record.levelname = logging.WARNING, "WARNING"  # What others send is no fault of ours.
    return True


LOGGER.setLevel(logging.WARNING)  # Below that nothing is said; the socket's own lines say it.
LOGGER.addFilter(_bare)


class RequestProtocol(HttpToolsProtocol):
    """One connection, until it becomes one of WebSocket."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and let go of the parser, which refers back: nothing may be left for a search."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # As uvicorn does when a connection is lost.


class WireProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = self.conn.logger = LOGGER
        self.conn.debug = False
        self._abort: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send small frames at once. Event loops see to that only for sockets that they have opened themselves."""
        super().connection_made(transport)
        found = transport.get_extra_info("socket")
        if found is not None:
            with suppress(OSError):  # It has gone already, or is none of TCP.
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    async def send(self, message: Any) -> None:
        """Send; and take an answer instead of a socket, once it is whole, for the end that it is, and no fault."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        """Run the application; then end the connection though the other side reads nothing any more.

        Closing alone would wait for that without end, with everything that is not yet read in memory.
        """
        try:
            await super().run_asgi()
        finally:
            if not self.disconnected:
                self._abort = self.loop.call_later(ABORT, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to be ended."""
        if self._abort is not None:
            self._abort.cancel()
        super().connection_lost(exc)
