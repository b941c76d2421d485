"""Dealing a pack: the twin of `canastra.engine.deal`."""

from __future__ import annotations

from canastra.kernel.arrays import Cards
from canastra.kernel.jit import compiled
from canastra.kernel.masks import put
from canastra.kernel.play.layout import MORTO, NO_CARD, NOBODY, RUNNING, Deals
from canastra.kernel.play.turn import begin_turn
from canastra.kernel.rules.tables import Rules


@compiled
def deal(states: Deals, i: int, rules: Rules, pack: Cards, dealer: int, minimums: Cards) -> None:
    """Deal a pack as `canastra.engine.deal.deal_out` does; `minimums` are the `opening` of both sides."""
    s = states[i]
    players = rules.players
    s.players, s.dealer = players, dealer
    for seat in range(4):
        s.one[seat], s.two[seat], s.known_one[seat], s.known_two[seat] = 0, 0, 0, 0
        s.unplayed[seat], s.unreplaced[seat] = 0, 0
    dealt = players * MORTO
    for index in range(dealt):
        seat = (dealer + 1 + index) % players
        s.one[seat], s.two[seat] = put(s.one[seat], s.two[seat], pack[index])
    for index in range(MORTO):
        s.morto[0, index] = pack[dealt + index]
        s.morto[1, index] = pack[dealt + MORTO + index]
    s.mortos = 2
    s.stock_at, s.stock_end = 0, 104 - dealt - 2 * MORTO
    for index in range(s.stock_end):
        s.stock[index] = pack[dealt + 2 * MORTO + index]
    for side in range(2):
        s.melded[side], s.has_morto[side], s.red_count[side] = 0, 0, 0
        s.opening[side] = minimums[side]
    s.pile_size, s.idle_turns = 0, 0
    s.turn = 1
    s.first = NO_CARD
    s.ending, s.went_out = RUNNING, NOBODY
    begin_turn(s, rules, dealer if rules.parameters.dealer_opens else (dealer + 1) % players)
