"""Records of one deal, played by bots or by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from canastra.bots import make
from canastra.engine import Action, Phase, State, View, deal_out, start_match, view
from canastra.records import Record, record_deal
from tests.playing import ALL, shuffled

Choose = Callable[[View], Action]
PLAYERS = ("Ana", "Bruno", "Clara", "Davi")


def recorded(name: str, seed: int, choose: Sequence[Choose], until: Callable[[State], bool]) -> Record:
    """A deal that seats play by their choice, up to the first state for which `until` holds."""
    rulebook = ALL[name]
    seats = rulebook.table.players
    recorder = record_deal(start_match(rulebook, 0), deal_out(shuffled(seed), seats, 0))
    while not until(recorder.state):
        seat = recorder.state.seat
        recorder = recorder.play_legal(choose[seat % len(choose)](view(recorder.state, seat)))
    return Record(rulebook, PLAYERS[:seats], (0, 0), (recorder.deal,))


def over(state: State) -> bool:
    """Return whether the deal is over."""
    return state.phase is Phase.OVER


@cache
def of_bots(name: str, seed: int, bots: str, turns: int = 1000) -> Record:
    """The first `turns` turns of a deal of bots by their names, one for each seat or the same for all."""
    choose = [make(each, seat).choose for seat, each in enumerate(bots.split(","))]
    return recorded(name, seed, choose, lambda state: over(state) or state.turn > turns)
