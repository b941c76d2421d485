"""The judge: `violation` gives the reason why an action is not legal. All other code asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from canastra.cards import BLACK_THREES, Card
from canastra.engine.actions import Action, Discard, Draw, LayOff, NewMeld, Pass, Refuse, Shift, Take, Withdraw
from canastra.engine.going_out import finishes, obstacle
from canastra.engine.hands import EMPTY, holds, size, with_cards
from canastra.engine.justification import (
    can_justify,
    is_justified_by,
    is_kept_off_melds,
    must_justify,
    needs_new_meld,
    needs_two_naturals,
    taking,
    uses,
)
from canastra.engine.melds import SHORTEST, Meld, diagnosis
from canastra.engine.melds.placement import Laying, laid, lay_off_result, meld_after
from canastra.engine.state import MINIMUM_UNKNOWN, Phase, State
from canastra.errors import Figure, Violation
from canastra.rulebooks.schema import Exhausted, OneCard, TopTwo


def violation(state: State, action: Action) -> Violation | None:
    """The reason why the seat to act may not do this now; None if it may."""
    if state.phase is Phase.OVER:
        return broken(state, "deal_over", "clauses.end_of_deal")
    return _JUDGES[type(action)](state, action)


def is_legal(state: State, action: Action) -> bool:
    """Return whether the seat to act may do this now."""
    return violation(state, action) is None


def broken(state: State, code: str, topic: str, **figures: Figure) -> Violation:
    """A violation that cites the rulebook's article on a topic (a parameter or constant of the rulebook)."""
    return Violation(code, state.lookup.rulebook.article(topic), tuple(figures.items()))


def _draw(state: State, _: Draw) -> Violation | None:
    if state.phase is Phase.JUSTIFY:
        return _unjustified(state)
    if state.phase is Phase.PLAY:
        topic = "pile.purchase" if state.turn_state.taken else "clauses.turn"
        return broken(state, "already_drawn", topic)
    if not state.stock:
        return broken(state, "stock_empty", "stock.exhausted")
    return None


def _refuse(state: State, _: Refuse) -> Violation | None:
    topic = "draw.opener_may_refuse"
    if not state.lookup.rulebook.draw.opener_may_refuse:
        return broken(state, "refuse_unknown", topic)
    if state.turn != 1:
        return broken(state, "refuse_not_the_opener", topic)
    if state.turn_state.refused:
        return broken(state, "refuse_twice", topic)
    if state.turn_state.first is None:
        return broken(state, "refuse_too_late" if state.phase is Phase.PLAY else "refuse_before_draw", topic)
    return None


def _take(state: State, _: Take) -> Violation | None:
    if state.phase is not Phase.DRAW:
        return _unjustified(state) if state.phase is Phase.JUSTIFY else broken(state, "already_drawn", "clauses.turn")
    if state.turn_state.refused:
        return broken(state, "take_after_refusing", "draw.opener_may_refuse")
    if state.turn_state.withdrawn:
        return broken(state, "take_after_withdrawing", "vulnerability.minimums")
    return pile_closed(state, state.seat) or (
        _unjustifiable(state) if must_justify(state) and not can_justify(state) else None
    )


def pile_closed(state: State, seat: int) -> Violation | None:
    """The reason, by public facts, why a seat may not take the pile: it is empty, blocked, or has one card only."""
    pile, rules = state.pile, state.lookup.rulebook.pile
    if not pile:
        return broken(state, "pile_empty", "pile.purchase")
    if rules.black_three_blocks and pile[-1] in BLACK_THREES:
        return broken(state, "pile_blocked", "pile.black_three_blocks", card=str(pile[-1]))
    if rules.top_two is TopTwo.BLOCKS and pile[-1].is_two:
        return broken(state, "pile_blocked", "pile.top_two", card=str(pile[-1]))
    if rules.one_card is not OneCard.ALLOWED and size(state.hands[seat]) == 1:
        if rules.one_card is OneCard.NEVER:
            return broken(state, "one_card_in_hand", "pile.one_card")
        if len(pile) == 1:
            return broken(state, "one_card_and_one_in_pile", "pile.one_card")
    return None


def _unjustifiable(state: State) -> Violation:
    card = str(state.pile[-1])
    dead_end = bool(uses(taking(state)))
    if needs_new_meld(state):
        return broken(state, "top_two_dead_end" if dead_end else "top_two_unusable", "pile.top_two", card=card)
    if needs_two_naturals(state):
        return broken(state, "naturals_dead_end" if dead_end else "naturals_missing", "pile.purchase", card=card)
    return broken(state, "top_card_dead_end" if dead_end else "top_card_unusable", "pile.purchase", card=card)


def _unjustified(state: State) -> Violation:
    if needs_new_meld(state):
        return broken(state, "top_two_first", "pile.top_two", card=str(state.pile[-1]))
    if needs_two_naturals(state):
        return broken(state, "naturals_first", "pile.purchase", card=str(state.pile[-1]))
    return broken(state, "top_card_first", "pile.purchase", card=str(state.pile[-1]))


def _pass(state: State, _: Pass) -> Violation | None:
    if state.lookup.rulebook.stock.exhausted is Exhausted.DEAL_ENDS:
        return broken(state, "pass_unknown", "clauses.turn")
    if state.phase is not Phase.DRAW or state.stock:
        return broken(state, "pass_with_stock", "stock.exhausted")
    return None


def _melding(state: State) -> Violation | None:
    """The rule that forbids any laying now; None if layings are possible."""
    if state.phase is Phase.DRAW:
        return _draw_first(state)
    if state.turn_state.withdrawn:
        return broken(state, "meld_after_withdrawing", "vulnerability.minimums")
    return None


