"""Tables over the wire: WebSockets, and the same messages as lines and posted commands for programs.

`Sockets` is the entry point; docs/protocol.md describes the messages and the duties of both sides.
"""

from __future__ import annotations

from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.server.ws.connection import NdjsonStream
from canastra.server.ws.connection_limits import Connections, SocketLimits
from canastra.server.ws.endpoint import Sockets
from canastra.server.ws.handshake import ConnectParams
from canastra.server.ws.uvicorn_protocols import protocols

__all__ = [
    "ConnectParams",
    "ConnectionRejectedError",
    "Connections",
    "NdjsonStream",
    "SocketLimits",
    "Sockets",
    "protocols",
]
