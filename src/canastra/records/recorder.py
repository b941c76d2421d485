"""Records a match as it is played: every action and all that follows by rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from canastra.engine.actions import Action
from canastra.engine.deal import Piles, start_deal
from canastra.engine.legality import violation
from canastra.engine.match import Match
from canastra.engine.state import State
from canastra.engine.turn import follow, perform
from canastra.errors import RuleError
from canastra.records.document import DealRecord
from canastra.records.entries import appended, entry_of, forced_entry
from canastra.records.turns import Entry


@dataclass(frozen=True, slots=True)
class Recorder:
    """A deal in progress and its record so far, as a value. Make one with `record_deal`."""

    deal: DealRecord
    state: State

    def play(self, action: Action) -> Recorder:
        """The recorder after an action and all that follows by rule. Raises `RuleError` if it is not legal."""
        why = violation(self.state, action)
        if why is not None:
            raise RuleError(why)
        return self.play_legal(action)

    def play_legal(self, action: Action) -> Recorder:
        """As `play`, for an action from `legal_actions`, which is not judged again."""
        state = self.state
        deal = _written(self.deal, state, entry_of(state, action))
        return _settled(replace(self, deal=deal, state=perform(state, action)))


def record_deal(match: Match, piles: Piles) -> Recorder:
    """A recorder before the opener's first action; red 3s that are due are exposed."""
    state = start_deal(match.rulebook, piles, match.dealer, match.opening)
    return _settled(Recorder(DealRecord(match.dealer, piles), state))


def _settled(recorder: Recorder) -> Recorder:
    state, deal = recorder.state, recorder.deal
    while state.forced is not None:
        deal = _written(deal, state, forced_entry(state))
        state = follow(state)
    return Recorder(deal, state)


def _written(deal: DealRecord, state: State, entry: Entry) -> DealRecord:
    return replace(deal, turns=appended(deal.turns, state, entry))
