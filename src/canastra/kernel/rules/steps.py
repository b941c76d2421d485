"""Steps as numbers: the kind of step in the high bits, its object in the low ones.

A lay-off is ``kind | number << 8 | card << 2 | end``, with the number of the meld from 1; a new meld carries its number
in the `RuleTables`.
"""

from __future__ import annotations

from typing import Final

from canastra.cards import CARDS
from canastra.engine import actions
from canastra.engine.melds.movement import End
from canastra.kernel.jit import compiled
from canastra.kernel.rules.tables import RuleTables

KIND: Final = 24
LOW_BITS: Final = (1 << KIND) - 1
DRAW_CARD: Final = 0
REFUSE: Final = 1 << KIND
TAKE: Final = 2 << KIND
WITHDRAW: Final = 3 << KIND
PASS: Final = 4 << KIND
DISCARD: Final = 5 << KIND
MELD: Final = 6 << KIND
LAY: Final = 7 << KIND
SHIFT: Final = 8 << KIND
MOST_STEPS: Final = 2048
"""More steps than any hand has."""

ENDS: Final = (End.NONE, End.LOW, End.HIGH)
_PLAIN: Final[dict[int, actions.Action]] = {
    DRAW_CARD: actions.DRAW,
    REFUSE: actions.REFUSE,
    TAKE: actions.TAKE,
    WITHDRAW: actions.WITHDRAW,
    PASS: actions.PASS,
}
_CODES: Final = {action: code for code, action in _PLAIN.items()}


@compiled
def lay_step(index: int, card: int, end: int) -> int:
    """The step that lays a card on the side's meld at a place; `end` is a place in `ENDS`."""
    return LAY | (index + 1) << 8 | card << 2 | end


@compiled
def lay_parts(step: int) -> tuple[int, int, int]:
    """The meld's index, card and end from which `lay_step` made the step."""
    return ((step & LOW_BITS) >> 8) - 1, step >> 2 & 63, step & 3


def action_of(step: int, tables: RuleTables) -> actions.Action:
    """The engine's action for a step."""
    kind, low = step & ~LOW_BITS, step & LOW_BITS
    if kind == DISCARD:
        return actions.Discard(CARDS[low])
    if kind == MELD:
        return actions.NewMeld(tables.melds[low].cards)
    if kind == LAY:
        return actions.LayOff(low >> 8, (CARDS[low >> 2 & 63],), ENDS[low & 3])
    if kind == SHIFT:
        return actions.Shift(low)
    return _PLAIN[step]


def step_of(action: actions.Action, tables: RuleTables) -> int:
    """The step for an action of the engine that lays at most one card, or a new meld of three."""
    if isinstance(action, actions.Discard):
        return DISCARD | action.card
    if isinstance(action, actions.NewMeld):
        meld = tables.lookup.meld(action.cards)
        assert meld is not None
        return MELD | tables.numbers[meld]
    if isinstance(action, actions.LayOff):
        (card,) = action.cards
        return LAY | action.number << 8 | card << 2 | ENDS.index(action.end)
    if isinstance(action, actions.Shift):
        return SHIFT | action.number
    return _CODES[action]
