"""The handshake of a socket: version, session, table."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from starlette.requests import HTTPConnection

from canastra.errors import CanastraError
from canastra.protocol import INVITATION, VERSION, Close
from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.server.limits import limit
from canastra.server.live import DrainingError, LiveError, NoTableError
from canastra.server.lobby import Lobby, LobbyError
from canastra.server.users import Identity, Users

COOKIE = "canastra_session"
"""The session's cookie over plain http. Over https its name has one of `PREFIXES`."""
PREFIXES = ("__Host-", "__Secure-")
"""Browsers let only the very host set the first kind; the second is for a sub-path, which the first can't have."""
LONGEST_TOKEN = limit("token", 256, "a socket", "characters of a token", "close 4005 `ws_not_signed_in`")
LONGEST_INVITATION = limit("invitation", 80, "a socket", "characters of an invitation", "close 4004 `ws_no_table`")
PROTOCOL = "canastra"
"""The subprotocol of a socket, which the server accepts if it is offered."""
INVITED = "invitation."
"""The prefix of a subprotocol that carries an invitation: a page can send no header with a socket."""
_NUMBER = re.compile(r"[0-9]{1,15}", re.ASCII)
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True, slots=True)
class ConnectParams:
    """The parameters of a connection to a table."""

    table: str
    from_seq: int = 0
    """The number of the first event to get; 0 for the state alone."""
    watch: bool = False
    invitation: str | None = field(default=None, repr=False)


def parse_params(connection: HTTPConnection, table: str) -> ConnectParams:
    """The parameters in the address. Raises ConnectionRejectedError if they are malformed or of another version."""
    given = connection.query_params.multi_items()
    query = dict(given)
    if query.get("v") != str(VERSION):
        raise ConnectionRejectedError(Close.UNKNOWN_VERSION)
    number, watch = query.get("from", "0"), query.get("watch", "false")
    if len(query) < len(given) or not _NUMBER.fullmatch(number) or watch not in _BOOLEANS:
        raise ConnectionRejectedError(Close.MALFORMED, CanastraError("ws_query"))
    return ConnectParams(table, int(number), _BOOLEANS[watch], invitation_of(connection))


def invitation_of(connection: HTTPConnection) -> str | None:
    """The invitation of a connection: in a header, in a subprotocol of a page's socket, or in the query."""
    offered = [protocol.removeprefix(INVITED) for protocol in offered_of(connection) if protocol.startswith(INVITED)]
    given = (connection.headers.get(INVITATION), *offered, connection.query_params.get("invitation"))
    return next((invitation for invitation in given if invitation and len(invitation) <= LONGEST_INVITATION), None)


def offered_of(connection: HTTPConnection) -> list[str]:
    """The subprotocols that a socket offers."""
    return list(connection.scope.get("subprotocols", ()))


def session_cookie(connection: HTTPConnection) -> tuple[str, str] | None:
    """The name and the value of the session's cookie; None without one.

    Over https only a name with a prefix counts: a neighbouring host can set the plain one.
    """
    secure = connection.scope["scheme"] in {"https", "wss"}
    names = tuple(prefix + COOKIE for prefix in PREFIXES) if secure else (COOKIE,)
    return next(((name, value) for name in names if (value := connection.cookies.get(name))), None)


class Credential(NamedTuple):
    """The token that a connection brings."""

    token: str
    is_bearer: bool
    """True if a program sent it in a header (``Authorization: Bearer``), False for a browser's cookie."""

    @property
    def may_be_known(self) -> bool:
        """Return whether the token has a length that this server makes."""
        return 0 < len(self.token) <= LONGEST_TOKEN


def credential_of(connection: HTTPConnection) -> Credential | None:
    """A program's header, or else a browser's cookie. A header without a token gives the empty one."""
    header = connection.headers.get("authorization")
    if header is None:
        found = session_cookie(connection)
        return None if found is None else Credential(found[1], False)
    scheme, _, token = header.partition(" ")
    return Credential(token.strip() if scheme.lower() == "bearer" else "", True)


async def identified(users: Users, credential: Credential | None) -> Identity | None:
    """The identity of a token; None without a token. Raises ConnectionRejectedError for an unknown token."""
    if credential is None:
        return None
    identity = await users.identify(credential.token) if credential.may_be_known else None
    if identity is None:
        raise ConnectionRejectedError(Close.NOT_SIGNED_IN)
    return identity


async def seat_for(lobby: Lobby, identity: Identity | None, params: ConnectParams) -> int | None:
    """The client's seat; None for a spectator. Raises ConnectionRejectedError."""
    if identity is None and not params.watch:
        raise ConnectionRejectedError(Close.NOT_SIGNED_IN)
    try:
        return await lobby.queries.admit(identity, params.table, params.watch, params.invitation)
    except LobbyError as error:
        raise ConnectionRejectedError(Close.TOO_MANY if error.status == 429 else Close.NO_TABLE, error) from None
    except LiveError as error:
        raise of_hosting(error) from None


def of_hosting(error: LiveError) -> ConnectionRejectedError:
    """The rejection for an error of the live table."""
    if isinstance(error, NoTableError):
        return ConnectionRejectedError(Close.NO_TABLE, error)
    return ConnectionRejectedError(Close.RESTART if isinstance(error, DrainingError) else Close.STOPPED, error)
