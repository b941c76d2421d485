"""Contradictions in a rulebook: values that are each allowed but can't be played together.

Two kinds of rulebooks are refused: one that can't be played (a player would have no legal action, or no player could
ever do what a value demands), and one that contradicts itself. Rules that are merely odd are allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from canastra.cards import THREE, TWO
from canastra.rulebooks.schema import (
    Deducted,
    Direction,
    Exhausted,
    GoesHome,
    OneCard,
    Purchase,
    RedKept,
    RedUnexchanged,
    Rulebook,
    SingleCard,
    TopTwo,
    Unplayed,
    WildMovement,
)

_LOW_ACE, _LOW_TWO, _LOW_THREE = 1, 2, 3
"""Values of `sequences.lowest` up to which a sequence may hold the rank."""


def contradictions(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """Each contradiction of a rulebook: the code of its message and the key to change."""
    for code, (key, contradicts) in CHECKS.items():
        if contradicts(rulebook):
            yield code, key


def _two_with_direction(rulebook: Rulebook) -> bool:
    return rulebook.table.players == 2 and rulebook.table.direction is not Direction.ALTERNATE


def _four_alternate(rulebook: Rulebook) -> bool:
    return rulebook.table.players == 4 and rulebook.table.direction is Direction.ALTERNATE


def _twin_without_discard(rulebook: Rulebook) -> bool:
    """A player has one card and its twin is alone in the pile: then neither may be discarded.

    A justified purchase is judged by what remains afterwards, so it can't lead there.
    """
    pile = rulebook.pile
    stays = pile.single_card_stays is not SingleCard.NEVER
    return stays and pile.one_card is OneCard.ALLOWED and pile.purchase is Purchase.FREE


def _single_card_always_laid(rulebook: Rulebook) -> bool:
    """A justified purchase of one card lays that card at once (docs/rules.md §3)."""
    pile = rulebook.pile
    return pile.single_card_stays is SingleCard.UNTIL_LAID and pile.purchase is not Purchase.FREE


def _home_of_a_fixed_wild(rulebook: Rulebook) -> bool:
    """A locked wild never moves, a free one needs no right to go home (docs/rules.md §5)."""
    return rulebook.sequences.goes_home is not GoesHome.NEVER and rulebook.sequences.wild is not WildMovement.DISPLACED


def _home_out_of_range(rulebook: Rulebook) -> bool:
    return rulebook.sequences.goes_home is not GoesHome.NEVER and rulebook.sequences.lowest > _LOW_TWO


def _group_of_twos(rulebook: Rulebook) -> bool:
    """A 2 is never natural in a group, which has at most one wild (docs/rules.md §4)."""
    return TWO in rulebook.groups.ranks


def _group_rank_twice(rulebook: Rulebook) -> bool:
    return len(set(rulebook.groups.ranks)) < len(rulebook.groups.ranks)


def _withdrawal_without_stock(rulebook: Rulebook) -> bool:
    """A player who withdraws a justified purchase draws from the stock (docs/rules.md §8), which is used up here."""
    must_use_top = rulebook.pile.purchase is not Purchase.FREE or rulebook.pile.top_two is TopTwo.NEW_MELD
    plays_on = rulebook.stock.exhausted is not Exhausted.DEAL_ENDS
    return must_use_top and plays_on and bool(rulebook.vulnerability.minimums)


def _thirteen_out_of_range(rulebook: Rulebook) -> bool:
    return rulebook.canastas.thirteen > 0 and rulebook.sequences.lowest > _LOW_TWO


def _royal_out_of_range(rulebook: Rulebook) -> bool:
    return rulebook.canastas.royal > 0 and rulebook.sequences.lowest > _LOW_ACE


def _exposed_in_sequences(rulebook: Rulebook) -> bool:
    return rulebook.threes.red_exposed and rulebook.sequences.lowest <= _LOW_THREE


def _exposed_in_groups(rulebook: Rulebook) -> bool:
    return rulebook.threes.red_exposed and THREE in rulebook.groups.ranks


def _bonus_never_paid(rulebook: Rulebook) -> bool:
    return rulebook.threes.red_bonus > 0 and not rulebook.threes.red_exposed


def _exposed_for_nothing(rulebook: Rulebook) -> bool:
    return rulebook.threes.red_exposed and rulebook.threes.red_bonus == 0


def _kept_unexposed(rulebook: Rulebook) -> bool:
    """If red 3s are ordinary cards, none can count against a side."""
    threes = rulebook.threes
    return threes.red_kept is RedKept.ALL_OF_THE_SIDE and not threes.red_exposed


def _charged_unexposed(rulebook: Rulebook) -> bool:
    """If red 3s are ordinary cards, none waits to be exchanged."""
    threes = rulebook.threes
    return threes.red_unexchanged is RedUnexchanged.CHARGED and not threes.red_exposed


def _charged_uncounted(rulebook: Rulebook) -> bool:
    """If hands don't count when the stock runs out, nor do the red 3s in them."""
    charged = rulebook.threes.red_unexchanged is RedUnexchanged.CHARGED
    return charged and rulebook.hands_left.deducted is not Deducted.BOTH_SIDES


