"""A deal that is over, or was read from a record, state by state as all its cards lay: for replays.

The first frame has everything that the state of a table has of a deal in progress, with all hands and the whole pile;
each of the others what has changed, as `Shown` tells it.
"""

from __future__ import annotations

from canastra.engine import Phase, State, view
from canastra.engine.hands import with_cards
from canastra.engine.state import replaced
from canastra.table.coding import Plain
from canastra.table.snapshots import Facts, changed, play_facts, written


class Frames:
    """Those of one deal, one after the other."""

    def __init__(self, state: State) -> None:
        self._facts = _facts(state)
        self.first = written(self._facts)
        """All of it."""

    def next(self, state: State) -> Plain:
        """What the next state changes."""
        facts, before = _facts(state), self._facts
        self._facts = facts
        return changed(before, facts)


def _facts(state: State) -> Facts:
    # Of a seat that is not to act: nobody asks for legal steps, least of all where something is due by rule.
    seen = view(state, (state.seat + 1) % len(state.hands))
    hands, pile = state.hands, state.pile
    if state.phase is Phase.JUSTIFY:
        hands, pile = replaced(hands, state.seat, with_cards(state.hand, pile[-1:])), pile[:-1]
    return {**play_facts(seen), "pile": pile, "hands": hands}
