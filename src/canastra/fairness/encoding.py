"""The input of the hashes, byte by byte.

Each text has its length before it, so that no two inputs have the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from canastra.errors import InputError

VERSION: Final = "canastra-shuffle/1"
"""The version of this package: it changes with any encoding, the stream of bytes and the shuffle."""
SECRET_BYTES: Final = 32
CONTRIBUTION_BYTES: Final = 64
"""The most bytes that a seat may contribute; it may also contribute none."""
LARGEST_NUMBER: Final = 2**32 - 1
MATCH_FORM: Final = re.compile(r"[!-~]{1,128}", re.ASCII)
"""A match's id: ASCII without blanks, so that it has only one spelling."""


LOT_MARK: Final = "#lots"
"""Follows the match's id in the proof of the lot for its seats, so that no deal's proof passes for it."""
SHARED_MARK: Final = "#packs"
"""Follows the id of packs that several tables have in common."""
SHARED_DRAW_MARK: Final = "#dealer"
"""The same in the draw for the dealer before a deal of such packs."""


class FairnessError(InputError):
    """A secret, a contribution, a context or a proof is malformed."""


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a shuffle. The commitment includes it, so it can't be chosen afterwards."""

    match: str
    """The match's id, as in its record."""
    deal: int
    """Number of the deal in its match, from 1, annulled deals included."""
    dealer: int
    """Seat of the dealer, who decides which hand goes where."""

    def __post_init__(self) -> None:
        if not MATCH_FORM.fullmatch(self.match):
            raise FairnessError("fairness_match")
        for key, number, least in (("deal", self.deal, 1), ("dealer", self.dealer, 0)):
            if not least <= number <= LARGEST_NUMBER:
                raise FairnessError("fairness_number", key=key, least=least, most=LARGEST_NUMBER)


def lot_context(match: str, number: int = 1) -> Context:
    """The context of a match's lot for the seats; `number` counts its lots, annulled ones included."""
    return Context(match + LOT_MARK, number, 0)


def shared_context(packs: str, deal: int) -> Context:
    """The context of a deal whose pack several tables have in common; `packs` is the id of these packs.

    It names no match and no dealer, so that all tables get the same order from the same secret.
    """
    return Context(packs + SHARED_MARK, deal, 0)


def shared_draw_context(packs: str, deal: int) -> Context:
    """The context of the pack from which these tables draw the dealer before a deal."""
    return Context(packs + SHARED_DRAW_MARK, deal, 0)


def commitment_bytes(context: Context, secret: bytes) -> bytes:
    """The bytes whose SHA-256 is the commitment. Raises `FairnessError` if the secret has another length."""
    if len(secret) != SECRET_BYTES:
        raise FairnessError("fairness_bytes", key="secret", number=SECRET_BYTES)
    return _text(f"{VERSION} commitment") + _context(context) + _field(secret)


def stream_bytes(context: Context, contributions: Sequence[bytes]) -> bytes:
    """The bytes that each block of a stream authenticates, without the block's number at the end.

    Raises `FairnessError` if a contribution is too long.
    """
    if any(len(contribution) > CONTRIBUTION_BYTES for contribution in contributions):
        raise FairnessError("fairness_bytes_up_to", key="contributions", number=CONTRIBUTION_BYTES)
    fields = b"".join(map(_field, contributions))
    return _text(f"{VERSION} stream") + _context(context) + number_bytes(len(contributions)) + fields


def number_bytes(number: int) -> bytes:
    """A number in four bytes, the highest first."""
    return number.to_bytes(4, "big")


def _context(context: Context) -> bytes:
    return _text(context.match) + number_bytes(context.deal) + number_bytes(context.dealer)


def _text(text: str) -> bytes:
    return _field(text.encode("ascii"))


def _field(content: bytes) -> bytes:
    return number_bytes(len(content)) + content
