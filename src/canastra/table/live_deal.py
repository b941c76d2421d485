"""A deal in progress: its state, its record so far, and what may be undone."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Struct, field, structs

from canastra.engine import (
    DRAW,
    Action,
    LayOff,
    Match,
    NewMeld,
    Phase,
    Piles,
    Shift,
    State,
    follow,
    perform,
    start_deal,
)
from canastra.errors import InternalError
from canastra.records import DealerDraw, DealRecord, DrawCard, Entry, Morto, Red, TurnLine
from canastra.records.entries import appended, forced_entry
from canastra.table.events import Plain


class LiveDeal(Struct, frozen=True):
    """A deal in progress. Make one with `begin_deal`; `after_action`, `after_rule` and `after_undo` move it on."""

    state: State
    piles: Piles
    dealer: int
    fairness: Plain = field(default_factory=dict)
    draw: DealerDraw | None = None
    """The draw for this deal's dealer."""
    turns: tuple[TurnLine, ...] = ()
    undoable: tuple[State, ...] = ()
    """States of this turn that an undo may go back to, the latest first."""
    spent: tuple[int, ...] = ()
    """Milliseconds of each finished turn; 0 if a bot played or no clock ran."""

    @property
    def over(self) -> bool:
        """Return whether the deal was played to its end."""
        return self.state.phase is Phase.OVER

    def record(self, clock: Plain | None = None) -> DealRecord:
        """The deal as a record holds it."""
        return DealRecord(
            self.dealer, self.piles, self.turns, fairness=self.fairness or None, clock=clock, draw=self.draw
        )


def begin_deal(match: Match, piles: Piles, fairness: Plain, draw: DealerDraw | None = None) -> LiveDeal:
    """The deal before its first action; the opener's red 3s may be due by rule."""
    state = start_deal(match.rulebook, piles, match.dealer, match.opening)
    return LiveDeal(state, piles, match.dealer, fairness, draw)


def after_action(deal: LiveDeal, entry: Entry) -> LiveDeal:
    """The deal after an action that is known to be legal, without the steps that then follow by rule.

    Raises `InternalError` if the action can't have been played.
    """
    state = deal.state
    if isinstance(entry, Red | Morto) or state.forced or deal.over:
        raise InternalError("table_event_impossible", text=str(entry))
    action = DRAW if isinstance(entry, DrawCard) else entry
    if isinstance(entry, DrawCard) and state.stock[:1] != (entry.card,):
        raise InternalError("table_event_impossible", text=str(entry))
    after = perform(state, action)
    undoable = (*deal.undoable, state) if may_be_undone(state, action, after) else ()
    return structs.replace(deal, state=after, turns=appended(deal.turns, state, entry), undoable=undoable)


def after_rule(deal: LiveDeal, entry: Entry) -> LiveDeal:
    """The deal after the step that is due by rule. Raises `InternalError` if another step is due, or no step."""
    if deal.state.forced is None or entry != forced_entry(deal.state):
        raise InternalError("table_event_impossible", text=str(entry))
    return structs.replace(deal, state=follow(deal.state), turns=appended(deal.turns, deal.state, entry), undoable=())


def after_undo(deal: LiveDeal) -> LiveDeal:
    """The deal before its last laying, which its record loses too."""
    *earlier, last = deal.turns
    turns = (*earlier, replace(last, entries=last.entries[:-1]))
    return structs.replace(deal, state=deal.undoable[-1], turns=turns, undoable=deal.undoable[:-1])


def may_be_undone(before: State, action: Action, after: State) -> bool:
    """Return whether an action may be undone, because it reveals nothing to its player and commits to nothing.

    Only layings may be undone: not the one that completes a purchase of the pile, and not one after which a morto is
    taken or the deal over. Nor may one that is part of an opening under a minimum: taking that back is a withdrawal and
    counts as failed (docs/rules.md §8).
    """
    if not isinstance(action, NewMeld | LayOff | Shift) or before.phase is not Phase.PLAY:
        return False
    return before.opening[before.side] < 0 and after.forced is None and after.phase is Phase.PLAY
