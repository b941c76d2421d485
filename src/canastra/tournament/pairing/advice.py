"""Advice for an organiser before a phase begins: rematches that can't be avoided, and a form without them."""

from __future__ import annotations

from dataclasses import dataclass

from canastra import messages
from canastra.tournament.pairing.mitchell import rounds_before_rematch
from canastra.tournament.pairing.round_robin import round_robin_rounds


@dataclass(frozen=True, slots=True)
class Advice:
    """A warning with a stable code and its figures; nothing is forbidden by it."""

    code: str
    figures: tuple[tuple[str, int], ...]

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        return messages.text(self.code, language, **dict(self.figures))


def swiss_advice(sides: int, rounds: int) -> Advice | None:
    """Propose a round-robin if the rounds exceed half the sides, as rematches may be needed; otherwise None.

    >>> print(swiss_advice(8, 5).message())
    5 rounds of 8 sides may need rematches, which is sure not to happen only up to 4: a round-robin takes 7 rounds
    >>> swiss_advice(8, 4)
    """
    if 2 * rounds <= sides:
        return None
    figures = {"sides": sides, "rounds": rounds, "most": sides // 2, "all": round_robin_rounds(sides)}
    return Advice("pairing_rematches", tuple(figures.items()))


def mitchell_advice(tables: int, move: int, rounds: int, skip: bool) -> Advice | None:
    """Warn after how many rounds opponents meet again, if within these rounds; otherwise None.

    Raises `PairingError` if there is no table, or the move is less than one.

    >>> print(mitchell_advice(8, 2, rounds=6, skip=False).message())
    with 8 tables and a move of 2, opponents meet again after 4 of the 6 rounds: skip a table then, or move by 1
    """
    free = rounds_before_rematch(tables, move, skip)
    if rounds <= free:
        return None
    code = "pairing_mitchell_skip" if free < tables else "pairing_mitchell_all"
    figures = {"tables": tables, "move": move, "free": free, "rounds": rounds}
    return Advice(code, tuple(figures.items()))
