"""Tokens and ids: what is random, and the only form in which a token is kept."""

from __future__ import annotations

import hmac
import re
from base64 import b32encode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

PREFIX = "cnt_"
"""Begins every API token, so that scanners for leaked secrets, and people, know one when they see it."""
_FORM = re.compile(rf"(?:{PREFIX})?[A-Za-z0-9_-]{{43}}", re.ASCII)
_DEVICE = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9a-f]{64})", re.ASCII)
_TOKEN_BYTES = 32
_DEVICE_BYTES = 16
_ID_BYTES = 10


@dataclass(frozen=True, slots=True)
class Minted:
    """A new token with its hash and its public id."""

    token: str = field(repr=False)
    hash: bytes = field(repr=False)
    id: str


class Mint:
    """Makes tokens of 256 bits and ids of 80."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def player(self) -> str:
        """A person's public id."""
        return self._id("p")

    def session(self) -> Minted:
        """A session's token."""
        return self._minted("", "s")

    def api_token(self) -> Minted:
        """A token for programs."""
        return self._minted(PREFIX, "t")

    def device(self, secret: str) -> str:
        """What a device keeps once it has signed in: a number, signed with the hash of the account's password.

        So nothing of it has to be stored, and a new password makes strangers of all devices.
        """
        number = urlsafe_b64encode(self._random.randbytes(_DEVICE_BYTES)).decode("ascii").rstrip("=")
        return f"{number}.{_signature(number, secret)}"

    def link(self) -> Minted:
        """The token of a link for a new password."""
        return self._minted("", "l")

    def _minted(self, prefix: str, kind: str) -> Minted:
        token = prefix + urlsafe_b64encode(self._random.randbytes(_TOKEN_BYTES)).decode("ascii").rstrip("=")
        return Minted(token, sha256(token.encode("ascii")).digest(), self._id(kind))

    def _id(self, kind: str) -> str:
        return kind + b32encode(self._random.randbytes(_ID_BYTES)).decode("ascii").lower()


def hash_of(token: str) -> bytes | None:
    """What is kept of a token; None of a text that is none.

    A plain hash is enough: nobody guesses 256 random bits, and it must be fast.
    """
    return sha256(token.encode("ascii")).digest() if _FORM.fullmatch(token) else None


def device_number(token: str, secret: str) -> str | None:
    """The number of a device whose token was made with this hash of a password; None of any other text."""
    found = _DEVICE.fullmatch(token)
    right = found is not None and hmac.compare_digest(found[2], _signature(found[1], secret))
    return found[1] if found is not None and right else None


def _signature(number: str, secret: str) -> str:
    return hmac.digest(secret.encode("utf-8"), f"canastra device {number}".encode("ascii"), "sha256").hex()


def link_hash(token: str) -> bytes:
    """What is kept of the token of a link; of a text that is none, the hash of nothing that was made."""
    return sha256(token.encode("utf-8", "replace")).digest()
