"""The commitment, the stream of random bytes, and the order of the pack that it makes."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count

from canastra.cards import TWO_PACKS, Card
from canastra.fairness.encoding import (
    Context,
    commitment_bytes,
    number_bytes,
    shared_context,
    shared_draw_context,
    stream_bytes,
)


def commit(context: Context, secret: bytes) -> bytes:
    """The commitment, published before any seat contributes: the SHA-256 of the context and the secret.

    >>> commit(Context("mesa-1", deal=1, dealer=3), bytes(32)).hex()[:16]
    '728be9250d79395d'
    """
    return hashlib.sha256(commitment_bytes(context, secret)).digest()


def stream(context: Context, secret: bytes, contributions: Sequence[bytes]) -> Iterator[int]:
    """An endless stream of the bytes that shuffle: HMAC-SHA-256 blocks, numbered from 0, keyed by the secret."""
    commitment_bytes(context, secret)  # refuses a secret of another length
    message = stream_bytes(context, contributions)
    return (byte for block in count() for byte in hmac.digest(secret, message + number_bytes(block), "sha256"))


def shuffle(context: Context, secret: bytes, contributions: Sequence[bytes]) -> tuple[Card, ...]:
    """The order of the pack, by Fisher-Yates from the last place to the second with the bytes of `stream`.

    `contributions` are by seat, from 0, and empty for a seat that gave none. `canastra.engine.deal_out` deals the
    result as it is, without another cut.
    """
    pack = list(TWO_PACKS)
    following = stream(context, secret, contributions)
    for last in range(len(pack) - 1, 0, -1):
        other = below(last + 1, following)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def shared_pack(packs: str, deal: int, secret: bytes) -> tuple[Card, ...]:
    """The order of the pack of a deal that several tables have in common; no seat contributes to it."""
    return shuffle(shared_context(packs, deal), secret, ())


def shared_commitments(packs: str, secrets: Sequence[str]) -> tuple[str, ...]:
    """The commitments to the secrets of such deals, from the first deal on, all in hexadecimal."""
    contexts = (shared_context(packs, deal) for deal in range(1, len(secrets) + 1))
    return tuple(
        commit(context, bytes.fromhex(secret)).hex() for context, secret in zip(contexts, secrets, strict=True)
    )


def shared_draw(packs: str, deal: int, secret: bytes) -> tuple[Card, ...]:
    """The order of the pack from which these tables draw the dealer before that deal."""
    return shuffle(shared_draw_context(packs, deal), secret, ())


def below(bound: int, following: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, each equally likely if every byte is; `bound` is at most 256.

    Each attempt takes one byte. Bytes from the highest multiple of `bound` upwards would favour low numbers and are
    rejected.

    >>> below(100, iter([255, 200, 199]))
    99
    """
    fair = 256 - 256 % bound
    return next(byte for byte in following if byte < fair) % bound
