"""Writes a `View` as a record: the cards that the seat knows in their places, the others dealt arbitrarily."""

from __future__ import annotations

from collections.abc import Sequence

from canastra.cards import TWO_PACKS, UNKNOWN, Card
from canastra.engine import View, masked_state
from canastra.engine.hands import Hand, cards_of, hand_of, minus, size, unknowns, with_cards
from canastra.engine.state import State
from canastra.errors import InternalError
from canastra.kernel.play.codec import encode
from canastra.kernel.play.layout import DealState
from canastra.kernel.rules.tables import RuleTables


def encode_view(view: View, tables: RuleTables, record: DealState) -> None:
    """Write the cards that a seat knows into a record of `canastra.kernel.play.layout.STATE`.

    Cards that the seat does not see are in it too, each once, in possible places and an order that reveals nothing: a
    reader must use only what the seat knows, or deal the others anew.
    """
    encode(determinize(view), tables, record)


def determinize(view: View) -> State:
    """A state that the seat may be in: every unknown card is replaced by one that it does not see.

    Raises `InternalError` for a view whose cards are not those of two packs.
    """
    state = masked_state(view)
    unseen = _Unseen(state)
    hands = tuple(unseen.filled_hand(hand, known) for hand, known in zip(state.hands, state.known, strict=True))
    pile = unseen.filled(state.pile)
    taken = pile if state.turn_state.taken and state.phase == "justify" else state.turn_state.taken
    whole = state._replace(
        hands=hands,
        pile=pile,
        stock=unseen.filled(state.stock),
        mortos=tuple(map(unseen.filled, state.mortos)),
        # A view from another source may not say which cards were taken; then only their number is used.
        turn_state=state.turn_state._replace(taken=() if UNKNOWN in taken else taken),
    )
    if unseen.cards:
        raise InternalError("view_of_other_pack", cards=len(unseen.cards))
    return whole


class _Unseen:
    """The cards that a seat sees nowhere."""

    def __init__(self, state: State) -> None:
        seen = [card for meld in (*state.melds[0], *state.melds[1]) for card in meld.cards]
        seen += [*state.red_threes[0], *state.red_threes[1], *state.pile]
        for hand, known in zip(state.hands, state.known, strict=True):
            seen += cards_of(known if unknowns(hand) else hand)
        rest = hand_of(TWO_PACKS)
        self.cards: list[Card] = list(cards_of(minus(rest, [card for card in seen if card != UNKNOWN])))

    def filled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards, with unseen ones in the place of unknown ones."""
        return tuple(self._next() if card == UNKNOWN else card for card in cards)

    def filled_hand(self, hand: Hand, known: Hand) -> Hand:
        """The hand, with unseen cards in the place of the unknown ones; cards that all players know stay."""
        if not unknowns(hand):
            return hand
        return with_cards(known, [self._next() for _ in range(size(hand) - size(known))])

    def _next(self) -> Card:
        if not self.cards:
            raise InternalError("view_of_other_pack", cards=-1)
        return self.cards.pop()
