"""What the QR code of a table holds: a token that nobody can make without the tournament's secret."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterator
from typing import Final, NamedTuple

from canastra.tournament.state import RoundStage, Tournament

LETTERS: Final = 26
"""A token has so many: 130 bits of base 32."""
SECRET_BYTES: Final = 32
OPEN: Final = (RoundStage.PUBLISHED, RoundStage.PLAYING)
"""The stages in which the codes of a round are good."""


class TablePlace(NamedTuple):
    """A table of a round of a phase, by the numbers of people."""

    phase: int
    round: int
    table: int


def table_token(secret: bytes, place: TablePlace) -> str:
    """The token of a table.

    >>> table_token(bytes(32), TablePlace(1, 1, 1))
    'dqcqycfoqma7hlj4z5m7ox7njk'
    """
    said = f"canastra table {place.phase}/{place.round}/{place.table}".encode("ascii")
    return b32encode(hmac.digest(secret, said, "sha256")).decode("ascii").lower()[:LETTERS]


def coded_place(secret: bytes, state: Tournament, token: str) -> tuple[TablePlace, bool] | None:
    """The table that a token is of, and whether its round is open; None of any other text.

    Every token that could be meant is compared, each in constant time: how long it takes tells nothing of the token.
    """
    given = token.strip().lower().encode("utf-8", "replace")
    found: tuple[TablePlace, bool] | None = None
    for place, is_open in _places(state):
        if hmac.compare_digest(table_token(secret, place).encode("ascii"), given):
            found = place, is_open
    return found


def is_open_code(secret: bytes, state: Tournament, token: str) -> bool:
    """Whether a token, as it was given out and not as somebody typed it, is that of a table of an open round."""
    given = token.encode("utf-8", "replace")
    tokens = [table_token(secret, place).encode("ascii") for place, is_open in _places(state) if is_open]
    return sum(hmac.compare_digest(each, given) for each in tokens) > 0


def _places(state: Tournament) -> Iterator[tuple[TablePlace, bool]]:
    for phase in state.phases:
        for each in phase.rounds:
            if each.stage > RoundStage.DRAFT:
                for table in each.tables:
                    yield TablePlace(phase.number, each.number, table.fixture.table), each.stage in OPEN
