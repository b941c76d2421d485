"""Bodies of requests and answers about online tournaments: links of players, what they see, the tables of a round."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from canastra.protocol.tournaments import Due, SideCard, Token
from canastra.protocol.tournaments.rounds import RoundStep
from canastra.tournament import events as ev
from canastra.tournament.events import EncounterResult


class PlayAs(Struct, frozen=True, forbid_unknown_fields=True):
    """Play online as the player of a side that a link names."""

    token: Token


class PlayerLink(Struct, frozen=True):
    """The link of a player of a side, for the address ``/torneio/ID/jogar#p=TOKEN``: the person who opens it plays as
    them.
    """

    side: int
    player: int
    """The number of the player within the side, from 1."""
    name: str
    token: str
    taken: bool
    """True if a person plays as this player."""


class PlayerLinks(Struct, frozen=True):
    """The links of all players, side by side."""

    links: tuple[PlayerLink, ...]


class PlayerView(Struct, frozen=True):
    """A player's view of an online tournament: the latest published round, and the player's table."""

    id: str
    line: int
    name: str
    rulebook: str
    side: SideCard
    player: int
    """The number of the caller within the side, from 1."""
    due: Due
    last: bool
    """True if no round follows the latest published one."""
    phase: int
    """The phase and the round; 0 before the first is published."""
    round: int
    stage: RoundStep | None
    table: int
    """The number of the side's table in that round; 0 where the side has a bye, or does not play in it."""
    bye: bool
    partners: tuple[SideCard, ...]
    """The side whose player is the partner for this round, where partners change."""
    opponents: tuple[SideCard, ...]
    half: ev.Half | None
    """The side of the fixture for which the caller plays, as `result` counts them."""
    game: str
    """The id of the server's table to play at, for ``/mesa/ID``; empty while there is no table."""
    absent_at: int | None
    """The time when absence is a walkover, in milliseconds since 1970; None before the round and once the match has
    begun.
    """
    ends: int | None
    warns: int | None
    paused: int | None
    result: EncounterResult | None


class GameCard(Struct, frozen=True):
    """A table of an online round as it stands now."""

    phase: int
    round: int
    table: int
    game: str
    """The id of the server's table at which the match is played, or the latest was; empty for a caller who may not
    watch it.
    """
    match: int
    """The number of the match in the encounter, from 1."""
    stage: Literal["waiting", "playing", "over"]
    here: tuple[bool, ...]
    """True for each seat whose person is connected; seats 0 and 2 play for the first side of the fixture."""
    points: tuple[int, int] | None
    """The points of both sides in this match; None while other tables may still play the same deals."""


class GameCards(Struct, frozen=True):
    """The tables of all online rounds that were published and not ratified."""

    now: int
    games: tuple[GameCard, ...]
