"""Why cards can't be laid in some way, and the rule that says so.

It doesn't decide legality. It names the most helpful reason, as (code, topic of the article, values).
"""

from __future__ import annotations

from canastra.cards import RANKS, Card, cards_text
from canastra.engine.actions import LayOff
from canastra.engine.melds import HIGHEST, Meld, positions
from canastra.engine.melds.lookup import Lookup
from canastra.engine.melds.movement import End, holds_nine_to_king, own_wild_at_the_high_end, placements
from canastra.engine.melds.placement import lay_off_result
from canastra.errors import Figure
from canastra.rulebooks.schema import GoesHome, Rulebook, WildMovement

Reason = tuple[str, str, dict[str, Figure]]


def of_cards(cards: tuple[Card, ...], rulebook: Rulebook) -> Reason:
    """Why cards form no meld."""
    naturals = [card for card in cards if not card.is_two]
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    shown: dict[str, Figure] = {"cards": cards_text(cards)}
    if len(ranks) == 1 and len(naturals) > 1:
        if not rulebook.groups.ranks:
            return "groups_unknown", "groups.ranks", {}
        if naturals[0].rank not in rulebook.groups.ranks:
            allowed = " ".join(RANKS[rank].replace("T", "10") for rank in rulebook.groups.ranks)
            return "group_rank", "groups.ranks", {"card": str(naturals[0]), "ranks": allowed}
        if len(cards) - len(naturals) > 1:
            return "two_wilds", "clauses.wilds", shown
        return "group_order", "clauses.melds", shown
    if len(suits) > 1:
        return "not_one_suit", "clauses.melds", shown
    lowest = rulebook.sequences.lowest
    low = [card for card in naturals if not positions(card, lowest)]
    if low:
        return "rank_never_melded", "sequences.lowest", {"card": str(low[0])}
    if _wilds(cards, lowest) > 1:
        return "two_wilds", "clauses.wilds", shown
    return "not_consecutive", "clauses.melds", shown


def _wilds(cards: tuple[Card, ...], lowest: int) -> int:
    """The fewest wilds with which the cards, as written, are consecutive; 0 if they can't be.

    With a single natural, all 2s of other suits but one are too many.
    """
    suit = next((card.suit for card in cards if not card.is_two), -1)
    found = []
    for low in range(lowest, HIGHEST - len(cards) + 2):
        strange = [
            card for index, card in enumerate(cards) if card.suit != suit or low + index not in positions(card, lowest)
        ]
        if all(card.is_two for card in strange):
            found.append(len(strange))
    strangers = [card for card in cards if card.is_two and (card.suit != suit or lowest > 2)]
    return min(found, default=len(strangers) if len(strangers) == len(cards) - 1 else 0)


def of_lay_off(meld: Meld, action: LayOff, lookup: Lookup) -> Reason:
    """Why cards of the hand can't be laid off on a meld in this way."""
    shown: dict[str, Figure] = {"number": action.number, "cards": cards_text(action.cards), "meld": str(meld)}
    if meld.has_wild and any(card.is_two and not lookup.placements(meld, card) for card in action.cards):
        return "second_wild", "clauses.wilds", shown
    if _would_be_its_wild(meld, action, lookup):
        return "wild_not_laid_off", "melds.wild_lay_off", shown
    if _wilds_together(meld, action.cards, lookup.rulebook.sequences.lowest) > 1:
        return "two_wilds", "clauses.wilds", shown
    if len(action.cards) == 1:
        ways = lookup.placements(meld, action.cards[0])
        if ways:
            return _wrong_end({way.end for way in ways}, action.end, shown)
        if _at_the_wild(meld, action.cards[0], lookup.rulebook):
            locked = lookup.rulebook.sequences.wild is WildMovement.LOCKED
            return "wild_locked" if locked else "wild_no_room", "sequences.wild", shown
        return "does_not_fit", "clauses.melds", shown
    other = [end for end in End if end is not action.end and _fits(meld, action, end, lookup)]
    return _wrong_end(set(other), action.end, shown) if other else ("cards_do_not_fit", "clauses.melds", shown)


def _would_be_its_wild(meld: Meld, action: LayOff, lookup: Lookup) -> bool:
    """Return whether a card fits only as the wild of a meld, where the rulebook forbids laying off wilds."""
    rules = lookup.rulebook
    if rules.melds.wild_lay_off or meld.has_wild or not any(card.is_two for card in action.cards):
        return False
    if meld.is_group:
        return True
    twos = [card for card in action.cards if card.is_two]
    return any(placements(meld, two, rules.sequences) and not lookup.placements(meld, two) for two in twos)


def _wilds_together(meld: Meld, cards: tuple[Card, ...], lowest: int) -> int:
    """The number of wilds among the cards to be laid on a meld without a wild; a 2 in its own place is not counted."""
    twos = [card for card in cards if card.is_two]
    if meld.has_wild or meld.is_group or lowest > 2 or not any(two.suit == meld.suit for two in twos):
        return 0 if meld.has_wild else len(twos)
    laid = {card.rank + 1 for card in cards if card.suit == meld.suit}
    gaps = [place for place in range(3, meld.low) if place not in laid]
    return len(twos) - 1 if len(gaps) <= 1 else len(twos)


def _wrong_end(ends: set[End], written: End, shown: dict[str, Figure]) -> Reason:
    if written is End.NONE:
        return "end_missing", "sequences.wild", shown
    if End.NONE in ends:
        return "end_superfluous", "sequences.wild", shown
    return "end_without_room", "sequences.wild", shown | {"end": written.value}


def _fits(meld: Meld, action: LayOff, end: End, lookup: Lookup) -> bool:
    return lay_off_result(lookup, meld, LayOff(action.number, action.cards, end)) is not None


def _at_the_wild(meld: Meld, card: Card, rulebook: Rulebook) -> bool:
    if meld.is_group or not meld.has_wild or card.suit != meld.suit:
        return False
    return meld.low + meld.wild in positions(card, rulebook.sequences.lowest)


def of_shift(meld: Meld, rulebook: Rulebook) -> Reason:
    """Why a meld's wild can't go home by a `shift`."""
    shown: dict[str, Figure] = {"meld": str(meld)}
    rules, topic = rulebook.sequences, "sequences.goes_home"
    if rules.goes_home is GoesHome.NEVER:
        return "shift_unknown", topic, {}
    if meld.is_group or not meld.has_wild or meld.cards[meld.wild].suit != meld.suit:
        return "shift_no_own_wild", topic, shown
    if rules.goes_home is GoesHome.WITH_THE_SEVENTH and meld.is_canasta:
        return "shift_too_late", topic, shown
    if rules.goes_home is GoesHome.BEFORE_NINE and holds_nine_to_king(meld):
        return "shift_past_the_eight", topic, shown
    if not own_wild_at_the_high_end(meld):
        return "shift_from_the_middle", topic, shown
    return "shift_no_place", topic, shown
