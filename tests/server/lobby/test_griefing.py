"""One person's power over others: seats, the list of tables, the disk, rulebooks; and the powers of openers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canastra.protocol.tables import NewTable
from canastra.server.limits import Rate
from canastra.server.live.services import owns_all
from canastra.server.lobby import LobbyError
from canastra.server.lobby.expiry import AWAY
from canastra.server.lobby.seating import BARRED
from canastra.server.settings import Caps
from canastra.table import Offer, Stage
from tests.databases import rows
from tests.server.lobby.world import ANA, BIA, CIDA, DORA, Someone, World, run

pytestmark = pytest.mark.usefixtures("each_database")


def caps(**given: Any) -> Caps:
    return replace(Caps(), **given)


async def refused(work: Awaitable[object], code: str, status: int) -> None:
    with pytest.raises(LobbyError) as caught:
        await work
    assert (caught.value.code, caught.value.status) == (code, status)
    assert all(caught.value.message(language) for language in ("pt", "en"))


def count(world: World, statement: str) -> int:
    return int(rows(world.path / "canastra.db", statement)[0][0])


@pytest.mark.limit("seats_of_person")
def test_one_person_sits_at_a_few_waiting_tables_of_others_and_at_all_of_its_own(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        cards = [await world.open(each, rulebook="buraco") for each in (ANA, CIDA, DORA, DORA)]
        for _ in range(4):
            await world.open(BIA)  # These take no seats from others.
        for card in cards[:3]:
            await lobby.seating.take_seat(BIA, card.table, 1)
        await refused(lobby.seating.take_seat(BIA, cards[3].table, 1), "lobby_too_many_seats", 429)
        await lobby.seating.take_seat(BIA, cards[0].table, 1)  # Where one sits already, there is nothing to refuse.
        await lobby.seating.leave(BIA, cards[0].table)
        await lobby.seating.take_seat(BIA, cards[3].table, 1)

    run(tmp_path, main)


def test_many_seats_taken_at_once_are_counted_one_after_the_other(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        cards = [await world.open(ANA) for _ in range(8)]
        taken = await asyncio.gather(
            *(world.lobby.seating.take_seat(BIA, card.table, 1) for card in cards), return_exceptions=True
        )
        assert sum(not isinstance(each, Exception) for each in taken) == 3

    run(tmp_path, main)


@pytest.mark.limit("seats_taken_of_person")
def test_sitting_down_and_getting_up_without_end_is_slowed_down(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA)
        for _ in range(2):
            await world.lobby.seating.take_seat(BIA, card.table, 1)
            await world.lobby.seating.leave(BIA, card.table)
        await refused(world.lobby.seating.take_seat(BIA, card.table, 1), "lobby_seats_rate", 429)
        await world.lobby.seating.take_seat(CIDA, card.table, 1)
        await world.lobby.seating.leave(CIDA, card.table)
        await world.time.advance(10_000)
        await world.lobby.seating.take_seat(BIA, card.table, 1)

    run(tmp_path, main, caps=caps(seats_taken_of_person=Rate(2, 1 / 10)))


@pytest.mark.limit("seat_barred")
def test_who_opened_a_table_may_have_others_get_up_before_the_match(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        card = await world.open(ANA)
        await lobby.seating.take_seat(BIA, card.table, 1)
        await refused(lobby.seating.unseat(CIDA, card.table, 1), "lobby_not_opener", 403)
        await refused(lobby.seating.unseat(BIA, card.table, 0), "lobby_not_opener", 403)
        why: list[str | None] = []
        connected = await lobby.host.subscribe(card.table, 1)
        connected.on_end = lambda reason: why.append(lobby.queries.why_freed(card.table, BIA.player))
        await lobby.seating.unseat(ANA, card.table, 1)
        assert why == ["lobby_unseated"]  # Known when the socket ends, which says it.
        assert not (await world.table(card.table)).seats[1].is_person
        await refused(lobby.seating.unseat(ANA, card.table, 1), "lobby_nobody", 409)
        await refused(lobby.seating.unseat(ANA, card.table, 9), "lobby_nobody", 409)
        await refused(lobby.seating.take_seat(BIA, card.table, 1), "lobby_unseated", 403)
        await refused(lobby.queries.admit(BIA, card.table), "lobby_unseated", 403)
        await world.time.advance(BARRED - 1)
        await refused(lobby.seating.take_seat(BIA, card.table, 1), "lobby_unseated", 403)
        await world.time.advance(1)
        await lobby.seating.take_seat(BIA, card.table, 1)
        await lobby.seating.leave(BIA, card.table)
        await lobby.seating.put_bots(ANA, card.table, "random", 1)
        await lobby.seating.unseat(ANA, card.table, 1)
        await lobby.seating.take_seat(CIDA, card.table, 1)
        table = await world.play(card.table, until=lambda table: table.deal is not None)
        assert table.stage is Stage.PLAYING
        await refused(lobby.seating.unseat(ANA, card.table, 1), "lobby_begun", 409)

    run(tmp_path, main)


@pytest.mark.limit("seat_away")
def test_the_seat_of_one_who_is_away_from_a_waiting_table_is_freed(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        public, private = await world.open(ANA), await world.open(ANA, private=True)
        for card in (public, private):
            await lobby.seating.take_seat(BIA, card.table, 1, card.invitation)
        subscription = await lobby.host.subscribe(public.table, 1)
        await lobby.expiry.free_seats()
        await world.time.advance(2 * AWAY)
        assert await lobby.expiry.free_seats() == 0  # There all the time.
        lobby.host.unsubscribe(public.table, subscription)
        await world.time.advance(AWAY - 1)
        assert await lobby.expiry.free_seats() == 0
        await world.time.advance(1)
        assert await lobby.expiry.free_seats() == 1
        assert [seat.kind for seat in (await lobby.queries.card(public.table, ANA)).seats] == ["person", "empty"]
        assert [seat.kind for seat in (await lobby.queries.card(private.table, ANA)).seats] == ["person", "person"]
        await refused(lobby.queries.admit(BIA, public.table), "lobby_seat_freed", 403)
        await lobby.seating.take_seat(BIA, public.table, 1)
        assert await lobby.queries.admit(BIA, public.table) == 1
        await world.restart()
        assert await world.lobby.expiry.free_seats() == 0  # A person who left a moment ago has the same time again.

    run(tmp_path, main)


@pytest.mark.limit("tables_listed_of_person")
@pytest.mark.limit("tables_listed_of_address")
def test_nobody_fills_the_list_of_tables(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby, many, far = world.lobby, [Someone(f"p-{n}", f"Eva {n}") for n in range(10)], "198.51.100.9"
        first = await world.open(CIDA)
        for guest in many:
            for _ in range(6):
                await lobby.open(guest, NewTable(rulebook="canastra-duelo"), "192.0.2.1")
        last = await world.open(DORA)
        listed = (await lobby.queries.open_tables(None, 50, ANA, None, far)).tables
        assert len(listed) == 5 + 5 + 5 + 2 + 2  # Of the first twenty there, six each, at most five of one person.
        assert (listed[0].table, listed[-1].table) == (last.table, first.table)
        # A caller at the same address finds the tables of all people there, five of each.
        own = (await lobby.queries.open_tables(None, 100, ANA, None, "192.0.2.1")).tables
        assert len(own) == 10 * 5 + 2
        page, seen = None, list[str]()
        while True:
            found = await lobby.queries.open_tables(page, 7, None, None, far)
            seen += [card.table for card in found.tables]
            page = found.after
            if page is None:
                break
        assert seen == [card.table for card in listed]
        await world.restart()  # After the restart the address of the opener is unknown, the person isn't.
        assert len((await world.lobby.queries.open_tables(None, 100, None, None, far)).tables) == 10 * 5 + 2

    run(tmp_path, main)


@pytest.mark.limit("tables_opened_of_person")
def test_opening_and_closing_tables_without_end_is_slowed_down_and_leaves_nothing(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        for _ in range(20):
            card = await world.open(ANA, rulebook="buraco", house={"match": {"target": 1_234}})
            await world.lobby.seating.close(ANA, card.table)
        await refused(world.open(ANA), "lobby_tables_rate", 429)
        await world.time.advance(30_000)
        kept = await world.open(ANA)
        await world.time.advance(3_600_000)
        world.lobby.host.sweep()
        registry = world.lobby.registry
        registry.services = replace(registry.services, owns=lambda table_id: False)
        await world.lobby.expiry.sweep()
        assert len(await world.store.tables()) > 1, "those of another server"
        registry.services = replace(registry.services, owns=owns_all)
        await world.lobby.expiry.sweep()
        assert await world.store.tables() == [kept.table]
        for place in ("events", "commands", "snapshots"):
            statement = f"SELECT count(*) FROM {place} WHERE table_id NOT LIKE '{kept.table}%'"
            assert count(world, statement) == 0
        assert count(world, "SELECT count(*) FROM lobby_tables") == 1
        assert count(world, "SELECT count(*) FROM house_rulebooks") == 0
        assert world.lobby.registry.houses._documents == {}
        again = await world.open(ANA, rulebook="buraco", house={"match": {"target": 1_234}})
        assert again.house
        await world.restart()
        assert (await world.lobby.queries.card(again.table, ANA)).house

    run(tmp_path, main)


def test_house_rules_of_a_table_that_was_played_at_stay(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, rulebook="canastra-duelo", house={"values": {"ace": 20}}, bots="random")
        await world.resign(card.table)
        await world.time.advance(3_600_000)
        world.lobby.host.sweep()
        await world.lobby.expiry.sweep()
        assert world.lobby.registry.find(card.rulebook).id == card.rulebook
        assert await world.lobby.queries.record(card.table, ANA)

    run(tmp_path, main)


def test_a_rematch_that_was_given_up_is_not_opened_again_once_its_log_is_gone(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, bots="random")
        await world.resign(card.table)
        await world.send(card.table, ANA, Offer(0, "rematch"))
        await world.lobby.settled()
        following = world.lobby.queries.terms(card.table).following
        assert following is not None
        if (await world.table(following)).stage is not Stage.SEATING:
            return
        await world.lobby.seating.close(ANA, following)
        await world.time.advance(3_600_000)
        world.lobby.host.sweep()
        await world.lobby.expiry.sweep()
        await world.restart()
        assert following not in await world.store.tables()

    run(tmp_path, main)


@pytest.mark.limit("tables")
def test_the_server_holds_so_many_tables(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        cards = [await world.open(each) for each in (ANA, BIA, CIDA)]
        await refused(world.open(DORA), "lobby_full", 503)
        await world.lobby.seating.close(ANA, cards[0].table)
        await world.open(DORA)

    run(tmp_path, main, caps=caps(tables=3))


@pytest.mark.limit("tables_of_site")
@pytest.mark.limit("houses_of_site")
def test_one_site_has_a_share_of_tables_and_house_rules(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        async def opened(person: Someone, address: str, target: int = 0) -> str:
            house = {"match": {"target": target}} if target else None
            return (await world.lobby.open(person, NewTable("buraco", house=house), address)).table

        first = await opened(ANA, "2001:db8:1:1::", 1_000)
        await refused(opened(BIA, "2001:db8:1:2::", 1_001), "lobby_houses_share", 429)
        await opened(BIA, "2001:db8:1:2::")
        await refused(opened(CIDA, "2001:db8:1:3::"), "lobby_share", 429)
        await opened(CIDA, "2001:db8:2::")
        await world.lobby.seating.close(ANA, first)
        await opened(CIDA, "2001:db8:1:3::")

    run(tmp_path, main, caps=caps(tables_of_site=2, houses_of_site=1))


@pytest.mark.limit("houses")
def test_the_server_keeps_so_many_house_rules_and_official_ones_are_always_played(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        for number in range(2):
            await world.open(ANA, rulebook="buraco", house={"match": {"target": 1_000 + number}})
        full = world.open(BIA, rulebook="buraco", house={"match": {"target": 1_002}})
        await refused(full, "lobby_houses_full", 503)
        await world.open(BIA, rulebook="buraco", house={"match": {"target": 1_001}})
        await world.open(BIA, rulebook="buraco")

    run(tmp_path, main, caps=caps(houses=2))


def test_rematches_are_tables_that_somebody_opens(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, bots="random")
        await world.resign(card.table)
        await world.send(card.table, ANA, Offer(0, "rematch"))
        await world.lobby.settled()  # Nothing is waited for, so that a server can end at once.
        assert world.lobby.queries.terms(card.table).following is None
        await world.time.advance(30_000)
        await world.lobby.queries.admit(ANA, card.table)
        await world.lobby.settled()
        assert world.lobby.queries.terms(card.table).following is not None

    run(tmp_path, main, caps=caps(tables_opened_of_person=Rate(1, 1 / 30)))
