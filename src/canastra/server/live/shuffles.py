"""The server's own part in a match: draws and lots, the secret of each deal, the pack that it makes.

The secrets are drawn once for each deal, and are on the disk before anything is said about them. They lie in a log of
their own beside the table's, whose id no table can have. Nothing that rebuilds, projects or answers reads that log. It
holds no events: each secret is the remembered answer to the command ``deal N``, so the store itself sees to it that a
deal has one secret only, whoever asks and however often, also after a crash.

A store that was put back to an earlier state may hold secrets that have been shown since. So the command also names the
generation of the store, and no secret of an earlier one is ever used again (`SecretStore.outdated`).
"""

from __future__ import annotations

from random import Random

from canastra.cards import TWO_PACKS, cards_text
from canastra.fairness import SECRET_BYTES, Context, Proof, commit
from canastra.server.live.services import Services
from canastra.server.storage import RepeatedCommandError, Store, TableExistsError
from canastra.table import (
    Annul,
    Command,
    Commit,
    CommitmentNeeded,
    Deal,
    DealerNeeded,
    DrawForDealer,
    DrawSeats,
    PackNeeded,
    Table,
)

MARK = "#"
"""Not part of any table's id."""


def log_of(table_id: str) -> str:
    """The id of the log that holds a table's secrets."""
    return f"{table_id}{MARK}secrets"


class SecretStore:
    """The secrets of all tables of a store."""

    def __init__(self, store: Store, random: Random, generation: int = 0) -> None:
        self._store, self._random, self._generation = store, random, generation

    @classmethod
    def of(cls, services: Services) -> SecretStore:
        """Those of the tables that share these services."""
        return cls(services.store, services.random, services.generation)

    async def prepare(self, table_id: str) -> None:
        """Make the log of a table's secrets, if it isn't there; it is none to be loaded at start."""
        try:
            await self._store.create(log_of(table_id), "{}")
        except TableExistsError:
            return
        await self._store.set_live(log_of(table_id), False)

    async def secret(self, table_id: str, deal: int) -> bytes:
        """The secret of a deal, or of the lot for the seats as number 0; it is safe in the store when this returns."""
        place, command = log_of(table_id), _command(deal, self._generation)
        known = await self._store.answer_of(place, command)
        if known is None:
            known = self._random.randbytes(SECRET_BYTES).hex()
            await self.prepare(table_id)
            try:
                await self._store.append(place, 1, [], command, known)
            except RepeatedCommandError as error:
                known = error.answer
        return bytes.fromhex(known)

    async def outdated(self, table_id: str, deal: int, context: Context, commitment: str) -> bytes | None:
        """The secret of a commitment, if an earlier generation of the store made it; None if this one did."""
        for generation in range(self._generation, -1, -1):
            known = await self._store.answer_of(log_of(table_id), _command(deal, generation))
            if known is not None and commit(context, bytes.fromhex(known)).hex() == commitment:
                return None if generation == self._generation else bytes.fromhex(known)
        return None


def _command(deal: int, generation: int) -> str:
    return f"deal {deal} of {generation}" if generation else f"deal {deal}"


async def provide(services: Services, table_id: str, need: DealerNeeded | CommitmentNeeded | PackNeeded) -> Command:
    """What a table waits for. The secret is in the store before its commitment leaves this function."""
    if isinstance(need, DealerNeeded):
        return DrawForDealer(cards_text(services.random.sample(TWO_PACKS, len(TWO_PACKS))))
    secret = await SecretStore.of(services).secret(table_id, need.deal)
    given = need.contributions if isinstance(need, PackNeeded) else ()
    proof = Proof.made(need.context, secret, tuple(map(bytes.fromhex, given)))
    if isinstance(need, CommitmentNeeded):
        return Commit(proof.commitment.hex())
    answer = Deal if need.deal else DrawSeats
    return answer(cards_text(proof.pack or ()), proof.table())


async def annulment(services: Services, table_id: str, table: Table) -> Command | None:
    """What ends a deal, or a lot, whose secret was drawn before the store was put back; None where there is none."""
    if not services.generation or not table.is_sealed:
        return None
    shuffle = table.shuffle
    secret = await SecretStore.of(services).outdated(table_id, shuffle.deal, shuffle.context, table.commitment)
    if secret is None:
        return None
    proof = Proof.made(shuffle.context, secret, tuple(bytes.fromhex(given or "") for given in table.contributions))
    return Annul(cards_text(proof.pack or ()), proof.table())
