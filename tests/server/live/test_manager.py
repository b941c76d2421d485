"""The registry: opening, finding, restarting in every stage, unloading, draining."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.fairness import Checked, RecordedDeal, Status, check_all
from canastra.server.live import Actor, CommandRequest, DrainingError, NoTableError, Point, TableManager
from canastra.server.live.shuffles import SecretStore, log_of
from canastra.server.storage import MemoryStore, SqliteStore, TableExistsError
from canastra.table import Act, AddBots, Contribute, FormError, Offer, Ready, Sit, Stage, TimeControl, load_event
from canastra.table.events import DealEnded
from tests.server.live.live_server import TABLE, opened, run, services, settle
from tests.server.live.test_actor import send, table
from tests.server.storage.faults import CrashError


def test_tables_have_ids_and_are_opened_once() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await host.create(TABLE, opened("buraco"))
        with pytest.raises(TableExistsError):
            await host.create(TABLE, opened("buraco"))
        for wrong in ("", "a#secrets", "a b", "é", "x" * 65):
            with pytest.raises(FormError):
                await host.create(wrong, opened("buraco"))
            with pytest.raises(NoTableError):
                await host.table(wrong)
        with pytest.raises(FormError):
            await host.create("t2", structs.replace(opened("buraco"), target=-1))
        with pytest.raises(NoTableError):
            await host.table("t2")
        await host.drain(60)

    run(main)


def test_the_log_of_the_secrets_is_no_table() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await table(host, deal=True)
        assert log_of(TABLE) in await store.tables()
        with pytest.raises(NoTableError):
            await host.table(log_of(TABLE))
        assert await store.read(log_of(TABLE)) == []
        await host.drain(60)

    run(main)


def test_a_table_is_loaded_once_however_many_ask() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await host.create(TABLE, opened("buraco"))
        found = await asyncio.gather(*(host.table(TABLE) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        await host.drain(60)

    run(main)


def test_a_server_that_died_between_the_log_and_its_first_event() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await host.create(TABLE, opened("buraco"))
        store._tables[TABLE].events.clear()
        assert (await host.table(TABLE)).head == 1
        assert len(await store.read(TABLE)) == 1
        await host.drain(60)

    run(main)


async def until(condition: Callable[[], bool], actor: Actor) -> None:
    """Wait for something that comes by itself, unless the table stops."""
    while not condition():
        if actor._mailbox.closed:
            raise CrashError
        await asyncio.sleep(0.001)


async def to_stage(host: TableManager, stage: str) -> None:
    """A duel of two people brought as far as the stage says."""
    await host.create(TABLE, opened("canastra-duelo"))
    if stage == "opened":
        return
    for seat in range(2):
        await send(host, Sit(seat, f"p{seat}", "Ana"), "s", f"p{seat}")
    if stage == "seating":
        return
    for seat in range(2):
        await send(host, Ready(seat), "r", f"p{seat}")
    actor = await host.table(TABLE)
    await until(lambda: bool(actor.table.commitment), actor)
    if stage in ("gathering", "finished"):
        if stage == "finished":
            await send(host, Offer(0, "resign"), "o", "p0")
        return
    for seat in range(2):
        await send(host, Contribute(seat, "ab"), "c", f"p{seat}")
    await until(lambda: actor.table.to_act is not None, actor)
    await send(host, Act(int(actor.table.to_act or 0), "draw", actor.table.step), "d")


@pytest.mark.parametrize("stage", ["opened", "seating", "gathering", "playing", "finished"])
def test_a_restart_in_every_stage(stage: str, tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        host = TableManager(services(store))
        await to_stage(host, stage)
        before = (await host.table(TABLE)).table
        assert await host.drain(60)
        await store.close()
        store = SqliteStore.open(tmp_path / "a.db")
        host = TableManager(services(store, seed=99))
        assert await host.start() == (stage != "finished")
        actor = await host.table(TABLE)
        await until(lambda: not actor._working, actor)
        after = actor.table
        assert after.seats == before.seats
        assert (after.stage, after.commitment, after.state) == (before.stage, before.commitment, before.state)
        assert await host.drain(60)
        await store.close()

    run(main)


@pytest.mark.parametrize("nth", range(1, 12))
@pytest.mark.parametrize("point", Point)
def test_a_restart_between_any_two_appends_before_the_first_action(point: Point, nth: int) -> None:
    """Also while the dealer is drawn, before and after the commitment, and when the cards are dealt."""
    store, left = MemoryStore(), nth

    def hook(passed: Point) -> None:
        nonlocal left
        left -= passed is point
        if left == 0 and passed is point:
            raise CrashError

    async def main() -> None:
        host = TableManager(services(store, hook=hook))
        try:
            await to_stage(host, "playing")
        except Exception:  # noqa: BLE001 - wherever it crashed
            await settle()
        secret = await store.answer_of(log_of(TABLE), "deal 1")
        seen = (await store.read(TABLE))[-1]
        assert seen.seq >= 1
        host = TableManager(services(store, seed=77))
        await host.start()
        await settle()
        for make in (lambda seat: Sit(seat, f"p{seat}", "Ana"), Ready, Contribute):
            for seat in range(2):
                await host.send(TABLE, CommandRequest(make(seat), f"again-{make.__name__[:5]}", f"p{seat}"))
                await settle()
        actor = await host.table(TABLE)
        assert actor.table.stage is Stage.PLAYING
        assert secret in (None, await store.answer_of(log_of(TABLE), "deal 1"))
        committed = [event for event in await store.read(TABLE) if '"committed"' in event.body]
        assert len(committed) == 1
        assert secret is None or secret not in committed[0].body
        await host.drain(60)

    run(main)


def test_a_deal_has_one_secret_whoever_asks() -> None:
    async def main() -> None:
        store = MemoryStore()
        vaults = [SecretStore(store, services(store, seed).random) for seed in range(8)]
        secrets = await asyncio.gather(*(each.secret(TABLE, 1) for each in vaults))
        assert len(set(secrets)) == 1
        assert await vaults[3].secret(TABLE, 2) != secrets[0]

    run(main)


def proofs(actor: Actor) -> tuple[Checked, ...]:
    deals = tables.record(actor.table).deals
    return check_all(
        [(deal.fairness, RecordedDeal(n, deal.dealer, deal.piles, "m1")) for n, deal in enumerate(deals, 1)]
    )


def test_the_secret_of_a_forfeited_deal_is_revealed_and_proves_it() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await to_stage(host, "playing")
        await send(host, Offer(0, "resign"), "o", "p0")
        actor = await host.table(TABLE)
        assert actor.table.stage is Stage.FINISHED
        log = [load_event(event.body) for event in await store.read(TABLE)]
        (ended,) = (event for event in log if isinstance(event, DealEnded))
        assert ended.fairness["secret"] == await store.answer_of(log_of(TABLE), "deal 1")
        assert [each.status for each in proofs(actor)] == [Status.VERIFIED]
        await host.drain(60)

    run(main)


def loaded(host: TableManager) -> list[str]:
    return list(host.loaded)


@pytest.mark.limit("idle")
def test_idle_tables_are_unloaded_and_come_back() -> None:
    async def main() -> None:
        made = services(MemoryStore())
        host = TableManager(made)
        actor = await table(host)
        await settle()
        host.sweep()
        assert loaded(host) == [TABLE]
        subscription = await host.subscribe(TABLE, None)
        await advance(host, actor, made.limits.idle)
        host.sweep()
        assert loaded(host) == [TABLE]
        host.unsubscribe(TABLE, subscription)
        await settle()
        host.sweep()
        assert loaded(host) == [TABLE]
        await advance(host, actor, made.limits.idle)
        host.sweep()
        assert loaded(host) == []
        assert (await send(host, Ready(0), "r", "p0")).seq == 4
        await host.drain(60)

    run(main)


async def advance(host: TableManager, actor: Actor, milliseconds: int) -> None:
    await actor._services.clock.advance(milliseconds)  # type: ignore[attr-defined]


def test_a_running_clock_keeps_a_table_loaded() -> None:
    async def main() -> None:
        made = services(MemoryStore())
        host = TableManager(made)
        await host.create(TABLE, opened("canastra-duelo", TimeControl(turn=made.limits.idle * 3)))
        await send(host, Sit(0, "p0", "Ana"), "s", "p0")
        await send(host, AddBots("random"), "f")
        await send(host, Ready(0), "r", "p0")
        await send(host, Contribute(0), "c", "p0")
        actor = await host.table(TABLE)
        while actor.table.clock is None:
            await asyncio.sleep(0.001)
        await advance(host, actor, made.limits.idle * 2)
        host.sweep()
        assert loaded(host) == [TABLE]
        await host.drain(60)

    run(main)


def test_draining_finishes_what_waits_and_takes_nothing_new() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await table(host)
        asked = [
            asyncio.create_task(host.send(TABLE, CommandRequest(Ready(each), "r", f"p{each}"))) for each in range(2)
        ]
        await asyncio.sleep(0)
        assert await host.drain(60)
        assert [(await each).seq for each in asked] == [4, 5]  # type: ignore[union-attr]
        for refused in (host.table(TABLE), host.create("t2", opened("buraco"))):
            with pytest.raises(DrainingError):
                await refused

    run(main)


def test_finished_matches_are_proved() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await host.create(TABLE, opened("canastra-duelo"))
        await send(host, AddBots("greedy"), "f")
        actor = await host.table(TABLE)
        while actor.table.stage is not Stage.FINISHED:
            await asyncio.sleep(0.001)
        assert len(actor.table.deals) >= 1
        assert {each.status for each in proofs(actor)} == {Status.VERIFIED}
        await host.drain(60)

    run(main)
