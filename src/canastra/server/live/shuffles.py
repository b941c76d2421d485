"""The server's own part in a match: draws and lots, the secret of each deal, and the pack that it makes.

The secrets are drawn once for each deal, and are on the disk before anything about them is published. They are in a log
of their own beside the table's, whose id no table can have. Nothing that rebuilds, projects or answers reads that log.
It holds no events: each secret is the remembered answer to the command ``deal N``, so the store itself guarantees that
a deal has one secret only, however often it is requested, also after a crash.

A store that was restored to an earlier state may hold secrets that have been revealed since. So the command also names
the generation of the store, and no secret of an earlier one is ever used again (`SecretStore.outdated`).

Tables that play the same deals share their secrets. Those are in a log of their packs, whose id no table can have
either; the first request makes a secret. No table ever reveals one: it would reveal the cards to tables that still play
the deal. The server that runs the round opens them afterwards (`shared_secrets`).
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from canastra.cards import TWO_PACKS, cards_text
from canastra.fairness import (
    SECRET_BYTES,
    Proof,
    commit,
    shared_context,
    shared_draw,
    shared_pack,
)
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
from canastra.table.table import PendingShuffle

MARK = "#"
"""Not part of any table's id."""


def log_of(table_id: str, packs: str = "") -> str:
    """The id of the log that holds a table's secrets, or those of the packs that it shares with others."""
    return f"{packs}{MARK}packs" if packs else f"{table_id}{MARK}secrets"


class SecretStore:
    """The secrets of all tables of a store."""

    def __init__(self, store: Store, random: Random, generation: int = 0) -> None:
        self._store, self._random, self._generation = store, random, generation

    @classmethod
    def of(cls, services: Services) -> SecretStore:
        """The secrets of the tables that share these services."""
        return cls(services.store, services.random, services.generation)

    async def prepare(self, place: str) -> None:
        """Create a log of secrets, if it doesn't exist; it is not loaded at start."""
        try:
            await self._store.create(place, "{}")
        except TableExistsError:
            return
        await self._store.set_live(place, False)

    async def secret(self, table_id: str, deal: int, packs: str = "") -> bytes:
        """The secret of a deal, or of the lot for the seats as number 0; it is in the store when this returns.

        With `packs` it is the same for all tables that share these packs.
        """
        place, command = log_of(table_id, packs), _command(deal, self._generation)
        known = await self._store.answer_of(place, command)
        if known is None:
            known = self._random.randbytes(SECRET_BYTES).hex()
            await self.prepare(place)
            try:
                await self._store.append(place, 1, [], command, known)
            except RepeatedCommandError as error:
                known = error.answer
        return bytes.fromhex(known)

    async def outdated(self, table_id: str, shuffle: PendingShuffle, commitment: str) -> bytes | None:
        """The secret of a commitment, if an earlier generation of the store made it; None if this one did."""
        place = log_of(table_id, shuffle.packs)
        for generation in range(self._generation, -1, -1):
            known = await self._store.answer_of(place, _command(shuffle.deal, generation))
            if known is not None and commit(shuffle.context, bytes.fromhex(known)).hex() == commitment:
                return None if generation == self._generation else bytes.fromhex(known)
        return None


def _command(deal: int, generation: int) -> str:
    return f"deal {deal} of {generation}" if generation else f"deal {deal}"


class SharedSecret(NamedTuple):
    """The secret of a deal that several tables share, and the commitment that they showed."""

    deal: int
    """The deal's number in the match, annulled deals included."""
    commitment: str
    """In hexadecimal."""
    secret: bytes


async def shared_secrets(services: Services, packs: str, deals: int) -> list[SharedSecret]:
    """The secrets of the first deals of shared packs, to be opened once no table plays these deals.

    `canastra.fairness.shared_pack` makes the pack of a deal from one, `shared_draw` the draw for its dealer. A deal
    that no table prepared has no secret; one that was begun before and after a restore has several.
    """
    found: list[SharedSecret] = []
    for deal in range(1, deals + 1):
        for generation in range(services.generation + 1):
            known = await services.store.answer_of(log_of("", packs), _command(deal, generation))
            if known is not None:
                secret = bytes.fromhex(known)
                found.append(SharedSecret(deal, commit(shared_context(packs, deal), secret).hex(), secret))
    return found


async def provide(services: Services, table_id: str, need: DealerNeeded | CommitmentNeeded | PackNeeded) -> Command:
    """The command that a table requires. The secret is in the store before its commitment leaves this function."""
    if isinstance(need, DealerNeeded) and not need.packs:
        return DrawForDealer(cards_text(services.random.sample(TWO_PACKS, len(TWO_PACKS))))
    secret = await SecretStore.of(services).secret(table_id, need.deal, need.packs)
    if isinstance(need, DealerNeeded):
        return DrawForDealer(cards_text(shared_draw(need.packs, need.deal, secret)))
    if need.packs and isinstance(need, PackNeeded):
        return Deal(cards_text(shared_pack(need.packs, need.deal, secret)))
    given = need.contributions if isinstance(need, PackNeeded) else ()
    proof = Proof.made(need.context, secret, tuple(map(bytes.fromhex, given)))
    if isinstance(need, CommitmentNeeded):
        return Commit(proof.commitment.hex())
    answer = Deal if need.deal else DrawSeats
    return answer(cards_text(proof.pack or ()), proof.table())


async def annulment(services: Services, table_id: str, table: Table) -> Command | None:
    """The command that ends a deal, or a lot, whose secret was drawn before a restore; None if none was.

    A deal that other tables have too is annulled without its proof, like one that was played: the secret is opened with
    the others of the round.
    """
    if not services.generation or not table.is_sealed:
        return None
    shuffle = table.shuffle
    secret = await SecretStore.of(services).outdated(table_id, shuffle, table.commitment)
    if secret is None:
        return None
    if shuffle.packs:
        return Annul(cards_text(shared_pack(shuffle.packs, shuffle.deal, secret)), {})
    proof = Proof.made(shuffle.context, secret, tuple(bytes.fromhex(given or "") for given in table.contributions))
    return Annul(cards_text(proof.pack or ()), proof.table())
