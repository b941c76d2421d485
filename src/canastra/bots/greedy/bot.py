"""A bot that takes useful piles, lays as much as it can, and keeps cards that may grow.

It looks only at its own turn, without counting other hands and without search. Every choice depends only on the view,
so a deal resumed in the middle continues in the same way.
"""

from __future__ import annotations

from random import Random

from canastra.bots.greedy import discards
from canastra.bots.greedy.hand_and_melds import HandAndMelds, StepResult, rest, step_result
from canastra.bots.greedy.plans import Wilds, next_step, plan
from canastra.cards import CARDS, Card
from canastra.engine import (
    DRAW,
    TAKE,
    WITHDRAW,
    Action,
    Discard,
    LayOff,
    Lookup,
    Meld,
    NewMeld,
    Phase,
    Shift,
    View,
    lookup_of,
    masked_state,
)
from canastra.engine.going_out import obstacle
from canastra.engine.hands import cards_of, hand_of, with_cards
from canastra.engine.justification import must_justify, uses
from canastra.engine.melds import CANASTA
from canastra.engine.state import paired
from canastra.rulebooks.schema import PileShown

LATE = 10
"""Cards in the stock below which the deal is near its end and points in the hand are points lost."""
DRAW_WORTH = 10.0
"""Value of an unknown card of the stock, in points: less than a meld, more than nothing."""
HIDDEN_WORTH = 4.0
"""Value of each hidden card of the pile, in points."""
LEFT_OVER = 0.35
"""Share of its points that a card left in the hand costs before the end of the deal."""


class GreedyBot:
    """Lays naturals first and keeps wilds for canastas and going out. The seed only breaks ties of discards."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._order = tuple(Random(seed).sample(range(len(CARDS)), len(CARDS)))

    def choose(self, view: View) -> Action:
        """The bot's action."""
        if len(view.legal) == 1:
            return view.legal[0]
        decision = _Decision(view)
        if view.phase is Phase.DRAW:
            return decision.draw_or_take()
        if view.phase is Phase.JUSTIFY:
            return decision.justify()
        return decision.lay() or self._discard(view)

    def _discard(self, view: View) -> Action:
        choices = [action for action in view.legal if isinstance(action, Discard)]
        if choices:
            return min(choices, key=lambda choice: (discards.cost(view, choice.card), self._order[choice.card]))
        if WITHDRAW in view.legal:
            return WITHDRAW
        return view.legal[0]


