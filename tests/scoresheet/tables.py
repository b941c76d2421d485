"""Ends of deals made up at random, with far more canastas, 3s and odd mortos than random play brings."""

from __future__ import annotations

import random

from canastra.cards import RED_THREES, TWO_PACKS, Card
from canastra.engine import Ending, Meld, Phase, State, deal_out, lookup_of, start_deal
from canastra.engine.hands import EMPTY, hand_of
from canastra.rulebooks import Rulebook
from canastra.rulebooks.schema import Unplayed


def random_end(rulebook: Rulebook, rng: random.Random) -> State:
    """The last state of a deal that was not played: all that its scoring reads is random."""
    players = rulebook.table.players
    left = list(TWO_PACKS)
    rng.shuffle(left)
    melds = (_melds(rulebook, left, rng), _melds(rulebook, left, rng))
    reds = [card for card in left if card in RED_THREES and rulebook.threes.red_exposed and rng.random() < 0.6]
    for card in reds:
        left.remove(card)
    ending = rng.choice(list(Ending))
    by_stock = rulebook.threes.red_exposed and ending is Ending.STOCK
    out = rng.randrange(players) if ending is Ending.GOING_OUT else None
    hands = [EMPTY if seat == out else hand_of(_some(left, rng)) for seat in range(players)]
    has_morto = (rng.random() < 0.5, rng.random() < 0.5)
    waits = [has_morto[seat % 2] and seat < 2 and rng.random() < 0.5 for seat in range(players)]
    return start_deal(rulebook, deal_out(TWO_PACKS, players, 0), 0)._replace(
        seat=out or 0,
        phase=Phase.OVER,
        hands=tuple(hands),
        melds=melds,
        mortos=(),
        has_morto=has_morto,
        red_threes=(tuple(reds[::2]), tuple(reds[1::2])),
        unplayed=tuple(waits) if rulebook.morto.unplayed is not Unplayed.CARDS else (False,) * players,
        forced=None,
        ending=ending,
        went_out=out,
        unreplaced=tuple(by_stock and rng.random() < 0.3 for _ in range(players)),
    )


def _some(left: list[Card], rng: random.Random) -> list[Card]:
    many = min(len(left), rng.choice((0, 1, 5, 11)))
    taken, left[:] = left[:many], left[many:]
    return taken


def _melds(rulebook: Rulebook, left: list[Card], rng: random.Random) -> tuple[Meld, ...]:
    """Sequences of cards that are left, some with a wild, and take them away."""
    lookup, found = lookup_of(rulebook), []
    for _ in range(rng.randrange(5)):
        suit, low = rng.randrange(4), rng.randrange(rulebook.sequences.lowest, 9)
        high = min(14, low + rng.choice((2, 6, 7, 9, 13)))
        cards = [Card(13 * suit + (place - 1) % 13) for place in range(low, high + 1)]
        if rng.random() < 0.4:
            cards[rng.randrange(len(cards))] = Card(13 * rng.randrange(4) + 1)
        meld = lookup.meld(tuple(cards))
        if meld is not None and all(left.count(card) >= cards.count(card) for card in cards):
            found.append(meld)
            for card in cards:
                left.remove(card)
    return tuple(found)
