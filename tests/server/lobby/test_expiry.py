"""Unused tables are closed, and abandoned matches end."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest
from msgspec.structs import replace

from canastra.protocol.tables import ClockTerms, TalkTerms
from canastra.rulebooks import official
from canastra.server.live import Actor, NoTableError
from canastra.server.lobby import LobbyError
from canastra.server.lobby.expiry import HOUR, PLAYING, WAITING, WAITING_AGAIN, leaving
from canastra.server.lobby.listing import TableOptions
from canastra.server.storage import Point
from canastra.table import Contribute, Offer, Ready, Sit, Stage, opening
from canastra.table.commands import Leave
from tests.server.lobby.test_crashes import at_every_write
from tests.server.lobby.world import ANA, BIA, CIDA, DORA, NO_TABLE, World, few, run

WEEK = PLAYING // 2
SLOW = ClockTerms(between=0)


async def gone(world: World, table: str) -> bool:
    """Return whether a table is no longer found."""
    try:
        await world.lobby.queries.card(table, ANA)
    except LobbyError as error:
        return (error.code, error.status) == NO_TABLE
    return False


async def dealt(world: World, *people: object, **given: object) -> str:
    """A match of people, and bots, in which a person is to act."""
    table = await world.full(*people, **given)  # type: ignore[arg-type]
    await world.play(table, until=lambda now: now.to_act is not None and now.bot_to_act is None)
    return table


async def kinds(world: World, table: str) -> list[str]:
    """The types of a table's events."""
    return [json.loads(each.body)["type"] for each in await world.store.read(table)]


async def until(world: World, table: str, kind: str) -> None:
    """Wait for the table to note something, and to be done with it."""
    while (await kinds(world, table))[-1] != kind:
        await asyncio.sleep(0.001)
    while (await world.lobby.host.table(table))._working:
        await asyncio.sleep(0.001)


