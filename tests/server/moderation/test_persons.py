"""The data about a person: shown, deleted; a forgotten password; a report with its context."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import func, select

from canastra.cards import cards_text
from canastra.protocol import moderation as asked
from canastra.server.moderation.service import LINK_HOLDS
from canastra.server.storage.tables import METADATA, lines
from canastra.server.users import repository as people_rows
from canastra.server.users.tokens import link_hash
from canastra.table import record as whole_record
from tests.server.http.http_server import Server, problem, run, token_of
from tests.server.moderation.office import act, acted, done, id_of, with_role

PASSWORD = "outro segredo longo"
FREE = {"rulebook": "canastra-duelo", "seat": 0, "talk": {"mode": "free"}}


async def link(server: Server, player: str) -> str:
    """The token of a new link."""
    made: asked.ActDone = await done(server, asked.ResetPassword(player, "forgotten"))
    assert made.link is not None
    assert made.link.startswith("/senha#")
    return made.link.partition("#")[2]


def test_a_link_sets_a_password_once_and_ends_sessions_and_tokens(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, anybody = await server.account(), await server.browser()
        program = (await ana.post("/api/me/tokens", json={"label": "robot"})).json()["token"]
        token = await link(server, await id_of(ana))
        assert (await ana.get("/api/me")).json() is not None  # Until the link is used, nothing ends.
        answer = await anybody.post("/api/password", json={"token": token, "password": PASSWORD})
        assert answer.json() == {"login": "ana.luiza"}
        assert (await ana.get("/api/me")).json() is None
        robot = await server.client(authorization=f"Bearer {program}")
        assert (await robot.get("/api/me")).status_code == 401
        problem(await anybody.post("/api/password", json={"token": token, "password": PASSWORD}), 403, "users_link")
        entered = await anybody.post("/api/session", json={"login": "ana.luiza", "password": PASSWORD})
        assert entered.status_code == 200

    run(tmp_path, test)


@pytest.mark.limit("password_link")
def test_a_link_is_hashed_expires_and_gives_way_to_a_later_one(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, anybody = await server.account(), await server.browser()
        player = await id_of(ana)
        first, second = await link(server, player), await link(server, player)
        problem(await anybody.post("/api/password", json={"token": first, "password": PASSWORD}), 403, "users_link")
        content = b"".join(path.read_bytes() for path in tmp_path.glob("canastra.db*") if path.is_file())
        assert second.encode() not in content
        assert link_hash(second) in content
        now, hashed = server.context.sockets.context.clock.now(), link_hash(second)
        database = server.context.moderation._database
        for at, owner in ((now, player), (now + LINK_HOLDS, None)):
            assert await database.read(lambda c, at=at: people_rows.player_of_link(c, hashed, at)) == owner  # type: ignore[misc]

    run(tmp_path, test)


def test_a_link_is_of_no_use_once_the_password_was_changed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, anybody = await server.account(), await server.browser()
        token = await link(server, await id_of(ana))
        changed = await ana.post("/api/me/password", json={"old": "um segredo longo", "new": PASSWORD})
        assert changed.status_code == 200
        problem(await anybody.post("/api/password", json={"token": token, "password": PASSWORD}), 403, "users_link")

    run(tmp_path, test)


@pytest.mark.parametrize("token", ["x", "cnt_" + "a" * 43, "é" * 43, "a" * 43])
def test_a_link_that_never_was(token: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        anybody = await server.browser()
        problem(await anybody.post("/api/password", json={"token": token, "password": PASSWORD}), 403, "users_link")

    run(tmp_path, test)


@pytest.mark.usefixtures("each_database")
def test_a_password_that_is_refused_costs_no_link(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, anybody = await server.account(), await server.browser()
        token = await link(server, await id_of(ana))
        short = await anybody.post("/api/password", json={"token": token, "password": "curta"})
        problem(short, 400, "users_password")
        assert (await anybody.post("/api/password", json={"token": token, "password": PASSWORD})).status_code == 200

    run(tmp_path, test)


@pytest.mark.usefixtures("each_database")
def test_an_export_has_what_is_held_and_nothing_of_others_and_no_secret(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.account(), await server.guest("Bia Segunda")
        player, other = await id_of(ana), await id_of(bia)
        table = (await ana.post("/api/tables", json=FREE)).json()["table"]
        commands = f"/api/tables/{table}/commands"
        await ana.post(commands, json={"type": "say", "id": "s", "text": "boa noite"})
        await ana.post("/api/me/tokens", json={"label": "robot"})
        await ana.put(f"/api/me/mutes/{other}")
        await bia.post("/api/reports", json={"player": player, "reason": "abuse", "text": "disse algo feio"})
        await done(server, asked.Warn(player, "calma"))
        answer = await ana.get("/api/me/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="canastra.json"'
        found = answer.json()
        assert (found["format"], found["person"]["login"], found["person"]["player"]) == (1, "ana.luiza", player)
        assert [each["text"] for each in found["said"]] == ["boa noite"]
        assert [each["table"] for each in found["tables_opened"]] == [table]
        assert {each["label"] for each in found["sessions"]} == {None, "robot"}
        assert found["muted_and_blocked"] == [{"kind": "mute", "player": other}]
        assert [each["reason"] for each in found["reports_about_me"]] == ["abuse"]
        assert [(each["act"], each["why"]) for each in found["acts_about_me"]] == [("warn", "calma")]
        for secret in ("argon2", "Bia Segunda", "disse algo feio", "machine:", token_of(ana)):
            assert secret not in answer.text
        by_admin: asked.ActDone = await done(server, asked.ExportPerson(player, "asked for by mail"))
        assert by_admin.export is not None
        assert by_admin.export["person"] == found["person"]
        assert by_admin.entry

    run(tmp_path, test)


@pytest.mark.usefixtures("each_database")
def test_a_deleted_person_is_gone_from_everywhere(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, ana = await with_role(server, "ada", "admin"), await server.account()
        player = await id_of(ana)
        table = (await ana.post("/api/tables", json=FREE)).json()["table"]
        await ana.post(f"/api/tables/{table}/commands", json={"type": "say", "id": "s", "text": "boa noite"})
        await acted(ada, "warn", player=player, why="w")
        await acted(ada, "delete", player=player, why="asked for by mail")
        problem(await act(ada, "person", player=player), 404, "users_no_person")
        assert (await ana.get("/api/me")).json() is None
        assert (await server.context.lobby.host.peek(table)).seats[0].player == ""
        entries = (await acted(ada, "log", target=player))["entries"]
        assert [each["act"] for each in entries] == ["delete", "warn"]
        tables = ("persons", "accounts", "sessions", "measures", "blocks", "roles")
        database = server.context.moderation._database
        for name in tables:
            held = METADATA.tables[name]
            statement = select(func.count()).select_from(held).where(held.c.player == player)
            count = await database.read(lambda c, s=statement: c.execute(s).scalar_one())  # type: ignore[misc]
            assert count == 0, name
        said = await database.read(lambda c: c.execute(select(lines.c.player, lines.c.name, lines.c.text)).all())
        assert said == [("", "", None)]

    run(tmp_path, test)


@pytest.mark.usefixtures("each_database")
def test_a_report_comes_with_what_was_said_the_table_the_deal_and_what_was_before(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva, ana, bia = (
            await with_role(server, "eva", "moderator"),
            await server.program("Ana"),
            await server.program("Bia"),
        )
        player = await id_of(ana)
        new = FREE | {"private": True, "watch": False, "undo": False}
        card = (await ana.post("/api/tables", json=new)).json()
        table = card["table"]
        await bia.put(f"/api/tables/{table}/seats/1", json={"invitation": card["invitation"]})
        for number, each in enumerate((ana, bia)):
            await each.post(f"/api/tables/{table}/commands", json={"type": "ready", "id": f"r{number}"})
        await server.context.lobby.settled()
        while (await server.context.lobby.host.peek(table)).deal is None:
            for number, each in enumerate((ana, bia)):
                await each.post(f"/api/tables/{table}/commands", json={"type": "contribute", "id": f"c{number}"})
            await server.breathe()
        say = {"type": "say", "id": "s1", "text": "algo feio"}
        assert (await ana.post(f"/api/tables/{table}/commands", json=say)).json()["type"] == "said"
        await acted(eva, "mute", player=player, hours=1, why="antes")
        report = {"player": player, "reason": "abuse", "table": table, "text": "ele me xingou"}
        assert (await bia.post("/api/reports", json=report)).status_code == 204
        (listed,) = (await acted(eva, "reports"))["reports"]
        assert (listed["reporter_name"], listed["deal"], listed["table"]) == ("Bia", 1, table)
        found = await acted(eva, "report", report=listed["id"])
        assert [line["text"] for line in found["lines"]] == ["algo feio"]
        assert (found["table"]["stage"], found["table"]["deal"], found["table"]["private"]) == ("playing", 1, True)
        assert [seat["name"] for seat in found["table"]["seats"]] == ["Ana", "Bia"]
        assert [each["kind"] for each in found["person"]["measures"]] == ["mute"]
        assert found["person"]["addresses"] == []
        dealt = whole_record(await server.context.lobby.host.peek(table)).deals[-1]
        record = (await acted(eva, "record", report=listed["id"]))["text"]
        assert "[deal" in record
        for hidden in dealt.piles.hands:
            assert cards_text(hidden)
            assert cards_text(hidden) not in record + json.dumps(found)
        await acted(eva, "close_report", report=listed["id"], why="silenciada")
        assert (await acted(eva, "reports"))["reports"] == []
        assert len((await acted(eva, "reports", closed=True))["reports"]) == 1
        problem(await act(eva, "close_report", report=listed["id"], why="w"), 409, "moderation_report_closed")

    run(tmp_path, test)


@pytest.mark.parametrize("role", ["moderator", "admin"])
def test_nobody_reads_or_closes_a_report_about_themselves(role: asked.Role, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva, ada = await with_role(server, "eva", role), await with_role(server, "ada", "moderator")
        bia = await server.guest("Bia")
        await bia.post("/api/reports", json={"player": await id_of(eva), "reason": "abuse"})
        problem(await act(eva, "close_report", report=1, why="w"), 400, "users_oneself")
        for kind in ("report", "record"):
            problem(await act(eva, kind, report=1), 400, "users_oneself")
        assert (await acted(eva, "reports", closed=True))["reports"] == []
        assert len((await acted(ada, "reports"))["reports"]) == 1

    run(tmp_path, test)


def test_a_table_is_closed_before_its_match_and_in_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva, ana = await with_role(server, "eva", "moderator"), await server.program("Ana")
        waiting = (await ana.post("/api/tables", json=FREE)).json()["table"]
        running = (await ana.post("/api/tables", json=FREE | {"bots": "greedy"})).json()["table"]
        await ana.post(f"/api/tables/{running}/commands", json={"type": "ready", "id": "r"})
        for table in (waiting, running):
            await acted(eva, "close_table", table=table, why="nome ofensivo")
        assert (await ana.get(f"/api/tables/{waiting}")).status_code == 404
        assert (await server.context.lobby.host.peek(running)).stage == "finished"
        problem(await act(eva, "close_table", table=running, why="w"), 409, "lobby_over")
        problem(await act(eva, "close_table", table="nowhere", why="w"), 404, "lobby_no_table")

    run(tmp_path, test)


@pytest.mark.parametrize("find", ["ana.luiza", "ANA.LUIZA", "Ana.L", "{id}"])
@pytest.mark.usefixtures("each_database")
def test_people_are_found_by_login_name_and_id(find: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva, ana = await with_role(server, "eva", "moderator"), await server.account()
        await server.guest("100%")
        player = await id_of(ana)
        found = (await acted(eva, "people", find=find.replace("{id}", player)))["people"]
        assert [each["player"] for each in found] == [player]
        assert [each["name"] for each in (await acted(eva, "people", find="%"))["people"]] == ["100%"]

    run(tmp_path, test)
