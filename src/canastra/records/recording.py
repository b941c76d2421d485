"""Writing down a match as it is played: every action and what followed it by rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from canastra.engine.actions import Action, Draw
from canastra.engine.deal import Piles, start_deal
from canastra.engine.legality import violation
from canastra.engine.match import Match
from canastra.engine.state import RedThree, State
from canastra.engine.turn import follow, perform
from canastra.errors import RuleError
from canastra.records.document import DealRecord
from canastra.records.turns import DrawCard, Entry, Morto, Red, TurnLine


@dataclass(frozen=True, slots=True)
class Recorder:
    """A deal in progress beside its record so far; a value like the state. Make one with `record_deal`."""

    deal: DealRecord
    state: State

    def play(self, action: Action) -> Recorder:
        """The recorder after a legal action and all that follows by rule; a `RuleError` if it is not legal."""
        why = violation(self.state, action)
        if why is not None:
            raise RuleError(why)
        return self.play_legal(action)

    def play_legal(self, action: Action) -> Recorder:
        """The same for an action taken from `legal_actions`, not judged again."""
        state = self.state
        entry: Entry = DrawCard(state.stock[0]) if isinstance(action, Draw) else action
        return _settled(replace(self, deal=_written(self.deal, state, entry), state=perform(state, action)))


def record_deal(match: Match, piles: Piles) -> Recorder:
    """A recorder before the opener acts, red 3s that are due exposed."""
    state = start_deal(match.rulebook, piles, match.dealer, match.opening)
    return _settled(Recorder(DealRecord(match.dealer, piles), state))


def _settled(recorder: Recorder) -> Recorder:
    state, deal = recorder.state, recorder.deal
    while state.forced is not None:
        entry: Entry = Morto()
        if isinstance(state.forced, RedThree):
            entry = Red(state.forced.card, state.stock[0] if state.stock else None)
        deal = _written(deal, state, entry)
        state = follow(state)
    return Recorder(deal, state)


def _written(deal: DealRecord, state: State, entry: Entry) -> DealRecord:
    """The deal with one more entry, on the line of the state's turn."""
    lines = deal.turns
    if len(lines) < state.turn:
        return replace(deal, turns=(*lines, TurnLine(state.seat, (entry,))))
    last = lines[-1]
    return replace(deal, turns=(*lines[:-1], replace(last, entries=(*last.entries, entry))))
