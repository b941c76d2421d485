"""Decides if the hand may be emptied, and if a player still has a way to finish the turn.

No action is legal that leaves the player without such a way (docs/rules.md §3, Going out).
"""

from __future__ import annotations

from canastra.cards import Card
from canastra.engine.actions import LayOff
from canastra.engine.hands import EMPTY, size, unknowns
from canastra.engine.melds import Meld
from canastra.engine.melds.lookup import discards
from canastra.engine.melds.placement import Laying, laid
from canastra.engine.state import State
from canastra.rulebooks.schema import MortoNeed, Need, SingleCard

SAFE = 3
"""With this many cards in hand, some discard always finishes the turn: at most two of them can be barred."""


def has_canasta(melds: tuple[Meld, ...], need: Need) -> bool:
    """Return whether a side's melds include the canasta that it needs."""
    if need is Need.NONE:
        return True
    if need is Need.CLEAN:
        return any(meld.is_clean for meld in melds)
    return any(meld.is_canasta for meld in melds)


def morto_available(state: State) -> bool:
    """Return whether a morto is left for the side to act: one per side (docs/rules.md §2)."""
    return bool(state.mortos) and not state.has_morto[state.seat % 2]


def obstacle(state: State) -> str | None:
    """Why the seat to act may not empty its hand now; None if it may.

    Returns the name of the requirement: ``below_minimum``, ``morto_needs_any`` or ``_clean``,
    ``going_out_needs_morto``, ``going_out_needs_any`` or ``_clean``.
    """
    if state.below_minimum:
        return "below_minimum"
    rulebook = state.lookup.rulebook
    side = state.seat % 2
    melds = state.melds[side]
    if morto_available(state):
        need = rulebook.morto.needs
        return None if has_canasta(melds, need) else f"morto_needs_{need}"
    if rulebook.going_out.morto is MortoNeed.ALWAYS and not state.has_morto[side]:
        return "going_out_needs_morto"
    need = rulebook.going_out.needs
    return None if has_canasta(melds, need) else f"going_out_needs_{need}"


def barred_by(state: State, taken: tuple[Card, ...]) -> Card | None:
    """The card that may not be this turn's discard once a pile is taken: its only one (duelo, Regras)."""
    stays = state.lookup.rulebook.pile.single_card_stays is not SingleCard.NEVER
    return taken[0] if stays and len(taken) == 1 else None


def can_finish(state: State) -> bool:
    """Return whether the seat to act, with cards in hand, can still end its turn legally."""
    hand = state.hands[state.seat]
    cards = size(hand)
    # Below the minimum the player can always withdraw; the uses of an unknown card are not examined (docs/notation.md).
    if cards >= SAFE or state.below_minimum or unknowns(hand):
        return True
    finishing = [action for action in discards(hand) if action.card != state.turn_state.barred]
    if finishing and (cards > 1 or obstacle(state) is None):
        return True
    if state.turn_state.withdrawn:
        return False
    return any(finishes(state, action) for action in ways_on(state))


def ways_on(state: State) -> list[Laying]:
    """The possible lay-offs of one card and shifts, even if they leave no way to finish the turn."""
    hand, side = state.hands[state.seat], state.seat % 2
    found: list[Laying] = []
    for number, meld in enumerate(state.melds[side], 1):
        found.extend(state.lookup.lay_offs(number, meld, hand))
    return found


def finishes(state: State, action: Laying) -> bool:
    """Return whether a possible laying leaves a legal way to finish the turn, going out included."""
    if isinstance(action, LayOff) and size(state.hands[state.seat]) - len(action.cards) >= SAFE:
        return True
    after = laid(state, action)
    return obstacle(after) is None if after.hands[after.seat] == EMPTY else can_finish(after)
