"""Lots from a published seed, as docs/pairing.md has them."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator


def numbers(seed: str, purpose: str) -> Iterator[int]:
    """The numbers of a seed and a purpose, each below 2 to the 32nd."""
    block = 0
    while True:
        text = f"canastra-lots/1\n{purpose}\n".encode() + block.to_bytes(4, "big")
        digest = hmac.digest(seed.encode(), text, "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4))
        block += 1


def shuffled(sides: Iterable[int], seed: str, purpose: str) -> list[int]:
    """Sides in the order of the lot."""
    order, stream = list(sides), numbers(seed, purpose)
    for last in range(len(order) - 1, 0, -1):
        fits = 2**32 // (last + 1) * (last + 1)
        drawn = next(number for number in stream if number < fits) % (last + 1)
        order[last], order[drawn] = order[drawn], order[last]
    return order
