"""Opening tables: the rows written, the refusals, and the people who find them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canastra.errors import CanastraError
from canastra.protocol.tables import ClockTerms, TalkTerms
from canastra.rulebooks import OFFICIAL
from canastra.server.live import TableStoppedError
from canastra.server.lobby import LobbyError
from canastra.server.lobby.creation import next_id
from canastra.table import Opened, Stage
from tests.server.lobby.world import ANA, BIA, CIDA, NO_TABLE, Someone, World, few, run


def test_a_table_is_opened_as_it_was_asked_for(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        clock = ClockTerms(turn=30_000, bank=60_000, increment=1_000, grace=5_000, between=4_000)
        given = {"rulebook": "buraco", "target": 700, "clock": clock, "undo": False, "hints": False, "seat": 2}
        talk = TalkTerms("free", True)
        card = await world.open(ANA, **given, talk=talk, bots="random", watch=False, stand_in="random")
        assert [seat.kind for seat in card.seats] == ["bot", "bot", "person", "bot"]
        assert (card.seats[2].player, card.seats[2].name, card.seats[0].level) == (ANA.player, "Ana", "random")
        assert (card.stage, card.target, card.clock, card.undo, card.hints) == ("seating", 700, clock, False, False)
        assert (card.talk, card.watch, card.private, card.invitation) == (talk, False, False, None)
        assert (card.rulebook, card.house, card.seat, card.points) == ("buraco", False, 2, None)
        assert (card.opener, card.opened, card.next) == (ANA.player, world.time.now(), None)
        assert card.rulebook_name["pt"] == "Buraco"
        settings = (await world.table(card.table)).settings
        assert (settings.target, settings.undo, settings.stand_in, settings.match) == (700, False, "random", card.table)
        terms = world.lobby.queries.terms(card.table)
        assert (terms.talk, terms.hints, terms.watch, terms.opener) == (talk, False, False, ANA.player)
        await world.restart()
        assert await world.lobby.queries.card(card.table, ANA) == card
        assert world.lobby.queries.terms(card.table) == terms

    run(tmp_path, main)


@pytest.mark.parametrize("is_written", [False, True])
def test_a_table_that_another_server_gets_while_it_is_opened_is_opened_under_another_id(
    is_written: bool, tmp_path: Path
) -> None:
    async def main(world: World) -> None:
        registry, host, lost = world.lobby.registry, world.lobby.host, list[str]()
        registry.services = host._services = replace(registry.services, owns=lambda table_id: table_id not in lost)
        create = host.create

        async def created(table_id: str, opened: Opened) -> None:
            if is_written or lost:
                await create(table_id, opened)
            if not lost:
                lost.append(table_id)
                await world.lobby.let_go()
                raise TableStoppedError(table_id)

        host.create = created  # type: ignore[method-assign]
        card = await world.open(ANA, private=True)
        assert card.table not in lost
        assert len(await world.store.tables()) == 1 + is_written
        assert list(registry.addresses) == []
        lost.clear()
        await world.lobby.creation.reconcile()
        assert await world.store.tables(live=True) == [card.table], "nobody was told of the other"

    run(tmp_path, main)


def test_where_no_table_can_be_opened_none_is_tried_again(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        registry, tried = world.lobby.registry, list[str]()

        async def created(table_id: str, opened: Opened) -> None:
            tried.append(table_id)
            raise TableStoppedError(table_id)

        world.lobby.host.create = created  # type: ignore[method-assign]
        for owns in (lambda table_id: True, lambda table_id: False):
            registry.services = replace(registry.services, owns=owns)
            with pytest.raises(TableStoppedError):
                await world.open(ANA)
        assert len(tried) == 2

    run(tmp_path, main)


@pytest.mark.limit("absence_seconds")
def test_how_long_an_absent_person_is_waited_for_is_the_operators_word(tmp_path: Path) -> None:
    """The tests of the table show the effect."""

    async def main(world: World) -> None:
        card = await world.open(ANA)
        assert (await world.table(card.table)).settings.absence == 1000 * world.caps.absence_seconds

    run(tmp_path, main)


def test_only_at_private_tables_partners_talk_during_a_deal_unless_agreed(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        for private, asked, talk in (
            (True, {}, TalkTerms("presets", True)),
            (False, {}, TalkTerms("presets")),
            (True, {"talk": TalkTerms("free")}, TalkTerms("free")),
        ):
            card = await world.open(ANA, rulebook="buraco", private=private, **asked)
            assert card.talk == talk

    run(tmp_path, main)


def test_a_table_is_opened_for_others(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, seat=None)
        assert [seat.kind for seat in card.seats] == ["empty", "empty"]
        assert (card.seat, card.opener) == (None, ANA.player)

    run(tmp_path, main)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"rulebook": "bridge"}, "rulebook_unknown"),
        ({"rulebook": "casa-000000000000"}, "rulebook_unknown"),
        ({"target": 5}, "target_superfluous"),
        ({"seat": 3}, "table_no_seat"),
        ({"bots": "grandmaster"}, "bot_unknown"),
        ({"stand_in": "grandmaster"}, "bot_unknown"),
        ({"seat": None, "bots": "greedy"}, "lobby_only_bots"),
        ({"rulebook": "buraco", "house": {"match": {"target": -1}}}, "rulebook_wrong_value"),
        ({"rulebook": "buraco", "clock": ClockTerms(turn=8 * 24 * 3_600_000)}, "table_form_time"),
        ({"rulebook": "buraco", "clock": ClockTerms(turn=1)}, "lobby_clock"),
        ({"rulebook": "buraco", "clock": ClockTerms(turn=4_999, bank=600_000)}, "lobby_clock"),
        ({"rulebook": "buraco", "clock": ClockTerms(bank=59_999)}, "lobby_clock"),
    ],
)
def test_what_cannot_be_leaves_nothing(tmp_path: Path, given: dict[str, Any], code: str) -> None:
    async def main(world: World) -> None:
        with pytest.raises(CanastraError) as caught:
            await world.open(**given)
        assert caught.value.code == code
        assert await world.store.tables() == []
        count = "SELECT (SELECT count(*) FROM lobby_tables) + (SELECT count(*) FROM house_rulebooks)"
        assert await world.database.read_sqlite(lambda connection: connection.execute(count).fetchone()) == (0,)

    run(tmp_path, main)


def test_a_private_table_is_found_by_nobody_without_its_invitation(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        card = await world.open(ANA, private=True)
        secret = card.invitation
        assert secret is not None
        assert len(secret) == 22
        assert secret not in repr(lobby.queries.terms(card.table))
        assert (await lobby.queries.open_tables(None, 50, BIA)).tables == ()
        doors: list[Callable[[str, str | None], Awaitable[object]]] = [
            lambda table, key: lobby.queries.card(table, BIA, key),
            lambda table, key: lobby.queries.card(table, None, key),
            lambda table, key: lobby.queries.admit(BIA, table, True, key),
            lambda table, key: lobby.queries.record(table, None, key),
            lambda table, key: lobby.seating.take_seat(BIA, table, 1, key),
        ]
        mine: list[Callable[[str], Awaitable[object]]] = [
            lambda table: lobby.seating.leave(BIA, table),
            lambda table: lobby.seating.put_bots(BIA, table, "greedy"),
            lambda table: lobby.seating.send_bot_away(BIA, table, 1),
            lambda table: lobby.seating.close(BIA, table),
        ]
        told = set()
        for table in (card.table, "nowhere", "#", "../x"):
            for door in doors:
                for key in (None, "", "x", secret[:-1], secret + "A", "ã"):
                    if table != card.table or key != secret:
                        with pytest.raises(LobbyError) as caught:
                            await door(table, key)
                        told.add((caught.value.code, caught.value.status, str(caught.value)))
            for door_of_mine in mine:
                with pytest.raises(LobbyError) as caught:
                    await door_of_mine(table)
                told.add((caught.value.code, caught.value.status, str(caught.value)))
        assert {each[:2] for each in told} == {NO_TABLE}
        assert len(told) == 1  # Word for word the same, whether there is such a table or not.
        assert (await lobby.queries.card(card.table, BIA, secret)).invitation is None
        assert await lobby.queries.admit(BIA, card.table, True, secret) is None
        await lobby.seating.take_seat(BIA, card.table, 1, secret)
        assert (await lobby.queries.card(card.table, BIA)).invitation == secret  # A player may invite others.
        assert await lobby.queries.admit(BIA, card.table) == 1

    run(tmp_path, main)


def test_who_is_admitted(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        watched, closed = await world.open(ANA), await world.open(ANA, watch=False)
        assert await lobby.queries.admit(ANA, watched.table) == 0
        assert await lobby.queries.admit(ANA, watched.table, watch=True) == 0  # No person is at a table twice.
        assert await lobby.queries.admit(None, watched.table, watch=True) is None
        for table, watch, code in (
            (watched.table, False, "lobby_not_seated"),
            (closed.table, True, "lobby_not_watched"),
        ):
            for person in (BIA, None):
                with pytest.raises(LobbyError) as caught:
                    await lobby.queries.admit(person, table, watch=watch)
                assert (caught.value.code, caught.value.status) == (code, 403)
        with pytest.raises(LobbyError) as caught:
            lobby.queries.terms("nowhere")
        assert (caught.value.code, caught.value.status) == NO_TABLE

    run(tmp_path, main)


@pytest.mark.limit("tables_of_person")
def test_nobody_opens_tables_without_end(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        first, second = await world.open(ANA), await world.open(ANA, bots="greedy")
        with pytest.raises(LobbyError) as caught:
            await world.open(ANA)
        assert (caught.value.code, caught.value.status, caught.value.figures) == (
            "lobby_too_many_tables",
            429,
            {"most": 2},
        )
        await world.open(BIA)
        await world.lobby.seating.close(ANA, first.table)
        third = await world.open(ANA)
        await world.restart()
        with pytest.raises(LobbyError):
            await world.open(ANA)
        await world.resign(second.table)
        await world.open(ANA)
        assert len((await world.lobby.queries.mine(ANA)).tables) == 3
        assert third.table in {card.table for card in (await world.lobby.queries.mine(ANA)).tables}

    run(tmp_path, main, caps=few(tables_of_person=2))


def test_at_once_the_cap_holds_too(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        done = await asyncio.gather(*(world.open(ANA) for _ in range(8)), return_exceptions=True)
        assert sum(isinstance(each, LobbyError) for each in done) == 5
        assert len((await world.lobby.queries.mine(ANA)).tables) == 3

    run(tmp_path, main, caps=few(tables_of_person=3))


def test_who_goes_away_while_a_table_is_opened_leaves_a_whole_one(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        asked = asyncio.create_task(world.open(ANA, bots="greedy"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
        await world.lobby.settled()
        (card,) = (await world.lobby.queries.mine(ANA)).tables
        assert [seat.kind for seat in card.seats] == ["person", "bot"]

    run(tmp_path, main)


def test_a_closed_table_is_gone(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        lobby = world.lobby
        card = await world.open(ANA, rulebook="buraco", bots=None)
        await lobby.seating.take_seat(BIA, card.table, 1)
        with pytest.raises(LobbyError) as caught:
            await lobby.seating.close(BIA, card.table)
        assert (caught.value.code, caught.value.status) == ("lobby_not_opener", 403)
        reader = await lobby.host.subscribe(card.table, 1)
        await reader.get()
        await lobby.seating.close(ANA, card.table)
        update = await reader.get()
        assert [each.event["type"] for each in update.events if each.event] == ["left", "left", "match_ended"]
        for again in range(2):
            for person in (ANA, BIA, CIDA):
                with pytest.raises(LobbyError) as caught:
                    await world.lobby.queries.card(card.table, person)
                assert (caught.value.code, caught.value.status) == NO_TABLE
                with pytest.raises(LobbyError):
                    await world.lobby.queries.admit(person, card.table, watch=True)
                assert (await world.lobby.queries.mine(person)).tables == ()
            if not again:
                await world.restart()
        assert await world.store.tables(live=True) == []
        assert (await world.lobby.queries.history(ANA.player, None, 10)).matches == ()

    run(tmp_path, main)


def test_a_match_that_has_begun_is_not_closed(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table_id = await world.full(ANA, BIA)
        await world.play(table_id, until=lambda table: table.stage is not Stage.SEATING)
        with pytest.raises(CanastraError) as caught:
            await world.lobby.seating.close(ANA, table_id)
        assert caught.value.code.startswith("table_in_")
        assert (await world.lobby.queries.card(table_id, None)).stage != "finished"

    run(tmp_path, main)


def test_ids_of_rematches() -> None:
    assert [next_id(each) for each in ("abc", "abc-2", "abc-9")] == ["abc-2", "abc-3", "abc-10"]


@pytest.mark.limit("targets_of_guest")
def test_guests_play_to_a_few_times_the_points_of_the_official_rules_and_no_more(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        guest = Someone("p-guest", "Eva", "guest")
        for rulebook in OFFICIAL:
            await world.open(guest, rulebook=rulebook)
        await world.open(guest, rulebook="buraco", target=15_000)
        for given in (
            {"rulebook": "buraco", "target": 15_001},
            {"rulebook": "buraco", "house": {"match": {"target": 1_000_000}}},
            {"rulebook": "canastra-duelo", "house": {"match": {"target": 1_000_000}}},
        ):
            with pytest.raises(LobbyError, match="15000") as caught:
                await world.open(guest, **given)
            assert (caught.value.code, caught.value.status) == ("lobby_target", 403)
        await world.open(ANA, rulebook="buraco", target=1_000_000)

    run(tmp_path, main)


@pytest.mark.limit("shortest_turn")
@pytest.mark.limit("shortest_bank")
def test_clocks_by_which_people_can_play_are_taken(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        for clock in (ClockTerms(turn=5_000), ClockTerms(bank=60_000), ClockTerms(turn=5_000, bank=1), ClockTerms()):
            assert (await world.open(ANA, clock=clock)).clock == clock
        for clock in (ClockTerms(turn=4_999), ClockTerms(bank=59_999)):
            with pytest.raises(LobbyError) as caught:
                await world.open(ANA, clock=clock)
            assert caught.value.code == "lobby_clock"

    run(tmp_path, main)
