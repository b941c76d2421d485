"""Bodies of answers about phones: where they find the server, and the codes of tables."""

from __future__ import annotations

from msgspec import Struct

from canastra.tournament import events as ev


class PhonesAddress(Struct, frozen=True):
    """Where phones find the server, ending in ``/``, for links and codes."""

    address: str
    """Empty where only the server's own machine finds it, or the address is not known."""
    network: bool
    """Whether it listens for other machines."""


class TableCode(Struct, frozen=True):
    """What the QR code of a side of a table says, for the address ``/torneio/ID/mesa#t=TOKEN``."""

    table: int
    half: ev.Half
    token: str
    typed: str
    """What is typed in its place, its first letters."""


class TableCodes(Struct, frozen=True):
    """The codes of both sides of all tables of a round."""

    phase: int
    round: int
    codes: tuple[TableCode, ...]
