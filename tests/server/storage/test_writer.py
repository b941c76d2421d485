"""The writer: group commit, callers that leave, a full queue, and stopping at the first fault."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from canastra.server.storage import Point, SequenceError, SqliteStore, StoppedError, WriterLimits, append, writer
from canastra.server.storage.writer import Hook
from tests.server.storage.faults import crash_at


class Gate:
    """A hook that holds the writer before its first commit until it is opened, and counts the commits."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.commits = 0

    def __call__(self, point: Point) -> None:
        if point is Point.BEFORE_APPEND:
            assert self.opened.wait(20)
        if point is Point.AFTER_COMMIT:
            self.commits += 1


async def opened(path: Path, hook: Hook, limits: WriterLimits | None = None) -> SqliteStore:
    """A store with a table, and then the hook in place."""
    first = SqliteStore.open(path)
    await first.create("t", "{}")
    await first.close()
    return SqliteStore.open(path, limits, hook)


async def written(path: Path) -> list[str]:
    """The events in the file, opened anew."""
    store = SqliteStore.open(path)
    try:
        return [event.body for event in await store.read("t")]
    finally:
        await store.close()


async def pause() -> None:
    """Let all tasks run as far as they get."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_appends_that_wait_share_a_commit(tmp_path: Path) -> None:
    async def main() -> None:
        gate = Gate()
        store = await opened(tmp_path / "a.db", gate)
        tasks = [asyncio.create_task(store.append("t", seq, [f"{seq}"])) for seq in range(1, 101)]
        await pause()
        assert not any(task.done() for task in tasks)
        gate.opened.set()
        await asyncio.gather(*tasks)
        assert gate.commits <= 2  # The first may have gone alone, since the writer was idle.
        await store.close()
        assert await written(tmp_path / "a.db") == [f"{seq}" for seq in range(1, 101)]

    asyncio.run(main())


def test_what_shares_a_commit_is_inserted_a_few_rows_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "_ROWS", 3)

    async def main() -> None:
        gate = Gate()
        store = await opened(tmp_path / "a.db", gate)
        asked = [store.append("t", 1, ["1", "2", "3", "4"], "c1", "one")]
        asked += [store.append("t", seq, [f"{seq}"], f"c{seq}", f"{seq}.") for seq in range(5, 9)]
        tasks = list(map(asyncio.ensure_future, asked))
        await pause()
        gate.opened.set()
        await asyncio.gather(*tasks)
        events = await store.read("t")
        assert [(each.seq, each.start, each.body) for each in events[:5]] == [
            (1, 1, "1"), (2, 1, "2"), (3, 1, "3"), (4, 1, "4"), (5, 5, "5"),
        ]  # fmt: skip
        assert len(events) == 8
        assert [await store.answer_of("t", f"c{seq}") for seq in (1, 2, 5, 8)] == ["one", None, "5.", "8."]
        await store.close()

    asyncio.run(main())


def test_among_many_a_transaction_waits_a_little_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(writer, "sleep", slept.append)
    monkeypatch.setattr(writer, "COMMIT_DELAY", 60.0)

    async def main() -> None:
        gate = Gate()
        gate.opened.set()
        store = await opened(tmp_path / "a.db", gate)
        for seq in range(1, 51):  # One after the other: there are no others to wait for.
            await store.append("t", seq, ["a"])
        assert slept == []
        gate.opened.clear()
        many = [asyncio.create_task(store.append("t", seq, ["a"])) for seq in range(51, 61)]
        await pause()
        gate.opened.set()
        await asyncio.gather(*many)
        await store.append("t", 61, ["a"])
        assert slept
        assert max(slept) <= 60
        slept.clear()
        for seq in range(62, 72):  # And soon they are few again.
            await store.append("t", seq, ["a"])
        slept.clear()
        await store.append("t", 72, ["a"])
        assert slept == []
        await store.close()

    asyncio.run(main())


def test_nobody_is_answered_before_the_commit(tmp_path: Path) -> None:
    async def main() -> None:
        seen: list[int] = []

        def look(point: Point) -> None:
            if point is Point.BEFORE_COMMIT:
                with sqlite3.connect(tmp_path / "a.db") as other:
                    seen.append(other.execute("SELECT count(*) FROM events").fetchone()[0])
                other.close()

        store = await opened(tmp_path / "a.db", look)
        for seq in (1, 2, 3):
            await store.append("t", seq, ["a"])
            assert len(await store.read("t")) == seq
        assert seen == [0, 1, 2]
        await store.close()

    asyncio.run(main())


def test_a_caller_that_leaves_changes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        gate = Gate()
        store = await opened(tmp_path / "a.db", gate)
        tasks = [asyncio.create_task(store.append("t", seq, [f"{seq}"], f"c{seq}", "yes")) for seq in (1, 2, 3)]
        await pause()
        tasks[0].cancel()
        tasks[1].cancel()
        await pause()
        assert tasks[0].cancelled()
        gate.opened.set()
        await tasks[2]
        await store.flush()
        assert [event.seq for event in await store.read("t")] == [1, 2, 3]
        assert await store.answer_of("t", "c1") == "yes"
        await store.close()

    asyncio.run(main())


@pytest.mark.limit("writes_waiting")
def test_a_full_queue_makes_callers_wait(tmp_path: Path) -> None:
    async def main() -> None:
        gate = Gate()
        store = await opened(tmp_path / "a.db", gate, WriterLimits(queue=2, batch=2))
        tasks = [asyncio.create_task(store.append("t", seq, [f"{seq}"])) for seq in (1, 2, 3, 4, 5)]
        await pause()
        tasks[4].cancel()  # It waits for a place: nothing of it is left.
        tasks[1].cancel()  # It is in the queue: done all the same, and its place is given back once.
        await pause()
        gate.opened.set()
        await asyncio.gather(tasks[0], tasks[2], tasks[3])
        await store.close()
        assert await written(tmp_path / "a.db") == ["1", "2", "3", "4"]

    asyncio.run(main())


def test_a_refusal_among_others_is_its_own(tmp_path: Path) -> None:
    async def main() -> None:
        gate = Gate()
        store = await opened(tmp_path / "a.db", gate)

        def fail(connection: sqlite3.Connection) -> NoReturn:
            connection.execute("INSERT INTO tables (id, header) VALUES ('half', '{}')")
            raise LookupError("a fault of its own")

        def break_a_rule(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO events VALUES ('none', 1, 1, NULL, '')")

        results = asyncio.gather(
            store.append("t", 1, ["a"]),
            store.append("t", 9, ["no"]),
            store.database.write_sqlite(fail),
            store.database.write_sqlite(break_a_rule),
            store.append("t", 2, ["b"]),
            store.database.write_sqlite(lambda connection: connection.execute("SELECT 7").fetchone()[0]),
            return_exceptions=True,
        )
        await pause()
        gate.opened.set()
        found = await results
        assert [type(each) for each in found[1:4]] == [SequenceError, LookupError, sqlite3.IntegrityError]
        assert (found[0], found[4], found[5]) == (None, None, 7)
        assert await store.tables() == ["t"]
        await store.close()
        assert await written(tmp_path / "a.db") == ["a", "b"]

    asyncio.run(main())


@pytest.mark.parametrize("point", Point)
def test_a_fault_stops_the_writer_for_good(tmp_path: Path, point: Point) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "a.db", crash_at(point, 3))
        await store.append("t", 1, ["1"])
        await store.append("t", 2, ["2"])
        for seq in (3, 3, 4):
            with pytest.raises(StoppedError) as caught:
                await store.append("t", seq, ["x", "y"])
            assert caught.value.code == "storage_fault"
        with pytest.raises(StoppedError):
            await store.create("u", "{}")
        assert [event.body for event in await store.read("t")][:2] == ["1", "2"]  # Reading goes on.
        await store.close()
        assert await written(tmp_path / "a.db") == ["1", "2"] + (["x", "y"] if point is Point.AFTER_COMMIT else [])

    asyncio.run(main())


def test_closing_finishes_what_was_asked_for(tmp_path: Path) -> None:
    async def main() -> None:
        gate = Gate()
        store = await opened(tmp_path / "a.db", gate)
        tasks = [asyncio.create_task(store.append("t", seq, [f"{seq}"])) for seq in (1, 2, 3)]
        await pause()
        closing = asyncio.create_task(store.close())
        await pause()
        with pytest.raises(StoppedError, match="closed"):
            await store.append("t", 4, ["4"])
        gate.opened.set()
        await asyncio.gather(closing, *tasks)
        assert await written(tmp_path / "a.db") == ["1", "2", "3"]

    asyncio.run(main())
