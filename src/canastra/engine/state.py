"""A deal in progress as one value.

Seats count from 0 in the order of play; side = seat mod 2. A state hides nothing: `canastra.engine.view` makes what a
seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeVar

from canastra.cards import Card
from canastra.engine.hands import EMPTY, Hand
from canastra.engine.melds import Meld
from canastra.engine.melds.lookup import Lookup

T = TypeVar("T")


class Phase(StrEnum):
    """The next task of the seat to act."""

    DRAW = "draw"
    JUSTIFY = "justify"
    """The pile is being taken and its top card must be used first."""
    PLAY = "play"
    OVER = "over"


class Ending(StrEnum):
    """The ways in which a deal ends (docs/rules.md §7)."""

    GOING_OUT = "going_out"
    STOCK = "stock"
    STALEMATE = "stalemate"


@dataclass(frozen=True, slots=True)
class RedThree:
    """Next by rule: this red 3 of the seat to act is exposed and replaced."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakeMorto:
    """Next by rule: the seat to act, its hand empty, takes a morto."""

    direct: bool


Forced = RedThree | TakeMorto

FREE_TO_MELD = -1
"""`State.opening` of a side without a minimum."""
MINIMUM_UNKNOWN = -2
"""`State.opening` of a side with unknown points, in a redacted record."""


class TurnState(NamedTuple):
    """The events of this turn so far."""

    drew: bool = False
    """True if a card came from the stock, as a red 3's replacement or otherwise."""
    points: int = 0
    """Values of the cards laid in this turn."""
    laid: int = 0
    """Number of cards laid in this turn."""
    first: Card | None = None
    """The card that the opener may still refuse."""
    refused: bool = False
    withdrawn: bool = False
    taken: tuple[Card, ...] = ()
    """The pile as it was when taken in this turn."""
    barred: Card | None = None
    """The card that may not be this turn's discard: the one card of the pile that was taken (duelo, Regras)."""
    known: Hand = EMPTY
    """The publicly known cards of the hand before anything was laid; a withdrawal restores it."""


NEW_TURN = TurnState()


class State(NamedTuple):
    """A deal in progress, or over."""

    lookup: Lookup
    """The rulebook and its tables."""
    dealer: int
    seat: int
    """The seat to act; after the deal's end, the seat that acted last."""
    turn: int
    """Number of the turn, from 1."""
    phase: Phase
    hands: tuple[Hand, ...]
    melds: tuple[tuple[Meld, ...], tuple[Meld, ...]]
    """By side, in order of creation."""
    stock: tuple[Card, ...]
    """Next card first."""
    mortos: tuple[tuple[Card, ...], ...]
    """The mortos not taken, next first."""
    pile: tuple[Card, ...]
    """The discard pile, bottom first. In phase `JUSTIFY` it still has all its cards."""
    has_morto: tuple[bool, bool]
    red_threes: tuple[tuple[Card, ...], tuple[Card, ...]]
    known: tuple[Hand, ...]
    """By seat, cards that are publicly known to be in that hand."""
    opening: tuple[int, int]
    """By side, the index of its minimum, `FREE_TO_MELD` or `MINIMUM_UNKNOWN`."""
    unplayed: tuple[bool, ...]
    """By seat, True while its hand is a morto taken indirectly and its next turn hasn't begun."""
    idle_turns: int
    """Turns in a row without a stock card and without a card laid."""
    turn_state: TurnState
    forced: Forced | None
    """The step that follows by rule before any player may act."""
    ending: Ending | None
    went_out: int | None
    unreplaced: tuple[bool, ...]
    """By seat, True if its red 3s are plain cards, the stock having run out on their exchange (tranca Art. 8)."""

    @property
    def side(self) -> int:
        """The side of the seat to act."""
        return self.seat % 2

    @property
    def hand(self) -> Hand:
        """The hand of the seat to act."""
        return self.hands[self.seat]

    @property
    def minimum(self) -> tuple[int | None, int | None]:
        """By side, the points needed to open: 0 for no minimum, None if unknown."""
        return self.minimum_of(0), self.minimum_of(1)

    def minimum_of(self, side: int) -> int | None:
        """The points that a side needs to open; see `minimum`."""
        attempt = self.opening[side]
        if attempt == MINIMUM_UNKNOWN:
            return None
        steps = self.lookup.rulebook.vulnerability.minimums
        return 0 if attempt == FREE_TO_MELD else steps[min(attempt, len(steps) - 1)]

    @property
    def below_minimum(self) -> bool:
        """Return whether cards were laid in this turn, but not enough for the side's minimum."""
        now = self.turn_state
        return now.laid > 0 and self.opening[self.seat % 2] >= 0 and not now.withdrawn

    def with_hand(self, hand: Hand) -> tuple[Hand, ...]:
        """All hands, with this one for the seat to act."""
        return replaced(self.hands, self.seat, hand)


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])


def paired(values: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    """The pair with one side's value changed."""
    return (values[0], value) if side else (value, values[1])
