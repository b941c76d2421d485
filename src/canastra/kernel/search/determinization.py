"""Deals that a seat may be in: unseen cards are dealt anew, all consistent deals being equally likely."""

from __future__ import annotations

from canastra.kernel.arrays import Cards, Rng
from canastra.kernel.jit import compiled
from canastra.kernel.masks import RED_MASK, drop_all, lowest, ones, put
from canastra.kernel.play.layout import JUSTIFY, MORTO, Deals, DealState
from canastra.kernel.rng import randbelow
from canastra.kernel.rules.parameters import SHOWN_ALL
from canastra.kernel.rules.tables import Rules


@compiled
def sample_hidden(states: Deals, i: int, rules: Rules, seat: int, rng: Rng, pool: Cards) -> None:
    """Deal anew the cards of deal `i` that `seat` doesn't see; `pool` is room for 104 cards (int8).

    Other seats keep the cards that are known to be in their hands; where red 3s are exposed, a seat that had a turn
    with its hand gets none.
    """
    s = states[i]
    count = _gathered(s, rules, seat, pool)
    for last in range(count - 1, 0, -1):
        other = randbelow(rng, 0, last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    # Hands that can't hold every card come first; among the others all orders stay equally likely.
    for turned in (True, False):
        for other in range(s.players):
            if other != seat and _has_turned(s, rules, other) == turned:
                count = _hand(s, other, turned, pool, count)
    for index in range(s.stock_at, s.stock_end):
        count -= 1
        s.stock[index] = pool[count]
    for which in range(2 - s.mortos, 2):
        for index in range(MORTO):
            count -= 1
            s.morto[which, index] = pool[count]
    for index in range(covered(s, rules)):
        count -= 1
        s.pile[index] = pool[count]
    if s.phase == JUSTIFY:
        for index in range(s.pile_size):
            s.taken[index] = s.pile[index]


@compiled
def covered(s: DealState, rules: Rules) -> int:
    """Cards at the bottom of the pile that lie face down."""
    return 0 if rules.parameters.pile_shown == SHOWN_ALL or s.pile_size == 0 else int(s.pile_size) - 1


@compiled
def _has_turned(s: DealState, rules: Rules, seat: int) -> bool:
    """Return whether a hand has no red 3s because its seat has begun a turn with it and exposed them."""
    since = seat - s.dealer - 1
    if since < 0:
        since += s.players
    return bool(rules.parameters.red_exposed and since < s.turn and s.unplayed[seat] == 0)


@compiled
def _gathered(s: DealState, rules: Rules, seat: int, pool: Cards) -> int:
    """Move all cards that the seat does not see into the pool; hands of others keep their known cards.

    Returns how many.
    """
    count = 0
    for other in range(s.players):
        if other == seat:
            continue
        one, two = drop_all(s.one[other], s.two[other], s.known_one[other], s.known_two[other])
        while one:
            card = lowest(one)
            one &= one - 1
            pool[count] = card
            count += 1
            if two >> card & 1:
                pool[count] = card
                count += 1
    for index in range(s.stock_at, s.stock_end):
        pool[count] = s.stock[index]
        count += 1
    for which in range(2 - s.mortos, 2):
        for index in range(MORTO):
            pool[count] = s.morto[which, index]
            count += 1
    for index in range(covered(s, rules)):
        pool[count] = s.pile[index]
        count += 1
    return count


@compiled
def _hand(s: DealState, seat: int, turned: bool, pool: Cards, count: int) -> int:
    """Deal a hand from the end of the pool, without red 3s if it has had a turn. Returns how many cards are left."""
    size = ones(s.one[seat]) + ones(s.two[seat])
    one, two = s.known_one[seat], s.known_two[seat]
    missing = size - ones(one) - ones(two)
    at = count - 1
    while missing > 0:
        card = pool[at]
        if not (turned and RED_MASK >> card & 1):
            one, two = put(one, two, card)
            count -= 1
            # The cards after the one taken move down, so that skipped cards stay in the pool, in their order.
            for index in range(at, count):
                pool[index] = pool[index + 1]
            missing -= 1
        at -= 1
    s.one[seat], s.two[seat] = one, two
    return count
