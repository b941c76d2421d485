"""A WebSocket client that costs little, so that thousands fit beside the server: frames in, frames out."""

from __future__ import annotations

import asyncio
import socket as sockets
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

Heard = Callable[[bytes], None]


class Socket(asyncio.Protocol):
    """Connect with `Socket.connect`; `heard` gets every message, `gone` is set when the connection ends."""

    def __init__(self, uri: str, token: str, heard: Heard, address: str = "") -> None:
        self._protocol = ClientProtocol(parse_uri(uri), max_size=None)
        self._token, self._heard, self._address = token, heard, address
        self._transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone = asyncio.Event()

    @classmethod
    async def connect(cls, port: int, path: str, token: str, heard: Heard, address: str = "") -> Socket:
        """Open, or an `OSError`. With an address, as a proxy would that passes it on."""
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(
            lambda: cls(f"ws://127.0.0.1:{port}{path}", token, heard, address),
            "127.0.0.1",
            port,
            family=sockets.AF_INET,
        )
        await made.open
        return made

    def send(self, message: bytes) -> None:
        """One text message."""
        self._protocol.send_text(message)
        self._flush()

    def pause(self) -> None:
        """Read nothing more."""
        assert self._transport is not None
        self._transport.pause_reading()

    def close(self) -> None:
        """Without a word."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transport is no subclass.
        request = self._protocol.connect()
        if self._token:
            request.headers["Authorization"] = f"Bearer {self._token}"
        if self._address:
            request.headers["X-Forwarded-For"] = self._address
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._opened(event)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._heard(bytes(event.data))
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()
        if not self.open.done():
            self.open.set_exception(OSError("the connection was lost before it was open"))

    def _opened(self, response: Response) -> None:
        if self.open.done():
            return
        if response.status_code == 101:
            self.open.set_result(None)
        else:
            self.open.set_exception(OSError(f"status {response.status_code}"))

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