@pytest.mark.limit("waiting")
def test_a_table_that_nobody_starts_is_closed_after_a_day(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        first = await world.full(ANA, BIA)
        await world.time.advance(HOUR)
        second = (await world.open(CIDA)).table
        await world.time.advance(WAITING - HOUR - 1)
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1
        assert await gone(world, first)
        assert not await gone(world, second)
        table = await world.table(first)
        assert (table.stage, table.result and table.result.reason) == (Stage.FINISHED, "closed")
        assert [each.table for each in (await world.lobby.queries.open_tables(None, 9, None)).tables] == [second]
        assert (await world.lobby.queries.mine(BIA)).tables == ()
        await world.open(ANA)  # The cap has room again.
        await world.restart()
        assert await gone(world, first)
        assert await world.lobby.expiry.sweep() == 0

    run(tmp_path, main, caps=few(tables_of_person=1))


def test_a_table_opened_by_a_clock_that_was_ahead_is_closed_a_day_after_it_was_found(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        await world.time.advance(200 * 24 * HOUR)
        table = await world.full(ANA, BIA)
        world.time._now -= 200 * 24 * HOUR
        await world.restart()
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(WAITING - 1)
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1
        assert await gone(world, table)

    run(tmp_path, main)


@pytest.mark.parametrize("restarted", [False, True])
def test_whatever_happens_at_a_table_gives_it_another_day(tmp_path: Path, restarted: bool) -> None:
    async def main(world: World) -> None:
        table = (await world.open(ANA)).table
        await world.time.advance(WAITING - 1)
        await world.lobby.seating.take_seat(BIA, table, 1)
        if restarted:
            await world.restart()
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(WAITING - 2)
        await world.send(table, BIA, Ready(1))
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(WAITING - 1)
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1

    run(tmp_path, main)


@pytest.mark.limit("waiting_again")
def test_a_rematch_is_waited_for_half_a_day(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        await world.resign(table, 1)
        await world.leave(table, 1)
        await world.send(table, ANA, Offer(0, "rematch"))
        await world.lobby.settled()
        following = f"{table}-2"
        await world.time.advance(WAITING_AGAIN - 1)
        assert await world.lobby.expiry.sweep() == 0
        assert (await world.lobby.queries.card(following, ANA)).stage == "seating"
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1
        assert await gone(world, following)
        await world.time.advance(PLAYING)
        assert await world.lobby.expiry.sweep() == 0
        assert (await world.lobby.queries.card(table, ANA)).stage == "finished"  # A finished match stays.

    run(tmp_path, main)


def test_a_match_against_bots_that_is_not_played_on_is_given_up(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, rulebook="buraco", target=9_000)
        await world.play(table, until=lambda now: bool(now.deals) and now.to_act == 0)
        await world.time.advance(WEEK)
        assert await world.lobby.expiry.sweep() == 0
        await world.restart()
        await until(world, table, "resumed")  # A restart is no act of a person.
        await world.time.advance(WEEK - 1)
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1
        await world.lobby.settled()
        result = (await world.table(table)).result
        assert result is not None
        assert (result.reason, result.winner, result.at) == ("abandoned", None, world.time.now())
        (card,) = (await world.lobby.queries.history(ANA.player, None, 9)).matches
        assert card.reason == "abandoned"
        (figures,) = (await world.lobby.queries.profile(ANA.player)).figures
        assert (figures.played, figures.lost) == (1, 1)
        assert await world.lobby.expiry.sweep() == 0

    run(tmp_path, main)


@pytest.mark.parametrize("forfeits", [True, False])
def test_a_match_of_an_event_that_is_not_played_on_is_stopped(tmp_path: Path, forfeits: bool) -> None:
    """It is no defeat, though leaving would be one, and counts in no figures: the organisers decide."""

    async def main(world: World) -> None:
        people = (ANA, BIA)
        opened = replace(
            opening(official("canastra-duelo"), "cup1", world.time.now()), arranged=True, forfeits=forfeits
        )
        terms = TableOptions(
            *("cup1", "", opened.at, opened.rulebook, opened.rulebook),
            private=False,
            watch=True,
            hints=False,
            talk=TalkTerms("off", partners=False),
            invitation="i" * 22,
            tournament="t1",
        )
        sits = tuple(Sit(seat, each.player, each.name) for seat, each in enumerate(people))
        await world.lobby.creation.arrange(terms, opened, sits, "")
        for seat, each in enumerate(people):
            await world.send("cup1", each, Ready(seat))
        await world.play("cup1", until=lambda now: now.to_act is not None)
        await world.time.advance(PLAYING - 1)
        assert await world.lobby.expiry.sweep() == 0
        await world.restart()
        while (await world.lobby.host.table("cup1"))._working:  # It has only just been loaded.
            await asyncio.sleep(0.001)
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1
        await world.lobby.settled()
        result = (await world.table("cup1")).result
        assert result is not None
        assert (result.reason, result.winner) == ("stopped", None)
        assert (await world.lobby.queries.profile(ANA.player)).figures == ()
        assert await world.lobby.expiry.sweep() == 0

    run(tmp_path, main)


@pytest.mark.limit("playing")
def test_a_match_of_persons_that_is_not_played_on_is_nobodys_defeat(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, CIDA, DORA, rulebook="tranca", target=5_000)
        await world.play(table, until=lambda now: bool(now.deals) and now.to_act == 0)
        before = len(await world.store.read(table))
        await world.time.advance(PLAYING)
        await world.leave(table, 3)
        assert await world.lobby.expiry.sweep() == 1
        others = [each for each in (await kinds(world, table))[before:] if each != "resumed"]
        assert others == ["left", "left", "left", "left", "deal_ended", "match_ended"]
        for person in (ANA, BIA, CIDA, DORA):
            (card,) = (await world.lobby.queries.history(person.player, None, 9)).matches
            assert (card.table, card.reason, card.winner) == (table, "abandoned", None)
            assert (await world.lobby.queries.profile(person.player)).figures == ()

    run(tmp_path, main)


def test_playing_gives_a_match_another_fortnight(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await dealt(world, ANA)
        await world.time.advance(PLAYING - 1)
        step = (await world.table(table)).step
        await world.play(table, until=lambda now: now.step > step and now.to_act == 0)
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 0
        world.lobby.host.sweep()  # Unloaded or not.
        await world.time.advance(PLAYING - 2)
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1

    run(tmp_path, main)


def test_a_match_that_waits_for_contributions_ends_without_another_deal(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, CIDA, DORA, rulebook="buraco", clock=SLOW)
        await world.play(table, until=lambda now: now.stage is Stage.GATHERING and bool(now.commitment))
        for seat, person in ((2, CIDA), (3, DORA)):
            await world.send(table, person, Contribute(seat, "ab"))
        await world.time.advance(PLAYING)
        assert await world.lobby.expiry.sweep() == 1
        now = await world.table(table)
        assert (now.deals, now.last, now.result and now.result.reason) == ((), None, "abandoned")
        assert (await world.lobby.queries.history(ANA.player, None, 9)).matches == ()

    run(tmp_path, main)


def test_those_whom_the_table_waits_for_get_up_last(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, CIDA, rulebook="buraco", clock=SLOW)
        now = await world.play(table, until=lambda now: now.stage is Stage.GATHERING and bool(now.commitment))
        assert leaving(now) == [0, 1, 2]
        await world.send(table, BIA, Contribute(1, "ab"))
        assert leaving(await world.table(table)) == [1, 0, 2]
        now = await world.play(table, until=lambda now: now.to_act == 1)
        assert leaving(now) == [0, 2, 1]
        await world.send(table, ANA, Leave(0))
        assert leaving(await world.table(table)) == [2, 1]

    run(tmp_path, main)


@pytest.mark.parametrize("seat", [0, None])
def test_a_match_at_which_somebody_is_goes_on(tmp_path: Path, seat: int | None) -> None:
    async def main(world: World) -> None:
        table = await dealt(world, ANA)
        there = await world.lobby.host.subscribe(table, seat)
        await world.time.advance(2 * PLAYING)
        assert await world.lobby.expiry.sweep() == 0
        world.lobby.host.unsubscribe(table, there)
        await until(world, table, "disconnected")
        await world.time.advance(PLAYING - 1)
        assert await world.lobby.expiry.sweep() == 0
        await world.time.advance(1)
        assert await world.lobby.expiry.sweep() == 1

    run(tmp_path, main)


@pytest.mark.parametrize("loaded", [True, False])
def test_a_clock_is_left_to_itself(tmp_path: Path, loaded: bool) -> None:
    """Though the server was down for so long."""

    async def main(world: World) -> None:
        table = await dealt(world, ANA, clock=ClockTerms(turn=WEEK))
        await world.stop()
        await world.time.advance(PLAYING)
        await world.start()
        await until(world, table, "resumed")
        host = world.lobby.host
        if not loaded:
            host._actors.pop(table).finish()
        assert await world.lobby.expiry.sweep() == 0
        assert (await host.peek(table)).stage is Stage.PLAYING

    run(tmp_path, main)


def test_a_table_that_cannot_be_had_keeps_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main(world: World) -> None:
        first, second = (await world.open(ANA)).table, (await world.open(ANA)).table
        await world.time.advance(WAITING)
        host = world.lobby.host
        whole = host.table

        async def table(table_id: str) -> Actor:
            if table_id == first:
                raise NoTableError(table_id)
            return await whole(table_id)

        with monkeypatch.context() as patch:
            patch.setattr(host, "table", table)
            assert await world.lobby.expiry.sweep() == 1
        assert await gone(world, second)
        assert await world.lobby.expiry.sweep() == 1
        assert await gone(world, first)

    with caplog.at_level(logging.WARNING):
        run(tmp_path, main)
    assert "event=not_expired" in caplog.text


@pytest.mark.parametrize("point", Point)
def test_whatever_write_the_server_dies_at_everything_expires_in_the_end(tmp_path: Path, point: Point) -> None:
    async def before(made: World) -> None:
        table = await made.full(ANA, BIA, CIDA, DORA, rulebook="buraco")
        await made.play(table, until=lambda now: now.deal is not None)
        await made.open(CIDA)
        await made.time.advance(PLAYING)

    async def step(made: World) -> None:
        await made.lobby.expiry.sweep()

    async def after(made: World) -> None:
        while any("#" not in each for each in await made.store.tables(live=True)):
            await made.lobby.expiry.sweep()
            await made.time.advance(PLAYING)
        assert [each.stage for each in (await made.lobby.queries.mine(CIDA)).tables] == ["finished"]

    at_every_write(tmp_path, point, before, step, after)
