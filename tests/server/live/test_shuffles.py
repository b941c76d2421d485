"""A restored store: secrets revealed since must not choose any cards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.cards import parse_cards
from canastra.fairness import Lot, RecordedDeal, Status, check_all, check_lot
from canastra.records import parse, replay, write
from canastra.server.live import CommandRequest, Completed, TableManager
from canastra.server.live.shuffles import SecretStore, SharedSecret, log_of, shared_secrets
from canastra.server.storage import SqliteStore, backup, restore
from canastra.table import Act, Contribute, Opened, Ready, Sit, Stage, Table, load_event
from canastra.table.events import Committed, DealEnded, LotAnnulled, SeatsDrawn
from tests.server.live.live_server import TABLE, opened, services

Work = Callable[[TableManager], Awaitable[None]]
BYTES = ("aa" * 16, "bb" * 16)


async def begun(host: TableManager, first: Opened) -> None:
    """Two people at a table that has committed to its first shuffle."""
    await host.create(TABLE, first)
    for seat in (0, 1):
        await host.send(TABLE, CommandRequest(Sit(seat, f"p{seat}", f"Ana {seat}"), f"s{seat}", f"p{seat}"))
    for seat in (0, 1):
        await host.send(TABLE, CommandRequest(Ready(seat), f"r{seat}", f"p{seat}"))
    await until(host, lambda table: bool(table.commitment))


async def until(host: TableManager, holds: Callable[[Table], bool]) -> None:
    """Wait until it is so at the table."""
    async with asyncio.timeout(60):
        while not holds(await host.peek(TABLE)):
            await asyncio.sleep(0.001)


async def given(host: TableManager, *seats: int, life: str = "") -> None:
    """These seats contribute; with the last of them the deal is dealt, or the lot drawn."""
    for seat in seats:
        answer = await host.send(TABLE, CommandRequest(Contribute(seat, BYTES[seat]), f"c{life}{seat}", f"p{seat}"))
        assert isinstance(answer, Completed)
    if 0 in seats:
        await until(host, lambda table: table.lot is not None or table.deal is not None)


async def moves(host: TableManager, number: int) -> None:
    """Some steps of the deal in progress."""
    for turn in range(number):
        table = await host.peek(TABLE)
        seat = table.to_act
        assert seat is not None
        view = tables.seat_view(table, seat)
        assert view is not None
        await host.send(
            TABLE, CommandRequest(Act(seat, str(view.legal[0]), table.step), f"m{number}-{turn}", f"p{seat}")
        )


async def a_life(path: Path, seed: int, work: Work) -> Table:
    """A server's life on a database: the table at its end."""
    store = SqliteStore.open(path)
    host = TableManager(services(store, seed, generation=store.database.generation))
    await host.start()
    await work(host)
    table = await host.peek(TABLE)
    await host.drain(60)
    await store.close()
    return table


async def nothing(host: TableManager) -> None:
    pass


async def annulled(host: TableManager) -> None:
    """Until something was annulled, and the table has committed to what comes next."""
    await until(host, lambda table: bool((table.deals or table.lots_annulled) and table.commitment))


def events_of(path: Path) -> list[tables.Event]:
    async def main() -> list[tables.Event]:
        store = SqliteStore.open(path)
        found = [load_event(each.body) for each in await store.read(TABLE)]
        await store.close()
        return found

    return asyncio.run(main())


def put_back(
    path: Path,
    copy: Path,
    first: Callable[[TableManager], Awaitable[None]],
    then: Callable[[TableManager], Awaitable[None]],
) -> Table:
    """The backup is taken after the first part, and restored after the second; the table at the next start."""

    async def lives() -> Table:
        async def work(host: TableManager) -> None:
            await first(host)
            await asyncio.to_thread(backup, path, copy)
            await then(host)

        await a_life(path, 1, work)
        await asyncio.to_thread(restore, copy, path)
        return await a_life(path, 2, annulled)

    return asyncio.run(lives())


def verified(table: Table) -> list[Status]:
    record = tables.record(table)
    deals = [
        (each.fairness, RecordedDeal(number, each.dealer, each.piles, "m1", over=number <= len(table.deals)))
        for number, each in enumerate(record.deals, 1)
    ]
    return [each.status for each in check_all(deals)]


def test_a_deal_that_was_committed_is_opened_and_another_one_follows(tmp_path: Path) -> None:
    """Ana lets Bia contribute, sees the deal played and its secret shown, and would now try contributions."""
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    shown: list[str] = []

    async def first(host: TableManager) -> None:
        await begun(host, opened("canastra-duelo"))
        await given(host, 1)

    async def then(host: TableManager) -> None:
        await given(host, 0)
        table = await host.peek(TABLE)
        assert table.stage is Stage.PLAYING
        assert table.deal is not None
        shown.append(table.deal.fairness["commitment"])

    table = put_back(path, copy, first, then)
    assert table.stage is Stage.GATHERING
    assert table.next_deal == 2
    assert table.commitment not in ("", *shown)
    assert table.contributions == (None, None)
    (ended,) = [each for each in events_of(path) if isinstance(each, DealEnded)]
    assert (ended.annulled, ended.deal, ended.scores) == (True, 1, ())
    assert ended.fairness["commitment"] == shown[0]
    assert ended.fairness["contributions"] == ["", BYTES[1]], "what was there, and nothing that was tried"
    assert len(ended.fairness["secret"]) == 64
    assert table.match is not None
    assert (table.match.points, table.match.dealer) == ((0, 0), table.deals[0].dealer)
    assert verified(table) == [Status.VERIFIED]


