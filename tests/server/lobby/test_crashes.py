"""The server dies at every write of what the lobby does: after the next start nothing is half done or done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import pytest

from canastra.errors import CanastraError
from canastra.rulebooks import official
from canastra.server.live import TableStoppedError
from canastra.server.lobby import creation as opening_module
from canastra.server.lobby.listing import State
from canastra.server.storage import Point, StorageError
from canastra.table import Accept, Offer, Stage
from canastra.table.settings import opening
from tests.samples import diagonal
from tests.server.lobby.world import ANA, BIA, World, world
from tests.server.storage.faults import CrashError

pytestmark = pytest.mark.slow

Step = Callable[[World], Awaitable[Any]]
MOST = 60


@dataclass
class Trap:
    """A hook that raises at the nth passing of a point after it was set."""

    point: Point
    left: int = 0
    sprung: bool = False

    def __call__(self, passed: Point) -> None:
        if self.left and passed is self.point:
            self.left -= 1
            if not self.left:
                self.sprung = True
                raise CrashError(passed)


async def crashed(made: World, trap: Trap, step: Step) -> None:
    """Do something that the server does not survive, perhaps."""
    with suppress(CanastraError, CrashError):
        await step(made)
    with suppress(CanastraError):
        await made.lobby.settled()
    await made.stop()


def at_every_write(path: Path, point: Point, before: Step, step: Step, after: Step) -> None:
    """`before` undisturbed, then `step` with the trap one write further each time, then `after` on a new server."""

    async def once(nth: int) -> bool:
        folder = path / f"{nth}"
        folder.mkdir()
        made, trap = World(folder), Trap(point)
        await made.start(trap)
        await before(made)
        await made.lobby.settled()
        trap.left = nth
        await crashed(made, trap, step)
        await made.start()
        try:
            await sound(made)
            await after(made)
            await sound(made)
        finally:
            await made.stop()
        return trap.sprung

    for nth in range(1, MOST):
        if not asyncio.run(asyncio.wait_for(once(nth), 60)):
            assert nth > 2
            return
    raise AssertionError("it never came to an end")


async def sound(made: World) -> None:
    """Every table that is played at has terms, and every table with terms a log; nothing is half open."""
    listed = await made.database.read_sqlite(
        lambda connection: connection.execute("SELECT id, state, entry FROM lobby_tables").fetchall()
    )
    logs = set(await made.store.tables())
    assert all(table in logs for table, _, _ in listed)
    assert all(state != State.OPENING and entry for _, state, entry in listed)
    live = {table for table in await made.store.tables(live=True) if "#" not in table}
    assert live <= {table for table, state, _ in listed if state in (State.SEATING, State.RUNNING)}
    for table in await made.database.read_sqlite(
        lambda connection: connection.execute("SELECT id FROM matches GROUP BY id HAVING count(*) > 1").fetchall()
    ):
        raise AssertionError(table)


async def nothing(made: World) -> None:
    return None


HOUSE: dict[str, Any] = {"rulebook": "buraco", "house": {"match": {"target": 150}}, "private": True, "bots": "random"}


@pytest.mark.parametrize("point", Point)
def test_opening(tmp_path: Path, point: Point) -> None:
    async def step(made: World) -> None:
        await made.open(ANA, **HOUSE)

    async def after(made: World) -> None:
        mine = (await made.lobby.queries.mine(ANA)).tables
        assert len(mine) <= 1
        for card in mine:
            assert [seat.kind for seat in card.seats] == ["person", "bot", "bot", "bot"]
            assert card.invitation
            assert made.lobby.registry.find(card.rulebook).match.target == 150
        await made.open(ANA, **HOUSE)
        assert len((await made.lobby.queries.mine(ANA)).tables) == len(mine) + 1

    at_every_write(tmp_path, point, nothing, step, after)


@pytest.mark.parametrize("point", Point)
def test_the_end_of_a_match(tmp_path: Path, point: Point) -> None:
    """History and figures are there once, whenever the server died."""

    async def before(made: World) -> None:
        table = await made.full(ANA, BIA)
        await made.play(table, until=lambda now: now.deal is not None)

    async def step(made: World) -> None:
        (card,) = (await made.lobby.queries.mine(ANA)).tables
        await made.send(card.table, ANA, Offer(0, "resign"))

    async def after(made: World) -> None:
        (card,) = (await made.lobby.queries.mine(ANA)).tables
        if (await made.table(card.table)).stage is not Stage.FINISHED:
            assert (await made.lobby.queries.history(BIA.player, None, 5)).matches == ()
            await made.resign(card.table)
        assert card.stage == (await made.lobby.queries.mine(ANA)).tables[0].stage or card.stage == "playing"
        (match,) = (await made.lobby.queries.history(BIA.player, None, 5)).matches
        assert (match.table, match.reason, match.winner) == (card.table, "resigned", 1)
        for person, won in ((ANA, 0), (BIA, 1)):
            (figures,) = (await made.lobby.queries.profile(person.player)).figures
            assert (figures.played, figures.won, figures.lost) == (1, won, 1 - won)
        assert (await made.lobby.queries.running(None, 9, None)).tables == ()

    at_every_write(tmp_path, point, before, step, after)


@pytest.mark.parametrize(("point", "recent"), diagonal(len(Point), Point, [opening_module.RECENT, 0]))
def test_a_rematch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: Point, recent: int) -> None:
    """Even if the match is so old that the start doesn't look for its rematch: the opening is finished."""
    monkeypatch.setattr(opening_module, "RECENT", recent)

    async def before(made: World) -> None:
        table = await made.full(ANA, BIA, rulebook="buraco")
        await made.resign(table)
        await made.send(table, ANA, Offer(0, "rematch"))

    async def step(made: World) -> None:
        (card,) = (await made.lobby.queries.mine(ANA)).tables
        await made.send(card.table, BIA, Accept(1, "rematch"))

    async def after(made: World) -> None:
        table = next(card.table for card in (await made.lobby.queries.mine(ANA)).tables if card.stage == "finished")
        if not (await made.table(table)).rematch:
            await made.send(table, BIA, Accept(1, "rematch"))
        if not recent:
            await made.lobby.queries.admit(BIA, table)
        await made.lobby.settled()
        tables = (await made.lobby.queries.mine(BIA)).tables
        assert [card.table for card in tables] == [f"{table}-2", table]
        assert tables[1].next == tables[0].table
        assert made.lobby.queries.terms(tables[0].table).former == table
        assert [seat.kind for seat in tables[0].seats] == ["person", "person", "bot", "bot"]
        assert tables[0].stage != "seating"
        assert made.lobby.queries.terms(tables[0].table).invitation

    at_every_write(tmp_path, point, before, step, after)


