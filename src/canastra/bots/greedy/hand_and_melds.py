"""A side's melds and a hand, and the effect of steps on them: for planning.

Steps come from the engine's `Lookup`, so this module has no rules of its own. The engine judges whether a step is
legal: a bot plays only steps that its view lists.
"""

from __future__ import annotations

from typing import NamedTuple

from canastra.engine import LayOff, Lookup, Meld, NewMeld, Shift
from canastra.engine.hands import Hand, size, without

Step = NewMeld | LayOff | Shift


class HandAndMelds(NamedTuple):
    """A hand and the melds of its side."""

    hand: Hand
    melds: tuple[Meld, ...]


class StepResult(NamedTuple):
    """A step and its result: the meld before (None for a new one), the meld after, the hand and all melds."""

    step: Step
    before: Meld | None
    meld: Meld
    held: HandAndMelds

    @property
    def spends_wild(self) -> bool:
        """Return whether a meld that had no wild has one now."""
        return self.meld.has_wild and not (self.before and self.before.has_wild)


def step_result(lookup: Lookup, held: HandAndMelds, step: Step) -> StepResult | None:
    """The result of a step; None if it doesn't fit."""
    hand, melds = held
    if isinstance(step, NewMeld):
        new = lookup.meld(step.cards)
        return StepResult(step, None, new, HandAndMelds(without(hand, step.cards), (*melds, new))) if new else None
    if isinstance(step, Shift):
        return None
    index = step.number - 1
    before = melds[index]
    for way in lookup.placements(before, step.cards[0]):
        if way.end is step.end:
            after = (*melds[:index], way.meld, *melds[index + 1 :])
            return StepResult(step, before, way.meld, HandAndMelds(without(hand, step.cards), after))
    return None


def lay_offs(lookup: Lookup, held: HandAndMelds) -> list[LayOff]:
    """All lay-offs of one card."""
    found: list[LayOff] = []
    for number, meld in enumerate(held.melds, 1):
        found.extend([step for step in lookup.lay_offs(number, meld, held.hand) if isinstance(step, LayOff)])
    return found


def rest(held: HandAndMelds) -> int:
    """Cards left in the hand."""
    return size(held.hand)
