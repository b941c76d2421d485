"""The lobby: opening, finding and joining tables, house rules, and the results of matches. It knows no HTTP.

The options of a table (`TableOptions`) are written before its log; all changes of its seats go through the log. The
lists are an index in the database that follows the logs, and is compared with them at start.
"""

from __future__ import annotations

from canastra.server.lobby.listing import LobbyError, TableOptions
from canastra.server.lobby.service import Lobby

__all__ = ["Lobby", "LobbyError", "TableOptions"]
