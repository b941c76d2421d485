"""The lists: their contents, in pages, from the index."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.protocol.tables import Tables
from canastra.server.lobby import LobbyError
from canastra.server.lobby.repository import ListingChange
from canastra.table import Stage
from tests.server.lobby.world import ANA, BIA, CIDA, World, run


def ids(page: Tables) -> list[str]:
    return [card.table for card in page.tables]


@pytest.mark.limit("page")
def test_pages_of_open_tables(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        opened = [(await world.open(ANA if n % 2 else BIA, private=n == 3)).table for n in range(8)]
        shown = [table for n, table in enumerate(opened) if n != 3][::-1]
        found: list[str] = []
        after = None
        pages = 0
        while pages == 0 or after:
            page = await world.lobby.queries.open_tables(after, 3, CIDA)
            if not pages:  # One that is opened meanwhile, or filled, moves nothing on the pages that follow.
                await world.open(CIDA)
                await world.lobby.seating.take_seat(CIDA, shown[0], 1)
            found, after, pages = found + ids(page), page.after, pages + 1
        assert (found, pages) == (shown, 3)
        whole = await world.lobby.queries.open_tables(None, 50, None)
        assert whole.after is None
        assert ids(whole)[1:] == shown[1:]
        assert (await world.lobby.queries.open_tables(None, 0, None)).after is not None  # At least one.
        assert all(card.invitation is None for card in whole.tables)

    run(tmp_path, main)


@pytest.mark.parametrize("after", ["", "x", "-1", "1e3", "9" * 16, "٣", "1 OR 1"])
def test_pages_that_are_none(tmp_path: Path, after: str) -> None:
    async def main(world: World) -> None:
        for page in (
            world.lobby.queries.open_tables(after, 3, None),
            world.lobby.queries.running(after, 3, None),
            world.lobby.queries.history(ANA.player, after, 3),
        ):
            with pytest.raises(LobbyError) as caught:
                await page
            assert (caught.value.code, caught.value.status) == ("lobby_page", 400)

    run(tmp_path, main)


def test_a_table_goes_from_list_to_list(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        table = (await world.open(ANA)).table
        unwatched = await world.full(BIA, CIDA, watch=False)
        await world.play(unwatched, until=lambda now: now.stage is not Stage.SEATING)
        assert ids(await lobby.queries.open_tables(None, 9, None)) == [table]
        assert ids(await lobby.queries.running(None, 9, None)) == []
        await lobby.seating.take_seat(BIA, table, 1)
        assert ids(await lobby.queries.open_tables(None, 9, None)) == []
        assert ids(await lobby.queries.mine(BIA)) == [unwatched, table]
        await world.play(table, until=lambda now: now.deal is not None)
        (card,) = (await lobby.queries.running(None, 9, BIA)).tables
        assert (card.table, card.seat, card.points, card.stage) == (table, 1, (0, 0), "playing")
        assert ids(await lobby.queries.running(None, 9, None, "buraco")) == []
        assert ids(await lobby.queries.running(None, 9, None, "canastra-duelo")) == [table]
        await world.resign(table)
        assert ids(await lobby.queries.running(None, 9, None)) == []
        assert ids(await lobby.queries.mine(ANA)) == [table]
        assert ids(await lobby.queries.mine(BIA)) == [unwatched, table]  # Running tables come first.
        assert (await lobby.queries.card(table, None)).stage == "finished"

    run(tmp_path, main)


def test_points_are_brought_up_to_date_with_each_deal(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, rulebook="canastra-regional", target=5000)
        now = await world.play(table, until=lambda now: len(now.deals) == 1)
        (card,) = (await world.lobby.queries.running(None, 9, None)).tables
        assert now.match is not None
        assert card.points == now.match.points != (0, 0)

    run(tmp_path, main)


def test_the_list_of_one_who_left_the_table(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = (await world.open(ANA, rulebook="buraco", seat=None)).table
        await world.lobby.seating.take_seat(BIA, table, 1)
        assert ids(await world.lobby.queries.mine(ANA)) == ids(await world.lobby.queries.mine(BIA)) == [table]
        await world.lobby.seating.leave(BIA, table)
        assert ids(await world.lobby.queries.mine(BIA)) == []

    run(tmp_path, main)


def test_many_commands_write_the_index_seldom(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        written: list[str] = []
        put = world.lobby.registry.index.put

        def noted(change: ListingChange) -> None:
            written.append(change.listing.stage)
            put(change)

        world.lobby.registry.index.put = noted  # type: ignore[method-assign]
        now = await world.play(table)
        assert now.step > 30
        assert written == ["drawing", "gathering", "playing", "finished"]

    run(tmp_path, main)


def test_ones_own_list_says_where_one_is_waited_for(tmp_path: Path) -> None:
    """And no other list does."""

    async def main(world: World) -> None:
        queries = world.lobby.queries
        table = await world.full(ANA, BIA)
        assert [card.your_turn for card in (await queries.mine(ANA)).tables] == [False]
        await world.play(table, until=lambda now: now.to_act is not None)
        for _ in range(2):
            now = await world.lobby.registry.host.peek(table)
            for person in (ANA, BIA):
                (card,) = (await queries.mine(person)).tables
                assert card.your_turn is (now.to_act == card.seat)
            seats = (now.to_act, None)
            await world.play(table, until=lambda after, seats=seats: after.to_act not in seats)  # type: ignore[misc]
        assert not any(card.your_turn for card in (await queries.running(None, 9, ANA)).tables)
        assert not (await queries.card(table, ANA)).your_turn

    run(tmp_path, main)
