"""Howell movements: one side stays at table 1, all others move, and every two sides meet once.

There are n tables and 2n - 1 places that sides move through, each side to the place that the one before it has left: a
cycle. The distance between the two places of a table is different for each table, so every two sides meet once. The
choice of the place that sits first makes the comparisons of sides with the same cards as even as possible: with a
multiple of four sides, except 28 and 40, every two sit in the same line equally often, with other even numbers within
two rounds, with 28 and 40 within four. The places were found by search among cyclic sequences of least autocorrelation;
the tests count all meetings and comparisons.
"""

from __future__ import annotations

from collections.abc import Sequence

from canastra.tournament.pairing.lots import draw_order
from canastra.tournament.pairing.sides import Pairing, PairingError, RoundPlan, require_distinct

_PLACES = {
    2: "",
    4: "1 2",
    6: "1 4, 2 3",
    8: "1 6, 2 5, 4 3",
    10: "3 5, 4 1, 6 2, 7 8",
    12: "1 10, 3 8, 4 7, 5 6, 9 2",
    14: "1 11, 2 3, 4 10, 5 9, 6 8, 12 7",
    16: "1 7, 2 9, 3 5, 8 11, 10 6, 13 12, 14 4",
    18: "2 13, 4 1, 6 11, 7 14, 8 10, 9 5, 12 3, 15 16",
    20: "1 18, 4 15, 5 14, 6 13, 7 12, 9 10, 11 8, 16 3, 17 2",
    22: "1 13, 2 6, 5 3, 9 20, 11 10, 14 7, 15 18, 16 8, 17 12, 19 4",
    24: "1 22, 2 21, 3 20, 4 19, 6 17, 8 15, 9 14, 12 11, 13 10, 16 7, 18 5",
    26: "1 13, 2 5, 6 14, 8 12, 9 23, 16 10, 17 15, 18 19, 20 11, 21 3, 22 7, 24 4",
    28: "1 4, 3 25, 7 17, 9 5, 10 22, 13 12, 14 6, 15 24, 16 2, 18 11, 19 8, 23 21, 26 20",
    30: "2 26, 6 15, 8 5, 9 1, 10 25, 11 17, 14 13, 16 12, 19 3, 20 27, 21 23, 22 4, 24 7, 28 18",
    32: "1 30, 2 29, 4 27, 5 26, 7 24, 8 23, 9 22, 10 21, 14 17, 16 15, 18 13, 19 12, 20 11, 25 6, 28 3",
    34: "2 28, 3 14, 5 13, 6 27, 7 20, 9 4, 10 26, 11 15, 12 22, 19 1, 21 18, 23 17, 24 25, 29 31, 30 16, 32 8",
    36: "3 11, 5 27, 6 4, 8 24, 9 15, 12 30, 14 7, 16 25, 17 28, 18 13, 19 29, 21 1, 22 10, 26 23, 32 31, 33 2, 34 20",
    38: (
        "1 5, 2 33, 3 27, 4 13, 6 11, 9 21, 10 18, 12 28, 14 31, 16 30, 17 35, 20 19, 22 15, 23 8, 24 26, 25 36, "
        "29 32, 34 7"
    ),
    40: (
        "2 16, 3 15, 6 25, 8 10, 9 1, 11 33, 12 27, 13 24, 14 5, 17 7, 18 36, 20 4, 21 26, 22 23, 28 31, 30 37, "
        "32 19, 34 38, 35 29"
    ),
}
"""For each number of sides, the two places of the tables from 2 on; the first place sits first.

At table 1 the side that stays sits first, against place 0.
"""
MOST_IN_HOWELL = max(_PLACES)
"""The most sides of a Howell."""


def howell_length(sides: int) -> int:
    """Return the rounds in which each two sides meet.

    >>> howell_length(8), howell_length(7)
    (7, 7)
    """
    return sides - 1 + sides % 2


def howell_rounds(sides: Sequence[int], rounds: int, seed: str) -> tuple[RoundPlan, ...]:
    """Return the rounds, from the first; after `howell_length` they repeat. A lot decides the first places.

    With an odd number the fixed place is empty: its opponent has a bye, and that table is left out.

    Raises `PairingError` if there are fewer than two sides or more than `MOST_IN_HOWELL`, or if one is there twice.
    """
    require_distinct(sides, least=2)
    order = list(draw_order(sides, seed, "howell"))
    stays = None if len(order) % 2 else order.pop()
    if len(order) + 1 > MOST_IN_HOWELL:
        raise PairingError("pairing_howell_most", most=MOST_IN_HOWELL, found=len(sides))
    places = [tuple(map(int, table.split())) for table in _PLACES[len(order) + 1].split(", ") if table]
    plans = []
    for number in range(rounds):
        at = [order[(place - number) % len(order)] for place in range(len(order))]
        met = [(at[first], at[second]) for first, second in places]
        if stays is not None:
            met.insert(0, (stays, at[0]))
        pairings = tuple(Pairing(table, first, second) for table, (first, second) in enumerate(met, 1))
        plans.append(RoundPlan(pairings, () if stays is not None else (at[0],)))
    return tuple(plans)