@pytest.mark.parametrize("rulebook", ["canastra-duelo"])
def test_a_deal_that_was_played_counts_nothing(tmp_path: Path, rulebook: str) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"

    async def first(host: TableManager) -> None:
        await begun(host, opened(rulebook))
        await given(host, 0, 1)
        await moves(host, 6)

    async def then(host: TableManager) -> None:
        await moves(host, 9)

    table = put_back(path, copy, first, then)
    assert (table.stage, table.next_deal) == (Stage.GATHERING, 2)
    assert table.deals[0].annulled
    text = write(tables.record(table))
    replayed = replay(parse(text))
    assert [each.deal.annulled for each in replayed.deals] == [True]
    assert verified(table) == [Status.VERIFIED]

    async def on(host: TableManager) -> None:
        await given(host, 0, 1, life="again")
        await moves(host, 3)

    after = asyncio.run(a_life(path, 3, on))
    assert (after.stage, after.next_deal) == (Stage.PLAYING, 2), "a later start annuls nothing"
    assert after.deals == table.deals
    assert verified(after) == [Status.VERIFIED, Status.VERIFIED]


def test_a_secret_that_was_drawn_and_not_yet_promised_is_never_used(tmp_path: Path) -> None:
    """The backup falls between the secret and its commitment."""
    path = tmp_path / "a.db"

    async def lives() -> tuple[str | None, str | None]:
        store = SqliteStore.open(path)
        await SecretStore.of(services(store, 1)).secret(TABLE, 1)
        await store.close()
        backup(path, tmp_path / "b.db")
        restore(tmp_path / "b.db", path)
        await a_life(path, 2, lambda host: begun(host, opened("canastra-duelo")))
        store = SqliteStore.open(path)
        found = [await store.answer_of(log_of(TABLE), name) for name in ("deal 1", "deal 1 of 1")]
        await store.close()
        return found[0], found[1]

    old, new = asyncio.run(lives())
    assert old
    assert new
    assert old != new


def test_a_lot_that_was_committed_is_opened_and_another_one_follows(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    first_event = structs.replace(opened("canastra-duelo"), lots=True)

    async def first(host: TableManager) -> None:
        await begun(host, first_event)
        await given(host, 1)

    async def then(host: TableManager) -> None:
        await given(host, 0)
        assert (await host.peek(TABLE)).lot is not None

    table = put_back(path, copy, first, then)
    assert (table.stage, table.contributions, table.lots_annulled) == (Stage.LOTS, (None, None), 1)
    events = events_of(path)
    (annulled,) = [each for each in events if isinstance(each, LotAnnulled)]
    committed = [each.commitment for each in events if isinstance(each, Committed)]
    assert annulled.fairness["commitment"] == committed[0] != committed[1]
    assert len(annulled.fairness["secret"]) == 64

    async def on(host: TableManager) -> None:
        await given(host, 0, 1, life="again")

    after = asyncio.run(a_life(path, 3, on))
    assert after.lot is not None
    cards = parse_cards(" ".join(each.split(" ")[1] for each in after.lot.drawn))
    assert check_lot(after.lot.fairness, Lot("m1", 2, cards, 2)).status is Status.VERIFIED
    assert check_lot(after.lot.fairness, Lot("m1", 2, cards)).status is Status.WRONG
    assert [each for each in events_of(path) if isinstance(each, SeatsDrawn)]


def test_what_is_annulled_survives_a_crash_and_a_snapshot(tmp_path: Path) -> None:
    """Started again and again, also from a snapshot, the table is the same, and the events are not written twice."""
    path, copy = tmp_path / "a.db", tmp_path / "b.db"

    async def first(host: TableManager) -> None:
        await begun(host, opened("canastra-duelo"))
        await given(host, 0, 1)
        await moves(host, 4)

    put_back(path, copy, first, nothing)
    for _ in range(2):
        table = asyncio.run(a_life(path, 5, nothing))
        assert table.deals[0].annulled
        assert [type(each) for each in events_of(path)].count(DealEnded) == 1
    bodies: list[Any] = [json.loads(json.dumps(tables.plain_event(each))) for each in events_of(path)]
    assert tables.rebuild([tables.load_event(json.dumps(each)) for each in bodies]).deals == table.deals


@pytest.mark.parametrize("dealt", [True, False])
def test_a_deal_in_common_with_other_tables_is_annulled_without_its_proof(tmp_path: Path, dealt: bool) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    packs = "cup/1/2"

    async def first(host: TableManager) -> None:
        await begun(host, structs.replace(opened("canastra-duelo"), packs=packs))
        await given(host, *((0, 1) if dealt else (1,)))

    table = put_back(path, copy, first, nothing)
    assert (table.stage, table.next_deal) == (Stage.GATHERING, 2)
    (ended,) = [each for each in events_of(path) if isinstance(each, DealEnded)]
    committed = [each.commitment for each in events_of(path) if isinstance(each, Committed)]
    assert (ended.annulled, ended.fairness) == (True, {"commitment": committed[0]})
    assert verified(table) == [Status.COMMITTED]

    async def secrets() -> list[SharedSecret]:
        store = SqliteStore.open(path)
        found = await shared_secrets(services(store, generation=1), packs, 2)
        await store.close()
        return found

    opened_after = asyncio.run(secrets())
    assert [(each.deal, each.commitment) for each in opened_after] == list(zip((1, 2), committed, strict=True))
    written = " ".join(map(tables.dump_event, events_of(path)))
    assert not any(each.secret.hex() in written for each in opened_after)
