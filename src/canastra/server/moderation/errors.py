"""What moderation refuses."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure


class ModerationError(CanastraError):
    """An act or a question that is refused; `status` is HTTP's."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status
