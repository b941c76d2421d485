"""The progress of a deal: `apply` judges and performs an action, then does all that follows by rule.

`perform` and `follow` do the same without judging, one step at a time: for actions from `legal_actions`, and for
records, which show every step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from canastra.cards import RED_THREES, Card
from canastra.engine.actions import Action, Discard, Draw, LayOff, NewMeld, Pass, Refuse, Shift, Take, Withdraw
from canastra.engine.going_out import barred_by, morto_available
from canastra.engine.hands import BITS, EMPTY, Hand, hand_of, minus, with_cards, without
from canastra.engine.justification import must_justify, taking
from canastra.engine.legality import pile_closed, violation
from canastra.engine.melds.placement import Laying, laid
from canastra.engine.state import (
    FREE_TO_MELD,
    MINIMUM_UNKNOWN,
    NEW_TURN,
    Ending,
    Phase,
    RedThree,
    State,
    TakeMorto,
    paired,
    replaced,
)
from canastra.errors import RuleError
from canastra.rulebooks.schema import Exhausted, RedUnexchanged

STALEMATE = 24
"""Turns in a row without a card drawn from the stock or laid (docs/rules.md §7)."""


def apply(state: State, action: Action) -> State:
    """The state after an action and all that follows by rule. Raises `RuleError` if the action is not legal."""
    why = violation(state, action)
    if why is not None:
        raise RuleError(why)
    return settle(perform(state, action))


def perform(state: State, action: Action) -> State:
    """The state right after an action that is known to be legal, before the steps that follow by rule."""
    return _PERFORM[type(action)](state, action)


def settle(state: State) -> State:
    """The state after everything that follows by rule."""
    while state.forced is not None:
        state = follow(state)
    return state


def follow(state: State) -> State:
    """The state after the one step that is due by rule."""
    forced = state.forced
    if isinstance(forced, RedThree):
        return _expose(state, forced.card)
    assert isinstance(forced, TakeMorto)
    return _take_morto(state, direct=forced.direct)


def begin_turn(state: State, seat: int, turn: int = 1, idle_turns: int = 0) -> State:
    """The beginning of a seat's turn, before its draw; its red 3s are due at once (tranca Art. 7)."""
    unplayed = replaced(state.unplayed, seat, False) if state.unplayed[seat] else state.unplayed
    due = due_red_three(state, state.hands[seat])
    return state._replace(
        seat=seat,
        turn=turn,
        idle_turns=idle_turns,
        phase=Phase.DRAW,
        turn_state=NEW_TURN,
        unplayed=unplayed,
        forced=RedThree(due) if due is not None else None,
    )


def due_red_three(state: State, hand: Hand) -> Card | None:
    """The red 3 of a hand that has to be exposed next, hearts before diamonds."""
    if state.lookup.rulebook.threes.red_exposed:
        for card in RED_THREES:
            if hand & BITS[card]:
                return card
    return None


def _draw(state: State, _: Draw) -> State:
    card = state.stock[0]
    hand = with_cards(state.hand, (card,))
    now = state.turn_state
    may_refuse = state.turn == 1 and not now.refused and state.lookup.rulebook.draw.opener_may_refuse
    due = due_red_three(state, hand)
    return state._replace(
        phase=Phase.PLAY,
        hands=state.with_hand(hand),
        stock=state.stock[1:],
        turn_state=now._replace(drew=True, first=card if may_refuse else None, known=state.known[state.seat]),
        forced=RedThree(due) if due is not None else None,
    )


def _refuse(state: State, _: Refuse) -> State:
    first = state.turn_state.first
    assert first is not None
    return state._replace(
        phase=Phase.DRAW,
        hands=state.with_hand(without(state.hand, (first,))),
        pile=(*state.pile, first),
        turn_state=state.turn_state._replace(first=None, refused=True),
    )


def _take(state: State, _: Take) -> State:
    taken = taking(state)
    if must_justify(state):
        return taken
    known = with_cards(state.known[state.seat], state.pile)
    return taken._replace(
        phase=Phase.PLAY,
        hands=state.with_hand(with_cards(state.hand, state.pile)),
        known=replaced(state.known, state.seat, known),
        pile=(),
        turn_state=taken.turn_state._replace(known=known),
    )


def _lay(state: State, action: Laying) -> State:
    after = laid(state, action)
    return _emptied(after, direct=True) if after.hand == EMPTY else after


def _discard(state: State, action: Discard) -> State:
    seat, card = state.seat, action.card
    hand = without(state.hand, (card,))
    known, opening = state.known, state.opening
    if known[seat]:
        known = replaced(known, seat, minus(known[seat], (card,)))
    if opening[seat % 2] == MINIMUM_UNKNOWN and state.turn_state.laid:
        opening = paired(opening, seat % 2, FREE_TO_MELD)
    after = state._replace(hands=state.with_hand(hand), known=known, opening=opening, pile=(*state.pile, card))
    return _emptied(after, direct=False) if hand == EMPTY else _end_turn(after)


