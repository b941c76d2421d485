"""What can go wrong with people."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure


class PeopleError(CanastraError):
    """Something that was not done. `status` is HTTP's for it; the figures are never what somebody typed."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status
