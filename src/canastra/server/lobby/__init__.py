"""The lobby: opening, finding and joining tables, house rules, and what stays of matches. No HTTP.

What a table was opened with (`TableOptions`) is written before its log; all that happens to its seats goes through the
log; what lists show follows the log in an index of the database, and is put right from it at start.
"""

from __future__ import annotations

from canastra.server.lobby.listing import LobbyError, TableOptions
from canastra.server.lobby.service import Lobby

__all__ = ["Lobby", "LobbyError", "TableOptions"]
