"""The effects of a warning, a mute and a ban, and the people they may hit."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from canastra.protocol import moderation as asked
from canastra.protocol.close_codes import FINAL, Close
from canastra.server.lobby import repository
from canastra.server.moderation.repository import add_measure
from canastra.server.users.sanctions import Sanction, Sanctions, networks_of
from canastra.table.seats import SeatKind
from tests.databases import open_database
from tests.server.http.http_server import Server, listening, problem, run
from tests.server.live.live_server import FakeTime
from tests.server.moderation.office import act, acted, done, id_of, with_role

pytestmark = pytest.mark.usefixtures("each_database")

HOUR = 3_600_000
TABLE = {"rulebook": "canastra-duelo", "bots": "greedy", "seat": 0, "talk": {"mode": "free"}}


async def last_line(server: Server, address: str, person: httpx2.AsyncClient, table: str, then: Any) -> dict[str, Any]:
    """The last line of a person's stream of a table, in which something happens once it has begun."""
    far = await server.far(address, authorization=person.headers["authorization"])
    found: dict[str, Any] = {}
    async with far.stream("GET", f"/api/tables/{table}/stream") as answer:
        assert answer.status_code == 200, await answer.aread()
        async for line in answer.aiter_lines():
            if line:
                begun, found = bool(found), json.loads(line)
                if not begun:
                    await then()
    return found


