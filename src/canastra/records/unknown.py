"""Cards that a redacted record does not show: turning a `??` into the card that it must have been.

A `??` matches any card (docs/notation.md, File), but never a third copy of one.
"""

from __future__ import annotations

from collections.abc import Iterable

from canastra.cards import UNKNOWN, Card
from canastra.engine.hands import count, holds, unknowns, with_cards, without
from canastra.engine.state import Phase, State, replaced


def shown_in_hand(state: State, cards: Iterable[Card]) -> State | None:
    """The state in which the seat to act is known to hold these cards; None if it can't hold them.

    They are taken from the known cards of the hand first, then from its unknown ones.
    """
    hand = state.hand
    wanted = list(cards)
    if state.phase is Phase.JUSTIFY and state.pile[-1] in wanted:
        wanted.remove(state.pile[-1])
    if holds(hand, wanted):
        return state
    missing: list[Card] = []
    for card in wanted:
        if holds(hand, (card,)):
            hand = without(hand, (card,))
        else:
            missing.append(card)
    if len(missing) > unknowns(hand) or any(_copies(state, card) + missing.count(card) > 2 for card in missing):
        return None
    shown = with_cards(without(state.hand, [UNKNOWN] * len(missing)), missing)
    return state._replace(hands=replaced(state.hands, state.seat, shown))


def shown_on_stock(state: State, card: Card) -> State | None:
    """The state in which the next card of the stock is this one; None if it can't be."""
    top = state.stock[0]
    if card in (UNKNOWN, top):
        return state
    if top != UNKNOWN or _copies(state, card) >= 2:
        return None
    return state._replace(stock=(card, *state.stock[1:]))


def _copies(state: State, card: Card) -> int:
    """Copies of a card whose place is known."""
    piles = [state.stock, state.pile, *state.mortos, *state.red_threes]
    piles.extend(meld.cards for melds in state.melds for meld in melds)
    return sum(count(hand, card) for hand in state.hands) + sum(pile.count(card) for pile in piles)
