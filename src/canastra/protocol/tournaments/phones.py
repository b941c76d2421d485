"""Bodies of answers about phones: the server's address for them, and the codes of tables."""

from __future__ import annotations

from msgspec import Struct

from canastra.tournament import events as ev


class PhonesAddress(Struct, frozen=True):
    """The address at which phones find the server, ending in ``/``, for links and codes."""

    address: str
    """Empty if only the server's own machine can reach it, or if the address is unknown."""
    network: bool
    """True if the server listens for other machines."""


class TableCode(Struct, frozen=True):
    """The content of the QR code of a side of a table, for the address ``/torneio/ID/mesa#t=TOKEN``."""

    table: int
    half: ev.Half
    token: str
    typed: str
    """The first letters of the token, to type in its place."""


class TableCodes(Struct, frozen=True):
    """The codes of both sides of all tables of a round."""

    phase: int
    round: int
    codes: tuple[TableCode, ...]
