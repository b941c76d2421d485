"""Statements of rooms that no test of theirs asks PostgreSQL for: the same there as in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, func, insert, select

from canastra.errors import InputError
from canastra.protocol.tables import SeatCard, TalkTerms
from canastra.rulebooks import official
from canastra.server.lobby import TableOptions
from canastra.server.lobby import repository as lobby
from canastra.server.lobby.listing import listing_of
from canastra.server.moderation import repository as moderation
from canastra.server.storage import SqlDatabase, tables
from canastra.server.tournaments import repository as tournaments
from canastra.server.users import reports
from canastra.server.users import repository as people
from canastra.server.users.sanctions import Sanction
from canastra.table import open_table, opening
from canastra.tournament.table_codes import TablePlace
from tests.databases import open_database

pytestmark = pytest.mark.usefixtures("each_database")


def run(folder: Path, work: Callable[[SqlDatabase], Awaitable[None]]) -> None:
    async def main() -> None:
        database = open_database(folder / "a.db")
        try:
            await work(database)
        finally:
            await database.close()

    asyncio.run(main())


def ana(connection: Connection) -> None:
    people.add_person(connection, "p-ana", "Ana", "pt", 5)


TERMS = TableOptions(
    *("t", "p-ana", 1, "buraco", "buraco"),
    private=False,
    watch=True,
    hints=True,
    sealed=True,
    talk=TalkTerms("free", True),
    invitation="ç",
    tournament="e",
)


def test_a_table_that_is_unsealed_keeps_its_other_terms(tmp_path: Path) -> None:
    async def work(database: SqlDatabase) -> None:
        made = (await database.write(lambda connection: lobby.add(connection, TERMS))).options
        assert made == TERMS
        await database.write(lambda connection: lobby.unseal(connection, ["t", "nowhere"], watch=False))
        again = (await database.write(lambda connection: lobby.add(connection, TERMS))).options
        assert (again.sealed, again.watch) == (False, False)
        assert (again.invitation, again.talk, again.hints, again.tournament) == ("ç", TERMS.talk, True, "e")

    run(tmp_path, work)


def test_a_table_that_is_forgotten_leaves_no_seat(tmp_path: Path) -> None:
    entry = listing_of(open_table(opening(official("buraco"), "t", 0)))
    person = SeatCard("person", "p-ana", "Ana")
    change = lobby.ListingChange("t", msgspec.structs.replace(entry, seats=(person, person, *entry.seats[2:])))

    async def work(database: SqlDatabase) -> None:
        await database.write(lambda connection: lobby.add(connection, TERMS))
        assert await database.read(lambda connection: lobby.one(connection, "t")) is None, "nobody finds it yet"
        await database.write(lambda connection: lobby.write(connection, [change]))
        found = await database.read(lambda connection: lobby.one(connection, "t"))
        assert found is not None
        assert (found.options, found.state, found.listing) == (TERMS, "seating", change.listing)
        assert await database.read(lambda connection: lobby.seated(connection, "p-ana")) == ["t"]
        assert await database.read(lobby.seated_with_ban) == []
        await database.write(ana)
        mute = Sanction(0, "mute", "p-ana", None, 1, 2, "w")
        await database.write(lambda connection: moderation.add_measure(connection, mute))
        assert await database.read(lobby.seated_with_ban) == []
        await database.write(lambda connection: moderation.add_measure(connection, mute._replace(kind="ban")))
        assert await database.read(lobby.seated_with_ban) == [("p-ana", "t")]
        await database.write(lambda connection: lobby.delete_table(connection, "t"))
        left = select(func.count()).select_from(tables.lobby_seats)
        assert await database.read(lambda connection: connection.execute(left).scalar_one()) == 0
        assert await database.read(lambda connection: lobby.one(connection, "t")) is None

    run(tmp_path, work)


def test_tables_of_a_round_are_told_in_their_order(tmp_path: Path) -> None:
    games = [tournaments.OnlineGame(TablePlace(1, each, 1), f"g{each}", ((0,), (1,)), 1) for each in (2, 1, 2)]
    games[2] = games[2]._replace(game="a")
    shown = {"site": "", "visited": 1, "name": "Jogos", "rulebook": "buraco", "due": "draw", "sides": 0}
    row = {"id": "e", "command_id": "c", "founded": 1, "secret": b"s", **shown}

    async def work(database: SqlDatabase) -> None:
        await database.write(lambda connection: connection.execute(insert(tables.tournaments), row))
        await database.write(lambda connection: tournaments.add_games(connection, "e", games))
        assert await database.read(lambda connection: tournaments.games_of_round(connection, "e", 1, 2)) == ["g2", "a"]
        assert await database.read(lambda connection: tournaments.games_of_round(connection, "e", 2, 2)) == []

    run(tmp_path, work)


def test_reports_that_were_dealt_with(tmp_path: Path) -> None:
    row: dict[str, Any] = {"at": 1, "reporter": "p-ana", "player": "p-eva", "name": "Eva", "reason": "r"}
    row |= {"text": "", "excerpt": "[]"}

    async def work(database: SqlDatabase) -> None:
        await database.write(ana)
        for _ in range(2):
            await database.write(lambda connection: connection.execute(insert(tables.reports), row))
        numbers = [each.id for each in await database.read(lambda connection: reports.latest(connection, 9))]
        assert numbers == sorted(numbers, reverse=True)
        await database.write(lambda connection: reports.delete(connection, numbers[:1]))
        with pytest.raises(InputError):
            await database.write(lambda connection: reports.delete(connection, reversed(numbers)))
        left = await database.read(lambda connection: reports.latest(connection, 9))
        assert [each.id for each in left] == numbers[1:], "all of them or none"

    run(tmp_path, work)


def test_what_is_known_of_people(tmp_path: Path) -> None:
    async def work(database: SqlDatabase) -> None:
        assert await database.read(people.newest) is None
        await database.write(ana)
        assert await database.read(people.newest) == 5
        account = people.Account("p-ana", "ana", "hash")
        await database.write(lambda connection: people.add_account(connection, account))
        await database.write(lambda connection: people.change_animal(connection, "p-ana", "owl"))
        export = await database.read(lambda connection: moderation.export(connection, "p-ana"))
        assert export is not None
        assert export["person"]["animal"] == "owl"

    run(tmp_path, work)


def test_measures_and_links_end_with_their_time(tmp_path: Path) -> None:
    def begin(connection: Connection) -> list[Sanction]:
        ana(connection)
        people.add_account(connection, people.Account("p-ana", "ana", "hash"))
        moderation.put_link(connection, "p-ana", b"link", 7)
        kinds = (("mute", 7), ("ban", 8), ("warning", None))
        made = [Sanction(0, kind, "p-ana", None, 1, until, "w") for kind, until in kinds]  # type: ignore[arg-type]
        return [moderation.add_measure(connection, each)[0] for each in made]

    async def work(database: SqlDatabase) -> None:
        mute, ban, _ = await database.write(begin)
        assert await database.write(lambda connection: moderation.sweep(connection, 6)) == []
        assert await database.write(lambda connection: moderation.sweep(connection, 7)) == [mute]
        assert await database.read(lambda connection: people.player_of_link(connection, b"link", 1)) is None
        assert await database.write(lambda connection: moderation.sweep(connection, 9)) == [ban]

    run(tmp_path, work)
