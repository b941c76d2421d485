"""A deal in progress as one record of an array: the kernel's `State`.

Hands are two masks of 52 bits each, as in `canastra.engine.hands`: at least one copy, both copies. Melds are numbers in
the rulebook's `RuleTables`. All steps that follow by rule have been done; assigning a record clones its deal.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol, TypeAlias, cast

import numpy as np

from canastra.kernel.arrays import ArrayRecord, Cards, Int8, Int32, Int64, Masks, MeldNumbers, RecordArray, dtype_of

SEATS: Final = 4
MELDS: Final = 34
"""Most melds of a side: all cards but a few in melds of three."""
STOCK: Final = 60
"""Most cards of a stock: that of a deal with two players."""
PILE: Final = 104
MORTO: Final = 11

DRAW: Final = 0
JUSTIFY: Final = 1
PLAY: Final = 2
OVER: Final = 3

NO_CARD: Final = -1
NOBODY: Final = -1

RUNNING: Final = 0
GOING_OUT: Final = 1
STOCK_END: Final = 2
STALEMATE_END: Final = 3


class DealState(ArrayRecord, Protocol):
    """A deal in progress. Under 1 KB."""

    one: Annotated[Masks, "i8", SEATS]
    two: Annotated[Masks, "i8", SEATS]
    known_one: Annotated[Masks, "i8", SEATS]
    known_two: Annotated[Masks, "i8", SEATS]
    turn_known_one: Int64
    """The cards known of the hand before anything was laid in this turn."""
    turn_known_two: Int64
    turn: Int32
    points: Int32
    """Points of the cards laid in this turn."""
    melds: Annotated[MeldNumbers, "i2", (2, MELDS)]
    melded: Annotated[Cards, "i1", 2]
    """The number of melds of each side."""
    opening: Annotated[Cards, "i1", 2]
    has_morto: Annotated[Cards, "i1", 2]
    reds: Annotated[Cards, "i1", (2, 4)]
    red_count: Annotated[Cards, "i1", 2]
    unplayed: Annotated[Cards, "i1", SEATS]
    unreplaced: Annotated[Cards, "i1", SEATS]
    players: Int8
    dealer: Int8
    seat: Int8
    phase: Int8
    idle_turns: Int8
    laid: Int8
    """The number of cards laid in this turn."""
    first: Int8
    """The card that the opener may still refuse."""
    barred: Int8
    """The card that may not be this turn's discard."""
    drew: Int8
    refused: Int8
    withdrawn: Int8
    ending: Int8
    went_out: Int8
    mortos: Int8
    """The number of mortos not taken; the next one is `morto[2 - mortos]`."""
    stock_at: Int8
    stock_end: Int8
    pile_size: Int8
    taken_size: Int8
    stock: Annotated[Cards, "i1", STOCK]
    morto: Annotated[Cards, "i1", (2, MORTO)]
    pile: Annotated[Cards, "i1", PILE]
    taken: Annotated[Cards, "i1", PILE]


STATE: Final = dtype_of(DealState)
Deals: TypeAlias = RecordArray[DealState]


def new_states(count: int) -> Deals:
    """Records for `count` deals."""
    return cast(Deals, np.zeros(count, STATE))
