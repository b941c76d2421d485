"""Random numbers in compiled code: SplitMix64.

Every deal of a seed has a stream of its own, so the order in which deals are played makes no difference.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from canastra.cards import TWO_PACKS
from canastra.kernel.arrays import Cards, Rng
from canastra.kernel.jit import compiled

GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_ONE: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_TWO: Final = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
CARDS_SORTED: Final = np.array(TWO_PACKS, np.int8)


@compiled
def mixed(number: np.uint64) -> np.uint64:
    """A number of 64 bits with its bits well mixed: SplitMix64's finalizer (Steele, Lea, Flood 2014)."""
    number = (number ^ (number >> S30)) * MIX_ONE
    number = (number ^ (number >> S27)) * MIX_TWO
    return number ^ (number >> S31)


@compiled
def seed_rng(rng: Rng, i: int, seed: int, stream: int) -> None:
    """Set the generator `i` to the start of stream `stream` of a seed."""
    rng[i] = mixed(mixed(np.uint64(seed)) ^ (np.uint64(stream) * GOLDEN))


@compiled
def randbelow(rng: Rng, i: int, bound: int) -> int:
    """A number from 0 to `bound` - 1, by multiplying 32 random bits: off by less than one in 2^32 / bound."""
    rng[i] += GOLDEN
    found: int = np.int64(((mixed(rng[i]) >> S32) * np.uint64(bound)) >> S32)  # type: ignore[assignment]
    return found


@compiled
def shuffle(rng: Rng, i: int, pack: Cards) -> None:
    """Put a pack (104 cards, int8) in random order."""
    for card in range(104):
        pack[card] = CARDS_SORTED[card]
    for last in range(103, 0, -1):
        other = randbelow(rng, i, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
