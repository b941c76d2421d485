"""What can go wrong with a tournament on the server, besides what its congress and its log refuse."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure
from canastra.server.worker import WorkerError


class TournamentError(CanastraError):
    """Something that was not done. `status` is HTTP's for it."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status


def busy(error: WorkerError) -> CanastraError:
    """What is said of work on a tournament that was not taken or not finished."""
    if error.status == 429:
        return TournamentError("tournaments_busy", 429)
    return TournamentError("tournaments_slow", 409) if error.status == 400 else error
