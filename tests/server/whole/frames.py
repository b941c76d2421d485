"""Frames of WebSockets as no library would send them, over a plain connection; and Hypothesis's ways to make some."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from hypothesis import strategies as st

from tests.server.run.process import SECONDS

TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
LARGEST = 16 * 1024
SENSELESS: tuple[dict[str, object], ...] = (
    {"type": "act", "action": "discard KD", "step": 999_999},
    {"type": "act", "action": "draw", "step": 0},
    {"type": "undo", "step": 0},
    {"type": "ready"},
    {"type": "claim"},
    {"type": "back"},
    {"type": "contribute", "bytes": "5f3a"},
    {"type": "accept", "offer": "rematch"},
    {"type": "decline", "offer": "resign"},
    {"type": "ping", "n": 7},
)
"""Messages that change nothing at a table where two people play."""
ID = b"#######"
"""Stands for an id that is new at every sending."""
_ids, _pings = count(1_000_000), count(1_000_000)


@dataclass(frozen=True)
class Frame:
    """One frame; any part of it may be wrong."""

    payload: bytes
    opcode: int = TEXT
    final: bool = True
    reserved: int = 0
    masked: bool = True

    def encode(self) -> bytes:
        """As it goes over the wire."""
        first = self.final << 7 | self.reserved << 4 | self.opcode
        size = len(self.payload)
        if size < 126:
            length = bytes([size])
        else:
            length = bytes([126]) + size.to_bytes(2) if size < 2**16 else bytes([127]) + size.to_bytes(8)
        if not self.masked:
            return bytes([first]) + length + self.payload
        mask = b"\x11\x22\x33\x44"
        body = bytes(byte ^ mask[n % 4] for n, byte in enumerate(self.payload))
        return bytes([first, length[0] | 128]) + length[1:] + mask + body


def message(kind: dict[str, object]) -> bytes:
    """A message of these, with an id."""
    named = {} if kind["type"] == "ping" else {"id": ID.decode()}
    return json.dumps({**kind, **named}).encode()


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A message with some bytes gone, doubled, put in or exchanged."""
    text = bytearray(message(draw(st.sampled_from(SENSELESS))))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        how = draw(st.sampled_from(["cut", "double", "put", "change"]))
        if how == "cut":
            del text[place : place + draw(st.integers(1, 8))]
        elif how == "double":
            text[place:place] = text[place : place + 8]
        elif how == "put":
            text[place:place] = draw(st.sampled_from([b"\0", b"{", b"}", b'"', b"\\u0000", b"1e999", b"\xff", b"-0"]))
        else:
            text[place : place + 1] = bytes([draw(st.integers(0, 255))])
    return bytes(text)


def nested(opening: bytes, depth: int) -> bytes:
    """JSON that is deeper than any stack."""
    return b'{"type":"act","id":"n","action":' + opening * depth


_ANYTHING = st.one_of(
    mutated(),
    st.sampled_from(SENSELESS).map(message),
    st.binary(max_size=200),
    st.text(max_size=100).map(lambda text: json.dumps(text).encode()),
    st.builds(nested, st.sampled_from([b"[", b'{"a":', b'[{"type":']), st.sampled_from([10, 300, 3000])),
    st.sampled_from([LARGEST - 1, LARGEST, LARGEST + 1, 3 * LARGEST]).map(lambda size: b'"' + b"x" * (size - 2) + b'"'),
    st.sampled_from([b"\xc3\x28", b"\xed\xa0\x80", b'{"type":"\xff"}', b'{"type":"ping","n":1}\0', b"", b"null"]),
)
FRAMES = st.lists(
    st.one_of(
        _ANYTHING.map(Frame),
        st.builds(Frame, _ANYTHING, st.sampled_from([TEXT, BINARY, CONTINUED]), st.booleans()),
        st.builds(Frame, st.binary(max_size=130), st.sampled_from([PING, PONG, CLOSE]), st.booleans()),
        st.builds(Frame, st.binary(max_size=20), st.integers(0, 15), st.booleans(), st.integers(0, 7), st.booleans()),
    ),
    min_size=1,
    max_size=12,
)
"""The data to send on one socket."""


class Raw:
    """A connection that sends bytes as they are."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.heard = b""

    @classmethod
    @asynccontextmanager
    async def open(cls, address: str) -> AsyncIterator[Raw]:
        """To a server; broken off in the end."""
        where = urlsplit(address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        try:
            yield cls(reader, writer)
        finally:
            writer.transport.abort()

    async def become_socket(self, table_id: str, token: str) -> None:
        """Shake hands."""
        lines = (
            f"GET /api/tables/{table_id}/socket?v=1 HTTP/1.1",
            "Host: x",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            f"Authorization: Bearer {token}",
        )
        self._writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await self.until(b'"type":"welcome"')

    def send(self, *frames: Frame) -> None:
        """As fast as they come."""
        for frame in frames:
            named = replace(frame, payload=frame.payload.replace(ID, b"%d" % next(_ids)))
            self._writer.write(named.encode())

    def send_bytes(self, content: bytes) -> None:
        """Anything."""
        self._writer.write(content)

    async def until(self, words: bytes) -> bool:
        """Read up to some words, or to the end. Returns whether they came."""
        while words not in self.heard:
            if not await self.more():
                return False
        return True

    async def more(self) -> bool:
        """Read the next data. Returns whether there was any."""
        with suppress(OSError):
            chunk = await asyncio.wait_for(self._reader.read(2**16), SECONDS)
            self.heard += chunk
            return bool(chunk)
        return False

    async def settled(self) -> bool:
        """Until all that was sent has been dealt with: a ping is answered, or the connection is at its end."""
        number = next(_pings)
        with suppress(OSError):
            self.send(Frame(b'{"type":"ping","n":%d}' % number))
            await self._writer.drain()
        return await self.until(b'"type":"pong","n":%d' % number)

    async def at_end(self) -> bytes:
        """Stop sending, and read all."""
        with suppress(OSError):
            await self._writer.drain()
            self._writer.write_eof()
        await self.until(os.urandom(16))
        return self.heard

    def messages(self) -> list[dict[str, Any]]:
        """The messages of a socket that came whole."""
        rest = self.heard.partition(b"\r\n\r\n")[2]
        found = []
        while len(rest) > 2:
            start = {126: 4, 127: 10}.get(rest[1], 2)
            size = int.from_bytes(rest[2:start]) if start > 2 else rest[1]
            if len(rest) < start + size:
                break
            if rest[0] & 15 == TEXT:
                found.append(json.loads(rest[start : start + size]))
            rest = rest[start + size :]
        return found
