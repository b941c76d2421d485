"""Routes about tables: their answers, and that no caller gets at another person's things."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from canastra.bots import LEVELS, NAMES, PLAIN_LEVELS
from canastra.records import parse
from canastra.rulebooks import OFFICIAL, load
from canastra.server.settings import Settings
from tests.server.http.http_server import GENEROUS, Server, problem, run


async def opened(client: httpx2.AsyncClient, **terms: Any) -> dict[str, Any]:
    """A new table's card."""
    answer = await client.post("/api/tables", json={"rulebook": "buraco", **terms})
    assert answer.status_code == 201, answer.text
    card: dict[str, Any] = answer.json()
    return card


async def ids(client: httpx2.AsyncClient, path: str) -> list[str]:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return [each["table"] for each in answer.json()["tables"]]


def test_a_server_without_strong_bots_offers_none(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        assert (await client.get("/api/rulebooks")).json()["levels"] == list(PLAIN_LEVELS)

    run(tmp_path, test, Settings(caps=GENEROUS, plain_bots=True))


def test_a_table_may_have_any_bot_but_no_program(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.guest()
        for level in NAMES:
            card = await opened(client, bots=level, stand_in=level)
            assert [seat["level"] for seat in card["seats"][1:]] == [level] * 3
        for level in ("program:true", "nobody"):
            for terms in ({"bots": level}, {"stand_in": level}):
                answer = await client.post("/api/tables", json={"rulebook": "buraco", **terms})
                problem(answer, 400, "bot_unknown")

    run(tmp_path, test)


def test_rulebooks(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        body = (await client.get("/api/rulebooks")).json()
        assert [each["id"] for each in body["rulebooks"]] == list(OFFICIAL)
        assert body["levels"] == list(LEVELS)
        assert body["presets"]
        assert body["reactions"]
        (book,) = [each for each in body["rulebooks"] if each["id"] == "tranca"]
        assert (book["players"], book["name"].keys()) == (4, {"pt", "en"})
        assert book["parameters"]["pile"]["black_three_blocks"]["value"] is True
        assert book["parameters"]["pile"]["black_three_blocks"]["article"].startswith("Art.")
        assert (await client.get("/api/rulebooks/tranca")).json() == book
        problem(await client.get("/api/rulebooks/truco"), 404, "api_rulebook")
        problem(await client.get("/api/rulebooks/truco/house"), 404, "lobby_no_house")
        problem(await client.get("/api/rulebooks/tranca/house"), 404, "lobby_no_house")

    run(tmp_path, test)


def test_a_house_rulebook_is_a_file_to_keep(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        card = await opened(ana, house={"draw": {"opener_may_refuse": False}})
        assert card["house"] is True
        name = card["rulebook"]
        anybody = await server.client()
        answer = await anybody.get(f"/api/rulebooks/{name}/house")
        assert answer.headers["content-type"].startswith("application/toml")
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}.toml"'
        assert tomllib.loads(answer.text)["extends"] == "buraco"
        file = tmp_path / f"{name}.toml"
        file.write_text(answer.text, "utf-8")
        book = (await anybody.get(f"/api/rulebooks/{name}")).json()
        assert load(str(file)).sha256 == book["sha256"]
        assert book["parameters"]["draw"]["opener_may_refuse"]["value"] is False

    run(tmp_path, test)


def test_opening_and_finding_tables(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, anybody = await server.guest(), await server.client()
        me = (await ana.get("/api/me")).json()["player"]
        card = await opened(ana)
        table = card["table"]
        assert (card["opener"], card["seat"], card["stage"], card["invitation"]) == (me, 0, "seating", None)
        assert [seat["kind"] for seat in card["seats"]] == ["person", "empty", "empty", "empty"]
        assert (await anybody.get(f"/api/tables/{table}")).json() == {**card, "seat": None}
        assert await ids(anybody, "/api/tables") == [table]
        assert await ids(anybody, "/api/tables?state=open&rulebook=buraco") == [table]
        assert await ids(anybody, "/api/tables?rulebook=tranca") == []
        assert await ids(anybody, "/api/tables?state=running") == []
        assert await ids(ana, "/api/me/tables") == [table]
        assert await ids(await server.guest("Bia"), "/api/me/tables") == []
        problem(await anybody.get("/api/tables/none"), 404, "lobby_no_table")

    run(tmp_path, test)


def test_pages_of_tables(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        made = set()
        for number in range(4):
            client = await server.guest(f"Ana {number}")
            made |= {(await opened(client, seat=None))["table"] for _ in range(15)}
        anybody = await server.guest("Rui")
        first = (await anybody.get("/api/tables")).json()
        second = (await anybody.get("/api/tables", params={"after": first["after"]})).json()
        found = [each["table"] for page in (first, second) for each in page["tables"]]
        assert (len(first["tables"]), len(found), set(found), second["after"]) == (50, 60, made, None)

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("terms", "status"),
    [
        ({"rulebook": "truco"}, 400),
        ({"rulebook": "b" * 65}, 400),
        ({"bots": "genius"}, 400),
        ({"stand_in": "genius"}, 400),
        ({"target": 0}, 400),
        ({"target": 10**7}, 400),
        ({"seat": 4}, 400),
        ({"seat": -1}, 400),
        ({"clock": {"turn": -1}}, 400),
        ({"clock": {"turn": 10**12}}, 400),
        ({"clock": {"speed": 1}}, 400),
        ({"talk": {"mode": "loud"}}, 400),
        ({"house": {"draw": {"nothing": 1}}}, 400),
        ({"house": {"nothing": {}}}, 400),
        ({"house": {"draw": {"opener_may_refuse": 10**30}}}, 400),
        ({"house": {"draw": {"opener_may_refuse": {"value": False, "article": "<b>"}}}}, 400),
        ({"house": []}, 400),
        ({"rulebook": "canastra-duelo", "seat": 2}, 409),
        ({"seat": None, "bots": "greedy"}, 409),
        ({"opener": "somebody"}, 400),
    ],
)
def test_tables_that_can_not_be(terms: dict[str, Any], status: int, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        answer = await ana.post("/api/tables", json={"rulebook": "buraco", **terms})
        assert answer.status_code == status, answer.text
        assert answer.json()["error"].keys() >= {"code", "pt", "en"}
        assert await ids(ana, "/api/me/tables") == []

    run(tmp_path, test)


def test_a_person_has_so_many_tables(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        for _ in range(2):
            table = (await opened(ana))["table"]
        answer = await ana.post("/api/tables", json={"rulebook": "buraco"})
        assert answer.status_code == 429
        assert answer.headers["retry-after"]
        assert (await ana.delete(f"/api/tables/{table}")).status_code == 204
        await opened(ana)

    run(tmp_path, test, Settings(caps=replace(GENEROUS, tables_of_person=2)))


def test_sitting_down_and_getting_up(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.guest(), await server.guest("<i>Bia</i>")
        table = (await opened(ana))["table"]
        answer = await bia.put(f"/api/tables/{table}/seats/2")
        assert (answer.status_code, answer.json()) == (200, {"table": table, "seat": 2})
        assert (await bia.put(f"/api/tables/{table}/seats/0", json={})).status_code == 409
        assert (await bia.get(f"/api/tables/{table}")).json()["seats"][2]["name"] == "<i>Bia</i>"
        assert (await bia.delete(f"/api/tables/{table}/seats/mine")).status_code == 204
        assert (await bia.get(f"/api/tables/{table}")).json()["seats"][2]["kind"] == "empty"
        again = await bia.delete(f"/api/tables/{table}/seats/mine")
        assert again.status_code in (403, 404, 409)
        assert (await bia.put("/api/tables/none/seats/0")).status_code == 404

    run(tmp_path, test)


def test_bots_are_the_openers(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.guest(), await server.guest("Bia")
        table = (await opened(ana))["table"]
        await bia.put(f"/api/tables/{table}/seats/1")
        path = f"/api/tables/{table}/bots"
        for answer in (
            await bia.post(path, json={"level": "greedy"}),
            await bia.delete(f"{path}/2"),
            await bia.delete(f"/api/tables/{table}"),
        ):
            assert answer.status_code == 403
        assert (await ana.post(path, json={"level": "genius"})).status_code == 400
        assert (await ana.post(path, json={"level": "random", "seat": 2})).status_code == 204
        assert (await ana.post(path, json={"level": "greedy", "seat": 1})).status_code == 409
        seats = (await ana.get(f"/api/tables/{table}")).json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person", "bot", "empty"]
        assert (await ana.delete(f"{path}/2")).status_code == 204
        assert (await ana.delete(f"{path}/1")).status_code == 409
        assert (await ana.post(path, json={"level": "greedy"})).status_code == 204
        seats = (await ana.get(f"/api/tables/{table}")).json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person", "bot", "bot"]
        assert await ids(bia, "/api/tables") == []

    run(tmp_path, test)


def test_a_closed_table_is_gone(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        table = (await opened(ana))["table"]
        assert (await ana.delete(f"/api/tables/{table}")).status_code == 204
        assert await ids(ana, "/api/tables") == []

    run(tmp_path, test)


def test_a_private_table_is_nowhere_without_its_invitation(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia, anybody = await server.guest(), await server.guest("Bia"), await server.client()
        card = await opened(ana, private=True)
        table, invitation = card["table"], card["invitation"]
        assert invitation
        assert await ids(bia, "/api/tables") == []
        path = f"/api/tables/{table}"
        never = await bia.get("/api/tables/never")
        for wrong in ("", "?invitation=", "?invitation=x", f"?invitation={invitation[:-1]}"):
            for suffix in ("", "/record"):
                answer = await bia.get(f"{path}{suffix}{wrong}")
                assert (answer.status_code, answer.content) == (never.status_code, never.content)
            answer = await bia.get(f"{path}/stream{wrong}")
            assert answer.status_code == 404
        for body in (None, {}, {"invitation": "x"}, {"invitation": None}):
            problem(await bia.put(f"{path}/seats/1", json=body), 404, "lobby_no_table")
        problem(await bia.put(f"{path}/seats/1?invitation={invitation}"), 400, "api_query")
        problem(await bia.get(f"{path}?invitation={'x' * 81}"), 400, "api_query")
        for answer in (
            await bia.post(f"{path}/bots", json={"level": "greedy"}),
            await bia.delete(f"{path}/bots/1"),
            await bia.delete(path),
            await bia.delete(f"{path}/seats/mine"),
            await bia.post(f"{path}/commands", json={"type": "ping"}),
        ):
            problem(answer, 404, "lobby_no_table")
        seen = await anybody.get(f"{path}?invitation={invitation}")
        assert (seen.status_code, seen.json()["invitation"]) == (200, None)
        for header, status in ((invitation, 200), ("x", 404), ("x" * 999, 404), ("", 404)):
            in_header = await anybody.get(path, headers={"Canastra-Invitation": header})
            assert in_header.status_code == status, "a header stands in no log and no history"
        assert (await bia.put(f"{path}/seats/1", json={"invitation": invitation})).status_code == 200
        assert (await bia.get(path)).json()["invitation"] == invitation

    run(tmp_path, test)


def test_who_is_blocked_does_not_sit_down(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.guest(), await server.guest("Bia")
        other = (await bia.get("/api/me")).json()["player"]
        table = (await opened(ana))["table"]
        await ana.put(f"/api/me/blocks/{other}")
        answer = await bia.put(f"/api/tables/{table}/seats/1")
        assert answer.status_code in (403, 404, 409)

    run(tmp_path, test)


async def playing(server: Server, **terms: Any) -> tuple[httpx2.AsyncClient, str]:
    """A table where a match runs, and bots wait for its opener."""
    ana = await server.guest()
    table = (await opened(ana, bots="greedy", **terms))["table"]
    answer = await ana.post(f"/api/tables/{table}/commands", json={"type": "ready", "id": "r1"})
    assert answer.json()["type"] == "done", answer.text
    while (await server.context.sockets.context.host.peek(table)).to_act != 0:
        await server.breathe()
    return ana, table


def test_a_record_is_redacted_for_who_asks(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, table = await playing(server, clock={"between": 1})
        anybody = await server.client()
        own, others = await ana.get(f"/api/tables/{table}/record"), await anybody.get(f"/api/tables/{table}/record")
        for answer in (own, others):
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
            assert answer.headers["content-disposition"] == f'attachment; filename="{table}.canastra"'
            assert parse(answer.text).deals
        hidden = [text.text.count("??") for text in (own, others)]
        assert 0 < hidden[0] < hidden[1]
        listed = (await anybody.get("/api/tables?state=running")).json()["tables"]
        assert [each["table"] for each in listed] == [table]
        assert (await ana.delete(f"/api/tables/{table}")).status_code == 409

    run(tmp_path, test)
