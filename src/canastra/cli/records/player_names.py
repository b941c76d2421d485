"""The names of the players and the sides of a record."""

from __future__ import annotations

from canastra.cli.language import Language
from canastra.messages import text
from canastra.records import Record


def player_names(record: Record, language: Language) -> tuple[str, ...]:
    """The players by seats; those of the same name with their seat.

    A deleted account is named in the reader's language; a server writes it in one language only.
    """
    deleted = text("users_deleted", "pt")
    names = [text("users_deleted", language) if name == deleted else name for name in record.players]
    return tuple(f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names))


def side_names(record: Record, language: Language) -> tuple[str, str]:
    """The players of each side as one name."""
    one, two = (" + ".join(player_names(record, language)[side::2]) for side in (0, 1))
    return one, two
