"""Frames of a socket: how often they may come, and the messages in them."""

from __future__ import annotations

import msgspec

from canastra.protocol import LARGEST_FRAME, ClientMessage, Close, ProtocolError, read_client
from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.protocol.messages import Error, fault, wrong
from canastra.server.limits import Bucket, Buckets, Monotonic, limit
from canastra.server.live.requests import COMMAND_ID
from canastra.server.settings import Caps

limit("message", LARGEST_FRAME, "a message", "bytes", "refused: `ws_too_large`, or close 1009")


class _Named(msgspec.Struct):
    id: str | None = None


_named = msgspec.json.Decoder(_Named)


class SocketRates:
    """Limits how often messages may come from one socket, session or address, hints to one person, and new sockets."""

    def __init__(self, caps: Caps, clock: Monotonic) -> None:
        self._caps, self._clock = caps, clock
        self._sessions = Buckets(caps.messages_of_session, self._clock)
        self._addresses = Buckets(caps.messages_of_address, self._clock)
        self._hints = Buckets(caps.hints_of_person, self._clock)
        self._openings = Buckets(caps.new_sockets_of_address, self._clock)

    def socket(self) -> Bucket:
        """The bucket of a new socket."""
        return Bucket(self._caps.messages_of_socket, self._clock)

    def session(self, session: str) -> Bucket:
        """The bucket of all sockets and requests of a session."""
        return self._sessions.of(session)

    def hints(self, player: str) -> Bucket:
        """The bucket of a person's hints, for which a bot has to think."""
        return self._hints.of(player)

    def openings(self, address: str) -> Bucket:
        """The bucket of the new sockets and streams of an address."""
        return self._openings.of(address)

    def address(self, address: str) -> Bucket:
        """The bucket of an address."""
        return self._addresses.of(address)


class FrameReader:
    """Reads the frames of one socket. It ends a socket that is warned too often, or sends `most` invalid messages in a
    row.
    """

    def __init__(self, rates: SocketRates, session: str | None, address: str, most: int) -> None:
        self._rates, self._session, self._address, self._most = rates, session, address, most
        self._own, self._warnings = rates.socket(), rates.socket()
        self._malformed = 0

    def read(self, text: str | None) -> ClientMessage | Error:
        """The message of a frame (None: a binary frame), or its error.

        Raises ConnectionRejectedError to close the socket: too many invalid messages in a row, or too fast for too
        long.
        """
        if not self._in_time():
            if not self._warnings.take():
                raise ConnectionRejectedError(Close.TOO_MANY)
            return wrong("ws_too_fast", id_of(text))
        found = checked(text)
        if not isinstance(found, Error):
            self._malformed = 0
            return found
        self._malformed += 1
        if self._malformed >= self._most:
            raise ConnectionRejectedError(Close.MALFORMED)
        return found

    def _in_time(self) -> bool:
        rates = self._rates
        if not self._own.take() or (self._session is not None and not rates.session(self._session).take()):
            return False
        return rates.address(self._address).take()


def checked(text: str | None) -> ClientMessage | Error:
    """The message of a frame (None: a binary frame), or its error."""
    if text is None:
        return wrong("ws_binary")
    if len(text) > LARGEST_FRAME or len(text.encode("utf-8", "replace")) > LARGEST_FRAME:
        return wrong("ws_too_large", most=LARGEST_FRAME)
    try:
        message = read_client(text)
    except ProtocolError as error:
        return Error(fault(error), id_of(text))
    command_id = getattr(message, "id", None)
    if command_id is not None and not COMMAND_ID.fullmatch(command_id):  # The contract's pattern lets "c1\n" pass.
        return wrong("live_command_id")
    return message


def id_of(text: str | None) -> str | None:
    """The id of an invalid message if it has a well-formed one, else None."""
    if text is None or len(text) > LARGEST_FRAME:
        return None
    try:
        found = _named.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if found is not None and COMMAND_ID.fullmatch(found) else None
