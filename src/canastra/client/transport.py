"""The socket that a connection needs, over the WebSocket protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Protocol
from urllib.parse import quote, urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from canastra.protocol import INVITATION, VERSION, Close

LARGEST_MESSAGE = 8 * 2**20
"""Bytes of a message from the server: a welcome may bring many events."""
OPEN_TIMEOUT = 10.0
PING_INTERVAL = 20.0
PING_TIMEOUT = 20.0
CLOSE_TIMEOUT = 2.0


class LostError(Exception):
    """The socket is closed, or never opened; `code` is the other side's, or None."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Socket(Protocol):
    """An open socket. `send` and `receive` raise `LostError` once it is closed."""

    async def send(self, text: str) -> None:
        """Send one message."""

    async def receive(self) -> str | bytes:
        """The next message."""

    async def close(self) -> None:
        """Close it; raises nothing."""


Dial = Callable[[int], Awaitable[Socket]]
"""Opens a socket that sends events from a number on. Raises `LostError` if it can't."""


def dialer(
    server: str, table_id: str, token: str | None, *, watch: bool = False, invitation: str | None = None
) -> Dial:
    """A function that opens a table's socket on a server, ``http://`` or ``https://``."""
    query = {"v": str(VERSION)}
    if watch:
        query["watch"] = "true"
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    headers |= invitation_header(invitation)
    place = f"ws{server.removeprefix('http')}/api/tables/{quote(table_id, safe='')}/socket"

    async def dial(from_seq: int) -> Socket:
        return await _open(f"{place}?{urlencode({**query, 'from': str(from_seq)})}", headers)

    return dial


def invitation_header(invitation: str | None) -> dict[str, str]:
    """The header for an invitation; empty if the text can't be one."""
    good = invitation and invitation.isascii() and invitation.isprintable()
    return {INVITATION: invitation} if invitation and good else {}


class _Connect(connect):
    """A connection that follows no redirects: the token is for this server."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Refuse the redirect: return the error as it is."""
        return exc


async def _open(url: str, headers: Mapping[str, str]) -> Socket:
    try:
        connection = await _Connect(
            url,
            compression=None,
            additional_headers=headers,
            max_size=LARGEST_MESSAGE,
            open_timeout=OPEN_TIMEOUT,
            ping_interval=PING_INTERVAL,
            ping_timeout=PING_TIMEOUT,
            close_timeout=CLOSE_TIMEOUT,
        )
    except InvalidStatus as error:
        raise LostError(_CODES.get(error.response.status_code)) from None
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise LostError from error
    return _WebSocket(connection)


_CODES: Final[Mapping[int, int]] = {
    400: Close.UNKNOWN_VERSION,
    401: Close.NOT_SIGNED_IN,
    403: Close.NO_TABLE,
    404: Close.NO_TABLE,
    429: Close.TOO_MANY,
}
"""The close codes for HTTP answers instead of a socket."""


class _WebSocket:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, text: str) -> None:
        try:
            await self._connection.send(text)
        except ConnectionClosed as error:
            raise LostError(_code(error)) from None

    async def receive(self) -> str | bytes:
        try:
            return await self._connection.recv()
        except ConnectionClosed as error:
            raise LostError(_code(error)) from None

    async def close(self) -> None:
        await self._connection.close()


def _code(error: ConnectionClosed) -> int | None:
    return error.rcvd.code if error.rcvd else None
