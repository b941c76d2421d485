"""What QR codes and links hold: tokens that nobody can make without the tournament's secret.

The code of a side of a table lets a phone speak for it; the link of a player lets a person play online as that player.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from canastra.tournament.events import Half
from canastra.tournament.state import RoundStage, Tournament

LETTERS: Final = 26
"""Letters of a token: 130 bits in base 32."""
TYPED: Final = 12
"""Letters of a code that a person types.

They have 60 bits, and a code is valid only while its round is open. A tournament of 200 tables has 400 codes at a
time, so one guess in 2 ** 60 / 400 = 3e15 is right. The server lets in 432,600 new guests a day (`guests`). Each may
be wrong ten times and then twice a minute: less than 1.3e9 guesses a day, one hit in 6,000 years. An attacker who
guesses by admissions, 40 a second from each of a thousand addresses, needs 2,000 years.
"""
SECRET_BYTES: Final = 32
HALVES: Final[tuple[Half, ...]] = (0, 1)
OPEN: Final = (RoundStage.PUBLISHED, RoundStage.PLAYING)
"""The stages in which the codes of a round are good."""
_ROUNDS: Final = 256


class TablePlace(NamedTuple):
    """A table of a round of a phase, by the numbers of people."""

    phase: int
    round: int
    table: int


class CodedSide(NamedTuple):
    """A side of a table, its token, and whether its round is open."""

    place: TablePlace
    half: Half
    token: str
    is_open: bool = True


def side_token(secret: bytes, place: TablePlace, half: Half) -> str:
    """Return the token of a side of a table. The other side has another token, so neither speaks for the other.

    >>> side_token(bytes(32), TablePlace(1, 1, 1), 0)
    'q3sgwjbjmummhgcachxd3qgcfw'
    >>> side_token(bytes(32), TablePlace(1, 1, 1), 1)
    'hatyb37awqic5jyzqtfimup5n3'
    """
    return _token(secret, f"table {place.phase}/{place.round}/{place.table}/{half}")


class EnteredPlayer(NamedTuple):
    """A player of a side, both by the numbers of people."""

    side: int
    player: int


def player_token(secret: bytes, player: EnteredPlayer) -> str:
    """The token of a player's link.

    >>> player_token(bytes(32), EnteredPlayer(1, 2)) != player_token(bytes(32), EnteredPlayer(2, 1))
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


def coded_side(secret: bytes, state: Tournament, token: str) -> CodedSide | None:
    """Return the side of a table that a scanned or typed code belongs to; None for another text.

    A code is looked up by its first letters, those that are typed. Further letters have to be right as well.
    """
    given = token.strip().lower()
    if len(given) not in (TYPED, LETTERS) or not given.isascii():
        return None
    for phase in state.phases:
        for each in phase.rounds:
            if each.stage > RoundStage.DRAFT:
                tables = tuple(table.fixture.table for table in each.tables)
                found = _codes(secret, phase.number, each.number, tables).get(given[:TYPED])
                if found is not None and hmac.compare_digest(found.token[: len(given)], given):
                    return found._replace(is_open=each.stage in OPEN)
    return None


@lru_cache(_ROUNDS)
def _codes(secret: bytes, phase: int, number: int, tables: tuple[int, ...]) -> Mapping[str, CodedSide]:
    """The sides of the tables of a round by the letters that are typed."""
    sides = (
        CodedSide(place, half, side_token(secret, place, half))
        for place in (TablePlace(phase, number, table) for table in tables)
        for half in HALVES
    )
    return {each.token[:TYPED]: each for each in sides}
