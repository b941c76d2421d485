"""Steps that don't waste a wild, for bots that don't search for a wild's value.

A new meld of three cards with a wild is laid only to open, to empty the hand, or to get a fourth card at once.
"""

from __future__ import annotations

from canastra.engine import (
    Action,
    Discard,
    LayOff,
    NewMeld,
    Phase,
    State,
    Take,
    View,
    legal_actions,
    masked_state,
    perform,
)
from canastra.engine.hands import size
from canastra.engine.melds import SHORTEST, Meld


def thrifty(view: View) -> tuple[Action, ...]:
    """The legal steps that don't waste a wild; all legal steps if each one wastes one.

    After a new meld of three with a wild, these are only the lay-offs on it, if any are legal.
    """
    state = masked_state(view)
    if growing := _growing(state, view.legal):
        return growing
    return tuple(action for action in view.legal if not _wastes(state, action)) or view.legal


def _growing(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """The lay-offs on the side's last meld if it has three cards and a wild and may have been laid in this turn."""
    melds = state.melds[state.side]
    if state.turn_state.laid < SHORTEST or not melds or not _is_small(melds[-1]):
        return ()
    return tuple(action for action in legal if isinstance(action, LayOff) and action.number == len(melds))


def _is_small(meld: Meld) -> bool:
    return meld.has_wild and len(meld.cards) == SHORTEST


def _wastes(state: State, action: Action) -> bool:
    """Return whether a step lays a new meld of three with a wild for nothing, or takes a pile that requires such a
    meld.
    """
    if isinstance(action, Take):
        taken = perform(state, action)
        return taken.phase is Phase.JUSTIFY and all(_wastes(taken, use) for use in legal_actions(taken))
    if not isinstance(action, NewMeld):
        return False
    meld = state.lookup.meld(action.cards)
    return meld is not None and _is_small(meld) and not (_opens(state) or _goes_on(state, action))


def _opens(state: State) -> bool:
    """Return whether a new meld is needed for the side's minimum, or to justify the pile as the side's first meld."""
    if state.opening[state.side] >= 0:
        return True
    return state.phase is Phase.JUSTIFY and not state.melds[state.side]


def _goes_on(state: State, action: NewMeld) -> bool:
    """Return whether a new meld empties the hand, or lets a discard do so, or leaves a card that can be laid on it."""
    after = perform(state, action)
    left = size(after.hand)
    if left == 0:
        return True
    number = len(after.melds[state.side])
    return any(
        (isinstance(step, Discard) and left == 1) or (isinstance(step, LayOff) and step.number == number)
        for step in legal_actions(after)
    )
