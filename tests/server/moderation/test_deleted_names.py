"""The name of a deleted person: gone from what others keep of their matches, at tables that are played at too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import httpx2
import pytest

from canastra import table as tables
from canastra.fairness import Status
from canastra.protocol.people import DELETED_NAME
from canastra.records import parse
from canastra.records.verifier import verify
from canastra.server.db_check import examine
from canastra.server.live import Reason
from canastra.server.storage import Database
from canastra.server.users import UsersError, validation
from canastra.table import load_event
from tests.server.http.http_server import Server, problem, run
from tests.server.lobby.world import World
from tests.server.moderation.office import id_of

NAME = "Zenóbia Única"
DUEL = {"rulebook": "canastra-duelo", "seat": 0}


async def pair(server: Server, path: Path) -> tuple[httpx2.AsyncClient, httpx2.AsyncClient, str, World]:
    """A person who will be deleted, one who stays, and the table of a duel between them."""
    gone, stays = await server.guest(NAME), await server.guest("Bia")
    table = (await gone.post("/api/tables", json=DUEL)).json()["table"]
    assert (await stays.put(f"/api/tables/{table}/seats/1")).status_code == 200
    world = World(path)
    world.lobby = server.context.lobby
    return gone, stays, table, world


async def read(browser: httpx2.AsyncClient, *paths: str) -> str:
    """The text of all these pages."""
    answers = [await browser.get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * len(paths)
    return "\n".join(answer.text for answer in answers)


def names(text: str) -> Sequence[str]:
    return parse(text).players


def test_matches_of_others_no_longer_have_it(tmp_path: Path) -> None:
    """Histories, cards, records and exports; the proofs of the shuffles hold as before."""

    async def test(server: Server) -> None:
        gone, stays, table, world = await pair(server, tmp_path)
        player, other = await id_of(gone), await id_of(stays)
        await world.play(table)
        await world.lobby.settled()
        record = f"/api/tables/{table}/record"
        pages = (f"/api/tables/{table}", "/api/me/tables", f"/api/players/{other}/matches", "/api/me/export", record)
        before, log = await read(stays, record), await world.lobby.registry.services.store.read(table)
        for page in pages:
            assert NAME in await read(stays, page), page
        assert (await gone.delete("/api/me")).status_code == 204
        assert NAME not in await read(stays, *pages)
        after = await read(stays, record)
        assert names(after) == (DELETED_NAME, "Bia")
        assert after == before.replace(NAME, DELETED_NAME)
        assert {each.status for each in verify(parse(after))} == {Status.VERIFIED}
        rewritten = await world.lobby.registry.services.store.read(table)
        assert [each.body.replace(NAME, DELETED_NAME) for each in log] == [each.body for each in rewritten]
        events = [load_event(each.body) for each in rewritten]
        assert (await world.lobby.host.peek(table)) == tables.rebuild(events)
        assert events[1].player == player  # type: ignore[union-attr]

    run(tmp_path, test)
    assert NAME.encode() not in b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
    assert examine(tmp_path / "canastra.db").whole


@pytest.mark.usefixtures("each_database")
def test_a_table_that_is_played_at_goes_on_without_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        gone, stays, table, world = await pair(server, tmp_path)
        await world.play(table, until=lambda now: now.deal is not None)
        actor = await world.lobby.host.table(table)
        watching = actor.subscribe(1)
        assert (await gone.delete("/api/me")).status_code == 204
        assert watching.ended is Reason.STOPPED  # After which a client comes back by itself.
        seats = [(seat.name, seat.left) for seat in actor.table.seats]
        assert seats == [(DELETED_NAME, True), ("Bia", False)]
        again = await actor.subscribe(1, 1).get()
        assert NAME not in repr(again)
        log = await world.lobby.registry.services.store.read(table)
        assert tables.rebuild(load_event(each.body) for each in log) == actor.table
        assert NAME not in await read(stays, f"/api/tables/{table}", "/api/me/tables", f"/api/tables/{table}/record")

    run(tmp_path, test)


def test_a_seat_that_was_given_up_before_the_match(tmp_path: Path) -> None:
    """The name is no longer shown, but the table's log has it."""

    async def test(server: Server) -> None:
        gone, _, table, world = await pair(server, tmp_path)
        assert (await gone.delete(f"/api/tables/{table}/seats/mine")).status_code == 204
        store = world.lobby.registry.services.store
        assert NAME in "".join(each.body for each in await store.read(table))
        assert (await gone.delete("/api/me")).status_code == 204
        assert NAME not in "".join(each.body for each in await store.read(table))
        assert NAME not in repr((await world.lobby.host.table(table)).subscribe(1, 1))

    run(tmp_path, test)


def test_guests_nobody_can_be_again(tmp_path: Path) -> None:
    """A guest who is removed because the session ended is no longer named either."""

    async def test(server: Server) -> None:
        gone, _, table, world = await pair(server, tmp_path)
        player = await id_of(gone)
        await world.lobby.forget_name(player)
        assert [seat.name for seat in (await world.table(table)).seats] == [DELETED_NAME, "Bia"]
        assert (await world.lobby.queries.card(table, None)).seats[0].name == DELETED_NAME

    run(tmp_path, test)


@pytest.mark.parametrize("name", ["Conta apagada", "CONTA APAGADA", " deleted account "])
def test_nobody_is_called_like_that(name: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.name(name)
    assert caught.value.code == "users_name_deleted"


def test_a_refused_deletion_takes_no_name(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        gone, stays, table, _ = await pair(server, tmp_path)
        account = {"login": "zenobia", "password": "um segredo longo"}
        assert (await gone.post("/api/accounts", json=account)).status_code == 201
        problem(await gone.delete("/api/me"), 403, "users_password_missing")
        assert NAME in await read(stays, f"/api/tables/{table}")

    run(tmp_path, test)


def test_sittings_are_found_without_reading_all_logs(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        database = cast(Database, server.context.moderation._database)
        statement = (
            "EXPLAIN QUERY PLAN SELECT DISTINCT table_id FROM events "
            "WHERE substr(body, 1, 13) = '{\"type\":\"sat\"' AND json_extract(body, '$.player') = 'p'"
        )
        plan = await database.read_sqlite(lambda connection: connection.execute(statement).fetchall())
        assert "events_by_person" in repr(plan)

    run(tmp_path, test)
