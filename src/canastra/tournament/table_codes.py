"""The tokens in QR codes and links, which can be made only with the tournament's secret.

The code of a side of a table lets a phone speak for it; the link of a player lets a person play online as that player.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from canastra.tournament.events import Half
from canastra.tournament.state import Participant, RoundStage, RoundState, Tournament

LETTERS: Final = 26
"""The length of a token in letters: 130 bits in base 32."""
TYPED: Final = 12
"""The length of a typed code in letters.

They have 60 bits, and a code is valid only while its round is open. A tournament of 200 tables has 400 codes at a time,
so one guess in 2 ** 60 / 400 = 3e15 is right. The server lets in 432,600 new guests a day (`guests`). Each may be wrong
ten times and then twice a minute: less than 1.3e9 guesses a day, one hit in 6,000 years. An attacker who guesses by
admissions, 40 a second from each of a thousand addresses, needs 2,000 years.
"""
SECRET_BYTES: Final = 32
HALVES: Final[tuple[Half, ...]] = (0, 1)
OPEN: Final = (RoundStage.PUBLISHED, RoundStage.PLAYING)
"""The stages of a round in which its codes are valid."""


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


def side_token(secret: bytes, place: TablePlace, half: Half, renewed: int = 0) -> str:
    """Return the token of a side of a table. The other side has another token, so neither speaks for the other.

    `renewed` says how often it was replaced by another one.

    >>> side_token(bytes(32), TablePlace(1, 1, 1), 0)
    'q3sgwjbjmummhgcachxd3qgcfw'
    >>> side_token(bytes(32), TablePlace(1, 1, 1), 1)
    'hatyb37awqic5jyzqtfimup5n3'
    """
    return _token(secret, side_key(place, half), renewed)


def side_key(place: TablePlace, half: Half) -> str:
    """The purpose from which a token of a side of a table is derived."""
    return f"table {place.phase}/{place.round}/{place.table}/{half}"


class EnteredPlayer(NamedTuple):
    """A player of a side, both by the numbers of people."""

    side: int
    player: int


class LinkedPlayer(NamedTuple):
    """A player, and the token of the player's link."""

    player: EnteredPlayer
    token: str


def player_token(secret: bytes, player: EnteredPlayer, renewed: int = 0) -> str:
    """Return the token of a player's link. `renewed` says how often it was replaced by another one.

    >>> player_token(bytes(32), EnteredPlayer(1, 2)) != player_token(bytes(32), EnteredPlayer(2, 1))
    True
    """
    return _token(secret, player_key(player), renewed)


def player_key(player: EnteredPlayer) -> str:
    """The purpose from which a token of a player is derived."""
    return f"player {player.side}/{player.player}"


def entered_players(state: Tournament) -> Iterator[EnteredPlayer]:
    """The players of all sides that have not withdrawn, side by side."""
    for number in sorted(state.sides):
        if state.active(number):
            for player in range(1, len(state.sides[number].players) + 1):
                yield EnteredPlayer(number, player)


def _token(secret: bytes, meant: str, renewed: int) -> str:
    said = f"canastra {meant}{f' {renewed}' if renewed else ''}".encode("ascii")
    return b32encode(hmac.digest(secret, said, "sha256")).decode("ascii").lower()[:LETTERS]


class TokenIndex:
    """The codes and links of a tournament by their first letters. It finds one in a single step.

    Each token is computed once: when its round is published or its side enters. A token that was found is compared in
    constant time. Its first letters tell nothing about the others.
    """

    def __init__(self, secret: bytes, state: Tournament, renewed: Mapping[str, int] | None = None) -> None:
        self._secret = secret
        self._renewed = dict(renewed or {})
        self._rounds: dict[tuple[int, int], RoundState] = {}
        self._sides: dict[str, tuple[TablePlace, Half]] = {}
        self._places: set[TablePlace] = set()
        self._players: dict[str, EnteredPlayer] = {}
        self._entered: set[EnteredPlayer] = set()
        self._entries: Mapping[int, Participant] = {}
        self.follow(state)

    def __len__(self) -> int:
        """The number of tokens."""
        return len(self._sides) + len(self._players)

    def of_side(self, place: TablePlace, half: Half) -> str:
        """Return the token of a side of a table."""
        return side_token(self._secret, place, half, self._renewed.get(side_key(place, half), 0))

    def of_player(self, player: EnteredPlayer) -> str:
        """Return the token of a player's link."""
        return player_token(self._secret, player, self._renewed.get(player_key(player), 0))

    def renew_side(self, place: TablePlace, half: Half) -> None:
        """Replace the token of a side of a table; the old one is invalid from now on."""
        del self._sides[self.of_side(place, half)[:TYPED]]
        self._renewed[side_key(place, half)] = self._renewed.get(side_key(place, half), 0) + 1
        self._sides[self.of_side(place, half)[:TYPED]] = place, half

    def renew_player(self, player: EnteredPlayer) -> None:
        """Replace the token of a player's link; the old one is invalid from now on."""
        del self._players[self.of_player(player)[:TYPED]]
        self._renewed[player_key(player)] = self._renewed.get(player_key(player), 0) + 1
        self._players[self.of_player(player)[:TYPED]] = player

    def follow(self, state: Tournament) -> None:
        """Add the tokens of new rounds and sides in a state. A token stays when its round or its side is gone."""
        for phase in state.phases:
            for round_state in phase.rounds:
                at = phase.number, round_state.number
                if round_state.stage > RoundStage.DRAFT and self._rounds.get(at) is not round_state:
                    self._rounds[at] = round_state
                    self._add_tables(TablePlace(*at, table.fixture.table) for table in round_state.tables)
        if state.sides is self._entries:
            return
        self._entries = state.sides
        for side, entry in state.sides.items():
            for number in range(1, len(entry.players) + 1):
                player = EnteredPlayer(side, number)
                if player not in self._entered:
                    self._entered.add(player)
                    self._players[self.of_player(player)[:TYPED]] = player

    def _add_tables(self, places: Iterable[TablePlace]) -> None:
        for place in places:
            if place not in self._places:
                self._places.add(place)
                for half in HALVES:
                    self._sides[self.of_side(place, half)[:TYPED]] = place, half

    def side(self, state: Tournament, token: str) -> CodedSide | None:
        """Return the side of a table that a scanned or typed code belongs to; None for another text.

        A code is looked up by its first letters, the ones that people type. Further letters have to be right as well.
        """
        given = _given(token, TYPED, LETTERS)
        found = self._sides.get(given[:TYPED])
        if found is None:
            return None
        place, half = found
        phase = state.phase(place.phase)
        of_round = phase.round(place.round) if phase is not None else None
        if of_round is None or of_round.stage is RoundStage.DRAFT or of_round.table(place.table) is None:
            return None
        whole = self.of_side(place, half)
        if not hmac.compare_digest(whole[: len(given)], given):
            return None
        return CodedSide(place, half, whole, of_round.stage in OPEN)

    def player(self, state: Tournament, token: str) -> LinkedPlayer | None:
        """Return the player whose link has this token; None for another text, or if the side has withdrawn."""
        given = _given(token, LETTERS)
        found = self._players.get(given[:TYPED])
        if found is None or not state.active(found.side) or found.player > len(state.sides[found.side].players):
            return None
        whole = self.of_player(found)
        return LinkedPlayer(found, whole) if hmac.compare_digest(whole, given) else None


def _given(token: str, *lengths: int) -> str:
    """Return a token as it was minted, though typed in capitals; empty if it can't be one."""
    given = token.strip().lower()
    return given if len(given) in lengths and given.isascii() else ""
