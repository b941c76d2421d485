"""PostgreSQL ends in the middle of appends: no acknowledged append is lost, and none is done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

import psycopg
import pytest

from canastra.cluster import batch_writer
from canastra.cluster.batch_writer import BatchWriter
from canastra.server.storage import Point, RepeatedCommandError, SequenceError, UnavailableError
from tests.cluster.nodes import Node, node
from tests.server.history_checker import Attempt, Outcome, check
from tests.services import Postgres

TABLES = [f"t{number}" for number in range(12)]


async def play(mine: Node, table: str, attempts: list[Attempt], ended: asyncio.Event) -> None:
    """Append one command after the other. A command without an answer is sent again after a reload, as clients do."""
    number, head, again = 0, 0, False
    while not ended.is_set():
        key, invoked = f"{table}-{number}", monotonic()
        try:
            await mine.store.append(table, head + 1, [f"{key}a", f"{key}b"], key, "yes")
            outcome = Outcome.ACKNOWLEDGED
        except RepeatedCommandError as error:
            outcome = Outcome.ACKNOWLEDGED if again and error.answer == "yes" else Outcome.REFUSED
        except UnavailableError:
            attempts.append(Attempt(key, invoked, monotonic(), Outcome.UNKNOWN))
            again, head = True, await reloaded(mine, table)
            continue
        attempts.append(Attempt(key, invoked, monotonic(), outcome))
        head = (head + 2) if not again else await reloaded(mine, table)
        number, again = number + 1, False


async def reloaded(mine: Node, table: str) -> int:
    """Flush, then read, until the database is back, as the table manager does."""
    while True:
        try:
            await mine.store.flush()
            return len(await mine.store.read(table))
        except UnavailableError:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_a_restart_in_the_middle_of_appends(postgres: Postgres, database: str, way: str) -> None:
    async def main() -> None:
        async with node(database) as mine:
            await asyncio.gather(*(mine.store.create(table, "{}") for table in TABLES))
            histories: dict[str, list[Attempt]] = {table: [] for table in TABLES}
            ended = asyncio.Event()
            playing = [asyncio.create_task(play(mine, table, histories[table], ended)) for table in TABLES]
            for _ in range(3):
                await all_went_on(histories)
                await asyncio.to_thread(getattr(postgres, way))
                postgres.start()  # Not in another thread, whose end would end it.
            await all_went_on(histories)
            ended.set()
            await asyncio.gather(*playing)
            for table in TABLES:
                assert check(histories[table], await mine.store.read(table)) == []
            assert any(each.outcome is Outcome.UNKNOWN for history in histories.values() for each in history)
            assert min(map(len, histories.values())) > 3

    asyncio.run(main())


async def all_went_on(histories: dict[str, list[Attempt]]) -> None:
    """Wait until each table has another answer."""
    before = {table: len(history) for table, history in histories.items()}
    while any(len(histories[table]) == count for table, count in before.items()):
        await asyncio.sleep(0.01)


def cut(postgres: Postgres, point: Point) -> Callable[[Point], None]:
    """Return a hook that restarts PostgreSQL when a point is passed first."""
    left = [point]

    def hook(passed: Point) -> None:
        if passed in left:
            left.remove(passed)
            postgres.kill()
            postgres.start()

    return hook


@pytest.mark.limit("node_write")
def test_an_append_has_so_long_to_be_committed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert batch_writer.SECONDS == 20
    monkeypatch.setattr(batch_writer, "SECONDS", 1.0)

    async def main() -> None:
        async with node(database) as mine:
            await mine.store.create("t", "{}")
            with psycopg.connect(database) as other:
                other.execute("SELECT 1 FROM shards FOR UPDATE")
                asked = asyncio.create_task(mine.store.append("t", 1, ["a"], "c1", "yes"))
                await asyncio.sleep(0.5)
                other.commit()
                await asked
                other.execute("SELECT 1 FROM shards FOR UPDATE")
                with pytest.raises(UnavailableError):
                    await mine.store.append("t", 2, ["b"], "c2", "yes")
            await mine.store.append("t", 2, ["b"], "c2", "yes")
            assert len(await mine.store.read("t")) == 2

    asyncio.run(main())


@pytest.mark.parametrize("point", Point)
def test_an_append_that_was_cut_off_is_whole_or_not_there(postgres: Postgres, database: str, point: Point) -> None:
    async def main() -> None:
        async with node(database) as mine:
            await mine.store.create("t", "{}")
            mine.store._writer._hook = cut(postgres, point)
            if point is Point.AFTER_COMMIT:
                await mine.store.append("t", 1, ["a", "b"], "c1", "yes")
            else:
                with pytest.raises(UnavailableError):
                    await mine.store.append("t", 1, ["a", "b"], "c1", "yes")
            await mine.store.flush()
            done = point is Point.AFTER_COMMIT
            assert len(await mine.store.read("t")) == (2 if done else 0)
            assert await mine.store.answer_of("t", "c1") == ("yes" if done else None)

    asyncio.run(main())


def test_an_answer_before_the_commit_would_be_noticed(
    postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mutant that answers before the commit loses an acknowledged append."""
    hook = cut(postgres, Point.BEFORE_COMMIT)
    whole = BatchWriter._append

    async def early(writer: BatchWriter, connection: object, batch: object) -> None:
        def answering(point: Point) -> None:
            if point is Point.BEFORE_COMMIT:
                for job in batch:  # type: ignore[attr-defined]
                    job.future.set_result(None)
            hook(point)

        writer._hook = answering
        await whole(writer, connection, batch)  # type: ignore[arg-type]

    async def main() -> None:
        async with node(database) as mine:
            await mine.store.create("t", "{}")
            monkeypatch.setattr(BatchWriter, "_append", early)
            invoked = monotonic()
            await mine.store.append("t", 1, ["a"], "c1", "yes")
            attempt = Attempt("c1", invoked, monotonic(), Outcome.ACKNOWLEDGED)
            await mine.store.flush()
            assert check([attempt], await mine.store.read("t")) != []

    asyncio.run(main())


def test_a_lost_session_is_ended_before_anything_else_is_done(database: str) -> None:
    """The session was lost unnoticed in a transaction that could still commit."""

    async def main() -> None:
        async with node(database) as mine:
            await mine.store.create("t", "{}")
            session = mine.store._writer._session
            lost, session._connection = session._connection, None
            assert lost is not None
            await lost.execute("BEGIN")
            await lost.execute("INSERT INTO events VALUES ('t', 1, 1, NULL, 'late', 1)")
            await mine.store.flush()
            assert await mine.store.read("t") == []
            with pytest.raises(psycopg.OperationalError):
                await lost.execute("COMMIT")
            await lost.close()
            await mine.store.append("t", 1, ["a"])

    asyncio.run(main())


def test_rows_that_came_in_between_are_judged_again(database: str) -> None:
    """The primary key of events is the second line of defence."""

    async def main() -> None:
        async with node(database) as mine:
            await mine.store.create("t", "{}")

            def hook(point: Point) -> None:
                if point is Point.BEFORE_APPEND:
                    mine.store._writer._hook = lambda point: None
                    with psycopg.connect(database) as connection:
                        connection.execute("INSERT INTO events VALUES ('t', 1, 1, NULL, 'another', 1)")

            mine.store._writer._hook = hook
            with pytest.raises(SequenceError):
                await mine.store.append("t", 1, ["a"], "c1", "yes")
            assert [event.body for event in await mine.store.read("t")] == ["another"]

    asyncio.run(main())
