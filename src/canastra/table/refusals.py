"""Why a table says no: one error for what may not be done now, one for what is not even a command."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure, InputError, Violation


class RefusalError(CanastraError):
    """A command that the table refuses; nothing has changed.

    `article` is where the rulebook forbids it; None where the table's own order does.
    """

    def __init__(self, code: str, article: str | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.article = article


class FormError(InputError):
    """Data that is no command and no event of a table."""


def refusal_of(violation: Violation) -> RefusalError:
    """The refusal of an action that a rule forbids."""
    return RefusalError(violation.code, violation.article, **dict(violation.figures))
