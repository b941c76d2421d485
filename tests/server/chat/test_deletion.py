"""Nothing stays of what a forgotten person said but that there was a line."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from canastra.protocol.commands import Say
from canastra.server.chat import TableSituation
from canastra.server.storage import Point
from tests.server.chat.chat_table import DUEL, TABLE, Ear, Place, author, before, place, refusal, run
from tests.server.live.live_server import settle
from tests.server.storage.faults import crash_at


async def rows(here: Place) -> list[tuple[Any, ...]]:
    return await here.database.read_sqlite(
        lambda connection: connection.execute("SELECT * FROM lines ORDER BY table_id, n").fetchall()
    )


async def read(here: Place, table: str = TABLE, moment: TableSituation | None = None) -> list[tuple[int, str]]:
    """Numbers and authors of the lines that a newcomer gets."""
    described = await here.chat.described(table, "caio", moment or before(DUEL))
    return [(line.n, line.player) for line in described.lines]


def test_what_somebody_said_is_erased_everywhere(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            here.enter("bia")
            for table in (TABLE, "t2"):
                for who in ("ana", "bia", "ana"):
                    message = Say(f"c{next(here.ids)}", text=f"palavras de {who}")
                    await here.chat.say(author(who), table, message, before(DUEL))
            assert await read(here) == [(1, "ana"), (2, "bia"), (3, "ana")]
            await here.chat.forget("ana")
            for table in (TABLE, "t2"):
                assert await read(here, table) == [(2, "bia")]
                assert [line.player for line in await here.chat.excerpt(table)] == ["bia"]
            assert "ana" not in str(await rows(here)).lower()
            assert [(row[0], row[1]) for row in await rows(here)] == [(t, n) for t in (TABLE, "t2") for n in (1, 2, 3)]
            assert (await here.say("bia", before(DUEL))).line.n == 4  # Others have seen the 3.
            assert await read(here) == [(2, "bia"), (4, "bia")]

    run(main)


@pytest.mark.usefixtures("each_database")
def test_several_are_forgotten_who_used_the_same_ids(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            for who in ("ana", "bia", "caio"):
                for number in range(3):
                    await here.send(who, before(DUEL), Say(str(number), text="oi"))
            for who in ("bia", "ana", "ana", "nobody"):
                await here.chat.forget(who)
            assert await read(here) == [(7, "caio"), (8, "caio"), (9, "caio")]

    run(main)


@pytest.mark.usefixtures("each_database")
def test_many_lines_are_erased_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canastra.server.chat.repository._AT_ONCE", 3)

    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            for number in range(7):
                await here.say("ana", before(DUEL), f"{number}")
            await here.chat.forget("ana")
            assert await read(here) == []

    run(main)


@pytest.mark.usefixtures("each_database")
def test_a_line_on_its_way_is_erased_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            released, write = asyncio.Event(), here.database.write

            async def slowly(work: object) -> object:
                await released.wait()
                return await write(work)  # type: ignore[arg-type]

            here.database.write = slowly  # type: ignore[assignment, method-assign]
            saying = asyncio.create_task(here.say("ana", before(DUEL)))
            await settle()
            here.database.write = write  # type: ignore[method-assign]
            forgetting = asyncio.create_task(here.chat.forget("ana"))
            await settle()
            await write(lambda connection: None)  # Without the lock, the lines would be erased by this time.
            await settle()
            released.set()
            await asyncio.gather(saying, forgetting)
            assert await read(here) == []

    run(main)


def test_lines_that_are_being_read_are_not_held(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            await here.say("ana", before(DUEL))
            released, database_read = asyncio.Event(), here.database.read

            async def slowly(work: object) -> object:
                found: object = await database_read(work)  # type: ignore[arg-type]
                await released.wait()
                return found

            here.chat.room(TABLE).join(Ear("bia"))
            here.database.read = slowly  # type: ignore[assignment, method-assign]
            coming = asyncio.create_task(read(here))
            await settle()
            forgetting = asyncio.create_task(here.chat.forget("ana"))
            await settle()
            await here.database.write_sqlite(lambda connection: None)
            await settle()
            released.set()
            await asyncio.gather(coming, forgetting)
            assert await read(here) == []

    run(main)


def test_reactions_are_not_remembered(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            here.enter("bia")
            first, other = (here.react(who, before(DUEL), command_id="r1") for who in ("ana", "bia"))
            await here.time.advance(1)
            await here.chat.forget("ana")
            assert here.react("bia", before(DUEL), command_id="r1") == other
            assert here.react("ana", before(DUEL), command_id="r1") != first

    run(main)


def test_a_fault_is_told_and_says_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", hook=crash_at(Point.BEFORE_COMMIT, 2)) as here:
            await here.say("ana", before(DUEL), "palavras")
            assert await refusal(here.chat.forget("ana")) == "chat_failed"

    with caplog.at_level(logging.DEBUG):
        run(main)
    assert "event=chat_failed error=storage_fault" in caplog.text
    assert "palavras" not in caplog.text