@pytest.mark.parametrize("point", Point)
def test_closing(tmp_path: Path, point: Point) -> None:
    async def before(made: World) -> None:
        await made.open(ANA)

    async def step(made: World) -> None:
        (card,) = (await made.lobby.queries.mine(ANA)).tables
        await made.lobby.seating.close(ANA, card.table)

    async def after(made: World) -> None:
        for card in (await made.lobby.queries.mine(ANA)).tables:
            await made.lobby.seating.close(ANA, card.table)
        assert (await made.lobby.queries.mine(ANA)).tables == ()
        assert (await made.lobby.queries.open_tables(None, 5, None)).tables == ()

    at_every_write(tmp_path, point, before, step, after)


@pytest.mark.parametrize("point", Point)
def test_dying_again_while_starting(tmp_path: Path, point: Point) -> None:
    """A table that was never wholly opened, and a start that does not live to give it up."""

    async def half_open(made: World) -> None:
        trap = Trap(Point.BEFORE_APPEND, 4)
        await made.stop()
        await made.start(trap)
        with suppress(CanastraError):
            await made.open(ANA, **HOUSE)
        assert trap.sprung
        await made.stop()

    async def once(nth: int) -> bool:
        folder = tmp_path / f"{nth}"
        folder.mkdir()
        made, trap = World(folder), Trap(point, nth)
        await made.start()
        await half_open(made)
        with suppress(StorageError, TableStoppedError):
            await made.start(trap)
        await made.stop()
        await made.start()
        await sound(made)
        assert (await made.lobby.queries.mine(ANA)).tables == ()
        await made.stop()
        return trap.sprung

    tried = [asyncio.run(once(nth)) for nth in range(1, 8)]
    assert tried[0]
    assert not tried[-1]


def test_terms_without_a_table_go(tmp_path: Path) -> None:
    """As after a backup that was put back half: the log is gone, and with it the table."""

    async def main() -> None:
        async with world(tmp_path) as made:
            card = await made.open(ANA)
            other = await made.open(ANA)
            await made.restart()

            def gone(connection: Connection) -> None:
                for table in ("commands", "events", "snapshots"):
                    connection.execute(f"DELETE FROM {table} WHERE table_id = ?", (card.table,))
                connection.execute("DELETE FROM tables WHERE id = ?", (card.table,))

            await made.database.write_sqlite(gone)
            await made.restart()
            await sound(made)
            assert [each.table for each in (await made.lobby.queries.mine(ANA)).tables] == [other.table]

    asyncio.run(main())


def test_a_table_without_terms_is_reached_by_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as made:
            await made.lobby.host.create("orphan", opening(official("canastra-duelo"), "orphan", made.time.now()))
            for person in (ANA, None):
                for door in (
                    made.lobby.queries.card("orphan", person),
                    made.lobby.queries.admit(person, "orphan", watch=True),
                    made.lobby.queries.record("orphan", person),
                ):
                    with pytest.raises(CanastraError) as caught:
                        await door
                    assert caught.value.code == "lobby_no_table"
            with pytest.raises(CanastraError):
                await made.lobby.seating.take_seat(ANA, "orphan", 0)

    asyncio.run(main())


def test_a_log_that_cannot_be_read_keeps_no_other_table_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with world(tmp_path) as made:
            bad, good = await made.open(ANA), await made.open(ANA)
            await made.database.write_sqlite(
                lambda connection: connection.execute(
                    "UPDATE events SET body = '{}' WHERE table_id = ? AND seq = 2", (bad.table,)
                )
            )
            await made.restart()
            await made.lobby.seating.take_seat(BIA, good.table, 1)
            with pytest.raises(CanastraError):
                await made.lobby.queries.admit(ANA, bad.table)

    asyncio.run(main())
    assert "not_listed" in caplog.text


def test_a_rematch_agreed_just_before_the_end_is_opened_when_somebody_comes(tmp_path: Path) -> None:
    """Also for a match so long ago that the start doesn't look."""

    async def main() -> None:
        async with world(tmp_path) as made:
            table = await made.full(ANA, BIA)
            await made.resign(table)
            made.lobby.registry.on_rematch = lambda table_id: None
            await made.send(table, ANA, Offer(0, "rematch"))
            await made.send(table, BIA, Accept(1, "rematch"))
            made.lobby.registry.on_rematch = made.lobby.creation.rematch
            assert (await made.lobby.queries.card(table, ANA)).next is None
            await made.lobby.queries.admit(ANA, table)
            await made.lobby.settled()
            assert (await made.lobby.queries.card(table, ANA)).next == f"{table}-2"

    asyncio.run(main())
