"""What the seat to act sees, as masks: sequences in lanes of sixteen bits, so that all four suits are asked at once.

A position from the low ace to the high one is a bit of its suit's lane, from bit 0 to bit 13; an ace stands at both.
"""

from __future__ import annotations

from typing import Any, Final

from canastra.cards import ACE, TWOS
from canastra.engine.melds import CANASTA
from canastra.kernel.book import FOUR_BITS, GROUP_FACT, KIND_AT, SIZE_AT, SPAN
from canastra.kernel.compiling import compiled
from canastra.kernel.parameters import LOWEST, PILE_SHOWN, SHOWN_ALL

LANE: Final = (1 << 14) - 1
ALL_LANES: Final = sum(LANE << 16 * suit for suit in range(4))
FIRSTS: Final = sum(1 << 16 * suit for suit in range(4))
SUIT: Final = (1 << 13) - 1
EVERY_CARD: Final = (1 << 52) - 1
EVERY_SUIT: Final = sum(1 << 13 * suit + ACE for suit in range(4))
NATURALS: Final = EVERY_CARD & ~sum(1 << card for card in TWOS)
TWO_MASK: Final = EVERY_CARD & ~NATURALS

(RANGE, OPEN, OPEN_TWICE, THEIR_OPEN, OWN_FITS, THEIR_FITS, THEIR_NEAR, THEIR_SIX, NEXT_KNOWN, IN_PILE, HELD) = range(
    11
)
"""Places of `look`'s answer; the last is filled where it is used."""
MASKS: Final = 11
ALMOST: Final = int(CANASTA) - 1


@compiled
def lanes(mask: int, within: int) -> int:
    """Cards (52 bits) as positions, those within a range of them; an ace at both ends."""
    found = mask & SUIT | (mask >> 13 & SUIT) << 16 | (mask >> 26 & SUIT) << 32 | (mask >> 39 & SUIT) << 48
    return (found | (found & FIRSTS) << 13) & within


@compiled
def positions(book: Any) -> int:
    """All positions of the rulebook's sequences."""
    return int(ALL_LANES & ~(FIRSTS * ((1 << (book.parameters[LOWEST] - 1)) - 1)))


@compiled
def shown_from(s: Any, book: Any) -> int:
    """The first card of the pile that everybody sees."""
    if book.parameters[PILE_SHOWN] != SHOWN_ALL and s.pile_size > 0:
        return int(s.pile_size - 1)
    return 0


@compiled
def look(s: Any, book: Any, seen: Any) -> None:
    """Write what can be seen into `seen` (int64, `MASKS`): what can still come, what fits where."""
    seat = s.seat
    side = seat & 1
    within = positions(book)
    one, two = s.one[seat], s.two[seat]
    pile = 0
    for index in range(shown_from(s, book), s.pile_size):
        bit = 1 << s.pile[index]
        two |= one & bit
        one |= bit
        pile |= bit
    own, theirs, six, near = 0, 0, 0, 0
    for each in range(2):
        for index in range(s.melded[each]):
            meld = s.melds[each, index]
            two |= book.meld_two[meld] | one & book.meld_one[meld]
            one |= book.meld_one[meld]
            if each == side:
                own |= book.way_cards[meld]
            else:
                facts = int(book.meld_facts[meld])
                theirs |= book.way_cards[meld]
                if facts >> SIZE_AT & FOUR_BITS == ALMOST:
                    six |= book.way_cards[meld]
                if facts & GROUP_FACT == 0:
                    span = facts & SPAN
                    near |= ((span << 2 | span >> 2) & ~span & LANE) << 16 * (facts >> KIND_AT & 3)
    seen[RANGE], seen[OWN_FITS], seen[THEIR_FITS], seen[THEIR_SIX], seen[THEIR_NEAR] = within, own, theirs, six, near
    seen[THEIR_OPEN] = lanes(NATURALS & ~two, within)
    after = (seat + 1) % s.players
    seen[NEXT_KNOWN] = lanes(s.known_one[after] & NATURALS, within)
    for other in range(1 - side, s.players, 2):
        known = s.known_one[other]
        two |= s.known_two[other] | one & known
        one |= known
    seen[OPEN], seen[OPEN_TWICE] = lanes(NATURALS & ~two, within), lanes(NATURALS & ~one, within)
    seen[IN_PILE] = pile
