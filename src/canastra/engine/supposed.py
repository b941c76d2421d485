"""A view as a state, so that the judge can be asked about it: what the seat doesn't know are unknown cards.

Nothing that is made of it can tell more than the view does.
"""

from __future__ import annotations

from canastra.cards import UNKNOWN
from canastra.engine.hands import EMPTY, ONE_UNKNOWN, Hand, hand_of, minus
from canastra.engine.state import FREE_TO_MELD, MINIMUM_UNKNOWN, Phase, State, Turn, replaced
from canastra.engine.tables import tables_of
from canastra.engine.view import View


def supposed(view: View) -> State:
    """The state as the seat knows it; when it is not to act, as if it were its turn and it had drawn."""
    acting = view.seat == view.to_act
    phase = view.phase if acting or view.phase is Phase.OVER else Phase.PLAY
    hand = hand_of(view.hand) if view.hand else _unknown(view.hand_sizes[view.seat])
    pile = (UNKNOWN,) * (view.pile_size - len(view.pile)) + view.pile
    known = tuple(map(hand_of, view.known))
    if view.due is not None:  # A view counts it to the hand already, a state still to the pile.
        pile = (*pile, view.due)
        known = replaced(known, view.to_act, minus(known[view.to_act], (view.due,)))
        hand = minus(hand, (view.due,)) if acting else hand
    return State(
        tables=tables_of(view.rulebook),
        dealer=view.dealer,
        seat=view.seat,
        turn=view.turn,
        phase=phase,
        hands=replaced(tuple(map(_unknown, view.hand_sizes)), view.seat, hand),
        melds=view.melds,
        stock=(UNKNOWN,) * view.stock_size,
        mortos=tuple((UNKNOWN,) * cards for cards in view.morto_sizes),
        pile=pile,
        has_morto=view.has_morto,
        red_threes=view.red_threes,
        known=known,
        opening=(_attempt(view, 0), _attempt(view, 1)),
        unplayed=view.waiting_morto,
        quiet=view.quiet,
        now=_turn(view) if acting else Turn(drew=True),
        forced=None,
        ending=view.ending,
        went_out=view.went_out,
        unreplaced=None,
    )


def _unknown(cards: int) -> Hand:
    return Hand(EMPTY + cards * ONE_UNKNOWN)


def _attempt(view: View, side: int) -> int:
    """The index of the minimum in force, the last of them for all attempts that it is the minimum of."""
    minimum = view.minimum[side]
    if minimum is None:
        return MINIMUM_UNKNOWN
    return view.rulebook.vulnerability.minimums.index(minimum) if minimum else FREE_TO_MELD


def _turn(view: View) -> Turn:
    so_far = view.so_far
    taken = so_far.pile or (UNKNOWN,) * so_far.taken
    if view.due is not None:
        taken = (*taken[:-1], view.due)
    return Turn(
        drew=view.phase is Phase.PLAY and not taken,
        points=view.points_laid,
        laid=so_far.laid,
        first=(UNKNOWN if view.first is None else view.first) if view.may_refuse else None,
        refused=so_far.refused,
        withdrawn=so_far.withdrawn,
        taken=taken,
        barred=so_far.barred,
        known=hand_of(so_far.known),
    )
