"""The choice of the discard: a card's value in the hand, and what it may give to the opponents."""

from __future__ import annotations

from canastra.cards import BLACK_THREES, Card
from canastra.engine import Lookup, View, lookup_of
from canastra.engine.hands import Hand, cards_of
from canastra.engine.melds import CANASTA, Meld, positions

WILD = 200.0
NEIGHBOUR, GAP, PAIR = 9.0, 5.0, 8.0
NEAR_OWN_MELD = 6.0
FEEDS = 14.0
"""The opponents' gain from laying a card on one of their melds; more if it completes a canasta."""
BLOCK = 30.0


def cost(view: View, card: Card) -> float:
    """The cost of discarding a card: the higher, the better to keep it."""
    lookup = lookup_of(view.rulebook)
    if card.is_two:
        return WILD
    keep = _joined(card, view.hand, lookup) + _near_own(card, view, lookup)
    threes = view.rulebook.threes
    if card in BLACK_THREES and threes.black_charge:
        # A black 3 only costs points in the hand, and on a large pile it keeps the next player from taking it.
        return keep - BLOCK - (view.pile_size if view.rulebook.pile.black_three_blocks else 0)
    return keep + _danger(card, view, lookup) - lookup.values[card] * 0.1


def hopes(hand: Hand, lookup: Lookup) -> float:
    """The points that the cards of a hand may still bring."""
    cards = cards_of(hand)
    wilds = sum(card.is_two for card in cards)
    return 0.5 * sum(_joined(card, cards, lookup) for card in cards if not card.is_two) + 12.0 * wilds


def _joined(card: Card, hand: tuple[Card, ...], lookup: Lookup) -> float:
    """The worth of a card beside the others: neighbours in its suit, cards of its rank if groups are allowed."""
    rules = lookup.rulebook
    own = positions(card, rules.sequences.lowest)
    worth = 0.0
    for other in set(hand):
        if other == card or other.suit != card.suit or other.is_two:
            continue
        apart = min((abs(a - b) for a in own for b in positions(other, rules.sequences.lowest)), default=99)
        worth += NEIGHBOUR if apart == 1 else GAP if apart == 2 else 0.0
    if card.rank in rules.groups.ranks:
        worth += PAIR * (sum(other.rank == card.rank for other in hand) - 1)
    return worth


def _near_own(card: Card, view: View, lookup: Lookup) -> float:
    """The value of a card two steps from one of the side's sequences, which fits once its neighbour comes."""
    lowest = view.rulebook.sequences.lowest
    worth = 0.0
    for meld in view.melds[view.seat % 2]:
        if lookup.placements(meld, card):
            worth += 2 * NEAR_OWN_MELD
        elif not meld.is_group and meld.suit == card.suit:
            near = any(place in (meld.low - 2, meld.high + 2) for place in positions(card, lowest))
            worth += NEAR_OWN_MELD if near else 0.0
    return worth


def _danger(card: Card, view: View, lookup: Lookup) -> float:
    """The use of the card to the next player, with the pile under it."""
    theirs = view.melds[1 - view.seat % 2]
    fits = [meld for meld in theirs if lookup.placements(meld, card)]
    danger = max((_feeds(meld) for meld in fits), default=0.0)
    after = (view.seat + 1) % len(view.hand_sizes)
    joined = _joined(card, (*view.known[after], card), lookup)
    danger += 0.5 * joined
    return danger + (0.5 * view.pile_size if danger else 0.0)


def _feeds(meld: Meld) -> float:
    return FEEDS * 3 if len(meld.cards) == CANASTA - 1 else FEEDS
