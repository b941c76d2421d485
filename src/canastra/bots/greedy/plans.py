"""Plans the layings of a hand this turn: step by step, naturals first, wilds as far as allowed.

A plan depends only on the table, the hand and its use of wilds, so planning again after each step continues the same
plan.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from canastra.bots.greedy.hand_and_melds import HandAndMelds, StepResult, lay_offs, rest, step_result
from canastra.engine import LayOff, Lookup, Meld
from canastra.engine.going_out import has_canasta
from canastra.engine.hands import cards_of
from canastra.engine.melds import CANASTA
from canastra.rulebooks.schema import Need


class Wilds(IntEnum):
    """The freedom of a plan with wilds."""

    CANASTA = 0
    """Only to complete a canasta that the side needs."""
    SPARE = 1
    """Also on melds far from a clean canasta, because the stock is nearly gone."""
    ANY = 2
    """Wherever they fit, except on a clean canasta, because the opening or going out needs them."""


Accept = Callable[[StepResult], bool]


def plan(lookup: Lookup, held: HandAndMelds, wilds: Wilds) -> list[StepResult]:
    """The steps to lay now, in order; empty if nothing should be laid."""
    steps: list[StepResult] = []
    while rest(held) > 0:
        step = next_step(lookup, held, wilds)
        if step is None:
            break
        steps.append(step)
        held = step.held
    return steps


def next_step(lookup: Lookup, held: HandAndMelds, wilds: Wilds, legal: Accept = lambda step: True) -> StepResult | None:
    """The best next step among those accepted by `legal`."""
    found = [step_result(lookup, held, step) for step in lay_offs(lookup, held)]
    laid = [result for result in found if result and not result.spends_wild and legal(result)]
    if laid:
        return max(laid, key=lambda result: _lay_off_worth(result, lookup))
    made = [step_result(lookup, held, step) for step in lookup.new_melds(held.hand)]
    fresh = [result for result in made if result and legal(result)]
    natural = [result for result in fresh if not result.meld.has_wild]
    if natural:
        return max(natural, key=lambda result: _new_meld_worth(result, lookup))
    spending = [result for result in found if result and result.spends_wild and legal(result)]
    wild = [result for result in spending if _worth_a_wild(result, held, lookup, wilds)]
    best = max(wild, key=lambda result: _wild_worth(result, lookup), default=None)
    if wilds is Wilds.ANY and fresh and not (best and len(best.meld.cards) == CANASTA):
        # A new meld brings down three cards for one wild.
        return max(fresh, key=lambda result: _new_meld_worth(result, lookup))
    return best


def _lay_off_worth(step: StepResult, lookup: Lookup) -> tuple[int, ...]:
    """Order of lay-offs: clean before dirty, canastas first, room for the remaining cards, then longer melds."""
    meld = step.meld
    return (
        not (meld.has_wild and step.before is not None and not step.before.has_wild),
        len(meld.cards) == CANASTA,
        meld.is_clean,
        -_spent(step),
        _more(step, lookup),
        not meld.has_wild,
        len(meld.cards),
        _order(step),
    )


def _spent(step: StepResult) -> int:
    """1 if a 2 that could be a wild elsewhere is laid as a natural before it is useful there, else 0."""
    assert isinstance(step.step, LayOff)
    return step.step.cards[0].is_two and len(step.meld.cards) != CANASTA


def _new_meld_worth(step: StepResult, lookup: Lookup) -> tuple[int, ...]:
    return _more(step, lookup), not step.meld.is_group, lookup.points(step.meld.cards), _order(step)


def _wild_worth(step: StepResult, lookup: Lookup) -> tuple[int, ...]:
    size = len(step.meld.cards)
    return size == CANASTA, _more(step, lookup), -size, _order(step)


def _order(step: StepResult) -> int:
    """A number that breaks ties between equal steps, so that plans don't depend on the order of a list."""
    return -sum(step.meld.cards) - step.meld.low


def _more(step: StepResult, lookup: Lookup) -> int:
    """The number of cards by which the naturals left in the hand could extend the meld."""
    meld, hand, count = step.meld, step.held.hand, 0
    while count < CANASTA:
        held = HandAndMelds(hand, (meld,))
        nexts = (step_result(lookup, held, step) for step in lookup.lay_offs(1, meld, hand))
        found = next((result for result in nexts if result and not result.spends_wild), None)
        if found is None:
            break
        count, meld, hand = count + 1, found.meld, found.held.hand
    return count


def _worth_a_wild(step: StepResult, held: HandAndMelds, lookup: Lookup, wilds: Wilds) -> bool:
    before = step.before
    assert before is not None
    if before.is_clean:
        return False
    if wilds is Wilds.ANY:
        return True
    if _keeps_clean(before, held.melds, lookup):
        return False
    if len(step.meld.cards) == CANASTA:
        return wilds is Wilds.SPARE or not has_canasta(held.melds, Need.ANY) or _wilds_held(held) > 1
    return wilds is Wilds.SPARE and len(before.cards) < CANASTA - 2


def _keeps_clean(meld: Meld, melds: tuple[Meld, ...], lookup: Lookup) -> bool:
    """Return whether this is the side's best hope for the clean canasta without which it can't go out."""
    if lookup.rulebook.going_out.needs is not Need.CLEAN or has_canasta(melds, Need.CLEAN):
        return False
    hopes = [hope for hope in melds if not hope.has_wild]
    return meld is max(hopes, key=lambda hope: len(hope.cards))


def _wilds_held(held: HandAndMelds) -> int:
    return sum(card.is_two for card in cards_of(held.hand))
