"""The protocol between server and clients: messages of a table's socket, bodies of the HTTP interface.

docs/protocol.md describes it; `canastra.protocol.schema` writes it as a JSON schema.

>>> read_client('{"type":"act","id":"c1","action":"discard KD","step":14}')
Act(id='c1', action='discard KD', step=14)
"""

from __future__ import annotations

from canastra.protocol.close_codes import FINAL, Close
from canastra.protocol.codec import LARGEST_FRAME, ProtocolError, encode, read_body, read_client, read_server
from canastra.protocol.commands import ClientMessage, Command
from canastra.protocol.messages import ServerMessage
from canastra.protocol.state import State, merged

VERSION = 1
"""Version of the messages: it rises when older clients could no longer talk to the server."""
INVITATION = "Canastra-Invitation"
"""The header with the invitation to a private table: proxies and browsers don't log it as they do addresses."""

__all__ = [
    "FINAL",
    "INVITATION",
    "LARGEST_FRAME",
    "VERSION",
    "ClientMessage",
    "Close",
    "Command",
    "ProtocolError",
    "ServerMessage",
    "State",
    "encode",
    "merged",
    "read_body",
    "read_client",
    "read_server",
]
