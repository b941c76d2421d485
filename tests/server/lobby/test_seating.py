"""Sitting down, leaving, putting bots on seats and sending them away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from canastra.errors import CanastraError
from canastra.protocol.tables import NewTable, Seated, TableCard
from canastra.server.lobby import LobbyError
from canastra.server.users import Users
from canastra.table import RefusalError, Stage
from tests.server.lobby.world import ANA, BIA, CIDA, DORA, Someone, World, run


def kinds(card: TableCard) -> list[str]:
    return [seat.kind for seat in card.seats]


def test_sitting_down_and_getting_up(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        table = (await world.open(ANA, rulebook="buraco")).table
        assert await lobby.seating.take_seat(BIA, table, 2) == Seated(table, 2)
        assert await lobby.seating.take_seat(BIA, table, 2) == Seated(table, 2)  # Sent again.
        for person, seat, code in (
            (CIDA, 2, "table_seat_taken"),
            (BIA, 3, "table_seated_already"),
            (CIDA, 4, "table_no_seat"),
            (CIDA, -1, "table_no_seat"),
        ):
            with pytest.raises(RefusalError) as caught:
                await lobby.seating.take_seat(person, table, seat)
            assert caught.value.code == code
        assert kinds(await lobby.queries.card(table, None)) == ["person", "empty", "person", "empty"]
        await lobby.seating.leave(BIA, table)
        with pytest.raises(LobbyError) as again:
            await lobby.seating.leave(BIA, table)
        assert (again.value.code, again.value.status) == ("lobby_not_seated", 403)
        await lobby.seating.take_seat(BIA, table, 2)  # The same once more, and done once more.
        await lobby.seating.leave(ANA, table)
        assert kinds(await lobby.queries.card(table, None)) == ["empty", "empty", "person", "empty"]
        await lobby.seating.take_seat(CIDA, table, 0)
        assert (await lobby.queries.card(table, CIDA)).seat == 0

    run(tmp_path, main)


def test_only_the_opener_deals_with_bots(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        table = (await world.open(ANA, rulebook="buraco")).table
        await lobby.seating.take_seat(BIA, table, 1)
        for act in (lobby.seating.put_bots(BIA, table, "greedy"), lobby.seating.send_bot_away(BIA, table, 2)):
            with pytest.raises(LobbyError) as caught:
                await act
            assert (caught.value.code, caught.value.status) == ("lobby_not_opener", 403)
        await lobby.seating.put_bots(ANA, table, "greedy", 3)
        await lobby.seating.put_bots(ANA, table, "random")
        assert [seat.level for seat in (await lobby.queries.card(table, ANA)).seats] == ["", "", "random", "greedy"]
        with pytest.raises(RefusalError) as full:
            await lobby.seating.put_bots(ANA, table, "greedy")
        assert full.value.code == "table_full"
        with pytest.raises(CanastraError) as unknown:
            await lobby.seating.put_bots(ANA, table, "grandmaster")
        assert unknown.value.code == "bot_unknown"
        for seat in (0, 1, 4, -1):  # An opener can't send persons away.
            with pytest.raises(LobbyError) as none:
                await lobby.seating.send_bot_away(ANA, table, seat)
            assert (none.value.code, none.value.status) == ("lobby_no_bot", 409)
        await lobby.seating.send_bot_away(ANA, table, 3)
        assert kinds(await lobby.queries.card(table, ANA)) == ["person", "person", "bot", "empty"]
        await lobby.seating.put_bots(ANA, table, "random")
        await world.play(table, until=lambda now: now.stage is not Stage.SEATING)
        with pytest.raises(LobbyError) as begun:
            await lobby.seating.send_bot_away(ANA, table, 3)
        assert (begun.value.code, begun.value.status) == ("lobby_begun", 409)

    run(tmp_path, main)


def test_bots_are_never_among_themselves(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        table = (await world.open(ANA, rulebook="buraco", seat=None)).table
        for seat in (0, 1, 2):
            await lobby.seating.put_bots(ANA, table, "random", seat)
        for last in (None, 3):
            with pytest.raises(LobbyError) as caught:
                await lobby.seating.put_bots(ANA, table, "random", last)
            assert (caught.value.code, caught.value.status) == ("lobby_only_bots", 409)
        await lobby.seating.take_seat(BIA, table, 3)
        assert (await world.table(table)).stage is Stage.SEATING
        # A person who leaves while bots are put on seats leaves an empty seat.
        other = (await world.open(ANA)).table
        await asyncio.gather(
            lobby.seating.leave(ANA, other),
            lobby.seating.put_bots(ANA, other, "random"),
            lobby.seating.put_bots(ANA, other, "random", 0),
            return_exceptions=True,
        )
        assert (await world.table(other)).stage is Stage.SEATING

    run(tmp_path, main)


@pytest.mark.parametrize("pair", [(ANA, BIA), (BIA, ANA)])
def test_nobody_learns_who_blocked_whom(tmp_path: Path, pair: tuple[Someone, Someone]) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        table = (await world.open(ANA, rulebook="buraco")).table
        await lobby.seating.take_seat(CIDA, table, 1)
        world.circle.blocked.add((pair[0].player, pair[1].player))
        with pytest.raises(LobbyError) as caught:
            await lobby.seating.take_seat(BIA, table, 2)
        assert (caught.value.code, caught.value.status, caught.value.figures) == ("lobby_blocked", 403, {})
        await lobby.seating.take_seat(DORA, table, 2)
        await lobby.seating.leave(ANA, table)
        await lobby.seating.take_seat(BIA, table, 0)
        with pytest.raises(LobbyError):
            await lobby.seating.take_seat(ANA, table, 3)

    run(tmp_path, main)


def test_two_who_block_each_other_cannot_sit_down_at_the_same_moment(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        world.circle.blocked.add((BIA.player, CIDA.player))
        table = (await world.open(ANA, rulebook="buraco")).table
        done = await asyncio.gather(
            *(world.lobby.seating.take_seat(person, table, seat) for person, seat in ((BIA, 1), (CIDA, 2))),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in done) == ["LobbyError", "Seated"]

    run(tmp_path, main)


def test_with_people_as_they_are(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        people = Users(world.database, world.time, Random(4))
        ana, _ = await people.guest("Ana", "pt")
        bia, _ = await people.guest("Bia", "en")
        world.lobby.seating._users = people
        world.lobby.queries._users = people
        table = (await world.lobby.open(ana, NewTable("canastra-duelo"))).table
        await people.blocks.add(ana, "block", bia.player)
        with pytest.raises(LobbyError) as caught:
            await world.lobby.seating.take_seat(bia, table, 1)
        assert caught.value.code == "lobby_blocked"
        await people.blocks.remove(ana, "block", bia.player)
        await world.lobby.seating.take_seat(bia, table, 1)
        profile = await world.lobby.queries.profile(bia.player)
        assert (profile.name, profile.kind, profile.since) == ("Bia", "guest", world.time.now())

    run(tmp_path, main)
