"""The kinds of canasta."""

from __future__ import annotations

from enum import StrEnum

from canastra.engine.melds.meld import Meld
from canastra.rulebooks.schema import Canastas


class Canasta(StrEnum):
    """The kind of canasta that a meld is."""

    NONE = "none"
    CLEAN = "clean"
    DIRTY = "dirty"
    THIRTEEN = "thirteen"
    """Every rank of a suit without a wild, if the rulebook has a bonus for it."""
    ROYAL = "royal"
    """From ace to ace without a wild, if the rulebook has a bonus for it."""


def canasta_of(meld: Meld, canastas: Canastas) -> Canasta:
    """The kind of canasta that a meld is (docs/rules.md §2); a kind without a bonus of its own counts as clean."""
    if not meld.is_canasta:
        return Canasta.NONE
    if meld.has_wild:
        return Canasta.DIRTY
    if canastas.royal and meld.is_full_sequence:
        return Canasta.ROYAL
    return Canasta.THIRTEEN if canastas.thirteen and meld.has_whole_suit else Canasta.CLEAN


def bonus_of(meld: Meld, canastas: Canastas) -> int:
    """The points of a meld besides those of its cards."""
    kind = canasta_of(meld, canastas)
    return 0 if kind is Canasta.NONE else int(getattr(canastas, kind))
