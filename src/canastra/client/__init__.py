"""The headless client: the HTTP interface, a table's connection that comes back by itself, playing by program.

docs/client.md shows it at work.
"""

from __future__ import annotations

from canastra.client.api import Client
from canastra.client.autoplay import Choose, at_random, by_bot, play
from canastra.client.connection import Connection
from canastra.client.errors import ClientError, EndedError, RefusedError
from canastra.client.fairness import Cuts, ShuffleCheck
from canastra.client.http import HttpClient, server_url
from canastra.client.news import Changed, News, ServerFault, Welcomed
from canastra.client.reconnection import LinkReport, LinkStage
from canastra.client.table import Reader, Table
from canastra.client.transport import Dial, LostError, Socket, dialer
from canastra.protocol.view import view_of

__all__ = [
    "Changed",
    "Choose",
    "Client",
    "ClientError",
    "Connection",
    "Cuts",
    "Dial",
    "EndedError",
    "HttpClient",
    "LinkReport",
    "LinkStage",
    "LostError",
    "News",
    "Reader",
    "RefusedError",
    "ServerFault",
    "ShuffleCheck",
    "Socket",
    "Table",
    "Welcomed",
    "at_random",
    "by_bot",
    "dialer",
    "play",
    "server_url",
    "view_of",
]
