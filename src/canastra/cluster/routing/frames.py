"""The frames of tunnels, as MessagePack; no frame is trusted before it is decoded by these types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from canastra.server.limits import limit

CHUNK = limit(
    "tunnel_frame", 65_536, "a frame", "bytes of its content", "the tunnel is ended; a longer content is sent in parts"
)
"""A bus may take no more than a megabyte, and two tunnels share one wire in turns."""
HEADS = limit("gateway_headers", 8192, "a request of another node, or its answer", "headers", "it is not taken")
"""At least as many as fit into `LARGEST_HEAD`: every request that this node accepts must also pass to other nodes."""
SAFE = frozenset({"GET", "HEAD"})
"""Methods that are safe to repeat; a body of such a request isn't sent."""
NOWHERE = b""
"""The tunnel id of a message about many tunnels."""

NodeName = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
TunnelId = Annotated[bytes, Meta(max_length=16)]
Number = Annotated[int, Meta(ge=0, lt=2**53)]
Content = Annotated[bytes, Meta(max_length=CHUNK)]
Code = Annotated[int, Meta(ge=0, le=4999)]
Why = Annotated[str, Meta(max_length=123)]
HeaderList = Annotated[list[tuple[bytes, bytes]], Meta(max_length=HEADS)]


class Opening(Struct, array_like=True, frozen=True):
    """A request or a socket for the owner of its key to serve: the scope of ASGI."""

    tunnel: Annotated[bytes, Meta(min_length=16, max_length=16)]
    gateway: NodeName
    is_socket: bool
    http_version: str
    method: str
    scheme: str
    path: str
    raw_path: bytes
    root_path: str
    query: bytes
    headers: HeaderList
    client: tuple[str, int] | None
    server: tuple[str, int | None] | None
    subprotocols: list[str]
    denial: bool
    """True if a socket may be answered by HTTP instead."""

    @classmethod
    def of(cls, tunnel: bytes, gateway: str, scope: dict[str, Any]) -> Opening:
        """Build from the parts of a scope that the owner needs."""
        client, server = scope.get("client"), scope.get("server")
        return cls(
            tunnel,
            gateway,
            scope["type"] == "websocket",
            scope.get("http_version", "1.1"),
            scope.get("method", "GET"),
            scope.get("scheme", "http"),
            scope["path"],
            scope.get("raw_path") or b"",
            scope.get("root_path", ""),
            scope.get("query_string", b""),
            [(bytes(name), bytes(value)) for name, value in scope["headers"]],
            None if client is None else (client[0], client[1]),
            None if server is None else (server[0], server[1]),
            list(scope.get("subprotocols", ())),
            "websocket.http.response" in scope.get("extensions", {}),
        )

    @property
    def scope(self) -> dict[str, Any]:
        """Return the scope."""
        made: dict[str, Any] = {
            "type": "websocket" if self.is_socket else "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": self.http_version,
            "scheme": self.scheme,
            "path": self.path,
            "root_path": self.root_path,
            "query_string": self.query,
            "headers": list(self.headers),
            "client": self.client,
            "server": self.server,
            "state": {},
            "extensions": {"websocket.http.response": {}} if self.denial else {},
        }
        if self.raw_path:
            made["raw_path"] = self.raw_path
        return made | ({"subprotocols": self.subprotocols} if self.is_socket else {"method": self.method})


class Begin(Struct, array_like=True, frozen=True, tag=0):
    """The gateway still waits: only now is the request run, so an abandoned request is never run."""


class BodyChunk(Struct, array_like=True, frozen=True, tag=1):
    """Some bytes of a body, of a request or of an answer."""

    data: Content
    more: bool


class MessageChunk(Struct, array_like=True, frozen=True, tag=2):
    """A message of a socket, or some bytes of one."""

    data: Content
    is_text: bool
    more: bool


class Hangup(Struct, array_like=True, frozen=True, tag=3):
    """The client has gone."""

    code: Code = 1006
    reason: Why = ""


class Head(Struct, array_like=True, frozen=True, tag=4):
    """An answer begins."""

    status: Annotated[int, Meta(ge=100, le=599)]
    headers: HeaderList


class SocketAccepted(Struct, array_like=True, frozen=True, tag=5):
    """A socket opens."""

    subprotocol: str | None
    headers: HeaderList


class SocketClosed(Struct, array_like=True, frozen=True, tag=6):
    """The owner closes the socket."""

    code: Code
    reason: Why


class TunnelEnd(Struct, array_like=True, frozen=True, tag=7):
    """Whatever served it has returned."""


class ReadMark(Struct, array_like=True, frozen=True, tag=0):
    """All up to this number has been read: as much again may be sent."""

    number: Number


class TunnelReset(Struct, array_like=True, frozen=True, tag=1):
    """The sender has no such tunnel."""


class Beats(Struct, array_like=True, frozen=True):
    """Every few seconds, of all tunnels between two nodes: the numbers of what was last sent and last read."""

    tunnels: Annotated[list[tuple[TunnelId, Number, Number]], Meta(max_length=1000)]


Asked = Begin | BodyChunk | MessageChunk | Hangup
"""Content from a gateway to an owner."""
Answered = Head | BodyChunk | SocketAccepted | MessageChunk | SocketClosed | TunnelEnd
"""Content from an owner to a gateway."""
Part = Asked | Answered
Control = ReadMark | TunnelReset


class Envelope(Struct, array_like=True, frozen=True):
    """The wrapper of every frame, read before its content. Number 0 is about the tunnel, content counts from 1."""

    sender: NodeName
    tunnel: TunnelId
    number: Number
    content: Raw


class _Outgoing(Struct, array_like=True, frozen=True):
    sender: str
    tunnel: bytes
    number: int
    content: Part | Control | Beats


_encode = msgspec.msgpack.Encoder().encode
encode_opening = _encode
read_opening = msgspec.msgpack.Decoder(Opening).decode
read_envelope = msgspec.msgpack.Decoder(Envelope).decode
read_asked = msgspec.msgpack.Decoder(Asked).decode
read_answered = msgspec.msgpack.Decoder(Answered).decode
read_control = msgspec.msgpack.Decoder(Control).decode
read_beats = msgspec.msgpack.Decoder(Beats).decode


def envelope(sender: str, tunnel: bytes, number: int, content: Part | Control | Beats) -> bytes:
    """Encode a message of the bus."""
    return _encode(_Outgoing(sender, tunnel, number, content))


def pieces(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """Parts of a content that each fit into a frame, and whether more of it follows.

    >>> [(len(data), more) for data, more in pieces(bytes(CHUNK + 1))], list(pieces(b""))
    ([(65536, True), (1, False)], [(b'', False)])
    """
    if len(data) <= CHUNK:
        yield data, False
        return
    for start in range(0, len(data), CHUNK):
        yield data[start : start + CHUNK], start + CHUNK < len(data)


def is_clean(headers: list[tuple[bytes, bytes]]) -> bool:
    """Return whether no header of an answer can be read as several headers or as the end of the head."""
    return not any(byte in text for header in headers for text in header for byte in (b"\r", b"\n", b"\0"))
