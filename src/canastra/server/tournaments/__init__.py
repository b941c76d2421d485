"""Tournaments on the server, with real cards or at its own tables; see docs/tournament-server.md.

`Tournaments` holds the parts. None of them knows HTTP: an error carries the status that it is answered with.
"""

from __future__ import annotations

from canastra.server.tournaments.repository import TournamentError
from canastra.server.tournaments.service import Tournaments

__all__ = ["TournamentError", "Tournaments"]
