"""Tournaments on the server, with real cards or at its own tables; see docs/tournament-server.md.

`service.Tournaments` holds the parts. None of them knows HTTP: an error carries the status that it is answered with.
What processes apart are asked for imports nothing else of the server, so that they begin soon and stay small.
"""

from __future__ import annotations

from canastra.errors import CanastraError, Figure


class TournamentError(CanastraError):
    """Something that was not done. `status` is HTTP's for it."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status
