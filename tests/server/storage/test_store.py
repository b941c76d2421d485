"""The contract of stores: the same tests for the ones in memory, in a file and in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from canastra.server.storage import (
    Event,
    MemoryStore,
    NoSuchTableError,
    Point,
    RepeatedCommandError,
    SequenceError,
    Snapshot,
    SqliteStore,
    StoppedError,
    Store,
    TableExistsError,
)
from tests.cluster.nodes import node
from tests.server.storage.faults import CrashError, FaultyStore

Test = Callable[[Store], Awaitable[None]]
Play = Callable[[Test], None]


@asynccontextmanager
async def opened(kind: str, request: pytest.FixtureRequest, folder: Path) -> AsyncIterator[Store]:
    if kind == "postgres":
        async with node(request.getfixturevalue("database")) as found:
            yield found.store
        return
    store: Store = SqliteStore.open(folder / "a.db") if kind == "sqlite" else MemoryStore()
    if kind == "wrapped":
        store = FaultyStore(store, Point.BEFORE_APPEND, 1000)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture(params=["memory", "sqlite", "wrapped", "postgres"])
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Play:
    """Run a test in an event loop on a new store."""
    if request.param == "postgres":
        request.getfixturevalue("database")  # Not in the event loop.

    def run(test: Test) -> None:
        async def main() -> None:
            async with opened(request.param, request, tmp_path) as store:
                await store.create("t", '{"seats":4}')
                await test(store)

        asyncio.run(main())

    return run


def test_events_are_numbered_from_one_without_gaps(play: Play) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 1, ["a", "b"], "c1", "yes")
        await store.append("t", 3, ["c"])
        log = [Event(1, 1, "c1", "a"), Event(2, 1, "c1", "b"), Event(3, 3, None, "c")]
        assert await store.read("t") == log
        assert await store.read("t", 2) == log[1:]
        assert await store.read("t", 4) == []
        assert await store.read("t", 10**30) == []
        assert await store.read("t", -3) == log

    play(test)


@pytest.mark.parametrize("expected", [-1, 0, 1, 3])
def test_an_append_expects_its_number(play: Play, expected: int) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 1, ["a"])
        with pytest.raises(SequenceError) as caught:
            await store.append("t", expected, ["b"], "c1", "yes")
        assert caught.value.found == 1
        assert len(await store.read("t")) == 1
        assert await store.answer_of("t", "c1") is None
        await store.append("t", 2, ["b"], "c1", "yes")

    play(test)


def test_the_first_answer_to_a_command_stays(play: Play) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 1, ["a"], "c1", "first")
        for expected in (1, 2):
            with pytest.raises(RepeatedCommandError) as caught:
                await store.append("t", expected, ["b"], "c1", "second")
            assert caught.value.answer == "first"
        assert await store.answer_of("t", "c1") == "first"
        assert len(await store.read("t")) == 1

    play(test)


def test_an_answer_may_come_without_events(play: Play) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 1, [], "c1", "nothing to do")
        assert await store.answer_of("t", "c1") == "nothing to do"
        await store.append("t", 1, ["a"])

    play(test)


def test_a_command_without_an_answer_is_known_by_its_events(play: Play) -> None:
    async def test(store: Store) -> None:
        await store.create("u", "{}")
        await store.append("t", 1, ["a"], "c0", "yes")
        await store.append("t", 2, ["b", "c"], "c1", None)
        await store.append("t", 4, ["d"])
        assert await store.answer_of("t", "c1") is None
        assert [event.command_id for event in await store.read("t")] == ["c0", "c1", "c1", None]
        assert [await store.numbers_of("t", "c1", seq) for seq in (-1, 0, 1, 2, 3, 4, 2**70)] == [
            *[(2, 3)] * 5,
            None,
            None,
        ]
        assert await store.numbers_of("t", "c0") == (1, 1)
        await store.append("t", 5, ["e"], "c1", None)  # Another of that id.
        assert await store.numbers_of("t", "c1") == (2, 3)
        assert await store.numbers_of("t", "c1", 4) == (5, 5)
        for table, command in (("t", "c2"), ("t", ""), ("u", "c1"), ("no", "c1")):
            assert await store.numbers_of(table, command) is None

    play(test)


def test_tables_do_not_share_numbers_or_commands(play: Play) -> None:
    async def test(store: Store) -> None:
        await store.create("u", "{}")
        await store.append("t", 1, ["a"], "c1", "of t")
        await store.append("u", 1, ["b"], "c1", "of u")
        assert await store.answer_of("t", "c1") == "of t"
        assert await store.answer_of("u", "c1") == "of u"
        assert [event.body for event in await store.read("u")] == ["b"]

    play(test)


def test_appends_at_once_come_in_order_or_not_at_all(play: Play) -> None:
    async def test(store: Store) -> None:
        await store.create("u", "{}")
        jobs = [store.append(table, seq, [f"{seq}"], f"c{seq}", "yes") for seq in range(1, 40) for table in "tu"]
        twice = [store.append("t", 5, ["no"], "d", "no"), store.append("t", 40, ["no"], "c7", "no")]
        results = await asyncio.gather(*jobs, *twice, return_exceptions=True)
        assert results[:-2] == [None] * 78
        assert [type(each) for each in results[-2:]] == [SequenceError, RepeatedCommandError]
        for table in "tu":
            assert [event.body for event in await store.read(table)] == [f"{seq}" for seq in range(1, 40)]

    play(test)


def test_what_was_never_created_is_refused(play: Play) -> None:
    async def test(store: Store) -> None:
        for refused in (
            store.append("no", 1, ["a"], "c1", ""),
            store.read("no"),
            store.header("no"),
            store.set_live("no", True),
            store.put_snapshot("no", 0, b""),
        ):
            with pytest.raises(NoSuchTableError):
                await refused
        assert await store.answer_of("no", "c1") is None
        assert await store.latest_snapshot("no") is None

    play(test)


def test_a_table_is_created_once(play: Play) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(TableExistsError):
            await store.create("t", "{}")
        assert await store.header("t") == '{"seats":4}'

    play(test)


def test_tables_are_listed_in_pages(play: Play) -> None:
    async def test(store: Store) -> None:
        for table in ("b", "c", "a"):
            await store.create(table, "{}")
        await store.set_live("b", False)
        assert await store.tables() == ["a", "b", "c", "t"]
        assert await store.tables(limit=2) == ["a", "b"]
        assert await store.tables(after="b", limit=2) == ["c", "t"]
        assert await store.tables(live=True) == ["a", "c", "t"]
        assert await store.tables(live=False) == ["b"]
        await store.set_live("b", True)
        assert await store.tables(live=False) == []

    play(test)


def test_the_latest_snapshot_is_kept(play: Play) -> None:
    async def test(store: Store) -> None:
        assert await store.latest_snapshot("t") is None
        await store.append("t", 1, ["a", "b"])
        await store.put_snapshot("t", 2, b"\0two")
        await store.put_snapshot("t", 1, b"one")
        assert await store.latest_snapshot("t") == Snapshot(2, b"\0two")
        with pytest.raises(SequenceError):
            await store.put_snapshot("t", 3, b"three")
        await store.put_snapshot("t", 2, b"again")
        assert await store.latest_snapshot("t") == Snapshot(2, b"again")

    play(test)


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_text_that_can_not_be_kept_is_refused_at_the_door(play: Play, text: str) -> None:
    async def test(store: Store) -> None:
        for refused in (
            store.append("t", 1, [text]),
            store.append("t", 1, ["a"], text, ""),
            store.append("t", 1, ["a"], "c", text),
            store.create(text, "{}"),
            store.create("u", text),
        ):
            with pytest.raises(ValueError, match=r"NUL|surrogates"):
                await refused
        await store.append("t", 1, ["a"])

    play(test)


def test_a_closed_store_writes_nothing(play: Play) -> None:
    async def test(store: Store) -> None:
        await store.flush()
        await store.close()
        await store.close()
        for refused in (store.append("t", 1, ["a"]), store.create("u", "{}"), store.read("t"), store.flush()):
            with pytest.raises((StoppedError, CrashError)):
                await refused

    play(test)


@pytest.mark.parametrize("point", Point)
def test_a_crash_leaves_all_of_an_append_or_nothing(point: Point) -> None:
    async def main() -> None:
        inner = MemoryStore()
        store = FaultyStore(inner, point, 2)
        await store.create("t", "{}")
        await store.append("t", 1, ["a"], "c1", "yes")
        with pytest.raises(CrashError):
            await store.append("t", 2, ["b", "c"], "c2", "yes")
        with pytest.raises(CrashError):
            await store.read("t")
        done = point is Point.AFTER_COMMIT
        assert len(await inner.read("t")) == (3 if done else 1)
        assert (await inner.answer_of("t", "c2") is not None) is done

    asyncio.run(main())
