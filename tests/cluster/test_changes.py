"""Changes by one node of another's memory: recorded by the database, and passed on once, in order, without a gap."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import psycopg
import pytest
from sqlalchemy import text

from canastra.cluster import changes as module
from canastra.cluster.changes import Changes
from canastra.cluster.database import PostgresDatabase
from canastra.server.storage import UnavailableError
from canastra.server.users import Users
from canastra.server.users.sanctions import Sanctions

Noted = list[tuple[str, str]]
BAN = text("INSERT INTO measures (kind, player, at, text) VALUES ('ban', :who, 1, '')")


async def reached(ready: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(60):
        while not ready():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def following(dsn: str, noted: Noted, faults: int = 0) -> AsyncIterator[None]:
    """Record changes; the first `faults` of them fail as if the database were gone."""

    async def apply(kind: str, subject: str) -> None:
        nonlocal faults
        if faults:
            faults -= 1
            raise UnavailableError("gone")
        noted.append((kind, subject))

    changes = Changes(dsn, apply, lambda: None)
    await changes.start()
    task = asyncio.create_task(changes.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await changes.close()


def test_whatever_changes_in_memory_elsewhere_is_noted_in_order(database: str) -> None:
    async def main() -> None:
        opened, noted = PostgresDatabase(database), Noted()
        users = Users(opened)
        ana, _ = await users.guest("Ana", "pt")
        bia, _ = await users.guest("Bia", "pt")
        async with following(database, noted):
            await users.change(ana, "Ana Clara")
            await reached(lambda: noted == [("person", ana.player)])
            noted.clear()
            await users.blocks.add(ana, "block", bia.player)
            await reached(lambda: noted == [("person", ana.player)])
            noted.clear()
            await opened.write(
                lambda connection: connection.execute(
                    text("INSERT INTO measures (kind, player, at, text) VALUES ('ban', :who, 1, '')"),
                    {"who": bia.player},
                )
            )
            await reached(lambda: noted == [("sanctions", bia.player)])
            noted.clear()
            await users.remove(bia.player, lambda connection: None)
            await reached(lambda: ("gone", bia.player) in noted)
            # Its session, Ana's list and the ban were deleted with it.
            assert {("session", bia.session), ("person", ana.player), ("sanctions", bia.player)} <= set(noted)
        await users.close()
        await opened.close()

    asyncio.run(main())


def test_nothing_is_missed_while_the_database_is_away(database: str) -> None:
    async def main() -> None:
        noted, names = Noted(), [f"casa-{number}" for number in range(3)]
        async with following(database, noted, faults=1), await psycopg.AsyncConnection.connect(database) as other:
            await other.set_autocommit(True)
            for name in names:
                await other.execute("INSERT INTO house_rulebooks VALUES (%s, '{}', 'p')", (name,))
                await other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'canastra changes'"
                )
            await reached(lambda: noted == [("house", name) for name in names])

    asyncio.run(main())


@pytest.mark.limit("changes_kept")
def test_a_node_that_missed_changes_for_too_long_ends(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node stops at half of the time after which changes are deleted."""
    assert module.KEPT == 24
    monkeypatch.setattr(module, "KEPT", 4 / module.HOUR)
    ended = asyncio.Event()

    async def apply(kind: str, subject: str) -> None:
        if subject == "long":
            await asyncio.sleep(2.5)

    async def main() -> None:
        changes = Changes(database, apply, ended.set)
        await changes.start()
        task = asyncio.create_task(changes.run())
        async with await psycopg.AsyncConnection.connect(database, autocommit=True) as other:
            for name, expected in (("short", False), ("long", True)):
                await other.execute("INSERT INTO house_rulebooks VALUES (%s, '{}', 'p')", (name,))
                await asyncio.sleep(1.5)
                assert ended.is_set() is False
                if expected:
                    await asyncio.wait_for(ended.wait(), 60)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await changes.close()

    asyncio.run(main())


def test_a_change_that_cannot_be_applied_keeps_no_other_away(database: str) -> None:
    async def main() -> None:
        noted: Noted = []

        async def apply(kind: str, subject: str) -> None:
            if subject == "casa-1":
                raise LookupError
            noted.append((kind, subject))

        changes = Changes(database, apply, lambda: None)
        await changes.start()
        async with await psycopg.AsyncConnection.connect(database, autocommit=True) as other:
            await other.execute("INSERT INTO house_rulebooks VALUES ('casa-1', '{}', 'p'), ('casa-2', '{}', 'p')")
        task = asyncio.create_task(changes.run())
        await reached(lambda: noted == [("house", "casa-2")])
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await changes.close()

    asyncio.run(main())


def test_lists_and_measures_are_as_another_has_written_them(database: str) -> None:
    async def main() -> None:
        one, other = PostgresDatabase(database), PostgresDatabase(database)
        here, there = Users(one), Users(other)
        await there.start()
        ana, token = await here.guest("Ana", "pt")
        bia, _ = await here.guest("Bia", "pt")
        assert await there.identify(token) is not None
        await here.blocks.add(ana, "block", bia.player)
        await here.change(ana, "Ana Clara")
        assert not there.blocks.between(ana.player, bia.player)
        there.accounts.reload_sessions(ana.player)
        await there.blocks.reload(ana.player)
        assert there.blocks.between(ana.player, bia.player)
        known = await there.identify(token)
        assert known is not None
        assert known.name == "Ana Clara"
        await one.write(lambda connection: connection.execute(BAN, {"who": bia.player}))
        sanctions: Sanctions = there.sanctions
        await sanctions.reload()
        assert sanctions.banned() == (bia.player,)
        await one.write(lambda connection: connection.execute(text("DELETE FROM measures")))
        await sanctions.reload()
        assert sanctions.banned() == ()
        for users, opened in ((here, one), (there, other)):
            await users.close()
            await opened.close()

    asyncio.run(main())