class _Decision:
    """One decision about what to take and what to lay."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.lookup: Lookup = lookup_of(view.rulebook)
        self.state = masked_state(view)
        """The state for asking the engine's judge."""
        self.side = view.seat % 2
        self.held = HandAndMelds(hand_of(view.hand), view.melds[self.side])
        self.late = view.stock_size <= LATE and not (view.morto_sizes and view.rulebook.morto.becomes_stock)

    def draw_or_take(self) -> Action:
        """Take the pile if it is worth more than an unknown card."""
        view = self.view
        if TAKE not in view.legal:
            return DRAW if DRAW in view.legal else view.legal[0]
        other = next(action for action in view.legal if action != TAKE)
        if self._goes_out_after(self._steps(self.held), left=0):
            return other
        alone = self._worth(self.held) + (DRAW_WORTH if other == DRAW else 0.0)
        return TAKE if self._worth_taken() > alone else other

    def _worth_taken(self) -> float:
        view = self.view
        if not must_justify(self.state):
            return self._worth(HandAndMelds(with_cards(self.held.hand, view.pile), self.held.melds))
        top = view.pile[-1]
        held = HandAndMelds(with_cards(self.held.hand, (top,)), self.held.melds)
        made = [step_result(self.lookup, held, step) for step in uses(self.state)]
        under = view.pile[:-1] if view.rulebook.pile.shown is PileShown.ALL else ()
        hidden = HIDDEN_WORTH * (view.pile_size - 1 - len(under))
        worths = [self._worth_step(result, under) for result in made if result]
        return max(worths, default=float("-inf")) + hidden

    def justify(self) -> Action:
        """The step that makes the most of the top card."""
        under = self.view.pile

        def worth(action: Action) -> float:
            assert isinstance(action, NewMeld | LayOff)
            made = step_result(self.lookup, self.held, action)
            return self._worth_step(made, under) if made else float("-inf")

        return max(self.view.legal, key=worth)

    def _worth_step(self, step: StepResult, under: tuple[Card, ...]) -> float:
        """The value of a first step with the top card, with the rest of the pile in the hand."""
        held = HandAndMelds(with_cards(step.held.hand, under), step.held.melds)
        laid = self.lookup.points(step.step.cards) if isinstance(step.step, NewMeld | LayOff) else 0
        wild = 15.0 if step.spends_wild else 0.0
        return self._worth(held, laid) - wild

    def _worth(self, held: HandAndMelds, laid: int = 0) -> float:
        """Points laid this turn and hopes for the rest, less the cost of cards that stay in the hand."""
        minimum = self._missing() - laid
        if minimum > 0 and self._opening_mode(held, minimum) is None:
            # No laying is possible; a required step would have to be withdrawn.
            return float("-inf") if laid else discards.hopes(held.hand, self.lookup) - self._burden(held)
        steps = self._steps(held, minimum)
        end = steps[-1].held if steps else held
        points = sum(_meld_worth(self.lookup, meld) for meld in end.melds)
        return points + discards.hopes(end.hand, self.lookup) - self._burden(end)

    def _burden(self, held: HandAndMelds) -> float:
        rate = 1.0 if self.late else LEFT_OVER
        return rate * self.lookup.points(cards_of(held.hand))

    def lay(self) -> Action | None:
        """The next step to lay, if any."""
        view = self.view
        if view.points_laid == 0 and self._missing() > 0 and self._opening_mode(self.held, self._missing()) is None:
            return None
        home = next((action for action in view.legal if isinstance(action, Shift)), None)
        if home:
            return home
        legal = set(view.legal)
        step = next_step(self.lookup, self.held, self._mode(), lambda result: result.step in legal)
        if step is None or self._strips(step):
            return None
        return step.step

    def _strips(self, step: StepResult) -> bool:
        """Return whether a new meld would leave too few cards to build with while going out is far."""
        if not isinstance(step.step, NewMeld) or self._missing() > 0 or self.late:
            return False
        return rest(step.held) < 3 and not self._may_empty(step.held)

    def _mode(self) -> Wilds:
        missing = self._missing()
        if missing > 0:
            return self._opening_mode(self.held, missing) or Wilds.CANASTA
        everything = plan(self.lookup, self.held, Wilds.ANY)
        if self._goes_out_after(everything, left=1):
            return Wilds.ANY
        return Wilds.SPARE if self.late else Wilds.CANASTA

    def _steps(self, held: HandAndMelds, minimum: int = 0) -> list[StepResult]:
        mode = self._opening_mode(held, minimum) if minimum > 0 else None
        return plan(self.lookup, held, mode or (Wilds.SPARE if self.late else Wilds.CANASTA))

    def _missing(self) -> int:
        """Points that the side still needs this turn to open; 0 if it may lay freely."""
        minimum = self.view.minimum[self.side] or 0
        return max(minimum - self.view.points_laid, 0) if minimum else 0

    def _opening_mode(self, held: HandAndMelds, minimum: int) -> Wilds | None:
        """The most careful way of laying that reaches the minimum."""
        for mode in (Wilds.CANASTA, Wilds.ANY):
            steps = plan(self.lookup, held, mode)
            cards = [
                card for result in steps if isinstance(result.step, NewMeld | LayOff) for card in result.step.cards
            ]
            if self.lookup.points(tuple(cards)) >= minimum:
                return mode
        return None

    def _goes_out_after(self, steps: list[StepResult], left: int) -> bool:
        """Return whether the steps empty the hand, but for `left` cards to discard, and the rules allow that."""
        end = steps[-1].held if steps else self.held
        return rest(end) <= left and self._may_empty(end)

    def _may_empty(self, held: HandAndMelds) -> bool:
        melds = paired(self.state.melds, self.side, held.melds)
        return obstacle(self.state._replace(melds=melds)) is None


def _meld_worth(lookup: Lookup, meld: Meld) -> float:
    bonus = lookup.rulebook.canastas
    whole = bonus.dirty if meld.has_wild else bonus.clean
    length = min(len(meld.cards), CANASTA)
    grown = whole if length == CANASTA else whole * 0.4 * (length / CANASTA) ** 2
    return lookup.points(meld.cards) + grown
