"""A rulebook's parameters as numbers that compiled code reads.

The kernel uses a parameter where the engine does; enums are numbers in the order of their members.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from canastra.kernel.arrays import Int64, dtype_of
from canastra.rulebooks.schema import (
    Deducted,
    Exhausted,
    MortoNeed,
    Need,
    OneCard,
    Opener,
    PileShown,
    Purchase,
    RedKept,
    RedUnexchanged,
    Rulebook,
    SingleCard,
    TopTwo,
    Unplayed,
)


class Parameters(NamedTuple):
    """The parameters that steps and points depend on."""

    dealer_opens: Int64
    opener_may_refuse: Int64
    purchase: Int64
    top_two: Int64
    black_three_blocks: Int64
    one_card: Int64
    single_card_stays: Int64
    pile_shown: Int64
    morto_needs: Int64
    morto_becomes_stock: Int64
    morto_taken: Int64
    morto_not_taken: Int64
    morto_unplayed: Int64
    going_out_needs: Int64
    going_out_morto: Int64
    stock_exhausted: Int64
    clean: Int64
    dirty: Int64
    thirteen: Int64
    royal: Int64
    deducted: Int64
    red_exposed: Int64
    red_bonus: Int64
    red_kept: Int64
    red_unexchanged: Int64
    black_charge: Int64
    lowest: Int64


PARAMETERS: Final = dtype_of(Parameters)


def parameters_of(rulebook: Rulebook) -> Parameters:
    """All parameters that the kernel asks for."""
    draw, pile, morto, canastas, threes = (
        rulebook.draw,
        rulebook.pile,
        rulebook.morto,
        rulebook.canastas,
        rulebook.threes,
    )
    return Parameters(
        dealer_opens=rulebook.deal.opener is Opener.DEALER,
        opener_may_refuse=draw.opener_may_refuse,
        purchase=_number(pile.purchase),
        top_two=_number(pile.top_two),
        black_three_blocks=pile.black_three_blocks,
        one_card=_number(pile.one_card),
        single_card_stays=_number(pile.single_card_stays),
        pile_shown=_number(pile.shown),
        morto_needs=_number(morto.needs),
        morto_becomes_stock=morto.becomes_stock,
        morto_taken=morto.taken,
        morto_not_taken=morto.not_taken,
        morto_unplayed=_number(morto.unplayed),
        going_out_needs=_number(rulebook.going_out.needs),
        going_out_morto=_number(rulebook.going_out.morto),
        stock_exhausted=_number(rulebook.stock.exhausted),
        clean=canastas.clean,
        dirty=canastas.dirty,
        thirteen=canastas.thirteen,
        royal=canastas.royal,
        deducted=_number(rulebook.hands_left.deducted),
        red_exposed=threes.red_exposed,
        red_bonus=threes.red_bonus,
        red_kept=_number(threes.red_kept),
        red_unexchanged=_number(threes.red_unexchanged),
        black_charge=threes.black_charge,
        lowest=rulebook.sequences.lowest,
    )


def _number(value: StrEnum) -> int:
    return list(type(value)).index(value)


FREE_PURCHASE: Final = _number(Purchase.FREE)
TWO_NATURALS: Final = _number(Purchase.TWO_NATURALS)
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
PLAIN_UNEXCHANGED: Final = _number(RedUnexchanged.PLAIN)
SHOWN_ALL: Final = _number(PileShown.ALL)
NEVER_STAYS: Final = _number(SingleCard.NEVER)
STAYS_UNTIL_LAID: Final = _number(SingleCard.UNTIL_LAID)