def test_a_ban_ends_streams_at_once_and_says_until_when_in_both_languages(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva, ana = await with_role(server, "eva", "moderator"), await server.program("Ana")
        player = await id_of(ana)
        table = (await ana.post("/api/tables", json=TABLE)).json()["table"]

        async def ban() -> None:
            await acted(eva, "ban", player=player, hours=24, why="insultos na mesa")

        async with listening(server.app) as address:
            said = await last_line(server, address, ana, table, ban)
        assert (said["type"], said["reason"], said["again"]) == ("closed", "banned", False)
        until = said["fault"]["pt"].partition("até ")[2][: len("2001-09-09 01:46 UTC")]
        assert until in said["fault"]["en"]
        assert all("insultos na mesa" in said["fault"][language] for language in ("pt", "en"))
        card = await server.context.lobby.queries.reported(table)
        assert card is None or card.seats[0]["kind"] == "empty"

    run(tmp_path, test)


def test_those_who_were_banned_without_a_server_get_up_by_one_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many people are banned; without any ban the database is not asked."""

    async def test(server: Server) -> None:
        lobby, users, moderation = server.context.lobby, server.context.users, server.context.moderation
        people = [await server.program(name) for name in ("Ana", "Bia", "Cida")]
        tables = [
            (await each.post("/api/tables", json={"rulebook": "buraco", "seat": 0})).json()["table"] for each in people
        ]
        await lobby.registry.index.flushed()
        asked_for: list[object] = []
        read = lobby.registry.database.read

        async def counted(work: object) -> object:
            asked_for.append(work)
            return await read(work)  # type: ignore[arg-type]

        monkeypatch.setattr(lobby.registry.database, "read", counted)
        await moderation.start()
        assert asked_for == []
        now = users.sanctions._clock.now()
        for each, until in ((people[0], now + HOUR), (people[1], now - 1)):  # Bia's ban is over.
            measure = Sanction(0, "ban", await id_of(each), None, now - HOUR, until, "w")
            put, _ = await lobby.registry.database.write(partial(add_measure, sanction=measure))
            users.sanctions.put(put)
        for number in range(50):
            users.sanctions.put(Sanction(1_000 + number, "ban", f"p-{number}", None, now, now + HOUR, "w"))
        asked_for.clear()
        await moderation.start()
        assert asked_for == [repository.seated_with_ban]
        seats = [(await lobby.host.peek(each)).seats[0].kind for each in tables]
        assert seats == [SeatKind.EMPTY, SeatKind.PERSON, SeatKind.PERSON]

    run(tmp_path, test)


def test_a_banned_persons_seat_in_a_match_is_that_of_one_who_left(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.program("Ana"), await server.program("Bia")
        new = {"rulebook": "canastra-duelo", "seat": 0}
        table = (await ana.post("/api/tables", json=new)).json()["table"]
        await bia.put(f"/api/tables/{table}/seats/1", json={})
        for number, each in enumerate((ana, bia)):
            answer = await each.post(f"/api/tables/{table}/commands", json={"type": "ready", "id": f"r{number}"})
            assert answer.json()["type"] == "done", answer.text
        await done(server, asked.BanPerson(await id_of(bia), 1, "w"))
        seats = (await server.context.lobby.host.peek(table)).seats
        assert [seat.left for seat in seats] == [False, True]
        problem(
            await bia.post(f"/api/tables/{table}/commands", json={"type": "back", "id": "b"}), 403, "moderation_banned"
        )

    run(tmp_path, test)


OPEN = ("/api/me", "/api/me/notices", "/api/me/export")


def test_a_banned_person_may_only_learn_why_have_the_data_and_go(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.account()
        await done(server, asked.BanPerson(await id_of(ana), 1, "w"))
        for path in ("/api/tables", "/api/rulebooks", "/api/me/tables"):
            problem(await ana.get(path), 403, "moderation_banned")
        problem(await ana.post("/api/tables", json=TABLE), 403, "moderation_banned")
        for path in OPEN:
            assert (await ana.get(path)).status_code == 200
        assert (await ana.get("/api/me")).json()["news"] is True
        (notice,) = (await ana.get("/api/me/notices")).json()["notices"]
        assert (notice["kind"], notice["text"]) == ("ban", "w")

    run(tmp_path, test)


def test_a_ban_that_is_lifted_or_over_keeps_nobody_away(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva, ana = await with_role(server, "eva", "moderator"), await server.guest()
        await acted(eva, "ban", player=await id_of(ana), hours=1, why="w")
        problem(await ana.get("/api/tables"), 403, "moderation_banned")
        (measure,) = (await acted(eva, "measures"))["measures"]
        await acted(eva, "lift", measure=measure["id"], why="engano")
        assert (await ana.get("/api/tables")).status_code == 200
        problem(await act(eva, "lift", measure=measure["id"], why="again"), 404, "moderation_no_measure")

    run(tmp_path, test)


def test_a_ban_ends_with_its_time(tmp_path: Path) -> None:
    async def story() -> None:
        database, time = open_database(tmp_path / "a.db"), FakeTime(10_000)
        await database.write(lambda c: c.execute(text("INSERT INTO persons VALUES ('p', 'Ana', 'pt', 1)")))
        statement = text("INSERT INTO measures VALUES (1, 'ban', 'p', NULL, 1, 12000, 'w')")
        await database.write(lambda c: c.execute(statement))
        measures = Sanctions(database, time)
        await measures.load()
        assert measures.banned() == ("p",)
        await time.advance(2_000)
        assert measures.banned() == ()
        measures.check("p", "192.0.2.1")
        await database.close()

    asyncio.run(story())


def test_a_banned_network_lets_nobody_in_and_everybody_else(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, far = await server.guest(), await server.client()
        here = "192.0.2.1/32"
        await done(server, asked.BanNetwork(here, 1, "floods"))
        for answer in (await ana.get("/api/tables"), await ana.post("/api/guests", json={"name": "Rui"})):
            assert "floods" in problem(answer, 403, "moderation_network_banned")["pt"]
        assert (await ana.get("/api/me")).status_code == 200
        assert (await far.get("/api/tables")).status_code == 200

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("192.0.2.0/24", ["192.0.2.255", "::ffff:192.0.2.1"], ["192.0.3.0", "::c000:201", "", "unix:"]),
        ("2001:db8:1::/48", ["2001:db8:1:2::3", "2001:db8:1::1%eth0"], ["2001:db8:2::", "32.1.13.184"]),
    ],
)
def test_who_is_in_a_banned_network(network: str, inside: list[str], outside: list[str]) -> None:
    length = int(network.partition("/")[2])
    for host in inside + outside:
        assert (network in map(str, networks_of(host, [length, 24, 48, 128]))) == (host in inside)


def test_nobody_hears_a_muted_person_who_may_go_on_playing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.program("Ana")
        table = (await ana.post("/api/tables", json=TABLE)).json()["table"]
        await done(server, asked.MutePerson(await id_of(ana), 1, "w"))
        commands = f"/api/tables/{table}/commands"
        for message in ({"type": "say", "text": "oi"}, {"type": "react", "reaction": "clap"}):
            answer = (await ana.post(commands, json={"id": "c1", **message})).json()
            assert (answer["type"], answer["fault"]["code"]) == ("error", "chat_muted")
            assert "UTC" in answer["fault"]["en"]
        assert (await ana.post(commands, json={"type": "ready", "id": "r"})).json()["type"] == "done"

    run(tmp_path, test)


def test_a_warning_is_read_before_the_next_table(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.guest("Ana"), await server.guest("Bia")
        table = (await ana.post("/api/tables", json=TABLE | {"bots": None})).json()["table"]
        for why in ("um aviso", "outro"):
            await done(server, asked.Warn(await id_of(ana), why))
        problem(await ana.post("/api/tables", json=TABLE), 403, "moderation_warned")
        problem(await ana.put(f"/api/tables/{table}/seats/1", json={}), 403, "moderation_warned")
        assert (await ana.get(f"/api/tables/{table}")).status_code == 200
        notices = (await ana.get("/api/me/notices")).json()["notices"]
        assert [each["text"] for each in notices] == ["outro", "um aviso"]
        problem(await bia.delete(f"/api/me/warnings/{notices[0]['id']}"), 404, "moderation_no_measure")
        for each in notices:
            assert (await ana.get("/api/me")).json()["news"] is True
            assert (await ana.delete(f"/api/me/warnings/{each['id']}")).status_code == 204
        assert (await ana.get("/api/me")).json()["news"] is False
        assert (await ana.post("/api/tables", json=TABLE)).status_code == 201
        log: asked.AuditList = await done(server, asked.ListAudit(await id_of(ana)))
        assert [each.act for each in log.entries] == ["acknowledge", "acknowledge", "warn", "warn"]

    run(tmp_path, test)


def test_only_a_warning_is_acknowledged(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        await done(server, asked.BanPerson(await id_of(ana), 1, "w"))
        (ban,) = (await ana.get("/api/me/notices")).json()["notices"]
        problem(await ana.delete(f"/api/me/warnings/{ban['id']}"), 404, "moderation_no_measure")
        problem(await ana.get("/api/tables"), 403, "moderation_banned")

    run(tmp_path, test)


def test_nobody_comes_back_by_themselves_after_a_ban() -> None:
    assert Close.BANNED in FINAL
