"""From what came over the wire to a message: how often, how large, whether it is one at all."""

from __future__ import annotations

import msgspec

from canastra.protocol import LARGEST_FRAME, ClientMessage, Close, ProtocolError, read_client
from canastra.protocol.messages import Error
from canastra.server.limits import limit
from canastra.server.live.requests import COMMAND_ID
from canastra.server.ws.close import ConnectionRejectedError, fault, wrong
from canastra.server.ws.context import Context

limit("message", LARGEST_FRAME, "a message", "bytes", "`sockets_too_large`, or close 1009")


class _Named(msgspec.Struct):
    id: str | None = None


_named = msgspec.json.Decoder(_Named)


class FrameReader:
    """One socket's. Who is warned too often is thrown out."""

    def __init__(self, parts: Context, session: str | None, address: str) -> None:
        self._parts, self._session, self._address = parts, session, address
        self._own, self._warnings = parts.rates.socket(), parts.rates.socket()
        self._malformed = 0

    def read(self, text: str | None) -> ClientMessage | Error:
        """The message of a frame (None: a binary one), or what is wrong with it.

        Raises ConnectionRejectedError when it is time to close: too many invalid in a row, or too fast for too long.
        """
        if not self._in_time():
            if not self._warnings.take():
                raise ConnectionRejectedError(Close.TOO_MANY)
            return wrong("sockets_too_fast", id_of(text))
        found = checked(text)
        if not isinstance(found, Error):
            self._malformed = 0
            return found
        self._malformed += 1
        if self._malformed >= self._parts.limits.malformed:
            raise ConnectionRejectedError(Close.MALFORMED)
        return found

    def _in_time(self) -> bool:
        rates = self._parts.rates
        if not self._own.take() or (self._session is not None and not rates.session(self._session).take()):
            return False
        return rates.address(self._address).take()


def checked(text: str | None) -> ClientMessage | Error:
    """The message of a frame (None: a binary one), or what is wrong with it."""
    if text is None:
        return wrong("sockets_binary")
    if len(text) > LARGEST_FRAME or len(text.encode("utf-8", "replace")) > LARGEST_FRAME:
        return wrong("sockets_too_large", most=LARGEST_FRAME)
    try:
        message = read_client(text)
    except ProtocolError as error:
        return Error(fault(error), id_of(text))
    command_id = getattr(message, "id", None)
    if command_id is not None and not COMMAND_ID.fullmatch(command_id):  # The contract's pattern lets "c1\n" pass.
        return wrong("hosting_command_id")
    return message


def id_of(text: str | None) -> str | None:
    """The id of a message that is otherwise none; None if it has none that could be one."""
    if text is None or len(text) > LARGEST_FRAME:
        return None
    try:
        found = _named.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if found is not None and COMMAND_ID.fullmatch(found) else None
