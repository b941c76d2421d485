"""The server's own part in a match: draws and lots, the secret of each deal, the pack that it makes."""

from __future__ import annotations

from canastra.cards import TWO_PACKS, cards_text
from canastra.fairness import Proof
from canastra.server.live.services import Services
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


async def provide(services: Services, table_id: str, need: DealerNeeded | CommitmentNeeded | PackNeeded) -> Command:
    """What a table waits for. The secret is in the store before its commitment leaves this function."""
    if isinstance(need, DealerNeeded):
        return DrawForDealer(cards_text(services.random.sample(TWO_PACKS, len(TWO_PACKS))))
    secret = await services.vault.secret(table_id, need.deal)
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
    secret = await services.vault.outdated(table_id, shuffle.deal, shuffle.context, table.commitment)
    if secret is None:
        return None
    proof = Proof.made(shuffle.context, secret, tuple(bytes.fromhex(given or "") for given in table.contributions))
    return Annul(cards_text(proof.pack or ()), proof.table())
