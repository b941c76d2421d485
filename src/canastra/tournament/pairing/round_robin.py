"""Round robins by Berger's schedule: every two sides meet, with seats and tables shared out evenly.

The last place stays, the others go round: in a round with centre c the places c + i and c - i meet, and the last one
meets c; the centre moves on by half the number of places, as in the printed tables. The place that is ahead of the
centre sits first. Against the last place c sits first in every second round, from the second: so no side is ever more
than one ahead in either seat.

If the meeting of c + i and c - i always had table i, each side would be twice at every table, but the last would never
change its own. So in each round its meeting changes tables with another one: see `_TABLES`.
"""

from __future__ import annotations

from collections.abc import Sequence

from canastra.tournament.pairing.sides import Pairing, RoundPlan, require_distinct

_Places = tuple[int, int]


def round_robin(sides: Sequence[int], double: bool = False, first_table: int = 1) -> tuple[RoundPlan, ...]:
    """The rounds for these sides, in the order of their numbers in the schedule (drawn, or by standing).

    An even number n needs n - 1 rounds, an odd one n, with a bye for each. A double one goes on with the same rounds,
    seats changed. Tables count from `first_table`.

    Raises `PairingError` if there are fewer than two sides, or if one is there twice.

    >>> for plan in round_robin([1, 2, 3, 4]):
    ...     print([(each.first, each.second) for each in plan.pairings])
    [(4, 1), (2, 3)]
    [(1, 2), (3, 4)]
    [(3, 1), (4, 2)]
    """
    rounds = range(1, round_robin_rounds(len(sides), double) + 1)
    return tuple(round_robin_round(sides, number, first_table) for number in rounds)


def round_robin_round(sides: Sequence[int], number: int, first_table: int = 1) -> RoundPlan:
    """Return a round of `round_robin` by its number from 1, without making the others.

    Those of the second leg of a double one follow those of the first.

    >>> round_robin_round([1, 2, 3, 4], 2) == round_robin([1, 2, 3, 4])[1]
    True
    """
    require_distinct(sides, least=2)
    turned, place = divmod(number - 1, round_robin_rounds(len(sides)))
    row = _row(len(sides), place)
    return _plan(sides, [(second, first) for first, second in row] if turned else row, first_table)


def round_robin_rounds(sides: int, double: bool = False) -> int:
    """The number of rounds of a round-robin of `sides` sides.

    >>> round_robin_rounds(8), round_robin_rounds(7), round_robin_rounds(5, double=True)
    (7, 7, 10)
    """
    return (sides - 1 + sides % 2) * (2 if double else 1)


def _plan(sides: Sequence[int], row: Sequence[_Places], first_table: int) -> RoundPlan:
    pairings: list[Pairing] = []
    byes = []
    for place in row:
        if len(sides) in place:
            byes.append(sides[min(place)])
        else:
            first, second = (sides[index] for index in place)
            pairings.append(Pairing(first_table + len(pairings), first, second))
    return RoundPlan(tuple(pairings), tuple(byes))


def _row(sides: int, number: int) -> list[_Places]:
    """Return the places that meet in a round of a leg, counted from 0, in the order of tables.

    With an odd number of sides the last place is the bye.
    """
    places = sides + sides % 2
    moving = places - 1
    centre = number * (places // 2) % moving
    row = [(centre, moving) if number % 2 else (moving, centre)]
    row += [((centre + i) % moving, (centre - i) % moving) for i in range(1, places // 2)]
    return row if sides % 2 else [row[at] for at in _tables(places, centre)]


def _tables(places: int, centre: int) -> Sequence[int]:
    """The meeting, by its distance from the centre, of each table of a round."""
    if places in _TABLES:
        return tuple(map(int, _TABLES[places][centre]))
    moving = places - 1
    other = min(2 * centre % moving, -2 * centre % moving)
    order = list(range(places // 2))
    order[0], order[other] = order[other], order[0]
    return order


_TABLES: dict[int, tuple[str, ...]] = {
    10: ("01234", "32410", "10234", "12043", "12304", "41320", "13204", "10234", "01234"),
    16: (
        "01234567",
        "57064312",
        "62137504",
        "42156073",
        "07524631",
        "41560327",
        "64107325",
        "50164723",
        "23107456",
        "41367250",
        "37264501",
        "62017534",
        "26735410",
        "51260473",
        "51437026",
    ),
}
"""For numbers of places that are one more than a multiple of three, the meetings at each table by the round's centre.

For all others the meeting of the centre c with the last place changes tables with the one whose distance is that of c
from -c (E. Haselgrove and J. Leech, *A tournament design problem*, 1977): each side is then once at one table and twice
at each other one. For four places no order does that.
"""
