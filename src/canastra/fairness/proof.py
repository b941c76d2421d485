"""The proof of a shuffle: the `fairness` table of a deal's record, read strictly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from canastra.cards import Card
from canastra.fairness.encoding import CONTRIBUTION_BYTES, LARGEST_NUMBER, SECRET_BYTES, VERSION, Context, FairnessError
from canastra.fairness.permutation import commit, shuffle

COMMITMENT_BYTES = 32
_REQUIRED = ("version", "match", "deal", "dealer", "commitment", "contributions")
_SECRET = "secret"
_HEX = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Proof:
    """The parts that make one order of the pack; while the deal is running, without the secret."""

    context: Context
    commitment: bytes
    contributions: tuple[bytes, ...]
    """The bytes of each seat; empty if it gave none."""
    secret: bytes | None = None

    @staticmethod
    def made(context: Context, secret: bytes, contributions: tuple[bytes, ...]) -> Proof:
        """The opened proof of a shuffle."""
        return Proof(context, commit(context, secret), contributions, secret)

    @staticmethod
    def from_table(table: Mapping[str, Any]) -> Proof:
        """Read a record's table.

        Raises `FairnessError`, with the wrong key and what belongs there, if it is malformed.
        """
        _version(table)
        for key in _REQUIRED:
            if key not in table:
                raise FairnessError("fairness_key_missing", key=key)
        for key in table:
            if key not in (*_REQUIRED, _SECRET):
                raise FairnessError("fairness_key_unknown", key=str(key)[:60])
        return Proof(
            context=_context(table),
            commitment=_bytes(table, "commitment", COMMITMENT_BYTES),
            contributions=_contributions(table),
            secret=_bytes(table, _SECRET, SECRET_BYTES) if _SECRET in table else None,
        )

    def table(self) -> dict[str, Any]:
        """The proof as a record's table; `from_table` reads it back."""
        sealed = {
            "version": VERSION,
            "match": self.context.match,
            "deal": self.context.deal,
            "dealer": self.context.dealer,
            "commitment": self.commitment.hex(),
            "contributions": [contribution.hex() for contribution in self.contributions],
        }
        return sealed if self.secret is None else {**sealed, _SECRET: self.secret.hex()}

    @property
    def sealed(self) -> Proof:
        """The proof without its secret, which may be public while the deal is running."""
        return replace(self, secret=None)

    @property
    def keeps_commitment(self) -> bool:
        """Return whether the secret is there and fits the commitment."""
        return self.secret is not None and commit(self.context, self.secret) == self.commitment

    @property
    def pack(self) -> tuple[Card, ...] | None:
        """The order of the pack; None without the secret."""
        return None if self.secret is None else shuffle(self.context, self.secret, self.contributions)


def is_commitment_alone(table: Mapping[str, Any]) -> bool:
    """Return whether a fairness table has only a commitment: its proof, if any, is somewhere else."""
    found = _from_hex(table.get("commitment"))
    return len(table) == 1 and found is not None and len(found) == COMMITMENT_BYTES


def public_part(table: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a fairness table that may be shown while the deal is running.

    That is everything but the secret. Of a table in an unknown format, it is only the commitment.
    """
    try:
        return Proof.from_table(table).sealed.table()
    except FairnessError:
        return {key: value for key, value in table.items() if key == "commitment"}


def _version(table: Mapping[str, Any]) -> None:
    """Check the version first: another version may have other keys."""
    found = table.get("version")
    if found is None:
        raise FairnessError("fairness_key_missing", key="version")
    if found != VERSION:
        raise FairnessError("fairness_version", found=str(found)[:40], version=VERSION)


def _context(table: Mapping[str, Any]) -> Context:
    match = table["match"]
    if not isinstance(match, str):
        raise FairnessError("fairness_match")
    return Context(match, _integer(table, "deal", least=1), _integer(table, "dealer", least=0))


def _integer(table: Mapping[str, Any], key: str, least: int) -> int:
    value = table[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise FairnessError("fairness_number", key=key, least=least, most=LARGEST_NUMBER)
    return value


def _bytes(table: Mapping[str, Any], key: str, number: int) -> bytes:
    found = _from_hex(table[key])
    if found is None or len(found) != number:
        raise FairnessError("fairness_bytes", key=key, number=number)
    return found


def _contributions(table: Mapping[str, Any]) -> tuple[bytes, ...]:
    key = "contributions"
    values = table[key]
    if not isinstance(values, list | tuple):
        raise FairnessError("fairness_list", key=key)
    contributions = []
    for value in values:
        found = _from_hex(value)
        if found is None or len(found) > CONTRIBUTION_BYTES:
            raise FairnessError("fairness_bytes_up_to", key=key, number=CONTRIBUTION_BYTES)
        contributions.append(found)
    return tuple(contributions)


def _from_hex(value: object) -> bytes | None:
    """Bytes in lower-case hexadecimal: one spelling for each value. None for anything else."""
    return bytes.fromhex(value) if isinstance(value, str) and _HEX.fullmatch(value) else None
