"""The arena's random numbers: from a seed, a pair's number and a purpose.

They depend on nothing else, so a pair can be played anywhere at any time: the first 32 bits of SHA-256 of the text
``canastra-arena/1 SEED PAIR PURPOSE`` in UTF-8, big-endian.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

from canastra.cards import TWO_PACKS, Card


def derived_seed(seed: int, pair: int, purpose: str) -> int:
    """A number from 0 to 2**32 - 1.

    >>> derived_seed(1, 0, "seat 0")
    3582444472
    """
    digest = sha256(f"canastra-arena/1 {seed} {pair} {purpose}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def bot_seed(seed: int, pair: int, seat: int) -> int:
    """The seed of a seat's bot, whichever bot it is; the same in both deals of a pair."""
    return derived_seed(seed, pair, f"seat {seat}")


def pack_and_dealer(seed: int, pair: int, players: int) -> tuple[tuple[Card, ...], int]:
    """The order of the pack and the dealer of a pair: Python's `Random` shuffles, then draws the dealer."""
    random = Random(derived_seed(seed, pair, "deal"))
    pack = list(TWO_PACKS)
    random.shuffle(pack)
    return tuple(pack), random.randrange(players)
