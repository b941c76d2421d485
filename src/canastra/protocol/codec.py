"""Messages as JSON, both ways."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from canastra.errors import InputError
from canastra.protocol.commands import ClientMessage
from canastra.protocol.messages import ServerMessage

LARGEST_FRAME = 16 * 1024
"""Bytes of the largest message to the server; the server's may be longer."""
Body = TypeVar("Body")

_encoder = msgspec.json.Encoder()
_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class ProtocolError(InputError):
    """Bytes that are not a valid message."""


def encode(message: object) -> bytes:
    """A message or the body of an answer as JSON."""
    return _encoder.encode(message)


def read_client(frame: bytes | str) -> ClientMessage:
    """A client's message. Raises `ProtocolError` if it is invalid."""
    try:
        return _client.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _wrong(error) from None


def read_server(frame: bytes | str) -> ServerMessage:
    """A message of the server. Raises `ProtocolError` if it is invalid."""
    try:
        return _server.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _wrong(error) from None


def read_body(body: bytes, kind: type[Body]) -> Body:
    """The body of a request. Raises `ProtocolError` if it is invalid."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _wrong(error) from None


def _wrong(error: Exception) -> ProtocolError:
    if isinstance(error, msgspec.ValidationError):
        return ProtocolError("protocol_invalid", reason=str(error)[:200])
    return ProtocolError("protocol_not_json")
