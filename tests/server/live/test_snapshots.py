"""Snapshots are a shortcut: with them, without them and whatever is wrong with them, a table is what its log says."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import fields
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from canastra import table as tables
from canastra.engine import Match
from canastra.errors import RulebookError
from canastra.records import DealRecord
from canastra.rulebooks import OFFICIAL, Rulebook, official
from canastra.server.live import CommandRequest, TableManager, snapshots
from canastra.server.live.event_log import EventLog
from canastra.server.storage import MemoryStore, Snapshot, StoppedError
from canastra.table import AddBots, Event, RefusalError, Stage, Table, TimeControl, dump_event
from tests.server.live.live_server import TABLE, finished, opened, run, services
from tests.server.live.test_actor import send
from tests.table.hosting import Host as Playing
from tests.table.test_any_command import any_command, play

few = settings(max_examples=settings().max_examples // 10)
TAIL = 32


def any_log(rulebook: str, seed: int) -> list[Event]:
    """A match of people and bots, most of it played through, with all kinds of commands between the actions."""
    random = Random(seed)
    clock = random.choice([TimeControl(), TimeControl(turn=3_000, bank=2_000, increment=100, grace=1_000, between=500)])
    host = Playing(rulebook, seed, clock=clock)
    host.fair = random.random() < 0.5
    host.level = "greedy"
    host.seat_people(*random.sample(range(host.players), random.randrange(1, host.players + 1)), level="greedy")
    for _ in range(450):
        with suppress(RefusalError):
            if host.table.stage is Stage.FINISHED or random.random() < 0.05:
                host.send(any_command(random, host), later=random.randrange(100))
            else:
                host.play_on(1) if host.table.state is None else play(host)
    return host.log


@pytest.mark.parametrize("rulebook", OFFICIAL)
@few
@given(seed=st.integers(0, 2**32))
def test_a_table_kept_after_any_event_is_the_one_of_its_log(rulebook: str, seed: int) -> None:
    log = any_log(rulebook, seed)
    table = tables.rebuild(log[:1])
    for event in log[1:]:
        table = tables.evolve(table, event)
        if table.deal is None:
            body = dump_event(event)
            assert snapshots.load(snapshots.dump(table, body), official, body) == table


@pytest.mark.parametrize("rulebook", OFFICIAL)
@few
@given(seed=st.integers(0, 2**32))
def test_a_table_loaded_from_any_snapshot_is_the_one_of_its_log(rulebook: str, seed: int) -> None:
    log = any_log(rulebook, seed)
    random = Random(seed)
    store = MemoryStore()

    async def main() -> None:
        await store.create(TABLE, "{}")
        table: Table = tables.rebuild(log[:1])
        await store.append(TABLE, 1, [dump_event(log[0])])
        for seq, event in enumerate(log[1:], 2):
            table = tables.evolve(table, event)
            await store.append(TABLE, seq, [dump_event(event)])
            if table.deal is None and random.random() < 0.3:
                await store.put_snapshot(TABLE, seq, snapshots.dump(table, dump_event(event)))
            if random.random() < 0.01 or seq == len(log):
                await same(store, table)

    run(main)


async def same(store: MemoryStore, table: Table) -> None:
    """Load a table in both ways."""
    short = await EventLog.load(store, TABLE, official, TAIL)
    long = await EventLog._from_log(store, TABLE, official, TAIL)
    assert short.table == long.table == table
    assert (short.head, short.tail) == (long.head, long.tail)


def test_nothing_of_a_table_is_forgotten() -> None:
    kept = set(snapshots._Kept.__struct_fields__)
    assert set(Table.__struct_fields__) == kept - {"opened"} | {"settings", "deal"}
    assert {each.name for each in fields(Match)} == {*snapshots._Match.__struct_fields__, "rulebook"}
    deal = {each.name for each in fields(DealRecord)}
    piles = {"hands", "mortos", "stock"}
    assert deal == set(snapshots._Deal.__struct_fields__) - piles - {"annulled"} | {"piles", "rulings", "x", "line"}


def test_nobody_reads_what_other_code_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    table = tables.open_table(opened("tranca"))
    data = snapshots.dump(table, "")
    assert snapshots.load(data, official, "") == table
    monkeypatch.setattr(snapshots, "code", lambda: "0" * 64)
    assert snapshots.load(data, official, "") is None


def test_what_was_agreed_is_kept() -> None:
    first = opened("buraco", TimeControl(1, 2, 3, 4, 5), target=77)
    first = structs.replace(first, undo=False, stand_in="random", match="m9")
    table = tables.open_table(first)
    assert snapshots.load(snapshots.dump(table, ""), official, "") == table


async def bots_play(store: MemoryStore) -> Table:
    host = TableManager(services(store))
    await host.create(TABLE, opened("canastra-regional", target=3000))
    await host.send(TABLE, CommandRequest(AddBots("greedy"), "f"))
    actor = await finished(host)
    await asyncio.sleep(0)
    await host.drain(60)
    return actor.table


def test_a_snapshot_is_kept_when_a_deal_ends() -> None:
    async def main() -> None:
        store = MemoryStore()
        table = await bots_play(store)
        kept = await store.latest_snapshot(TABLE)
        assert kept
        log = await store.read(TABLE)
        assert snapshots.load(kept.data, official, log[kept.seq - 1].body) == table
        assert len(table.deals) > 1
        assert await TableManager(services(store)).peek(TABLE) == table

    run(main)


def test_a_snapshot_saves_the_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        store = MemoryStore()
        table = await bots_play(store)
        monkeypatch.setattr(tables, "evolve", None)
        assert (await EventLog.load(store, TABLE, official, TAIL)).table == table

    run(main)


def wrong_snapshots(good: Snapshot) -> dict[str, Snapshot]:
    """Wrong contents of the store, each with a word of the log line about it."""
    mark, _, body = good.data.partition(b"\n")
    code, event = mark.split(b" ")
    return {
        "nothing": Snapshot(good.seq, b""),
        "noise": Snapshot(good.seq, bytes(range(256))),
        "other code": Snapshot(good.seq, b"0" * 64 + b" " + event + b"\n" + body),
        "other event": Snapshot(good.seq, code + b" " + b"0" * 64 + b"\n" + body),
        "earlier": Snapshot(good.seq - 1, good.data),
        "none there": Snapshot(10**6, good.data),
        "before all": Snapshot(-4, good.data),
        "cut short": Snapshot(good.seq, good.data[:-30]),
        "another kind": Snapshot(good.seq, mark + b"\n[1, 2]"),
        "a key missing": Snapshot(good.seq, mark + b"\n" + body.replace(b'"deals":', b'"other":')),
        "no notation": Snapshot(good.seq, mark + b"\n" + body.replace(b"discard ", b"DISCARD ")),
        "no rulebook": Snapshot(good.seq, mark + b"\n" + body.replace(b'"rulebook":"', b'"rulebook":"not-')),
        "no event": Snapshot(good.seq, mark + b"\n" + body.replace(b'"type":"deal_ended"', b'"type":"?"')),
        "other event there": Snapshot(
            good.seq, mark + b"\n" + body.replace(b'"type":"deal_ended"', b'"type":"match_ended"')
        ),
    }


def test_whatever_is_wrong_with_a_snapshot_the_log_is_read(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        store = MemoryStore()
        table = await bots_play(store)
        good = await store.latest_snapshot(TABLE)
        assert good
        for what, wrong in wrong_snapshots(good).items():
            assert wrong != good, what
            store._tables[TABLE].snapshot = wrong
            caplog.clear()
            assert (await EventLog.load(store, TABLE, official, TAIL)).table == table, what
            assert "event=snapshot_ignored table=t1" in caplog.text, what
        store._tables[TABLE].snapshot = good
        caplog.clear()
        assert (await EventLog.load(store, TABLE, official, TAIL)).table == table
        assert "snapshot_ignored" not in caplog.text

    run(main)


def test_events_that_do_not_follow_a_snapshot_are_replayed_from_the_first(caplog: pytest.LogCaptureFixture) -> None:
    """Bytes that can be read and say something else than the log."""

    async def main() -> None:
        store = MemoryStore()
        log = any_log("canastra-duelo", 3)
        dealt = next(seq for seq, event in enumerate(log, 1) if isinstance(event, tables.events.Dealt))
        await store.create(TABLE, "{}")
        await store.append(TABLE, 1, [dump_event(event) for event in log[: dealt + 5]])
        seating = tables.rebuild(log[:2])
        await store.put_snapshot(TABLE, dealt - 1, snapshots.dump(seating, dump_event(log[dealt - 2])))
        assert (await EventLog.load(store, TABLE, official, TAIL)).table == tables.rebuild(log[: dealt + 5])
        assert "event=snapshot_ignored table=t1 error=table_event_impossible" in caplog.text

    run(main)


def test_a_rulebook_that_has_gone_is_no_matter_of_snapshots() -> None:
    def gone(name: str) -> Rulebook:
        raise RulebookError("file_missing", file=name)

    async def main() -> None:
        store = MemoryStore()
        await bots_play(store)
        with pytest.raises(RulebookError):
            await EventLog.load(store, TABLE, gone, TAIL)

    run(main)


class Failing(MemoryStore):
    async def put_snapshot(self, table_id: str, seq: int, data: bytes) -> None:
        raise StoppedError("storage_closed", file="KD")


class Hanging(MemoryStore):
    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def put_snapshot(self, table_id: str, seq: int, data: bytes) -> None:
        self.asked += 1
        await asyncio.Event().wait()


def test_a_store_that_keeps_no_snapshot_stops_no_table(caplog: pytest.LogCaptureFixture) -> None:
    store = Failing()
    run(lambda: plays(store))
    assert "event=not_kept table=t1 error=storage_closed" in caplog.text
    assert "KD" not in caplog.text


def test_a_table_never_waits_for_its_snapshot() -> None:
    store = Hanging()
    run(lambda: plays(store))
    assert store.asked == 1


async def plays(store: MemoryStore) -> None:
    assert (await bots_play(store)).stage is Stage.FINISHED
    assert await store.latest_snapshot(TABLE) is None


def test_a_deal_in_progress_is_never_kept() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await host.create(TABLE, opened("canastra-regional"))
        await send(host, AddBots("greedy"), "f")
        actor = await host.table(TABLE)
        while actor.table.deal is None:
            await asyncio.sleep(0.001)
        await actor._event_log.keep(actor.table, actor._event_log.latest)
        assert await store.latest_snapshot(TABLE) is None
        await host.drain(60)

    run(main)


def test_what_is_written_in_snapshots_grows_no_faster_than_the_match() -> None:
    table = tables.open_table(opened("buraco"))
    for deals in (10, 100, 1_000):
        kept = [count for count in range(1, deals) if snapshots.is_due(structs.replace(table, deals=(None,) * count))]
        assert sum(kept) <= 6 * deals  # In deals: each snapshot holds them all.
        assert all(after - before <= after / 4 for before, after in pairwise(kept[8:]))
    assert snapshots.is_due(structs.replace(table, deals=(None,) * 999, stage=Stage.FINISHED))
