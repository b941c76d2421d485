"""The shuffle once more, written from docs/fairness.md alone and sharing nothing with the package that it tests."""

from __future__ import annotations

import hashlib


def number(value: int) -> bytes:
    return bytes([value >> 24 & 255, value >> 16 & 255, value >> 8 & 255, value & 255])


def field(content: bytes) -> bytes:
    return number(len(content)) + content


def context(match: str, deal: int, dealer: int) -> bytes:
    return field(match.encode()) + number(deal) + number(dealer)


def commitment(match: str, deal: int, dealer: int, secret: bytes) -> bytes:
    start = field(b"canastra-shuffle/1 commitment")
    return hashlib.sha256(start + context(match, deal, dealer) + field(secret)).digest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 spelled out, for a key shorter than a block of the hash."""
    padded = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(each ^ 0x36 for each in padded) + message).digest()
    return hashlib.sha256(bytes(each ^ 0x5C for each in padded) + inner).digest()


def block(match: str, deal: int, dealer: int, secret: bytes, contributions: list[bytes], index: int) -> bytes:
    message = field(b"canastra-shuffle/1 stream") + context(match, deal, dealer) + number(len(contributions))
    for each in contributions:
        message += field(each)
    return hmac_sha256(secret, message + number(index))


def pack(match: str, deal: int, dealer: int, secret: bytes, contributions: list[bytes]) -> list[str]:
    cards = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK" for _ in (1, 2)]
    index, left = 0, b""
    for last in range(103, 0, -1):
        n = last + 1
        while True:
            if not left:
                left = block(match, deal, dealer, secret, contributions, index)
                index += 1
            b, left = left[0], left[1:]
            if b < 256 - 256 % n:
                break
        cards[last], cards[b % n] = cards[b % n], cards[last]
    return cards


def piles(order: list[str], players: int, dealer: int) -> tuple[list[list[str]], list[list[str]], list[str]]:
    """Hands by seat, mortos, stock."""
    hands: list[list[str]] = [[] for _ in range(players)]
    rest = list(order)
    for _ in range(11):
        for step in range(1, players + 1):
            hands[(dealer + step) % players].append(rest.pop(0))
    return hands, [rest[:11], rest[11:22]], rest[22:]
