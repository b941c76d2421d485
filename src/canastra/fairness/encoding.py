"""What goes into a hash, byte by byte: every text has its length before it, so that two inputs never look alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from canastra.errors import InputError

VERSION: Final = "canastra-shuffle/1"
"""Of everything in this package: any change to an encoding, to the stream or to the shuffling makes a new one."""
SECRET_BYTES: Final = 32
CONTRIBUTION_BYTES: Final = 64
"""The most that a seat contributes; nothing at all is allowed too."""
LARGEST_NUMBER: Final = 2**32 - 1
MATCH_FORM: Final = re.compile(r"[!-~]{1,128}", re.ASCII)
"""A match's id: ASCII without blanks, so that nobody has to ask which of two spellings was meant."""


LOT_MARK: Final = "#lots"
"""What follows a match's id in the proof of the lot for its seats: no deal's proof is taken for it, nor it for one."""


class FairnessError(InputError):
    """A secret, a contribution, a context or a proof that is malformed."""


@dataclass(frozen=True, slots=True)
class Context:
    """Which shuffle it is. Fixed by the commitment, so that none of it can be chosen afterwards."""

    match: str
    """The match's id, as in its record."""
    deal: int
    """Counted from 1 in the match, annulled deals included."""
    dealer: int
    """Seat of the dealer, who decides which hand goes where."""

    def __post_init__(self) -> None:
        if not MATCH_FORM.fullmatch(self.match):
            raise FairnessError("fairness_match")
        for key, number, least in (("deal", self.deal, 1), ("dealer", self.dealer, 0)):
            if not least <= number <= LARGEST_NUMBER:
                raise FairnessError("fairness_number", key=key, least=least, most=LARGEST_NUMBER)


def lot_context(match: str, number: int = 1) -> Context:
    """Which shuffle the lot for the seats of a match is; `number` counts the lots, annulled ones included."""
    return Context(match + LOT_MARK, number, 0)


def commitment_bytes(context: Context, secret: bytes) -> bytes:
    """What a commitment is the SHA-256 of."""
    if len(secret) != SECRET_BYTES:
        raise FairnessError("fairness_bytes", key="secret", number=SECRET_BYTES)
    return _text(f"{VERSION} commitment") + _context(context) + _field(secret)


def stream_bytes(context: Context, contributions: Sequence[bytes]) -> bytes:
    """What each block of a stream authenticates, but for the block's number at its end."""
    if any(len(each) > CONTRIBUTION_BYTES for each in contributions):
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
