"""Draws lots from a seed published beforehand, so that they can be verified.

The seed and a purpose make an endless stream of bytes: HMAC-SHA-256 blocks, keyed by the seed in UTF-8, each of the
text ``canastra-lots/1``, a line feed, the purpose, a line feed, and the block's number from 0 in four bytes, the
highest first. Each four bytes are a number; those from the highest multiple of the bound upwards would favour low
numbers and are left out. The shuffle is Fisher-Yates from the last place to the second, as in `canastra.fairness`.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final, TypeVar

LOTS_VERSION: Final = "canastra-lots/1"
_NUMBERS = 2**32
Item = TypeVar("Item")


def draw_order(values: Iterable[Item], seed: str, purpose: str) -> tuple[Item, ...]:
    """The values in the order that the seed makes for this purpose; draws for other purposes reveal nothing of it.

    >>> draw_order(range(1, 9), seed="Loteria Federal 5921: 48213", purpose="groups")
    (5, 7, 6, 8, 4, 1, 3, 2)
    """
    order = list(values)
    following = _numbers(seed, purpose)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, following)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _numbers(seed: str, purpose: str) -> Iterator[int]:
    message = f"{LOTS_VERSION}\n{purpose}\n".encode()
    for block in count():
        content = hmac.digest(seed.encode(), message + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(content[at : at + 4], "big") for at in range(0, len(content), 4))


def _below(bound: int, following: Iterator[int]) -> int:
    fair = _NUMBERS - _NUMBERS % bound
    return next(number for number in following if number < fair) % bound
