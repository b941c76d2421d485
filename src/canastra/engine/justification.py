"""Taking the pile if its top card must be used at once: which steps use it.

Curinguinha (Lixo) demands it for every top card, tranca (Art. 11) for a 2.
"""

from __future__ import annotations

from canastra.cards import UNKNOWN
from canastra.engine.actions import LayOff, NewMeld
from canastra.engine.going_out import barred_by, finishes
from canastra.engine.hands import hand_of, unknowns, with_cards
from canastra.engine.melds import Meld
from canastra.engine.melds.placement import Laying
from canastra.engine.state import Phase, State
from canastra.rulebooks.schema import Purchase, TopTwo


def must_justify(state: State) -> bool:
    """Whether the pile's top card has to be used at once if the pile is taken."""
    return state.lookup.rulebook.pile.purchase is Purchase.JUSTIFIED or needs_new_meld(state)


def needs_new_meld(state: State) -> bool:
    """Whether the top card may only be the wild of a new meld (tranca Art. 11)."""
    return state.lookup.rulebook.pile.top_two is TopTwo.NEW_MELD and bool(state.pile) and state.pile[-1].is_two


def is_justified_by(state: State, action: NewMeld, meld: Meld) -> bool:
    """Whether a new meld uses the top card as it must."""
    top = state.pile[-1]
    if needs_new_meld(state) and not (meld.has_wild and meld.cards[meld.wild] == top):
        return False
    return top in action.cards


def can_justify(state: State) -> bool:
    """Whether a legal step can use the top card; True if the hand or the card is not known."""
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
    """The steps that use the top card, also those after which the turn can't be finished."""
    lookup, top = state.lookup, state.pile[-1]
    if top == UNKNOWN:
        return []
    found: list[Laying] = []
    for new in lookup.new_melds(with_cards(state.hands[state.seat], (top,))):
        meld = lookup.meld(new.cards)
        if top in new.cards and meld and is_justified_by(state, new, meld):
            found.append(new)
    if not needs_new_meld(state):
        alone = hand_of((top,))
        for number, own in enumerate(state.melds[state.seat % 2], 1):
            found.extend([action for action in lookup.lay_offs(number, own, alone) if isinstance(action, LayOff)])
    return found
