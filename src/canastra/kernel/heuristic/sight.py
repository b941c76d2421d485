"""The cards that the seat sees, as masks: sequences in lanes of sixteen bits, and one operation for all suits.

A position from the low ace to the high one is a bit of its suit's lane, from bit 0 to bit 13; an ace stands at both.
"""

from __future__ import annotations

from typing import Final, Protocol

from canastra.engine.melds import CANASTA
from canastra.kernel.arrays import ArrayRecord, Int64, dtype_of
from canastra.kernel.jit import compiled
from canastra.kernel.masks import NATURALS, SUIT_MASK
from canastra.kernel.play.layout import DealState
from canastra.kernel.rules.parameters import SHOWN_ALL
from canastra.kernel.rules.tables import FOUR_BITS, GROUP_FACT, KIND_AT, SIZE_AT, SPAN, Rules

LANE: Final = (1 << 14) - 1
ALL_LANES: Final = sum(LANE << 16 * suit for suit in range(4))
FIRSTS: Final = sum(1 << 16 * suit for suit in range(4))

ALMOST: Final = int(CANASTA) - 1


class Sight(ArrayRecord, Protocol):
    """The cards that the seat to act sees, as positions in lanes or as masks of 52 bits."""

    within: Int64
    """All positions of the rulebook's sequences."""
    open: Int64
    """Positions of which a copy can still come."""
    open_twice: Int64
    """Positions of which both copies can still come."""
    their_open: Int64
    """Positions of which the opponents may hold a copy, as far as melds, pile and the seat's hand tell."""
    own_fits: Int64
    """Mask of the cards that can be laid on a meld of the seat's side."""
    their_fits: Int64
    """Mask of the cards that can be laid on a meld of the opponents."""
    their_six: Int64
    """Mask of the cards that would make a canasta of it."""
    their_near: Int64
    """Positions two beside an opponents' sequence."""
    next_known: Int64
    """Positions of the cards that the next seat is known to hold."""
    in_pile: Int64
    """Mask of the cards of the pile that can be seen."""
    held: Int64
    """Positions of the seat's hand; written while a discard is chosen."""


SIGHT: Final = dtype_of(Sight)


@compiled
def lanes(mask: int, within: int) -> int:
    """Cards (52 bits) as positions within a range; an ace at both ends."""
    found = (
        mask & SUIT_MASK
        | (mask >> 13 & SUIT_MASK) << 16
        | (mask >> 26 & SUIT_MASK) << 32
        | (mask >> 39 & SUIT_MASK) << 48
    )
    return (found | (found & FIRSTS) << 13) & within


@compiled
def positions(rules: Rules) -> int:
    """All positions of the rulebook's sequences."""
    return int(ALL_LANES & ~(FIRSTS * ((1 << (rules.parameters.lowest - 1)) - 1)))


@compiled
def shown_from(s: DealState, rules: Rules) -> int:
    """The place of the first card of the pile that all players see."""
    if rules.parameters.pile_shown != SHOWN_ALL and s.pile_size > 0:
        return int(s.pile_size - 1)
    return 0


@compiled
def look(s: DealState, rules: Rules, sight: Sight) -> None:
    """Write into `sight` which cards can still come and which fit where."""
    seat = s.seat
    side = seat & 1
    within = positions(rules)
    one, two = s.one[seat], s.two[seat]
    pile = 0
    for index in range(shown_from(s, rules), s.pile_size):
        bit = 1 << s.pile[index]
        two |= one & bit
        one |= bit
        pile |= bit
    own, theirs, six, near = 0, 0, 0, 0
    for owner in range(2):
        for index in range(s.melded[owner]):
            meld = s.melds[owner, index]
            two |= rules.meld_two[meld] | one & rules.meld_one[meld]
            one |= rules.meld_one[meld]
            if owner == side:
                own |= rules.way_cards[meld]
            else:
                facts = int(rules.meld_facts[meld])
                theirs |= rules.way_cards[meld]
                if facts >> SIZE_AT & FOUR_BITS == ALMOST:
                    six |= rules.way_cards[meld]
                if facts & GROUP_FACT == 0:
                    span = facts & SPAN
                    near |= ((span << 2 | span >> 2) & ~span & LANE) << 16 * (facts >> KIND_AT & 3)
    sight.within, sight.own_fits, sight.their_fits, sight.their_six, sight.their_near = within, own, theirs, six, near
    sight.their_open = lanes(NATURALS & ~two, within)
    after = (seat + 1) % s.players
    sight.next_known = lanes(s.known_one[after] & NATURALS, within)
    for other in range(1 - side, s.players, 2):
        known = s.known_one[other]
        two |= s.known_two[other] | one & known
        one |= known
    sight.open, sight.open_twice = lanes(NATURALS & ~two, within), lanes(NATURALS & ~one, within)
    sight.in_pile = pile
