"""Why a table refuses: one error for a command that is not allowed now, one for data that is no command."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure, InputError, Violation


class RefusalError(CanastraError):
    """The table refused a command, and nothing has changed.

    `article` is the rulebook's article, or None if the table itself refuses.
    """

    def __init__(self, code: str, article: str | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.article = article


class FormError(InputError):
    """Data that is neither a command nor an event of a table."""


def refusal_of(violation: Violation) -> RefusalError:
    """The refusal of an action that a rule forbids."""
    return RefusalError(violation.code, violation.article, **dict(violation.figures))
