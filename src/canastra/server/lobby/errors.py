"""What the lobby refuses."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure


class LobbyError(CanastraError):
    """Something that can't be had or done; `status` is HTTP's.

    A private table and one that never was are told apart by nothing.
    """

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status


def no_table() -> LobbyError:
    """There is no such table, or none for these eyes."""
    return LobbyError("lobby_no_table", 404)
