"""The rematch: one next table, under the terms of the former."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from canastra.protocol.tables import TalkTerms
from canastra.server.lobby import LobbyError
from canastra.table import Accept, Leave, Offer, Stage
from tests.server.lobby.world import ANA, BIA, CIDA, NO_TABLE, World, few, run

TERMS: dict[str, Any] = {
    "rulebook": "buraco",
    "house": {"match": {"target": 150}},
    "talk": TalkTerms("off"),
    "hints": False,
    "undo": False,
    "private": True,
}


async def agreed(world: World, table: str) -> None:
    """A match that is over, and another one that its people want."""
    await world.resign(table, 1)
    await world.send(table, ANA, Offer(0, "rematch"))
    await world.send(table, BIA, Accept(1, "rematch"))


def test_the_next_table_is_as_the_former(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        told: list[tuple[str, str]] = []
        world.lobby.registry.on_next = lambda table, following: told.append((table, following))
        table = await world.full(ANA, BIA, **TERMS)
        await agreed(world, table)
        await world.lobby.settled()
        following = f"{table}-2"
        assert told == [(table, following)]
        former, card = await world.lobby.queries.card(table, ANA), await world.lobby.queries.card(following, ANA)
        assert former.next == world.lobby.queries.terms(table).next == following
        same = ("rulebook", "house", "target", "clock", "undo", "hints", "private", "watch", "talk", "opener", "seats")
        assert [getattr(card, each) for each in same] == [getattr(former, each) for each in same]
        assert card.invitation
        assert card.invitation != former.invitation
        assert card.stage != "seating"
        with pytest.raises(LobbyError) as caught:
            await world.lobby.queries.card(following, CIDA, former.invitation)
        assert (caught.value.code, caught.value.status) == NO_TABLE
        assert [each.table for each in (await world.lobby.queries.mine(BIA)).tables] == [following, table]
        # And once more.
        await agreed(world, following)
        await world.lobby.settled()
        assert told[1:] == [(following, f"{table}-3")]
        await world.restart()
        assert world.lobby.queries.terms(f"{table}-3").former == following
        assert (await world.lobby.queries.card(following, BIA)).next == f"{table}-3"
        assert (await world.lobby.queries.card(table, BIA)).next == following

    run(tmp_path, main)


def test_who_has_left_has_no_seat_at_the_next_table(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, rulebook="buraco")
        await world.resign(table, 1)
        await world.send(table, BIA, Leave(1))
        await world.send(table, ANA, Offer(0, "rematch"))
        await world.lobby.settled()
        card = await world.lobby.queries.card(f"{table}-2", None)
        assert [seat.kind for seat in card.seats] == ["person", "empty", "bot", "bot"]
        assert card.stage == "seating"
        assert [each.table for each in (await world.lobby.queries.open_tables(None, 5, None)).tables] == [card.table]
        await world.lobby.seating.close(ANA, card.table)
        await world.restart()
        await world.lobby.queries.admit(ANA, table)
        await world.lobby.settled()
        assert (await world.lobby.queries.mine(ANA)).tables[0].table == table

    run(tmp_path, main)


def test_a_next_table_that_was_given_up_is_not_named(tmp_path: Path) -> None:
    """By whomever, now and after a restart; and there is no other."""

    async def main(world: World) -> None:
        told: list[str] = []
        world.lobby.registry.on_next = lambda _, following: told.append(following)
        table = await world.full(ANA, BIA, rulebook="buraco")
        await world.resign(table, 1)
        await world.send(table, BIA, Leave(1))
        await world.send(table, ANA, Offer(0, "rematch"))
        await world.lobby.settled()
        assert (
            world.lobby.queries.terms(table).following
            == (await world.lobby.queries.card(table, ANA)).next
            == f"{table}-2"
        )
        await world.lobby.seating.close(ANA, f"{table}-2")
        for _ in range(2):
            assert world.lobby.queries.terms(table).following is None
            assert (await world.lobby.queries.card(table, ANA)).next is None
            assert [(each.table, each.next) for each in (await world.lobby.queries.mine(ANA)).tables] == [(table, None)]
            await world.lobby.queries.admit(ANA, table)
            await world.lobby.settled()
            assert told == [f"{table}-2"]
            await world.restart()
            world.lobby.registry.on_next = lambda _, following: told.append(following)
            await world.lobby.queries.admit(ANA, table)

    run(tmp_path, main)


def test_a_rematch_needs_no_room_under_the_cap(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        await world.resign(table, 1)
        await world.open(ANA)
        await world.send(table, ANA, Offer(0, "rematch"))
        await world.send(table, BIA, Accept(1, "rematch"))
        await world.lobby.settled()
        assert world.lobby.queries.terms(f"{table}-2").opener == ANA.player

    run(tmp_path, main, caps=few(tables_of_person=1))


def test_people_play_on_while_it_is_opened(tmp_path: Path) -> None:
    """Whatever happens at the former table meanwhile, there is one next table."""

    async def main(world: World) -> None:
        told: list[str] = []
        world.lobby.registry.on_next = lambda _, following: told.append(following)
        table = await world.full(ANA, BIA)
        await agreed(world, table)
        await asyncio.gather(*(world.lobby.queries.admit(ANA, table) for _ in range(20)))
        await world.send(table, ANA, Leave(0))
        await world.lobby.settled()
        assert told == [f"{table}-2"]
        now = await world.play(f"{table}-2", until=lambda now: now.deal is not None)
        assert now.stage is Stage.PLAYING

    run(tmp_path, main)
