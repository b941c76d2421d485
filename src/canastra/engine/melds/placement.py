"""The effect of laying cards: actions of several cards as steps, and the state afterwards.

An action of several cards is legal exactly when some order of three-card melds and one-card lay-offs leads to the same
table by legal steps (docs/notation.md, Turns).
"""

from __future__ import annotations

from canastra.cards import Card
from canastra.engine.actions import LayOff, NewMeld, Shift
from canastra.engine.hands import minus, with_cards, without
from canastra.engine.melds import HIGHEST, LARGEST_GROUP, Meld
from canastra.engine.melds.lookup import Lookup
from canastra.engine.melds.movement import End, shifted
from canastra.engine.state import FREE_TO_MELD, Phase, State, paired, replaced
from canastra.errors import InternalError
from canastra.rulebooks.schema import SingleCard

Laying = NewMeld | LayOff | Shift


def lay_off_result(lookup: Lookup, meld: Meld, action: LayOff, first: Card | None = None) -> Meld | None:
    """The meld after a lay-off; None if no order of one-card steps allows it.

    If an end is written, some step must go there and none to the other; if none is written, no step may need one. If
    orders lead to different melds, a clean one comes before a dirty one, then one with the ace low. `first` must be
    laid first: the top card of a justified purchase.
    """
    if len(meld.cards) + len(action.cards) > (LARGEST_GROUP if meld.is_group else HIGHEST):
        return None
    results: list[Meld] = []
    seen: set[tuple[Meld, tuple[Card, ...], bool]] = set()
    start = tuple(sorted(action.cards))
    todo = [(meld, start, action.end is End.NONE)]
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        present, rest, used = at
        if not rest and used:
            results.append(present)
        for index, card in enumerate(rest):
            if first is not None and card != first and rest == start:
                continue
            left = rest[:index] + rest[index + 1 :]
            todo.extend(
                (way.meld, left, used or way.end is not End.NONE)
                for way in lookup.placements(present, card)
                if way.end in (End.NONE, action.end)
            )
    return min(results, key=lambda result: (result.has_wild, result.low != 1), default=None)


def meld_after(state: State, action: Laying) -> tuple[int, Meld] | None:
    """The index among the side's melds and the meld after a laying; None if it is impossible.

    A new meld's index is one past the end.
    """
    melds = state.melds[state.seat % 2]
    if isinstance(action, NewMeld):
        new = state.lookup.meld(action.cards)
        return (len(melds), new) if new else None
    if not 1 <= action.number <= len(melds):
        return None
    index = action.number - 1
    old = melds[index]
    if isinstance(action, Shift):
        result = shifted(old, state.lookup.rulebook.sequences)
    elif len(action.cards) == 1:
        ways = state.lookup.placements(old, action.cards[0])
        result = next((way.meld for way in ways if way.end is action.end), None)
    else:
        top = state.pile[-1] if state.phase is Phase.JUSTIFY else None
        result = lay_off_result(state.lookup, old, action, top)
    return (index, result) if result else None


def laid(state: State, action: Laying) -> State:
    """The state right after a laying; an empty hand has no effect yet. Raises `InternalError` if it is impossible."""
    found = meld_after(state, action)
    if found is None:
        raise InternalError("impossible_laying", action=str(action))
    index, meld = found
    side, now = state.seat % 2, state.turn_state
    own = state.melds[side]
    melds = paired(state.melds, side, (*own[:index], meld, *own[index + 1 :]))
    if isinstance(action, Shift):
        return state._replace(melds=melds, turn_state=now._replace(first=None))
    if state.phase is Phase.JUSTIFY:
        state = _purchased(state)
    points = now.points + state.lookup.points(action.cards)
    opening = state.opening
    if opening[side] >= 0 and points >= (state.minimum_of(side) or 0):
        opening = paired(opening, side, FREE_TO_MELD)
    known = state.known[state.seat]
    return state._replace(
        hands=state.with_hand(without(state.hand, action.cards)),
        known=replaced(state.known, state.seat, minus(known, action.cards)) if known else state.known,
        melds=melds,
        opening=opening,
        turn_state=now._replace(
            points=points,
            laid=now.laid + len(action.cards),
            first=None,
            barred=None if _frees(state, action) else now.barred,
        ),
    )


def _frees(state: State, action: NewMeld | LayOff) -> bool:
    """Return whether a laying lifts the bar on discarding the one card of the pile."""
    rule = state.lookup.rulebook.pile.single_card_stays
    return rule is SingleCard.UNTIL_LAID and state.turn_state.barred in action.cards


def _purchased(state: State) -> State:
    """The state with the pile in the hand, where all players know its cards."""
    seat = state.seat
    return state._replace(
        phase=Phase.PLAY,
        hands=replaced(state.hands, seat, with_cards(state.hands[seat], state.pile)),
        known=replaced(state.known, seat, with_cards(state.known[seat], state.pile)),
        pile=(),
    )
