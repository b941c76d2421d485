"""An action of several cards as steps of one card and new melds of three, in an order in which all are legal."""

from __future__ import annotations

from collections.abc import Iterator

from canastra.cards import Card
from canastra.engine import Action, LayOff, NewMeld, State, legal_actions, perform
from canastra.engine.melds import SHORTEST, Meld
from canastra.engine.melds.placement import meld_after
from canastra.errors import InternalError

Goal = tuple[int, Meld]
"""Index among the side's melds, and the meld to reach."""


def single_steps(state: State, action: Action) -> tuple[Action, ...]:
    """Single steps that lead to the same table as a legal action. Raises `InternalError` if the action isn't legal."""
    if not isinstance(action, NewMeld | LayOff):
        return (action,)
    if len(action.cards) == (SHORTEST if isinstance(action, NewMeld) else 1):
        return (action,)
    goal = meld_after(state, action)
    found = _order(state, goal, tuple(sorted(action.cards)), set()) if goal else None
    if found is None:
        raise InternalError("impossible_laying", action=str(action))
    return found


def _order(
    state: State, goal: Goal, rest: tuple[Card, ...], hopeless: set[tuple[Meld | None, tuple[Card, ...]]]
) -> tuple[Action, ...] | None:
    """Steps that lay the rest of the cards and reach the goal, if there are any."""
    index, meld = goal
    melds = state.melds[state.side]
    present = melds[index] if index < len(melds) else None
    if not rest:
        return () if present == meld else None
    if (present, rest) in hopeless:
        return None
    for action, left in _layings(state, index, rest):
        following = _order(perform(state, action), goal, left, hopeless)
        if following is not None:
            return (action, *following)
    hopeless.add((present, rest))
    return None


def _layings(state: State, index: int, rest: tuple[Card, ...]) -> Iterator[tuple[Action, tuple[Card, ...]]]:
    """Legal steps that lay some of the cards where they belong, and the remaining cards."""
    for action in legal_actions(state):
        if not isinstance(action, NewMeld | LayOff):
            continue
        place = len(state.melds[state.side]) if isinstance(action, NewMeld) else action.number - 1
        if place != index:
            continue
        left = list(rest)
        for card in action.cards:
            if card not in left:
                break
            left.remove(card)
        else:
            yield action, tuple(left)