def _withdraw(state: State, _: Withdraw) -> State:
    """Return all cards laid in this turn to the hand and undo a justified purchase (docs/rules.md §8)."""
    side, seat, now = state.side, state.seat, state.turn_state
    own = state.melds[side]
    cards = tuple(card for meld in own for card in meld.cards)
    hand = with_cards(state.hand, cards)
    seen = hand_of(cards)
    undone = bool(now.taken) and must_justify(state._replace(pile=now.taken))
    if undone:
        hand = without(hand, now.taken)
        seen = minus(seen, now.taken)
    attempt = max(state.opening[side], 0) + 1
    return state._replace(
        phase=Phase.DRAW if undone else Phase.PLAY,
        hands=state.with_hand(hand),
        # The laid cards have been seen. Both numbers have one bit a copy, so that | is the larger count of each.
        known=replaced(state.known, seat, Hand(now.known | seen)),
        melds=paired(state.melds, side, ()),
        pile=now.taken if undone else state.pile,
        opening=paired(state.opening, side, attempt),
        turn_state=now._replace(
            points=0,
            laid=0,
            withdrawn=True,
            taken=() if undone else now.taken,
            barred=None if undone else barred_by(state, now.taken),
        ),
    )


def _pass(state: State, _: Pass) -> State:
    return _out_of_stock(state)


def _emptied(state: State, *, direct: bool) -> State:
    if morto_available(state):
        return state._replace(forced=TakeMorto(direct))
    return _over(state, Ending.GOING_OUT)._replace(went_out=state.seat)


def _take_morto(state: State, *, direct: bool) -> State:
    seat = state.seat
    hand = hand_of(state.mortos[0])
    due = due_red_three(state, hand) if direct else None
    taken = state._replace(
        hands=state.with_hand(hand),
        mortos=state.mortos[1:],
        has_morto=paired(state.has_morto, seat % 2, True),
        forced=RedThree(due) if due is not None else None,
    )
    if direct:
        return taken
    # The morto is unseen until the next turn (docs/rules.md §3): it can't be played from before.
    return _end_turn(taken._replace(unplayed=replaced(state.unplayed, seat, True)))


def _expose(state: State, card: Card) -> State:
    """Expose a red 3 and replace it from the stock (tranca Art. 7-8)."""
    if not state.stock:
        return _out_of_stock(state, exposing=state.seat)
    replacement = state.stock[0]
    hand = with_cards(without(state.hand, (card,)), (replacement,))
    due, now = due_red_three(state, hand), state.turn_state
    after = state._replace(
        hands=state.with_hand(hand),
        stock=state.stock[1:],
        red_threes=paired(state.red_threes, state.side, (*state.red_threes[state.side], card)),
        turn_state=now._replace(drew=True, first=replacement if now.first is not None else None),
        forced=RedThree(due) if due is not None else None,
    )
    if due is None and state.phase is Phase.DRAW and not after.stock:
        return _out_of_stock(after)
    return after


def _end_turn(state: State) -> State:
    """End the turn in the order of docs/rules.md §7, then begin the next seat's."""
    rulebook = state.lookup.rulebook
    next_seat = (state.seat + 1) % len(state.hands)
    if not state.stock:
        if state.mortos and rulebook.morto.becomes_stock:
            state = state._replace(stock=state.mortos[0], mortos=state.mortos[1:])
        elif not _may_play_on(state) or pile_closed(state, next_seat):
            return _out_of_stock(state)
    idle_turns = 0 if state.turn_state.drew or state.turn_state.laid else state.idle_turns + 1
    if idle_turns >= STALEMATE:
        return _over(state, Ending.STALEMATE)._replace(idle_turns=idle_turns)
    return begin_turn(state, next_seat, state.turn + 1, idle_turns)


def _may_play_on(state: State) -> bool:
    """Return whether the next player may still take the pile after the stock is used up (buraco Art. 12)."""
    rule = state.lookup.rulebook.stock.exhausted
    # The turn that drew the last card is followed by one turn; that second turn drew nothing.
    return rule is Exhausted.PILE_MAY_BE_TAKEN or (rule is Exhausted.PILE_MAY_BE_TAKEN_ONCE and state.turn_state.drew)


def _out_of_stock(state: State, exposing: int | None = None) -> State:
    """End a deal whose stock has run out, perhaps while a seat exposed its red 3s.

    That seat's red 3s are plain cards (tranca Art. 8), and so are those of a morto whose player's turn did not come,
    unless a house charges them.
    """
    threes = state.lookup.rulebook.threes
    plain = threes.red_exposed and threes.red_unexchanged is RedUnexchanged.PLAIN
    unreplaced = tuple(seat == exposing or (plain and waits) for seat, waits in enumerate(state.unplayed))
    return _over(state, Ending.STOCK)._replace(unreplaced=unreplaced)


def _over(state: State, ending: Ending) -> State:
    return state._replace(phase=Phase.OVER, ending=ending, forced=None)


_PERFORM: dict[type[Action], Callable[[State, Any], State]] = {
    Draw: _draw,
    Refuse: _refuse,
    Take: _take,
    NewMeld: _lay,
    LayOff: _lay,
    Shift: _lay,
    Discard: _discard,
    Withdraw: _withdraw,
    Pass: _pass,
}
