"""Whist tournaments: schedules in which every player partners every other once and opposes every other twice.

They exist for 4n and 4n + 1 players. A schedule is its first round: each further round adds the same element of a group
to every player. Those of 5, 13, 17, 29, 37 and 41 players, and of 9 and 25, are from powers of a generator w of the
field: w^i and its opposite partner each other, against w^(i+n) and its opposite (R. D. Baker, *Whist tournaments*,
1975). The others were found by search. The tests count all partners and opponents.
"""

from __future__ import annotations

from collections.abc import Iterator

Table = tuple[int, int, int, int]
"""Two partners, and two partners against them."""

_FIXED = "∞"
"""The player who never moves: the last of 4n."""
_FIRST_ROUNDS = {
    4: (3, "∞ 0 1 2"),
    5: (5, "1 4 2 3"),
    8: (7, "∞ 0 4 6, 1 5 2 3"),
    9: (3, "10 20 02 01, 11 22 12 21"),
    12: (11, "∞ 0 6 7, 1 10 3 9, 2 5 4 8"),
    13: (13, "1 12 8 5, 2 11 3 10, 4 9 6 7"),
    16: (15, "∞ 0 2 7, 1 13 4 12, 3 14 6 8, 5 11 9 10"),
    17: (17, "1 16 13 4, 3 14 5 12, 9 8 15 2, 10 7 11 6"),
    20: (19, "∞ 0 11 13, 1 2 6 12, 3 7 4 9, 5 14 10 17, 8 16 15 18"),
    21: (21, "9 4 6 18, 1 8 2 12, 3 5 10 16, 7 15 19 20, 11 14 13 17"),
    24: (23, "∞ 0 6 8, 1 15 5 13, 2 22 7 18, 3 21 4 14, 9 10 12 19, 11 17 16 20"),
    25: (5, "10 40 30 20, 12 43 31 24, 44 11 22 33, 02 03 01 04, 32 23 41 14, 13 42 34 21"),
    28: (27, "∞ 0 10 11, 1 5 13 18, 2 12 6 26, 3 15 8 24, 4 22 20 23, 7 21 19 25, 9 17 14 16"),
    29: (29, "1 28 12 17, 2 27 24 5, 4 25 19 10, 8 21 9 20, 16 13 18 11, 3 26 7 22, 6 23 14 15"),
    32: (31, "∞ 0 3 19, 7 14 9 13, 4 30 20 22, 17 28 8 21, 23 29 2 10, 24 27 16 25, 5 26 11 12, 6 18 1 15"),
    33: (33, "13 21 6 28, 8 17 9 19, 29 30 20 26, 7 23 4 18, 27 32 15 22, 12 16 10 25, 1 31 2 14, 3 5 11 24"),
    36: (
        35,
        "∞ 0 15 22, 23 29 3 27, 26 28 16 21, 10 24 8 18, 2 11 20 32, 14 31 4 7, 6 19 5 25, 1 9 12 13, 17 33 30 34",
    ),
    37: (
        37,
        "1 36 31 6, 2 35 25 12, 4 33 13 24, 8 29 26 11, 16 21 15 22, 32 5 30 7, 27 10 23 14, 17 20 9 28, 34 3 18 19",
    ),
    40: (
        39,
        "∞ 0 6 15, 2 5 4 26, 7 38 8 12, 18 28 11 32, 9 29 17 31, 21 37 1 25, 30 36 20 27, 19 24 13 14, "
        "10 22 33 35, 23 34 3 16",
    ),
    41: (
        41,
        "1 40 32 9, 6 35 28 13, 36 5 4 37, 11 30 24 17, 25 16 21 20, 27 14 3 38, 39 2 18 23, 29 12 26 15, 10 31 33 8, "
        "19 22 34 7",
    ),
}
"""For each number of players, the modulus of the added numbers, and the first round.

For 9 and 25 players an element is two digits, added separately.
"""
_TWO_DIGITS = {9, 25}
WHIST_SIZES = frozenset(_FIRST_ROUNDS)
"""The numbers of players for which there is a schedule here."""


def whist_rounds(players: int) -> Iterator[tuple[Table, ...]]:
    """The rounds, of places from 0; with 4n + 1 players one sits out in each, with 4n the last place stays.

    >>> list(whist_rounds(4))
    [((3, 0, 1, 2),), ((3, 1, 2, 0),), ((3, 2, 0, 1),)]
    """
    modulus, first = _FIRST_ROUNDS[players]
    tables = [table.split() for table in first.split(", ")]
    for shift in range(players - 1 + players % 4):
        yield tuple(_moved(players, modulus, table, shift) for table in tables)


def _moved(players: int, modulus: int, table: list[str], shift: int) -> Table:
    first, second, third, fourth = (_added(players, modulus, player, shift) for player in table)
    return first, second, third, fourth


def _added(players: int, modulus: int, element: str, shift: int) -> int:
    if element == _FIXED:
        return players - 1
    if players in _TWO_DIGITS:
        high, low = int(element[0]) + shift // modulus, int(element[1]) + shift % modulus
        return high % modulus * modulus + low % modulus
    return (int(element) + shift) % modulus
