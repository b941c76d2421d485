"""Tables of an encounter: the score goes on from table to table, in lists, in the index, over a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from canastra.engine import Length, NextDealer
from canastra.errors import CanastraError
from canastra.protocol.tables import EncounterCard, EncounterTerms
from canastra.records import parse
from canastra.table import Accept, Offer
from tests.server.lobby.world import ANA, BIA, World, run


async def next_match(world: World, table: str) -> str:
    """Resigned by the side of seat 1, and the next match agreed."""
    await world.resign(table, 1)
    await world.send(table, ANA, Offer(0, "rematch"))
    await world.send(table, BIA, Accept(1, "rematch"))
    await world.lobby.settled()
    following = (await world.lobby.queries.card(table, ANA)).next
    assert following is not None
    return following


def test_the_encounter_goes_on_at_the_next_table(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        terms = EncounterTerms(3)
        first = await world.full(ANA, BIA, encounter=terms, next_dealer=NextDealer.LOSER, private=True)
        card = await world.lobby.queries.card(first, ANA)
        assert card.encounter == EncounterCard(3, Length.BEST_OF, (0, 0), 0)
        assert card.next_dealer is NextDealer.LOSER
        second = await next_match(world, first)
        assert (await world.lobby.queries.card(first, ANA)).encounter == EncounterCard(3, Length.BEST_OF, (1, 0), 0)
        await world.restart()
        card = await world.lobby.queries.card(second, BIA)
        assert card.encounter == EncounterCard(3, Length.BEST_OF, (1, 0), 0)
        assert card.next_dealer is NextDealer.LOSER
        record = parse(await world.lobby.queries.record(second, ANA))
        assert record.encounter is not None
        assert (record.encounter.id, record.encounter.match) == (first, 2)
        third = await next_match(world, second)
        assert (await world.lobby.queries.card(second, ANA)).encounter == EncounterCard(3, Length.BEST_OF, (2, 0), 0)
        # It was decided: the third table begins another one.
        assert (await world.lobby.queries.card(third, ANA)).encounter == EncounterCard(3, Length.BEST_OF, (0, 0), 0)

    run(tmp_path, main)


def test_seats_by_lot(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, lots=True)
        assert (await world.lobby.queries.card(table, ANA)).lots
        played = await world.play(table, until=lambda table: table.deal is not None)
        assert played.lot is not None
        assert played.settings.lots
        seats = (await world.lobby.queries.card(table, ANA)).seats
        assert [seat.name for seat in seats] == [("Ana", "Bia")[former] for former in played.lot.seats]
        assert (await world.lobby.queries.admit(ANA, table)) == played.lot.seats.index(0)

    run(tmp_path, main)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"encounter": EncounterTerms(4)}, "table_best_of_even"),
        ({"encounter": EncounterTerms(0)}, "table_form_matches"),
    ],
)
def test_terms_that_cant_be(terms: dict[str, Any], code: str, tmp_path: Path) -> None:
    async def main(world: World) -> None:
        with pytest.raises(CanastraError) as caught:
            await world.open(ANA, **terms)
        assert caught.value.code == code
        assert not (await world.lobby.queries.mine(ANA)).tables

    run(tmp_path, main)


def test_several_matches_by_a_single_dealt_duel(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, encounter=EncounterTerms(2, Length.EXACTLY))
        following = await next_match(world, table)
        card = await world.lobby.queries.card(following, ANA)
        assert card.encounter == EncounterCard(2, Length.EXACTLY, (1, 0), 0)

    run(tmp_path, main)


@pytest.mark.parametrize(
    ("terms", "undo"),
    [
        ({}, True),
        ({"rulebook": "canastra-curinguinha"}, False),
        ({"rulebook": "canastra-curinguinha", "undo": True}, True),
        ({"rulebook": "buraco", "undo": False}, False),
        ({"rulebook": "canastra-curinguinha", "house": {"table": {"undo": True}}}, True),
    ],
)
def test_undo_is_as_the_rulebook_has_it_unless_the_table_says_otherwise(
    terms: dict[str, Any], undo: bool, tmp_path: Path
) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, **terms)
        assert card.undo is undo

    run(tmp_path, main)
