"""Tournaments on the server, with real cards or at its own tables; see docs/tournament-server.md.

`service.Tournaments` holds the parts. None of them knows HTTP: an error carries its HTTP status. The modules that
worker processes import import nothing else of the server, so that the processes start soon and stay small.
"""

from __future__ import annotations

from canastra.errors import CanastraError, Figure


class TournamentError(CanastraError):
    """A refused request. `status` is its HTTP status."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status
