"""The points of a deal, component by component: the twin of `canastra.engine.scoring`."""

from __future__ import annotations

from typing import Any, Final

from canastra.cards import BLACK_THREES, RED_THREES
from canastra.engine import scoring as engine
from canastra.kernel.book import CANASTA_FLAG, CLEAN_FLAG, FULL_FLAG
from canastra.kernel.compiling import compiled
from canastra.kernel.judging import has_canasta
from canastra.kernel.layout import GOING_OUT, NOBODY
from canastra.kernel.masks import lowest, ones
from canastra.kernel.parameters import (
    ALL_OF_THE_SIDE,
    ANY_NEED,
    BLACK_CHARGE,
    BOTH_DEDUCTED,
    CHARGE_ONLY,
    CLEAN,
    COST_OF_CARDS,
    DEDUCTED,
    DIRTY,
    MORTO_NOT_TAKEN,
    MORTO_TAKEN,
    NOBODY_DEDUCTED,
    ONLY_OPPONENT,
    RED_BONUS,
    RED_EXPOSED,
    RED_KEPT,
    ROYAL,
    UNPLAYED,
)

COMPONENTS: Final = engine.Score._fields
MELDED, CLEANS, DIRTIES, ROYALS, OUT, MORTO, REDS, BLACKS, IN_HAND = range(len(COMPONENTS))
OUT_POINTS: Final = engine.GOING_OUT
CHARGE: Final = engine.UNPLAYED_CHARGE
BLACK_MASK: Final = sum(1 << card for card in BLACK_THREES)
RED_MASK: Final = sum(1 << card for card in RED_THREES)


@compiled
def score(states: Any, i: int, book: Any, out: Any) -> None:
    """Write the points of both sides of deal `i`, which is over, into `out` (2 x 9, in the order of `COMPONENTS`)."""
    s = states[i]
    for side in range(2):
        for part in range(9):
            out[side, part] = 0
        _melds(s, book, side, out)
        _rest(s, book, side, out)


@compiled
def total(states: Any, i: int, book: Any, side: int, out: Any) -> int:
    """The sum of one side's components, after `score`."""
    found = 0
    for part in range(9):
        found += out[side, part]
    return found


@compiled
def _melds(s: Any, book: Any, side: int, out: Any) -> None:
    p = book.parameters
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        flags = book.meld_flags[meld]
        out[side, MELDED] += book.meld_points[meld]
        if flags & FULL_FLAG and p[ROYAL]:
            out[side, ROYALS] += p[ROYAL]
        elif flags & CLEAN_FLAG:
            out[side, CLEANS] += p[CLEAN]
        elif flags & CANASTA_FLAG:
            out[side, DIRTIES] += p[DIRTY]


@compiled
def _rest(s: Any, book: Any, side: int, out: Any) -> None:
    p = book.parameters
    ours = s.went_out != NOBODY and s.went_out & 1 == side
    theirs = s.went_out != NOBODY and not ours
    if ours:
        out[side, OUT] = OUT_POINTS
    out[side, MORTO] = p[MORTO_TAKEN] if s.has_morto[side] else p[MORTO_NOT_TAKEN]
    counted = _is_deducted(p[DEDUCTED], s.ending == GOING_OUT, ours)
    for seat in range(side, s.players, 2):
        charged = p[UNPLAYED] != COST_OF_CARDS and theirs and s.unplayed[seat]
        if charged:
            out[side, MORTO] -= CHARGE
        if counted and not (charged and p[UNPLAYED] == CHARGE_ONLY):
            _hand(s, book, seat, out)
    # Until here what stands there are the red 3s kept in hands.
    lost = out[side, REDS] < 0 and p[RED_KEPT] == ALL_OF_THE_SIDE
    bonus = p[RED_BONUS] if has_canasta(s, book, side, ANY_NEED) and not lost else -p[RED_BONUS]
    out[side, REDS] += s.red_count[side] * bonus


@compiled
def _is_deducted(rule: int, gone_out: bool, ours: bool) -> bool:
    """Whether the cards left in a side's hands count at all."""
    if rule == BOTH_DEDUCTED:
        return True
    if rule == NOBODY_DEDUCTED or not gone_out:
        return False
    return not (rule == ONLY_OPPONENT and ours)


@compiled
def _hand(s: Any, book: Any, seat: int, out: Any) -> None:
    p = book.parameters
    side = seat & 1
    one, two = s.one[seat], s.two[seat]
    if p[BLACK_CHARGE]:
        out[side, BLACKS] -= p[BLACK_CHARGE] * (ones(one & BLACK_MASK) + ones(two & BLACK_MASK))
        one &= ~BLACK_MASK
        two &= ~BLACK_MASK
    if p[RED_EXPOSED] and seat != s.unreplaced:
        out[side, REDS] -= p[RED_BONUS] * (ones(one & RED_MASK) + ones(two & RED_MASK))
        one &= ~RED_MASK
        two &= ~RED_MASK
    while one:
        card = lowest(one)
        out[side, IN_HAND] -= book.values[card] * (1 + (two >> card & 1))
        one &= one - 1
