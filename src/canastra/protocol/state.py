"""The table as a seat or a spectator sees it; `Update.changes` brings it up to date.

Times are in milliseconds, points of time by the server's clock. Cards are in notation, hidden ones ``??``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class SeatState(TypedDict):
    """A seat and its player."""

    kind: Literal["empty", "person", "bot"]
    player: str
    name: str
    level: str
    ready: bool
    bank: int
    grace: int
    timeouts: int
    held: bool
    left: bool
    away: int | None
    animal: NotRequired[str]
    """The animal that the person chose; if it is missing, the one that goes with the name is drawn."""


class OfferState(TypedDict):
    """An offer on the table."""

    offer: str
    by: int
    agreed: list[int]


class ClockState(TypedDict):
    """The running clock; `due` is when the time is up, None while it is stopped."""

    seat: int
    paused: bool
    due: int | None


class AbsenceState(TypedDict):
    """The absent player that a table without a clock waits for: since when they have been away, from when the others
    may ask for a bot, and when a bot comes by itself (None while all players are away).
    """

    seat: int
    away: int
    may_ask: int
    by_itself: int | None


class EncounterState(TypedDict):
    """An encounter of several matches: its length, and the matches won by each side (this one once it is over)."""

    matches: int
    length: Literal["best_of", "exactly"]
    won: list[int]
    drawn: int
    finished: bool
    winner: int | None


class MeldState(TypedDict):
    """A meld: its cards from low to high, the lowest place of a sequence, and the place of its wild, if any."""

    cards: str
    low: int
    wild: int | None


class _Play(TypedDict):
    """`due` is, in phase ``justify``, the top card of the pile, which the seat must use now.

    `on_table` has for each side what the score sheet would credit for its melds now: cards and canastas.
    """

    turn: int
    to_act: int | None
    phase: str
    bot: str | None
    hand_sizes: list[int]
    known: list[str]
    melds: list[list[MeldState]]
    red_threes: list[str]
    due: str | None
    pile: str
    pile_size: int
    stock_size: int
    morto_sizes: list[int]
    has_morto: list[bool]
    waiting_morto: list[bool]
    minimum: list[int]
    points_laid: int
    on_table: list[int]


class PlayState(_Play, total=False):
    """A deal in progress. The last four keys are for a seat only, not for spectators."""

    hand: str
    legal: list[str]
    may_refuse: bool
    may_undo: bool


class ReplayState(_Play):
    """A deal in a replay, with all cards: the hands by seat and the whole pile."""

    hands: list[str]


class State(TypedDict):
    """All that a reader may know about a table.

    `next_at` is when the next deal begins without the players who still read the points of the last one and are not
    `ready`; None if all have read them, or if the table waits for its only person.

    `target` is 0 if points don't end the match. `deals` is the number of its deals, 0 if points or the call of time end
    it. `arranged`: an event seats people and opens the following tables. `forfeits`: a player who leaves for good loses
    the match. `packs`: the id of the packs that the table has in common with others, so that its proofs come after the
    round. `called`: time was called, and this deal is the last one.
    """

    match: str
    rulebook: str
    revision: int
    sha256: str
    target: int
    deals: int
    undo: bool
    stand_in: str
    next_dealer: Literal["next_seat", "loser", "draw"]
    lots: bool
    arranged: bool
    forfeits: bool
    packs: str
    times: dict[str, int]
    you: int | None
    now: int
    stage: Literal["seating", "lots", "drawing", "gathering", "playing", "finished"]
    step: int
    seats: list[SeatState]
    points: list[int] | None
    deal: int
    dealer: int | None
    encounter: EncounterState | None
    lot: dict[str, Any] | None
    commitment: str
    contributions: list[str | None]
    offers: list[OfferState]
    clock: ClockState | None
    absence: AbsenceState | None
    next_at: int | None
    play: PlayState | None
    last: dict[str, Any] | None
    result: dict[str, Any] | None
    rematch: bool
    called: bool


def merged(state: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A state with its changes: each key is replaced, those of ``play`` one by one if both have a deal.

    >>> merged({"step": 1, "play": {"turn": 1, "phase": "draw"}}, {"step": 2, "play": {"phase": "play"}})
    {'step': 2, 'play': {'turn': 1, 'phase': 'play'}}
    >>> merged({"step": 2, "play": {"turn": 1}}, {"play": None})
    {'step': 2, 'play': None}
    """
    play, change = state.get("play"), changes.get("play")
    if play and change:
        return {**state, **changes, "play": {**play, **change}}
    return {**state, **changes}
