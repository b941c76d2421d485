"""A deal in progress as one record of NumPy: the kernel's `State`.

Hands are two masks of 52 bits each, as in `canastra.engine.hands`: at least one copy, both copies. Melds are numbers
in the rulebook's `Book`. What follows by rule has always been done; a deal is cloned by assigning its record.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

SEATS: Final = 4
MELDS: Final = 34
"""Most melds of a side: all cards but a few in melds of three."""
STOCK: Final = 60
"""Most cards of a stock: those of two players."""
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

_FIELDS: Final[list[Any]] = [
    ("one", "i8", SEATS),
    ("two", "i8", SEATS),
    ("known_one", "i8", SEATS),
    ("known_two", "i8", SEATS),
    ("turn_known_one", "i8"),  # What was known of the hand before anything was laid in this turn.
    ("turn_known_two", "i8"),
    ("turn", "i4"),
    ("points", "i4"),  # Of the cards laid in this turn.
    ("melds", "i2", (2, MELDS)),
    ("melded", "i1", 2),  # Melds of each side.
    ("opening", "i1", 2),
    ("has_morto", "i1", 2),
    ("reds", "i1", (2, 4)),
    ("red_count", "i1", 2),
    ("unplayed", "i1", SEATS),
    ("players", "i1"),
    ("dealer", "i1"),
    ("seat", "i1"),
    ("phase", "i1"),
    ("idle_turns", "i1"),
    ("laid", "i1"),  # Cards laid in this turn.
    ("first", "i1"),  # The card that the opener may still refuse.
    ("barred", "i1"),  # The card that may not be this turn's discard.
    ("drew", "i1"),
    ("refused", "i1"),
    ("withdrawn", "i1"),
    ("ending", "i1"),
    ("went_out", "i1"),
    ("unreplaced", "i1"),
    ("mortos", "i1"),  # Mortos not taken; the next one is `morto[2 - mortos]`.
    ("stock_at", "i1"),
    ("stock_end", "i1"),
    ("pile_size", "i1"),
    ("taken_size", "i1"),
    ("stock", "i1", STOCK),
    ("morto", "i1", (2, MORTO)),
    ("pile", "i1", PILE),
    ("taken", "i1", PILE),
]
STATE: Final = np.dtype(_FIELDS, align=True)
"""Under 1 KB."""


def new_states(count: int) -> Any:
    """Records for so many deals."""
    return np.zeros(count, STATE)
