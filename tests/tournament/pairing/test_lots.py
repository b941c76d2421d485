"""The lots, drawn again from the description in the docstring, and their fairness."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from canastra.tournament.pairing import draw_order


def by_the_docstring(values: list[int], seed: str, purpose: str) -> list[int]:
    """HMAC written out (RFC 2104), and the shuffle."""
    key = seed.encode()
    key = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    numbers: list[int] = []
    for block in range(len(values)):
        text = b"canastra-lots/1\n" + purpose.encode() + b"\n" + bytes([0, 0, block // 256, block % 256])
        inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text).digest()
        content = hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()
        numbers += [int.from_bytes(content[at : at + 4], "big") for at in range(0, 32, 4)]
    for last in range(len(values) - 1, 0, -1):
        number = numbers.pop(0)
        assert number < 2**32 - 2**32 % (last + 1)  # No case here is rare enough for a number to be left out.
        other = number % (last + 1)
        values[last], values[other] = values[other], values[last]
    return values


@pytest.mark.parametrize("seed", ["", "48213", "Sorteio às 9h – ação", "x" * 65])
@pytest.mark.parametrize("count", [0, 1, 2, 9, 200])
def test_anybody_can_draw_again(seed: str, count: int) -> None:
    drawn = draw_order(range(count), seed, "groups")
    assert list(drawn) == by_the_docstring(list(range(count)), seed, "groups")


def test_purposes_and_seeds_draw_apart() -> None:
    draws = {draw_order(range(52), seed, purpose) for seed in ("1", "2") for purpose in ("tables", "seats")}
    assert len(draws) == 4


def test_every_order_comes_about_equally_often() -> None:
    counts = Counter(draw_order("abcd", str(seed), "order") for seed in range(4800))
    assert set(counts) == set(permutations("abcd"))
    # 200 of each are expected, with a standard deviation of 14.
    assert all(130 < count < 270 for count in counts.values())
