"""Dealing, from a shuffled pack or a record's piles to the first state; the draw and the cut.

Nothing here is random: every function takes cards in a given order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from canastra.cards import Card
from canastra.engine.hands import EMPTY, hand_of
from canastra.engine.melds.lookup import lookup_of
from canastra.engine.state import FREE_TO_MELD, NEW_TURN, Phase, State
from canastra.engine.turn import begin_turn
from canastra.errors import InternalError
from canastra.rulebooks.schema import Opener, Rulebook

HAND_SIZE = 11
"""Cards of each hand and of each morto, in every rulebook."""
PACK_SIZE = 104


@dataclass(frozen=True, slots=True)
class Piles:
    """The 104 cards as dealt: hands by seat, mortos in the order in which they are taken, stock in drawing order."""

    hands: tuple[tuple[Card, ...], ...]
    mortos: tuple[tuple[Card, ...], tuple[Card, ...]]
    stock: tuple[Card, ...]


def cut(pack: Sequence[Card], place: int) -> tuple[Card, ...]:
    """The pack with its first `place` cards put below the others. Raises `InternalError` unless 0 < `place` < 104."""
    if not 0 < place < len(pack):
        raise InternalError("cut_out_of_range", place=place)
    return (*pack[place:], *pack[:place])


def deal_out(pack: Sequence[Card], players: int, dealer: int) -> Piles:
    """Deal a shuffled and cut pack: hands in turn from the seat after the dealer on, morto 1, morto 2, then the stock.

    Raises `InternalError` if it hasn't 104 cards.
    """
    if len(pack) != PACK_SIZE:
        raise InternalError("pack_size", cards=len(pack))
    dealt = players * HAND_SIZE
    hands = tuple(tuple(pack[(seat - dealer - 1) % players : dealt : players]) for seat in range(players))
    first, second = dealt + HAND_SIZE, dealt + 2 * HAND_SIZE
    return Piles(hands, (tuple(pack[dealt:first]), tuple(pack[first:second])), tuple(pack[second:]))


def start_deal(
    rulebook: Rulebook, piles: Piles, dealer: int, opening: tuple[int, int] = (FREE_TO_MELD, FREE_TO_MELD)
) -> State:
    """The state before the opener acts; `opening` as in `State.opening`, from the match (`Match.opening`).

    `canastra.engine.turn.settle` exposes the opener's red 3s.
    """
    players = rulebook.table.players
    state = State(
        lookup=lookup_of(rulebook),
        dealer=dealer,
        seat=dealer,
        turn=1,
        phase=Phase.DRAW,
        hands=tuple(hand_of(hand) for hand in piles.hands),
        melds=((), ()),
        stock=piles.stock,
        mortos=piles.mortos,
        pile=(),
        has_morto=(False, False),
        red_threes=((), ()),
        known=(EMPTY,) * players,
        opening=opening,
        unplayed=(False,) * players,
        idle_turns=0,
        turn_state=NEW_TURN,
        forced=None,
        ending=None,
        went_out=None,
        unreplaced=(False,) * players,
    )
    return begin_turn(state, first_seat(rulebook, dealer))


def first_seat(rulebook: Rulebook, dealer: int) -> int:
    """The seat that opens a deal."""
    return dealer if rulebook.deal.opener is Opener.DEALER else (dealer + 1) % rulebook.table.players


def draw_for_dealer(cards: Sequence[Card], players: int) -> tuple[int, tuple[tuple[int, Card], ...]]:
    """Draw the dealer: each player draws a card, and the highest deals (ace lowest, king highest).

    Players who tie for the highest draw again (tranca Art. 3, docs/rules.md §2). `cards` is a shuffled pack. Don't deal
    from the same order, since the cards drawn are shown. Returns the dealer's seat and every card drawn, as (seat,
    card), in order. Raises `InternalError` if the cards run out.
    """
    drawn: list[tuple[int, Card]] = []
    among = tuple(range(players))
    while len(among) > 1:
        at = len(drawn)
        if at + len(among) > len(cards):
            raise InternalError("draw_out_of_cards", cards=len(cards))
        shown = cards[at : at + len(among)]
        drawn.extend(zip(among, shown, strict=True))
        among = highest_of(among, shown)
    return among[0], tuple(drawn)


def highest_of(seats: Sequence[int], cards: Sequence[Card]) -> tuple[int, ...]:
    """The seats that drew the highest rank (ace lowest); if there are several, they draw again."""
    highest = max(card.rank for card in cards)
    return tuple(seat for seat, card in zip(seats, cards, strict=True) if card.rank == highest)


def draw_for_seats(cards: Sequence[Card], players: int) -> tuple[tuple[int, ...], tuple[tuple[int, Card], ...]]:
    """Draw the seats (tranca Art. 2, buraco Art. 2): each player draws a card, ace lowest and king highest.

    The two highest of four are partners: from the highest to the lowest they get seats 0, 2, 1 and 3. Players who tie
    draw again. `cards` is a shuffled pack; don't deal from it. Returns, for each new seat, the former seat of its
    player, and every card drawn, as (former seat, card), in order.
    """
    drawn: list[tuple[int, Card]] = []

    def ranked(among: tuple[int, ...]) -> tuple[int, ...]:
        if len(among) == 1:
            return among
        at = len(drawn)
        if at + len(among) > len(cards):
            raise InternalError("draw_out_of_cards", cards=len(cards))
        ranks = {seat: cards[at + index] for index, seat in enumerate(among)}
        drawn.extend(ranks.items())
        found: list[int] = []
        for rank in sorted({card.rank for card in ranks.values()}, reverse=True):
            found += ranked(tuple(seat for seat, card in ranks.items() if card.rank == rank))
        return tuple(found)

    order = ranked(tuple(range(players)))
    places = (*range(0, players, 2), *range(1, players, 2))
    sits = dict(zip(places, order, strict=True))
    return tuple(sits[seat] for seat in range(players)), tuple(drawn)