def _threes_in_uncounted_hands(rulebook: Rulebook) -> bool:
    """If hands are never deducted, the 3s in them count for nothing."""
    threes = rulebook.threes
    charged = threes.black_charge > 0 or threes.red_kept is RedKept.ALL_OF_THE_SIDE
    return charged and rulebook.hands_left.deducted is Deducted.NOBODY


def _cards_in_uncounted_hands(rulebook: Rulebook) -> bool:
    nobody = rulebook.hands_left.deducted is Deducted.NOBODY
    return nobody and rulebook.morto.unplayed is Unplayed.CHARGE_AND_CARDS


def _vulnerable_in_one_deal(rulebook: Rulebook) -> bool:
    """A match of one deal begins without points, so no side is ever vulnerable."""
    return bool(rulebook.vulnerability.minimums) and rulebook.match.target == 0


def _minimums_not_rising(rulebook: Rulebook) -> bool:
    return any(later <= earlier for earlier, later in pairwise(rulebook.vulnerability.minimums))


def _minimum_out_of_reach(rulebook: Rulebook) -> bool:
    values = rulebook.values
    pack = 8 * (values.ace + values.two + 5 * values.three_to_seven + 6 * values.eight_to_king)
    return any(minimum > pack for minimum in rulebook.vulnerability.minimums)


CHECKS: Final[dict[str, tuple[str, Callable[[Rulebook], bool]]]] = {
    "contradiction_two_players_direction": ("table.direction", _two_with_direction),
    "contradiction_four_players_alternate": ("table.direction", _four_alternate),
    "contradiction_twin_without_discard": ("pile.single_card_stays", _twin_without_discard),
    "contradiction_single_card_always_laid": ("pile.single_card_stays", _single_card_always_laid),
    "contradiction_home_not_displaced": ("sequences.goes_home", _home_of_a_fixed_wild),
    "contradiction_home_out_of_range": ("sequences.goes_home", _home_out_of_range),
    "contradiction_group_of_twos": ("groups.ranks", _group_of_twos),
    "contradiction_group_rank_twice": ("groups.ranks", _group_rank_twice),
    "contradiction_withdrawal_without_stock": ("stock.exhausted", _withdrawal_without_stock),
    "contradiction_thirteen_out_of_range": ("canastas.thirteen", _thirteen_out_of_range),
    "contradiction_royal_out_of_range": ("canastas.royal", _royal_out_of_range),
    "contradiction_red_threes_in_sequences": ("threes.red_exposed", _exposed_in_sequences),
    "contradiction_red_threes_in_groups": ("threes.red_exposed", _exposed_in_groups),
    "contradiction_red_bonus_never_paid": ("threes.red_bonus", _bonus_never_paid),
    "contradiction_red_threes_for_nothing": ("threes.red_bonus", _exposed_for_nothing),
    "contradiction_red_kept_unexposed": ("threes.red_kept", _kept_unexposed),
    "contradiction_red_charged_unexposed": ("threes.red_unexchanged", _charged_unexposed),
    "contradiction_red_charged_uncounted": ("threes.red_unexchanged", _charged_uncounted),
    "contradiction_threes_not_deducted": ("hands_left.deducted", _threes_in_uncounted_hands),
    "contradiction_morto_not_deducted": ("morto.unplayed", _cards_in_uncounted_hands),
    "contradiction_vulnerable_in_one_deal": ("vulnerability.minimums", _vulnerable_in_one_deal),
    "contradiction_minimums_not_rising": ("vulnerability.minimums", _minimums_not_rising),
    "contradiction_minimum_out_of_reach": ("vulnerability.minimums", _minimum_out_of_reach),
}
"""The checks by the code of their message: the key that the error names, and the test for it."""
