"""Mitchell movements: one line sits, the other moves by some tables after each round."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from canastra.tournament.pairing.lots import draw_order
from canastra.tournament.pairing.seating import Basis
from canastra.tournament.pairing.sides import Pairing, PairingError, RoundPlan, require_distinct

Line = tuple[int | None, ...]
"""The sides of a line, from table 1. None is an empty place, whose opponent has a bye."""


def mitchell_lines(sides: Sequence[int], basis: Basis, seed: str) -> tuple[Line, Line]:
    """The sitting and the moving line, by lot, or by standing so that both are equally strong.

    With an odd number of sides one place of the moving line is empty. The tables are by lot in both cases.

    Raises `PairingError` if there are fewer than two sides, or if one is there twice.

    >>> mitchell_lines([1, 2, 3, 4, 5], Basis.STANDING, seed="48213")
    ((4, 5, 1), (3, None, 2))
    """
    require_distinct(sides, least=2)
    order: list[int | None] = list(draw_order(sides, seed, "lines") if basis is Basis.LOT else sides)
    if len(order) % 2:
        order.append(None)
    sitting = [side for place, side in enumerate(order) if place % 4 in (0, 3)]
    moving = [side for place, side in enumerate(order) if place % 4 in (1, 2)]
    if None in sitting:
        sitting, moving = moving, sitting
    return draw_order(sitting, seed, "sitting line"), draw_order(moving, seed, "moving line")


def rounds_before_rematch(tables: int, move: int, skip: bool = False) -> int:
    """The number of rounds before opponents meet again: as many as tables, if these and the move share no factor.

    With `skip` the line moves one table more each time that it would come back, so that all tables are used.

    Raises `PairingError` if there is no table, or the move is less than one.

    >>> rounds_before_rematch(8, 1), rounds_before_rematch(8, 2), rounds_before_rematch(8, 2, skip=True)
    (8, 4, 8)
    """
    if min(tables, move) < 1:
        raise PairingError("pairing_too_few", least=1, found=min(tables, move))
    return tables if skip else tables // gcd(tables, move)


def mitchell_rounds(
    sitting: Line, moving: Line, move: int, rounds: int, skip: bool, switched: int = 0
) -> tuple[RoundPlan, ...]:
    """The rounds, from the first; see `rounds_before_rematch` for `skip`.

    The side that stays at the table sits first, except in the last `switched` rounds, when the moving line does:
    bridge's arrow switch. With the same cards at all tables this compares the two lines with each other.

    Raises `PairingError` if the lines are not equally long, if a side is there twice, or if the move is less than one.
    """
    tables = len(sitting)
    if len(moving) != tables:
        raise PairingError("pairing_lines", sitting=tables, moving=len(moving))
    require_distinct((side for side in (*sitting, *moving) if side is not None), least=2)
    cycle = rounds_before_rematch(tables, move)
    plans = []
    for number in range(rounds):
        moved = number * move + (number // cycle if skip else 0)
        lines = sitting, [moving[(table - moved) % tables] for table in range(tables)]
        plans.append(_plan(*(lines[::-1] if number >= rounds - switched else lines)))
    return tuple(plans)


def _plan(seated: Sequence[int | None], against: Sequence[int | None]) -> RoundPlan:
    pairings, byes = [], []
    for table, (first, second) in enumerate(zip(seated, against, strict=True), start=1):
        if first is not None and second is not None:
            pairings.append(Pairing(table, first, second))
        else:
            byes += [side for side in (first, second) if side is not None]
    return RoundPlan(tuple(pairings), tuple(byes))
