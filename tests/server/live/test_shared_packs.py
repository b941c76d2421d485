"""Tables that have their packs in common: the same secret for all, shown by none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.cards import cards_text
from canastra.engine import deal_out
from canastra.fairness import Status, commit, shared_context, shared_draw, shared_pack
from canastra.records import verify, write
from canastra.server.live import CommandRequest, NoTableError, TableManager
from canastra.server.live.shuffles import SecretStore, SharedSecret, log_of, shared_secrets
from canastra.server.storage import MemoryStore
from canastra.table import AddBots, Contribute, Ready, Sit, Stage, Table, load_event
from canastra.table.events import Committed, DealEnded, DealerDrawn, Dealt
from tests.server.live.live_server import drained, opened, run, services, settle, to_text

PACKS = "cup/1/2"
ONE, TWO = "t1", "t2"


async def begun(host: TableManager, table_id: str, seat: int) -> None:
    """A table with one person who is ready, and bots."""
    first = structs.replace(opened("buraco"), match=table_id, packs=PACKS)
    await host.create(table_id, first)
    await host.send(table_id, CommandRequest(Sit(seat, "p", "Ana"), "sit", "p"))
    await host.send(table_id, CommandRequest(AddBots("greedy"), "fill"))
    await host.send(table_id, CommandRequest(Ready(seat), "ready", "p"))


async def given(host: TableManager, table_id: str, seat: int, text: str) -> None:
    """The person contributes to the next deal, once it is prepared."""
    await until(host, table_id, lambda table: bool(table.commitment))
    await host.send(table_id, CommandRequest(Contribute(seat, text), f"c{text}", "p"))


async def until(host: TableManager, table_id: str, holds: Callable[[Table], bool]) -> Table:
    async with asyncio.timeout(60):
        while not holds(table := await host.peek(table_id)):
            await asyncio.sleep(0.001)
    return table


async def events_of(host: TableManager, store: MemoryStore, table_id: str) -> list[tables.Event]:
    return [load_event(each.body) for each in await store.read(table_id)]


def test_two_tables_deal_the_same_and_nothing_published_opens_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(1)

    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        places = {ONE: 0, TWO: 1}
        texts: list[str] = []
        await asyncio.gather(*(begun(host, table_id, seat) for table_id, seat in places.items()))
        watching = [
            (await host.table(table_id)).subscribe(eyes, 1) for table_id in places for eyes in (places[table_id], None)
        ]
        await asyncio.gather(*(given(host, table_id, seat, f"{seat + 1:02x}") for table_id, seat in places.items()))
        for table_id, seat in places.items():
            table = await until(host, table_id, lambda table: table.to_act is not None)
            texts += [str(tables.snapshot(table, eyes)) for eyes in (None, 0, 1, 2, 3)]
            assert table.contributions[seat]
            await settle()
            await host.send(table_id, CommandRequest(tables.Leave(seat), "l", "p"))
            await until(host, table_id, lambda table: table.stage is Stage.FINISHED)
        for subscription in watching:
            texts += map(to_text, await drained(subscription))
        opened_after = await shared_secrets(host._services, PACKS, 2)
        (first,) = opened_after
        secret = first.secret.hex()
        dealt, drawn, ended = [], [], []
        for table_id in places:
            log = await events_of(host, store, table_id)
            texts += map(tables.dump_event, log)
            texts.append(write(tables.record(await host.peek(table_id))))
            dealt.append(next(each for each in log if isinstance(each, Dealt)))
            drawn.append(next(each for each in log if isinstance(each, DealerDrawn)))
            ended.append(next(each for each in log if isinstance(each, DealEnded)))
            (promised,) = (each.commitment for each in log if isinstance(each, Committed))
            assert promised == first.commitment
            assert [each.status for each in verify(tables.record(await host.peek(table_id)))] == [Status.COMMITTED]
        assert structs.replace(dealt[0], at=0) == structs.replace(dealt[1], at=0)
        assert drawn[0].drawn == drawn[1].drawn
        assert ended[0].fairness == ended[1].fairness == {"commitment": first.commitment}
        for seat in range(4):  # Each seat of either table has only its own cards.
            seen = tables.visible_to(dealt[0], seat)
            assert isinstance(seen, Dealt)
            own = [hand for hand in (*seen.hands, *seen.mortos, seen.stock) if "??" not in hand]
            assert own == [dealt[0].hands[seat]]
        assert len(texts) > 20
        assert not any(secret in text for text in [*texts, *(each.getMessage() for each in caplog.records)])
        # And all clients can open it afterwards.
        assert first.commitment == commit(shared_context(PACKS, 1), first.secret).hex()
        piles = deal_out(shared_pack(PACKS, 1, first.secret), 4, dealt[0].dealer)
        assert dealt[0].hands == tuple(map(cards_text, piles.hands))
        top = cards_text(shared_draw(PACKS, 1, first.secret)[:4]).split()
        assert [each.split()[1] for each in drawn[0].drawn[:4]] == top
        await host.drain(60)

    run(main)


def test_a_deal_in_common_has_one_secret_whoever_asks() -> None:
    async def main() -> None:
        store = MemoryStore()
        vaults = [SecretStore(store, services(store, seed).random) for seed in range(8)]
        asked = (each.secret(f"t{number}", 1, PACKS) for number, each in enumerate(vaults))
        (secret,) = set(await asyncio.gather(*asked))
        assert await SecretStore(store, services(store, 99).random).secret("t9", 1, PACKS) == secret, "a later life"
        others = [("t1", 1, "cup/1/3"), ("t1", 2, PACKS), ("t1", 1, "")]
        assert secret not in [await vaults[0].secret(*each) for each in others]

    run(main)


def test_the_secrets_that_were_never_drawn_are_not_drawn_to_be_opened() -> None:
    async def main() -> None:
        store = MemoryStore()
        at_hand = services(store)
        assert await shared_secrets(at_hand, PACKS, 3) == []
        assert await store.tables() == []
        secret = await SecretStore.of(at_hand).secret(ONE, 2, PACKS)
        promise = commit(shared_context(PACKS, 2), secret).hex()
        assert await shared_secrets(at_hand, PACKS, 3) == [SharedSecret(2, promise, secret)]
        later = services(store, 1, generation=1)
        other = await SecretStore.of(later).secret(ONE, 2, PACKS)
        assert [each.secret for each in await shared_secrets(later, PACKS, 3)] == [secret, other]

    run(main)


def test_the_log_of_packs_in_common_is_no_table() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await SecretStore.of(host._services).secret(ONE, 1, ONE)
        assert log_of("", ONE) not in (ONE, log_of(ONE))
        assert await store.tables(live=True) == []
        for wrong in (log_of("", ONE), log_of("", PACKS)):
            with pytest.raises(NoTableError):
                await host.table(wrong)
        await host.drain(60)

    run(main)
