"""History and figures: the result of a match, stored once."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from canastra.protocol.people import MatchCard, Profile, RulebookFigures
from canastra.protocol.tables import ClockTerms
from canastra.rulebooks import official
from canastra.server.live import CommandRequest
from canastra.server.lobby import LobbyError, repository
from canastra.server.lobby.listing import Outcome, listing_of, points_of, result_of
from canastra.server.lobby.repository import ListingChange
from canastra.table import CallTime, ClaimWin, Stage, open_table, opening
from canastra.table.events import MatchEnded
from canastra.table.settings import NO_TARGET
from tests.server.lobby.world import ANA, BIA, CIDA, DORA, Someone, World, run


async def matches(world: World, player: Someone, asking: Someone | None = None) -> list[MatchCard]:
    return list((await world.lobby.queries.history(player.player, None, 50, asking)).matches)


async def figures(world: World, player: Someone) -> tuple[RulebookFigures, ...]:
    return (await world.lobby.queries.profile(player.player)).figures


def test_a_match_played_to_its_end(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, CIDA, rulebook="tranca", target=300)
        now = await world.play(table)
        assert now.match is not None
        assert now.result is not None
        points = points_of(now)
        assert points is not None
        winner = now.result.winner
        (card,) = await matches(world, BIA)
        seat = next(number for number, each in enumerate(now.seats) if each.player == BIA.player)
        assert card == MatchCard(
            table, "tranca", now.result.at, tuple(each.name for each in now.seats), points, "played", seat, winner
        )
        assert await world.lobby.queries.profile(BIA.player) == Profile(
            BIA.player,
            "Bia",
            "guest",
            77,
            (RulebookFigures("tranca", 1, int(winner == 1), int(winner == 0), 0, points[1], points[0]),),
        )
        assert await matches(world, DORA) == []
        before = [await matches(world, each) for each in (ANA, BIA, CIDA)]
        await world.restart()
        await world.lobby.queries.admit(ANA, table)
        await world.lobby.settled()
        assert [await matches(world, each) for each in (ANA, BIA, CIDA)] == before

    run(tmp_path, main)


def test_a_match_given_up(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        for seat in (0, 1, 1):
            await world.resign(await world.full(ANA, BIA), seat)
        await world.resign(await world.full(BIA, rulebook="buraco"))
        assert await figures(world, ANA) == (RulebookFigures("canastra-duelo", 3, 2, 1, 0, 0, 0),)
        assert await figures(world, BIA) == (
            RulebookFigures("buraco", 1, 0, 1, 0, 0, 0),
            RulebookFigures("canastra-duelo", 3, 1, 2, 0, 0, 0),
        )
        assert [(each.reason, each.winner) for each in await matches(world, ANA)] == [
            ("resigned", 0),
            ("resigned", 0),
            ("resigned", 1),
        ]

    run(tmp_path, main)


def test_a_match_claimed_counts_for_who_left_too(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, clock=ClockTerms(grace=0))
        await world.play(table, until=lambda now: now.deal is not None)
        await world.leave(table, 1)
        await world.send(table, ANA, ClaimWin(0))
        assert await figures(world, ANA) == (RulebookFigures("canastra-duelo", 1, 1, 0, 0, 0, 0),)
        assert await figures(world, BIA) == (RulebookFigures("canastra-duelo", 1, 0, 1, 0, 0, 0),)

    run(tmp_path, main)


@pytest.mark.parametrize(
    ("people", "dealt", "outcomes"),
    [
        ((ANA, BIA), True, [Outcome.NONE, Outcome.NONE]),
        ((ANA,), True, [Outcome.LOST]),
        ((ANA, BIA), False, None),
    ],
)
def test_a_match_abandoned(
    tmp_path: Path, people: tuple[Someone, ...], dealt: bool, outcomes: list[Outcome] | None
) -> None:
    async def main(world: World) -> None:
        table = await world.full(*people)
        reached = (lambda now: now.deal is not None) if dealt else (lambda now: now.stage is Stage.GATHERING)
        await world.play(table, until=reached)
        for seat in range(len(people)):
            await world.leave(table, seat)
        now = await world.table(table)
        assert now.result is not None
        assert now.result.reason == "abandoned"
        result = result_of(world.lobby.queries.terms(table), now)
        assert (result and [share.outcome for share in result.shares]) == outcomes
        assert len(await matches(world, ANA)) == int(outcomes is not None)
        played = sum(each.played for each in await figures(world, ANA))
        assert played == int(outcomes == [Outcome.LOST])
        assert (await world.lobby.queries.card(table, None)).stage == "finished"

    run(tmp_path, main)


@pytest.mark.usefixtures("each_database")
def test_a_draw_is_a_draw(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        now = await world.play(table)
        assert now.result is not None
        drawn = structs.replace(now, result=structs.replace(now.result, winner=None))
        result = result_of(world.lobby.queries.terms(table), drawn)
        assert result is not None
        assert {share.outcome for share in result.shares} == {Outcome.DRAWN}

    run(tmp_path, main)


@pytest.mark.usefixtures("each_database")
def test_matches_at_private_tables_are_for_those_who_played(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, private=True)
        await world.resign(table)
        public = await world.full(ANA, BIA)
        await world.resign(public)
        for asking, expected in ((None, [public]), (CIDA, [public]), (ANA, [public, table]), (BIA, [public, table])):
            assert [each.table for each in await matches(world, ANA, asking)] == expected
        assert sum(each.played for each in await figures(world, ANA)) == 2

    run(tmp_path, main)


@pytest.mark.usefixtures("each_database")
def test_pages_of_a_history(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        tables = []
        for _ in range(5):
            tables.append(await world.full(ANA, BIA))
            await world.resign(tables[-1])
        first = await world.lobby.queries.history(ANA.player, None, 2)
        second = await world.lobby.queries.history(ANA.player, first.before, 2)
        third = await world.lobby.queries.history(ANA.player, second.before, 2)
        pages = [[each.table for each in page.matches] for page in (first, second, third)]
        assert pages == [tables[:2:-1], tables[2:0:-1], tables[:1]]
        assert third.before is None

    run(tmp_path, main)


def test_nobody_there(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        with pytest.raises(LobbyError) as caught:
            await world.lobby.queries.profile("nobody")
        assert (caught.value.code, caught.value.status) == ("lobby_no_player", 404)
        assert (await world.lobby.queries.history("nobody", None, 5)).matches == ()
        assert await figures(world, DORA) == ()

    run(tmp_path, main)


@pytest.mark.usefixtures("each_database")
def test_a_result_written_twice_is_there_once(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        await world.resign(table)
        before = await matches(world, ANA), await figures(world, ANA), await figures(world, BIA)
        now, terms = await world.table(table), world.lobby.queries.terms(table)
        await world.resign(await world.full(CIDA, DORA))
        for _ in range(2):
            change = ListingChange(table, listing_of(now), result_of(terms, now))
            await world.database.write(lambda connection, change=change: repository.write(connection, [change]))  # type: ignore[misc]
        assert (await matches(world, ANA), await figures(world, ANA), await figures(world, BIA)) == before
        assert len(await matches(world, CIDA)) == 1

    run(tmp_path, main)


@pytest.mark.parametrize(("dealt", "stop"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_match_that_the_organisers_end(tmp_path: Path, dealt: bool, stop: bool) -> None:
    """Stopped it is in the history and in no figures; called it counts by points. Without a deal nothing is kept."""

    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        reached = (lambda now: now.deal is not None) if dealt else (lambda now: now.stage is Stage.GATHERING)
        await world.play(table, until=reached)
        await world.lobby.host.send(table, CommandRequest(CallTime(stop), "call"))
        now = await (world.table(table) if stop or not dealt else world.play(table))
        assert now.result is not None
        assert now.result.reason == ("stopped" if stop else "played" if dealt else "called")
        result = result_of(world.lobby.queries.terms(table), now)
        assert (result is None) is not dealt
        assert result is None or ({each.outcome for each in result.shares} == {Outcome.NONE}) is stop
        assert sum(each.played for each in await figures(world, ANA)) == int(dealt and not stop)

    run(tmp_path, main)


def test_who_goes_for_good_loses_where_the_table_says_so(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        now = await world.play(table, until=lambda now: now.deal is not None)
        ended = structs.replace(now, stage=Stage.FINISHED, result=MatchEnded(now.now, "left", 0))
        result = result_of(world.lobby.queries.terms(table), ended)
        assert result is not None
        assert [share.outcome for share in result.shares] == [Outcome.WON, Outcome.LOST]

    run(tmp_path, main)


def test_lists_say_how_many_deals_a_match_has_and_no_target_that_nobody_reaches() -> None:
    def shown(rulebook: str, **terms: int) -> tuple[int, int]:
        opened = structs.replace(opening(official(rulebook), "m1", 0), **terms)
        entry = listing_of(open_table(opened))
        return entry.target, entry.deals

    assert shown("buraco") == (2000, 0)
    assert shown("buraco", target=NO_TARGET, deals=4) == (0, 4)
    assert shown("canastra-duelo") == (0, 1)
