"""Sets of cards as masks of 52 bits, and two masks as one hand, in compiled code."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import intrinsic

from canastra.cards import ACE, BLACK_THREES, RED_THREES, TWO, TWOS
from canastra.kernel.jit import compiled

EVERY_CARD: Final = (1 << 52) - 1
SUIT_MASK: Final = (1 << 13) - 1
"""All ranks of the first suit; of a suit shifted down, its ranks."""
EVERY_SUIT: Final = sum(1 << 13 * suit + ACE for suit in range(4))
"""The first rank in every suit; shift it up for another rank."""
TWO_BIT: Final = 1 << TWO
"""The 2 of the first suit."""
TWO_MASK: Final = sum(1 << card for card in TWOS)
NATURALS: Final = EVERY_CARD & ~TWO_MASK
BLACK_MASK: Final = sum(1 << card for card in BLACK_THREES)
RED_MASK: Final = sum(1 << card for card in RED_THREES)


def _counted(typing: Any, mask: Any) -> tuple[Any, Any]:
    """The processor's own instruction for counting bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return mask(mask), generate


_population: Final[Any] = intrinsic(_counted)


@compiled
def ones(mask: int) -> int:
    """Number of bits set."""
    return int(_population(np.int64(mask)))


@compiled
def lowest(mask: int) -> int:
    """The number of the lowest bit; the mask must not be 0."""
    return ones((mask & -mask) - 1)


@compiled
def put(one: int, two: int, card: int) -> tuple[int, int]:
    """The hand with one card added."""
    bit = 1 << card
    if one & bit:
        return one, two | bit
    return one | bit, two


@compiled
def drop(one: int, two: int, card: int) -> tuple[int, int]:
    """The hand without one copy of a card, if it has the card."""
    bit = 1 << card
    if two & bit:
        return one, two & ~bit
    return one & ~bit, two


@compiled
def drop_all(one: int, two: int, less_one: int, less_two: int) -> tuple[int, int]:
    """The hand without the cards given, as far as it has them."""
    rest = less_one
    while rest:
        bit = rest & -rest
        rest ^= bit
        if two & bit:
            two &= ~bit
        else:
            one &= ~bit
        if less_two & bit:
            one &= ~bit
            two &= ~bit
    return one, two


@compiled
def put_all(one: int, two: int, more_one: int, more_two: int) -> tuple[int, int]:
    """The hand with cards added; there must be no third copy of a card."""
    return one | more_one, two | more_two | (one & more_one)
