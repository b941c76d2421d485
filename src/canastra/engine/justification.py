"""Taking the pile if its top card must be used at once: the steps that use it.

Curinguinha (Lixo) demands it for every top card, tranca (Art. 11) for a 2; a house may also ask for two natural cards
of the hand.
"""

from __future__ import annotations

from canastra.cards import UNKNOWN, Card
from canastra.engine.actions import LayOff, NewMeld
from canastra.engine.going_out import barred_by, finishes
from canastra.engine.hands import hand_of, unknowns, with_cards
from canastra.engine.melds import SHORTEST, Meld
from canastra.engine.melds.placement import Laying
from canastra.engine.state import Phase, State
from canastra.rulebooks.schema import Purchase, TopTwo


def must_justify(state: State) -> bool:
    """Return whether the pile's top card has to be used at once if the pile is taken."""
    return state.lookup.rulebook.pile.purchase is not Purchase.FREE or needs_new_meld(state)


def needs_two_naturals(state: State) -> bool:
    """Return whether the top card may only go to a new meld, with two natural cards of the hand."""
    return state.lookup.rulebook.pile.purchase is Purchase.TWO_NATURALS


def is_kept_off_melds(state: State) -> bool:
    """Return whether the top card can't be laid off on a meld that lies on the table."""
    return needs_two_naturals(state) or needs_new_meld(state)


def needs_new_meld(state: State) -> bool:
    """Return whether the top card may only be the wild of a new meld (tranca Art. 11)."""
    return state.lookup.rulebook.pile.top_two is TopTwo.NEW_MELD and bool(state.pile) and state.pile[-1].is_two


def is_justified_by(state: State, action: NewMeld, meld: Meld) -> bool:
    """Return whether a new meld uses the top card as it must."""
    top = state.pile[-1]
    if needs_new_meld(state) and not (meld.has_wild and meld.cards[meld.wild] == top):
        return False
    if needs_two_naturals(state) and not _has_two_naturals(meld, top):
        return False
    return top in action.cards


def _has_two_naturals(meld: Meld, top: Card) -> bool:
    """Return whether the meld can begin with the top card and two naturals; other cards are laid off on these three."""
    cards, wild = meld.cards, meld.wild
    if meld.has_wild and cards[wild] == top:
        return True  # It is the wild; every three cards round it are naturals.
    if meld.is_group:
        return len(cards) - meld.has_wild >= SHORTEST
    starts = range(len(cards) - SHORTEST + 1)
    return any(top in cards[at : at + SHORTEST] and not at <= wild < at + SHORTEST for at in starts)


def can_justify(state: State) -> bool:
    """Return whether a legal step can use the top card; True if the hand or the card is not known."""
    if unknowns(state.hands[state.seat]) or state.pile[-1] == UNKNOWN:
        return True
    return bool(justifications(taking(state)))


def taking(state: State) -> State:
    """The state while the pile is being taken and its top card has to be used."""
    pile, known = state.pile, state.known[state.seat]
    now = state.turn_state._replace(taken=pile, barred=barred_by(state, pile), known=known)
    return state._replace(phase=Phase.JUSTIFY, turn_state=now)


def justifications(state: State) -> list[Laying]:
    """The legal steps of phase `JUSTIFY`: three-card melds with the top card, and lay-offs of it alone."""
    return [action for action in uses(state) if finishes(state, action)]


def uses(state: State) -> list[Laying]:
    """The steps that use the top card, including steps after which the turn can't be finished."""
    lookup, top = state.lookup, state.pile[-1]
    if top == UNKNOWN:
        return []
    found: list[Laying] = []
    for new in lookup.new_melds(with_cards(state.hands[state.seat], (top,))):
        meld = lookup.meld(new.cards)
        if top in new.cards and meld and is_justified_by(state, new, meld):
            found.append(new)
    if not is_kept_off_melds(state):
        alone = hand_of((top,))
        for number, own in enumerate(state.melds[state.seat % 2], 1):
            found.extend([action for action in lookup.lay_offs(number, own, alone) if isinstance(action, LayOff)])
    return found
