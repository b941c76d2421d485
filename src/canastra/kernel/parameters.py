"""A rulebook's parameters as numbers that compiled code reads: places in one array.

What the engine asks of a parameter, the kernel asks of the same; enums are numbers in the order of their members.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import numpy as np

from canastra.rulebooks.schema import (
    Deducted,
    Exhausted,
    MortoNeed,
    Need,
    OneCard,
    PileShown,
    Purchase,
    RedKept,
    Rulebook,
    SingleCard,
    TopTwo,
    Unplayed,
)

PARAMETERS: Final = (
    "draw.opener_may_refuse",
    "pile.purchase",
    "pile.top_two",
    "pile.black_three_blocks",
    "pile.one_card",
    "pile.single_card_stays",
    "morto.needs",
    "morto.becomes_stock",
    "morto.taken",
    "morto.not_taken",
    "morto.unplayed",
    "going_out.needs",
    "going_out.morto",
    "stock.exhausted",
    "canastas.clean",
    "canastas.dirty",
    "canastas.royal",
    "hands_left.deducted",
    "threes.red_exposed",
    "threes.red_bonus",
    "threes.black_charge",
    "threes.red_kept",
    "pile.shown",
    "sequences.lowest",
)
(
    MAY_REFUSE,
    PURCHASE,
    TOP_TWO,
    BLACK_BLOCKS,
    ONE_CARD,
    SINGLE_STAYS,
    MORTO_NEEDS,
    MORTO_IS_STOCK,
    MORTO_TAKEN,
    MORTO_NOT_TAKEN,
    UNPLAYED,
    OUT_NEEDS,
    OUT_MORTO,
    EXHAUSTED,
    CLEAN,
    DIRTY,
    ROYAL,
    DEDUCTED,
    RED_EXPOSED,
    RED_BONUS,
    BLACK_CHARGE,
    RED_KEPT,
    PILE_SHOWN,
    LOWEST,
) = range(len(PARAMETERS))
MINIMUMS: Final = len(PARAMETERS)
"""From here on: how many minimums there are, and each."""


def numbers_of(rulebook: Rulebook) -> Any:
    """All parameters that the kernel asks for."""
    found = [_number(getattr(getattr(rulebook, group), name)) for group, name in (p.split(".") for p in PARAMETERS)]
    minimums = rulebook.vulnerability.minimums
    return np.array([*found, len(minimums), *minimums], np.int64)


def _number(value: bool | int | StrEnum) -> int:
    return list(type(value)).index(value) if isinstance(value, StrEnum) else int(value)


JUSTIFIED: Final = _number(Purchase.JUSTIFIED)
NEW_MELD: Final = _number(TopTwo.NEW_MELD)
TWO_BLOCKS: Final = _number(TopTwo.BLOCKS)
ONE_CARD_ALLOWED: Final = _number(OneCard.ALLOWED)
ONE_CARD_NEVER: Final = _number(OneCard.NEVER)
NO_NEED: Final = _number(Need.NONE)
ANY_NEED: Final = _number(Need.ANY)
NEED_CLEAN: Final = _number(Need.CLEAN)
MORTO_ALWAYS: Final = _number(MortoNeed.ALWAYS)
COST_OF_CARDS: Final = _number(Unplayed.CARDS)
CHARGE_ONLY: Final = _number(Unplayed.CHARGE)
DEAL_ENDS: Final = _number(Exhausted.DEAL_ENDS)
MAY_BE_TAKEN_ONCE: Final = _number(Exhausted.PILE_MAY_BE_TAKEN_ONCE)
BOTH_DEDUCTED: Final = _number(Deducted.BOTH_SIDES)
ONLY_OPPONENT: Final = _number(Deducted.OPPONENT_OF_GOING_OUT)
NOBODY_DEDUCTED: Final = _number(Deducted.NOBODY)
ALL_OF_THE_SIDE: Final = _number(RedKept.ALL_OF_THE_SIDE)
SHOWN_ALL: Final = _number(PileShown.ALL)
NEVER_STAYS: Final = _number(SingleCard.NEVER)
STAYS_UNTIL_LAID: Final = _number(SingleCard.UNTIL_LAID)
