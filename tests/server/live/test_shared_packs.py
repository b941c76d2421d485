"""Tables that have their packs in common: the same cards at both, and a secret that neither ever tells."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from canastra.records import write
from canastra.server.live import CommandRequest, Completed, TableManager
from canastra.server.live.shuffles import SecretStore, log_of
from canastra.server.storage import MemoryStore
from canastra.table import Command, Sit, record
from canastra.table.settings import NO_TARGET
from tests.server.live.playing import opened, services, settle, to_text
from tests.server.lobby.world import moves

PACKS = "copa/1/2"
TABLES = ("one", "two")
DEALS = 2


async def sent(host: TableManager, table: str, player: str | None, command: Command, number: int) -> None:
    answer = await host.send(table, CommandRequest(command, f"c{number}", player))
    assert isinstance(answer, Completed), answer


async def heard(host: TableManager, table: str, seat: int | None, told: list[str]) -> None:
    """Note all that a seat, or a spectator, is told."""
    reader = await host.subscribe(table, seat)
    while True:
        told.append(to_text(await reader.get()))


async def played(host: TableManager, table: str) -> list[str]:
    """Play a whole match; all that its seats and a spectator were told."""
    for seat in range(4):
        await sent(host, table, f"p{seat}", Sit(seat, f"p{seat}", f"Ana {seat}"), seat)
    told: list[str] = []
    readers = [asyncio.create_task(heard(host, table, seat, told)) for seat in (0, 1, 2, 3, None)]
    number = 10
    while (now := (await host.table(table)).table).result is None:
        for seat, command in moves(now, Random(number)):
            number += 1
            await sent(host, table, now.seats[seat].player, command, number)
        await asyncio.sleep(0)
    await settle()
    for each in readers:
        each.cancel()
    return told


def test_two_tables_deal_the_same_and_tell_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(1)

    async def main() -> None:
        store = MemoryStore()
        shared = services(store, seed=3)
        host = TableManager(shared)
        for table in TABLES:
            terms = replace(opened("buraco", target=NO_TARGET), match=table, packs=PACKS, deals=DEALS, arranged=True)
            await host.create(table, terms)
        told = [line for table in TABLES for line in await played(host, table)]
        assert len(told) > 100
        one, two = [(await host.table(table)).table for table in TABLES]
        assert [deal.piles for deal in one.deals] == [deal.piles for deal in two.deals]
        assert [deal.dealer for deal in one.deals] == [deal.dealer for deal in two.deals]
        assert len(one.deals) == DEALS
        kept = SecretStore.of(shared)
        secrets = [(await kept.secret("", deal, PACKS)).hex() for deal in range(1, DEALS + 1)]
        assert [await store.answer_of(log_of("", PACKS), f"deal {deal}") for deal in (1, 2)] == secrets
        everything = [*told, write(record(one)), write(record(two)), *(each.getMessage() for each in caplog.records)]
        for table in TABLES:
            everything += [each.body for each in await store.read(table)]
        assert not [line[:80] for line in everything if any(secret in line for secret in secrets)]

    asyncio.run(asyncio.wait_for(main(), 120))


def test_who_asks_at_the_same_time_gets_the_same_secret() -> None:
    async def main() -> None:
        kept = SecretStore.of(services(MemoryStore()))
        found = await asyncio.gather(*(kept.secret(f"t{table}", 1, PACKS) for table in range(20)))
        assert len(set(found)) == 1
        assert await kept.secret("t1", 1) != found[0], "that is the table's own"
        assert await kept.secret("", 2, PACKS) != found[0]

    asyncio.run(main())
