"""All legal steps, quickly: candidates from look-up tables, judged one by one only where the hand is nearly empty."""

from __future__ import annotations

from canastra.engine.actions import DRAW, PASS, REFUSE, TAKE, WITHDRAW, Action
from canastra.engine.going_out import SAFE, ways_on
from canastra.engine.hands import size
from canastra.engine.justification import justifications
from canastra.engine.legality import is_legal
from canastra.engine.melds import SHORTEST
from canastra.engine.melds.lookup import discards
from canastra.engine.state import MINIMUM_UNKNOWN, Phase, State


def legal_actions(state: State) -> list[Action]:
    """Every legal next step. New melds have exactly three cards, lay-offs one, and all cards are known.

    These are exactly the ones without a `violation` (a property test compares them). There is always one until the deal
    is over.
    """
    phase = state.phase
    if phase is Phase.PLAY:
        return _playing(state)
    if phase is Phase.DRAW:
        always: list[Action] = [DRAW] if state.stock else [PASS] if is_legal(state, PASS) else []
        return [*always, TAKE] if is_legal(state, TAKE) else always
    if phase is Phase.JUSTIFY:
        return list(justifications(state))
    return []


def _playing(state: State) -> list[Action]:
    now, hand = state.turn_state, state.hands[state.seat]
    found: list[Action] = []
    if not now.withdrawn:
        found.extend(state.lookup.new_melds(hand))
        found.extend(ways_on(state))
    if not state.below_minimum:
        thrown = discards(hand)
        found.extend(thrown if now.barred is None else [action for action in thrown if action.card != now.barred])
    # With this many cards any meld leaves `SAFE` ones, after which a discard ends the turn in any case.
    if size(hand) < SHORTEST + SAFE:
        found = [action for action in found if is_legal(state, action)]
    if now.first is not None:
        found.append(REFUSE)
    if state.below_minimum or (now.laid and state.opening[state.seat % 2] == MINIMUM_UNKNOWN):
        found.append(WITHDRAW)
    return found
