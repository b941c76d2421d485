"""Actions as numbers without gaps, for learners; the same for a rulebook in every process.

An action here is a single step, as `canastra.engine.legal_actions` lists them: a new meld has three cards, a lay-off
one. Numbers follow from the rulebook alone:

1. ``draw``, ``refuse``, ``take``, ``withdraw``, ``pass``: 0 to 4;
2. ``discard`` of each of the 52 cards, in the order of `canastra.cards.CARDS`;
3. every new meld: sequences by suit, then groups by rank, each from the lowest up, without a wild first;
4. lay-offs on the side's meld 1, then on meld 2, up to 34: each card with each end that it can have in this rulebook;
5. ``shift`` of meld 1 to 34, where the rulebook knows it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from canastra.cards import CARDS
from canastra.engine import Action, NewMeld, View
from canastra.engine.melds import Meld
from canastra.errors import InputError
from canastra.kernel.play.layout import MELDS
from canastra.kernel.rules.steps import DISCARD, KIND, LAY, MELD, SHIFT, action_of
from canastra.kernel.rules.tables import MOST_TABLES, rule_tables
from canastra.rulebooks import Rulebook

PLAIN: Final = 5
"""Actions without cards, with the numbers of their kinds."""
_CARD_AND_END: Final = 1 << 8


class Numbering(NamedTuple):
    """An `ActionSpace` as compiled code reads it."""

    steps: Any
    """int32: the kernel's step by number."""
    meld_numbers: Any
    """int32: the action's number by the number of a new meld."""
    lay_places: Any
    """int32: place among a meld's lay-offs by ``card << 2 | end``."""
    begins: Any
    """int64: first discard, first new meld, first lay-off, lay-offs of one meld, first shift."""


class ActionSpace:
    """All actions of a rulebook, numbered from 0 to `size` - 1. Get one with `action_space`."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.tables = rule_tables(rulebook)
        melds = sorted(range(self.tables.new_melds), key=lambda number: _order(self.tables.melds[number]))
        lays = self._lays()
        shifts = MELDS if any(self.tables.rules["meld_shift"][: len(self.tables.melds)] >= 0) else 0
        steps = [kind << KIND for kind in range(PLAIN)]
        begins = [len(steps)]
        steps += [DISCARD | card for card in CARDS]
        begins += [len(steps)]
        steps += [MELD | number for number in melds]
        begins += [len(steps), len(lays)]
        steps += [LAY | number << 8 | lay for number in range(1, MELDS + 1) for lay in lays]
        begins += [len(steps)]
        steps += [SHIFT | number for number in range(1, shifts + 1)]
        self.numbering = Numbering(
            np.array(steps, np.int32),
            np.argsort(np.array(melds)).astype(np.int32) + np.int32(begins[1]),
            _places(lays),
            np.array(begins, np.int64),
        )
        self._actions: tuple[Action, ...] = tuple(action_of(step, self.tables) for step in steps)
        self._numbers = {action: number for number, action in enumerate(self._actions)}

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self._actions)

    def __reduce__(self) -> tuple[object, ...]:
        return action_space, (self.rulebook,)

    def decode(self, number: int) -> Action:
        """The action of a number. Raises `InputError` if no action has it."""
        if not 0 <= number < self.size:
            raise InputError("environment_no_action", action=int(number), last=self.size - 1)
        return self._actions[number]

    def encode(self, action: Action) -> int:
        """The number of a single step.

        Raises `InputError` for an action of several cards, or one that this rulebook lacks.
        """
        if isinstance(action, NewMeld) and (meld := self.tables.lookup.meld(action.cards)):
            action = NewMeld(meld.cards)
        number = self._numbers.get(action)
        if number is None:
            raise InputError("environment_not_numbered", action=str(action), rulebook=self.rulebook.id)
        return number

    def mask(self, view: View) -> Any:
        """The legal actions of a view: bool, `size`; all False for a seat that is not to act."""
        found = np.zeros(self.size, np.bool_)
        found[[self.encode(action) for action in view.legal]] = True
        return found

    def _lays(self) -> list[int]:
        """Each card with each end that it can have, as ``card << 2 | end``."""
        rules = self.tables.rules
        ways = slice(int(rules["way_at"][len(self.tables.melds)]))
        pairs = zip(rules["way_card"][ways].tolist(), rules["way_end"][ways].tolist(), strict=True)
        return sorted({card << 2 | end for card, end in pairs})


@lru_cache(MOST_TABLES)
def action_space(rulebook: Rulebook) -> ActionSpace:
    """The action space of a rulebook; the same object for equal rulebooks.

    >>> from canastra.engine import parse_action
    >>> from canastra.rulebooks import official
    >>> space = action_space(official("buraco"))
    >>> space.encode(parse_action("meld 4H 5H 6H")), str(space.decode(57))
    (248, 'meld AS 2S 3S')
    """
    return ActionSpace(rulebook)


def _order(meld: Meld) -> tuple[object, ...]:
    return meld.is_group, meld.rank if meld.is_group else meld.suit, meld.low, meld.wild, meld.cards


def _places(lays: list[int]) -> Any:
    places = np.full(_CARD_AND_END, -1, np.int32)
    places[lays] = np.arange(len(lays), dtype=np.int32)
    return places
