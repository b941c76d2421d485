"""The points of a deal, component by component: the twin of `canastra.engine.scoring`."""

from __future__ import annotations

from typing import Final

from canastra.engine import scoring as engine
from canastra.kernel.arrays import Points
from canastra.kernel.jit import compiled
from canastra.kernel.masks import BLACK_MASK, RED_MASK, lowest, ones
from canastra.kernel.play.going_out import has_canasta
from canastra.kernel.play.layout import GOING_OUT, NOBODY, Deals, DealState
from canastra.kernel.rules.parameters import (
    ALL_OF_THE_SIDE,
    ANY_NEED,
    BOTH_DEDUCTED,
    CHARGE_ONLY,
    COST_OF_CARDS,
    NOBODY_DEDUCTED,
    ONLY_OPPONENT,
)
from canastra.kernel.rules.tables import CANASTA_FLAG, CLEAN_FLAG, FULL_FLAG, WHOLE_SUIT_FLAG, Rules

COMPONENTS: Final = engine.Score._fields
MELDED: Final = COMPONENTS.index("melded")
CLEANS: Final = COMPONENTS.index("clean")
DIRTIES: Final = COMPONENTS.index("dirty")
ROYALS: Final = COMPONENTS.index("royal")
OUT: Final = COMPONENTS.index("going_out")
MORTO: Final = COMPONENTS.index("morto")
REDS: Final = COMPONENTS.index("red_threes")
BLACKS: Final = COMPONENTS.index("black_threes")
IN_HAND: Final = COMPONENTS.index("in_hand")
PARTS: Final = len(COMPONENTS)
OUT_POINTS: Final = engine.GOING_OUT
CHARGE: Final = engine.UNPLAYED_CHARGE


@compiled
def score(states: Deals, i: int, rules: Rules, out: Points) -> None:
    """Write the points of both sides of deal `i`, which is over, into `out` (2 x 9, in the order of `COMPONENTS`)."""
    s = states[i]
    for side in range(2):
        for part in range(PARTS):
            out[side, part] = 0
        _melds(s, rules, side, out)
        _rest(s, rules, side, out)


@compiled
def total(states: Deals, i: int, rules: Rules, side: int, out: Points) -> int:
    """The sum of one side's components, after `score`."""
    found = 0
    for part in range(PARTS):
        found += out[side, part]
    return found


@compiled
def _melds(s: DealState, rules: Rules, side: int, out: Points) -> None:
    p = rules.parameters
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        flags = rules.meld_flags[meld]
        out[side, MELDED] += rules.meld_points[meld]
        if flags & FULL_FLAG and p.royal:
            out[side, ROYALS] += p.royal
        elif flags & WHOLE_SUIT_FLAG and p.thirteen:
            out[side, ROYALS] += p.thirteen
        elif flags & CLEAN_FLAG:
            out[side, CLEANS] += p.clean
        elif flags & CANASTA_FLAG:
            out[side, DIRTIES] += p.dirty


@compiled
def _rest(s: DealState, rules: Rules, side: int, out: Points) -> None:
    p = rules.parameters
    ours = s.went_out != NOBODY and s.went_out & 1 == side
    theirs = s.went_out != NOBODY and not ours
    if ours:
        out[side, OUT] = OUT_POINTS
    out[side, MORTO] = p.morto_taken if s.has_morto[side] else p.morto_not_taken
    counted = _is_deducted(p.deducted, s.ending == GOING_OUT, ours)
    for seat in range(side, s.players, 2):
        charged = p.morto_unplayed != COST_OF_CARDS and theirs and s.unplayed[seat]
        if charged:
            out[side, MORTO] -= CHARGE
        if counted and not (charged and p.morto_unplayed == CHARGE_ONLY):
            _hand(s, rules, seat, out)
    # Up to here the component holds the red 3s kept in hands.
    lost = out[side, REDS] < 0 and p.red_kept == ALL_OF_THE_SIDE
    bonus = p.red_bonus if has_canasta(s, rules, side, ANY_NEED) and not lost else -p.red_bonus
    out[side, REDS] += s.red_count[side] * bonus


@compiled
def _is_deducted(rule: int, gone_out: bool, ours: bool) -> bool:
    """Return whether the cards left in a side's hands count at all."""
    if rule == BOTH_DEDUCTED:
        return True
    if rule == NOBODY_DEDUCTED or not gone_out:
        return False
    return not (rule == ONLY_OPPONENT and ours)


@compiled
def _hand(s: DealState, rules: Rules, seat: int, out: Points) -> None:
    p = rules.parameters
    side = seat & 1
    one, two = s.one[seat], s.two[seat]
    if p.black_charge:
        out[side, BLACKS] -= p.black_charge * (ones(one & BLACK_MASK) + ones(two & BLACK_MASK))
        one &= ~BLACK_MASK
        two &= ~BLACK_MASK
    if p.red_exposed and not s.unreplaced[seat]:
        out[side, REDS] -= p.red_bonus * (ones(one & RED_MASK) + ones(two & RED_MASK))
        one &= ~RED_MASK
        two &= ~RED_MASK
    while one:
        card = lowest(one)
        out[side, IN_HAND] -= rules.values[card] * (1 + (two >> card & 1))
        one &= one - 1
