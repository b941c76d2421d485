"""What QR codes and links hold: tokens that nobody can make without the tournament's secret.

The code of a table lets a phone speak for a side there; the link of a player lets a person play online as that player.
"""

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
    return _token(secret, f"table {place.phase}/{place.round}/{place.table}")


class EnteredPlayer(NamedTuple):
    """A player of a side, both by the numbers of people."""

    side: int
    player: int


def player_token(secret: bytes, player: EnteredPlayer) -> str:
    """The token of a player's link.

    >>> player_token(bytes(32), EnteredPlayer(1, 2)) != table_token(bytes(32), TablePlace(1, 1, 2))
    True
    """
    return _token(secret, f"player {player.side}/{player.player}")


def linked_player(secret: bytes, state: Tournament, token: str) -> EnteredPlayer | None:
    """The player whose link has this token; None of any other text. As slow for a wrong one as for a right one."""
    given = token.strip().lower().encode("utf-8", "replace")
    found: EnteredPlayer | None = None
    for each in entered_players(state):
        if hmac.compare_digest(player_token(secret, each).encode("ascii"), given):
            found = each
    return found


def entered_players(state: Tournament) -> Iterator[EnteredPlayer]:
    """The players of all sides that have not withdrawn, side by side."""
    for number in sorted(state.sides):
        if state.active(number):
            for player in range(1, len(state.sides[number].players) + 1):
                yield EnteredPlayer(number, player)


def _token(secret: bytes, meant: str) -> str:
    said = f"canastra {meant}".encode("ascii")
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