def _draw_first(state: State) -> Violation:
    stock_alone = state.turn_state.refused or state.turn_state.withdrawn
    return broken(state, "draw_from_stock_first" if stock_alone else "draw_first", "clauses.turn")


def _new_meld(state: State, action: NewMeld) -> Violation | None:
    early = _melding(state)
    if early:
        return early
    if len(action.cards) < SHORTEST:
        return broken(state, "meld_too_short", "clauses.melds")
    missing = _cards_in_hand(state, action.cards)
    if missing:
        return missing
    found = meld_after(state, action)
    if found is None:
        return _diagnosed(state, diagnosis.of_cards(action.cards, state.lookup.rulebook))
    return _justified(state, action, found[1]) or _no_way_out(state, action)


def _lay_off(state: State, action: LayOff) -> Violation | None:
    early = _melding(state)
    if early:
        return early
    own = state.melds[state.side]
    if not 1 <= action.number <= len(own):
        return broken(state, "no_such_meld", "clauses.lay_off", number=action.number, melds=len(own))
    missing = _cards_in_hand(state, action.cards)
    if missing:
        return missing
    if state.phase is Phase.JUSTIFY and (is_kept_off_melds(state) or state.pile[-1] not in action.cards):
        return _unjustified(state)
    found = meld_after(state, action)
    if found is None:
        meld = own[action.number - 1]
        if state.phase is Phase.JUSTIFY and lay_off_result(state.lookup, meld, action):
            return _unjustified(state)  # The cards fit, but only with another card before the top one.
        return _diagnosed(state, diagnosis.of_lay_off(meld, action, state.lookup))
    return _no_way_out(state, action)


def _shift(state: State, action: Shift) -> Violation | None:
    early = _melding(state) or (_unjustified(state) if state.phase is Phase.JUSTIFY else None)
    if early:
        return early
    own = state.melds[state.side]
    if not 1 <= action.number <= len(own):
        return broken(state, "no_such_meld", "clauses.lay_off", number=action.number, melds=len(own))
    if meld_after(state, action) is None:
        return _diagnosed(state, diagnosis.of_shift(own[action.number - 1], state.lookup.rulebook))
    return _no_way_out(state, action)


def _discard(state: State, action: Discard) -> Violation | None:
    if state.phase is Phase.DRAW:
        return _draw_first(state)
    if state.phase is Phase.JUSTIFY:
        return _unjustified(state)
    if state.below_minimum:
        return _obstructed(state, "below_minimum", dead_end=False)
    missing = _cards_in_hand(state, (action.card,))
    if missing:
        return missing
    if action.card == state.turn_state.barred:
        return broken(state, "single_card_stays", "pile.single_card_stays", card=str(action.card))
    hand = state.hands[state.seat]
    if size(hand) == 1:
        why = obstacle(state)
        return _obstructed(state, why, dead_end=False) if why else None
    return None


def _withdraw(state: State, _: Withdraw) -> Violation | None:
    topic = "vulnerability.minimums"
    if not state.lookup.rulebook.vulnerability.minimums:
        return broken(state, "withdraw_unknown", topic)
    if state.phase is Phase.JUSTIFY or state.turn_state.laid == 0:
        return broken(state, "withdraw_nothing", topic)
    if state.below_minimum or state.opening[state.side] == MINIMUM_UNKNOWN:
        return None
    return broken(state, "withdraw_free", topic)


def _cards_in_hand(state: State, cards: tuple[Card, ...]) -> Violation | None:
    hand = state.hands[state.seat]
    if state.phase is Phase.JUSTIFY and state.pile[-1] in cards:
        hand = with_cards(hand, state.pile[-1:])
    if holds(hand, cards):
        return None
    held = list(cards)
    for card in dict.fromkeys(cards):
        if not holds(hand, [card] * held.count(card)):
            return broken(state, "card_not_in_hand", "clauses.turn", card=str(card))
    return None


def _justified(state: State, action: NewMeld, meld: Meld) -> Violation | None:
    """The reason why a new meld doesn't use the top card as it must; None if it does, or needn't."""
    if state.phase is not Phase.JUSTIFY or is_justified_by(state, action, meld):
        return None
    return _unjustified(state)


def _no_way_out(state: State, action: Laying) -> Violation | None:
    """The reason why a laying may not empty the hand or leave no legal end of the turn; None if it is allowed."""
    if finishes(state, action):
        return None
    after = laid(state, action)
    why = obstacle(after)
    if after.hands[after.seat] == EMPTY:
        return _obstructed(after, why or "", dead_end=False)
    return _obstructed(after, why, dead_end=True)


_TOPICS = {
    "morto_needs_any": "morto.needs",
    "morto_needs_clean": "morto.needs",
    "going_out_needs_morto": "going_out.morto",
    "going_out_needs_any": "going_out.needs",
    "going_out_needs_clean": "going_out.needs",
}


def _obstructed(state: State, why: str | None, *, dead_end: bool) -> Violation:
    if why == "below_minimum":
        minimum = state.minimum_of(state.side) or 0
        return broken(state, why, "vulnerability.minimums", points=state.turn_state.points, minimum=minimum)
    if why is None:
        return broken(state, "dead_end_single_card", "pile.single_card_stays")
    return broken(state, f"dead_end_{why}" if dead_end else why, _TOPICS[why])


def _diagnosed(state: State, found: tuple[str, str, dict[str, Figure]]) -> Violation:
    code, topic, figures = found
    return broken(state, code, topic, **figures)


_JUDGES: dict[type[Action], Callable[[State, Any], Violation | None]] = {
    Draw: _draw,
    Refuse: _refuse,
    Take: _take,
    NewMeld: _new_meld,
    LayOff: _lay_off,
    Shift: _shift,
    Discard: _discard,
    Withdraw: _withdraw,
    Pass: _pass,
}
