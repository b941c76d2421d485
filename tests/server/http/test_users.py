"""Routes about users: their answers, and that no caller becomes another person."""

from __future__ import annotations

from http.cookies import SimpleCookie
from pathlib import Path

import httpx2
import pytest

from canastra.server.http import COOKIE
from tests.server.http.http_server import Server, problem, run, token_of

PASSWORD = "um segredo longo"


def cookie_of(answer: httpx2.Response) -> dict[str, str]:
    """The attributes of the session's cookie in an answer, and its value."""
    morsel = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    return {"value": morsel.value, **{key: value for key, value in morsel.items() if value}}


async def me_of(client: httpx2.AsyncClient) -> dict[str, object]:
    answer = await client.get("/api/me")
    assert answer.status_code == 200, answer.text
    me: dict[str, object] = answer.json()
    return me


def bearing(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_a_guest_gets_a_cookie(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.browser()
        answer = await browser.post("/api/guests", json={"name": "  Ana  ", "language": "en"})
        me = answer.json()
        assert answer.status_code == 201
        assert (me["name"], me["kind"], me["language"], me["login"], me["token"]) == ("Ana", "guest", "en", None, None)
        cookie = cookie_of(answer)
        assert cookie["value"] not in answer.text
        assert cookie == {
            "value": cookie["value"],
            "httponly": True,
            "samesite": "lax",
            "path": "/",
            "max-age": str(400 * 24 * 3600),
        }
        assert await me_of(browser) == me

    run(tmp_path, test)


def test_a_program_gets_a_token_and_no_cookie(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        answer = await client.post("/api/guests", json={"name": "Robô", "token": True})
        assert "set-cookie" not in answer.headers
        token = answer.json()["token"]
        assert (await client.get("/api/me")).json() is None
        me = await client.get("/api/me", headers=bearing(token))
        assert me.json() == {**answer.json(), "token": None}
        upgrade = {"login": "robo.um", "password": PASSWORD}
        made = await client.post("/api/accounts", json=upgrade, headers=bearing(token))
        assert made.status_code == 201
        assert "set-cookie" not in made.headers
        assert (await client.get("/api/me", headers=bearing(token))).status_code == 401
        assert (await client.get("/api/me", headers=bearing(made.json()["token"]))).status_code == 200

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("Bearer", 401),
        ("Bearer ", 401),
        ("Bearer x", 401),
        ("Bearer " + "x" * 43, 401),
        ("Bearer " + "x" * 10_000, 401),
        ("Basic YTpi", 401),
        ("Bearer \x00", 401),
        ("", 401),
    ],
)
def test_a_header_that_is_no_token_is_refused_everywhere(header: str, status: int, tmp_path: Path) -> None:
    """Even beside a good cookie: a client that sends a header means it."""

    async def test(server: Server) -> None:
        browser = await server.guest()
        for path in ("/api/me", "/api/rulebooks"):
            answer = await browser.get(path, headers={"authorization": header})
            problem(answer, status, "api_token")
            assert answer.headers["www-authenticate"] == "Bearer"

    run(tmp_path, test)


def test_a_cookie_that_is_nobodys_is_nobody(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for value in ("x", "x" * 43, "x" * 5000, '"', "a=b; c"):
            client = await server.client(cookie=f"{COOKIE}={value}")
            answer = await client.get("/api/me")
            assert (answer.status_code, answer.json()) == (200, None)
            assert (await client.get("/api/rulebooks")).status_code == 200

    run(tmp_path, test)


def test_an_account_keeps_the_player_and_ends_the_session(tmp_path: Path) -> None:
    """Session fixation: the attacker who planted the guest's cookie doesn't get in."""

    async def test(server: Server) -> None:
        browser = await server.guest()
        planted, before = token_of(browser), await me_of(browser)
        answer = await browser.post("/api/accounts", json={"login": "Ana.Luiza", "password": PASSWORD})
        assert answer.status_code == 201
        assert token_of(browser) != planted
        made = answer.json()["recovery_made"]
        assert await me_of(browser) == {**before, "kind": "account", "login": "ana.luiza", "recovery_made": made}
        planter = await server.client(cookie=f"{COOKIE}={planted}")
        assert (await planter.get("/api/me")).json() is None
        problem(
            await browser.post("/api/accounts", json={"login": "outra", "password": PASSWORD}),
            409,
            "users_account_already",
        )
        bia = await server.guest("Bia")
        taken = await bia.post("/api/accounts", json={"login": "ANA.LUIZA", "password": PASSWORD})
        problem(taken, 409, "users_login_taken")

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"login": "a", "password": PASSWORD}, "users_login"),
        ({"login": "<b>ana</b>", "password": PASSWORD}, "users_login"),
        ({"login": "ana.luiza", "password": "curta"}, "users_password"),
        ({"login": "ana.luiza", "password": "12345678"}, "users_password_common"),
        ({"login": "ana.luiza"}, "protocol_invalid"),
        ({"login": "ana.luiza", "password": PASSWORD, "player": "p1"}, "protocol_invalid"),
    ],
)
def test_bad_accounts(body: dict[str, str], code: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        before = token_of(browser)
        error = problem(await browser.post("/api/accounts", json=body), 400, code)
        assert PASSWORD not in str(error)
        assert token_of(browser) == before
        assert (await me_of(browser))["kind"] == "guest"

    run(tmp_path, test)


def test_signing_in_and_out(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        first = await server.account("ana.luiza", PASSWORD)
        me = await me_of(first)
        second = await server.browser()
        answer = await second.post("/api/session", json={"login": "ana.luiza", "password": PASSWORD})
        assert answer.status_code == 200
        assert await me_of(second) == me
        assert token_of(first) != token_of(second)
        old = token_of(second)
        gone = await second.delete("/api/session")
        assert (gone.status_code, cookie_of(gone)["max-age"]) == (204, "0")
        assert COOKIE not in second.cookies
        replayed = await server.client(cookie=f"{COOKIE}={old}")
        assert (await replayed.get("/api/me")).json() is None
        assert await me_of(first) == me
        assert (await second.delete("/api/session")).status_code == 204

    run(tmp_path, test)


def test_wrong_passwords_and_unknown_logins_look_the_same(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza", PASSWORD)
        browser = await server.browser()
        answers = [
            await browser.post("/api/session", json={"login": login, "password": password})
            for login, password in (("ana.luiza", "outro segredo"), ("ninguem", PASSWORD), ("<>", PASSWORD))
        ]
        assert len({(each.status_code, each.content) for each in answers}) == 1
        problem(answers[0], 401, "users_sign_in")
        assert "set-cookie" not in answers[0].headers

    run(tmp_path, test)


def test_signing_in_over_a_planted_session(tmp_path: Path) -> None:
    """The victim's browser holds the attacker's cookie: it stays the attacker's, and ends."""

    async def test(server: Server) -> None:
        await server.account("ana.luiza", PASSWORD)
        attacker = await server.guest("Mau")
        planted = token_of(attacker)
        victim = await server.browser()
        victim.cookies.set(COOKIE, planted, domain="canastra.example")
        answer = await victim.post("/api/session", json={"login": "ana.luiza", "password": PASSWORD})
        assert cookie_of(answer)["value"] != planted
        assert (await attacker.get("/api/me")).json() is None

    run(tmp_path, test)


def test_a_new_guest_in_the_same_browser_ends_the_old_session(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        old = token_of(browser)
        assert (await browser.post("/api/guests", json={"name": "Eva"})).status_code == 201
        assert (await me_of(browser))["name"] == "Eva"
        copy = await server.client(cookie=f"{COOKIE}={old}")
        assert (await copy.get("/api/me")).json() is None

    run(tmp_path, test)


def test_a_new_password_ends_all_other_sessions(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        first = await server.account("ana.luiza", PASSWORD)
        second = await server.browser()
        await second.post("/api/session", json={"login": "ana.luiza", "password": PASSWORD})
        old = token_of(second)
        wrong = await second.post("/api/me/password", json={"old": "nada disso", "new": "outro segredo"})
        problem(wrong, 403, "users_old_password")
        answer = await second.post("/api/me/password", json={"old": PASSWORD, "new": "outro segredo"})
        assert (answer.status_code, answer.json()["token"]) == (200, None)
        assert token_of(second) != old
        assert (await me_of(second))["login"] == "ana.luiza"
        for token in (old, token_of(first)):
            assert (await (await server.client(cookie=f"{COOKIE}={token}")).get("/api/me")).json() is None

    run(tmp_path, test)


def test_a_program_that_changes_its_password_gets_a_token(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza", PASSWORD)
        client = await server.client()
        body = {"login": "ana.luiza", "password": PASSWORD, "token": True}
        answer = await client.post("/api/session", json=body)
        assert "set-cookie" not in answer.headers
        change = {"old": PASSWORD, "new": "outro segredo"}
        changed = await client.post("/api/me/password", json=change, headers=bearing(answer.json()["token"]))
        assert (changed.status_code, "set-cookie" in changed.headers) == (200, False)
        assert (await client.get("/api/me", headers=bearing(changed.json()["token"]))).status_code == 200

    run(tmp_path, test)


def test_names_are_kept_as_text(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest("<b onclick=x>&amp;")
        me = await me_of(browser)
        assert me["name"] == "<b onclick=x>&amp;"
        profile = await browser.get(f"/api/players/{me['player']}")
        assert profile.headers["content-type"] == "application/json"
        assert profile.json()["name"] == me["name"]
        for bad in ("", " ", "a\nb", "a\u202eb", "a\u200bb", "x" * 25, "\ud7ff\u0000"):
            answer = await browser.patch("/api/me", json={"name": bad})
            assert (answer.status_code, answer.json()["error"]["code"]) in (
                (400, "users_name"),
                (400, "protocol_invalid"),
            )
        assert (await browser.patch("/api/me", json={"name": "Eva", "language": "en"})).json()["name"] == "Eva"
        assert (await browser.patch("/api/me", json={})).json()["language"] == "en"
        assert (await browser.patch("/api/me")).status_code == 200

    run(tmp_path, test)


def test_tokens(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.account()
        made = await browser.post("/api/me/tokens", json={"label": "meu robô"})
        assert made.status_code == 201
        card = made.json()
        token = card["token"]
        assert token.startswith("cnt_")
        listed = (await browser.get("/api/me/tokens")).json()["tokens"]
        assert [each["id"] for each in listed] == [card["id"]]
        assert token not in str(listed)
        robot = await server.client(**bearing(token))
        assert (await me_of(robot))["player"] == (await me_of(browser))["player"]
        other = await server.account("bia.costa")
        problem(await other.delete(f"/api/me/tokens/{card['id']}"), 404, "users_no_token")
        assert (await robot.get("/api/me")).status_code == 200
        assert (await browser.delete(f"/api/me/tokens/{card['id']}")).status_code == 204
        problem(await robot.get("/api/me"), 401, "api_token")
        problem(await browser.delete(f"/api/me/tokens/{card['id']}"), 404, "users_no_token")
        problem(await browser.post("/api/me/tokens", json={"label": " "}), 400, "users_label")

    run(tmp_path, test)


def test_a_found_token_plays_and_no_more(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.account("ana.luiza", PASSWORD)
        token = (await browser.post("/api/me/tokens", json={"label": "robô"})).json()["token"]
        robot = await server.client(**bearing(token))
        other = (await me_of(await server.guest("Bia")))["player"]
        change = {"old": PASSWORD, "new": "outro segredo"}
        for answer in (
            await robot.post("/api/me/tokens", json={"label": "mais um"}),
            await robot.get("/api/me/tokens"),
            await robot.post("/api/me/password", json=change),
            await robot.delete("/api/me"),
            await robot.patch("/api/me", json={"name": "Mau"}),
            await robot.put(f"/api/me/mutes/{other}"),
            await robot.delete(f"/api/me/mutes/{other}"),
            await robot.put(f"/api/me/blocks/{other}"),
            await robot.delete(f"/api/me/blocks/{other}"),
            await robot.post("/api/reports", json={"player": other, "reason": "abuse"}),
            await robot.delete("/api/me/tokens/t1"),
        ):
            problem(answer, 403, "api_person")
        assert await server.context.users.reports.latest(10) == []
        planted = await server.client(cookie=f"{COOKIE}={token}")
        problem(await planted.get("/api/me/tokens"), 403, "api_person")
        assert (await robot.post("/api/tables", json={"rulebook": "buraco", "seat": None})).status_code == 201
        assert (await robot.delete("/api/session")).status_code == 204, "it may revoke itself"
        problem(await robot.get("/api/me"), 401, "api_token")
        assert (await browser.get("/api/me")).json()["login"] == "ana.luiza"

    run(tmp_path, test)


def test_what_is_for_accounts(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        guest = await server.guest()
        problem(await guest.get("/api/me/tokens"), 403, "api_account")
        problem(await guest.post("/api/me/tokens", json={"label": "x"}), 403, "api_account")
        body = {"old": PASSWORD, "new": "outro segredo"}
        problem(await guest.post("/api/me/password", json=body), 403, "api_account")

    run(tmp_path, test)


@pytest.mark.parametrize("kind", ["mutes", "blocks"])
def test_muting_and_blocking(kind: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.guest(), await server.guest("Bia")
        own, other = (await me_of(ana))["player"], (await me_of(bia))["player"]
        key = {"mutes": "muted", "blocks": "blocked"}[kind]
        for _ in range(2):
            assert (await ana.put(f"/api/me/{kind}/{other}")).status_code == 204
        assert (await me_of(ana))[key] == [other]
        assert (await me_of(bia))[key] == []
        for _ in range(2):
            assert (await ana.delete(f"/api/me/{kind}/{other}")).status_code == 204
        assert (await me_of(ana))[key] == []
        problem(await ana.put(f"/api/me/{kind}/{own}"), 400, "users_oneself")
        problem(await ana.put(f"/api/me/{kind}/nobody"), 404, "users_no_person")

    run(tmp_path, test)


def test_reports(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.guest(), await server.guest("Bia")
        other = (await me_of(bia))["player"]
        table = (await ana.post("/api/tables", json={"rulebook": "buraco", "talk": {"mode": "free"}})).json()["table"]
        assert (await bia.put(f"/api/tables/{table}/seats/1")).status_code == 200
        line = {"type": "say", "id": "s1", "text": "que jogo feio"}
        assert (await bia.post(f"/api/tables/{table}/commands", json=line)).json()["type"] == "said"
        await ana.put(f"/api/me/blocks/{other}")
        body = {"player": other, "reason": "abuse", "table": table, "text": "<b>ofensas</b>"}
        assert (await ana.post("/api/reports", json=body)).status_code == 204
        (filed,) = await server.context.users.reports.latest(10)
        assert "que jogo feio" in str(filed)
        problem(await ana.post("/api/reports", json={**body, "table": "nowhere"}), 404, "lobby_no_table")
        assert (await ana.post("/api/reports", json={"player": other, "reason": "boring"})).status_code == 400

    run(tmp_path, test)


def test_a_report_brings_nobody_lines_of_a_private_table(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia = await server.guest(), await server.guest("Bia")
        other = (await me_of(ana))["player"]
        table = (await ana.post("/api/tables", json={"rulebook": "buraco", "private": True})).json()["table"]
        body = {"player": other, "reason": "abuse", "table": table}
        problem(await bia.post("/api/reports", json=body), 404, "lobby_no_table")
        assert await server.context.users.reports.latest(10) == []

    run(tmp_path, test)


def test_profiles_and_histories(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        player = (await me_of(ana))["player"]
        anybody = await server.client()
        profile = (await anybody.get(f"/api/players/{player}")).json()
        assert (profile["name"], profile["kind"], profile["figures"]) == ("Ana", "guest", [])
        history = await anybody.get(f"/api/players/{player}/matches")
        assert history.json() == {"matches": [], "before": None}
        assert (await anybody.get(f"/api/players/{player}/matches?before=x")).status_code in (200, 400)
        assert (await anybody.get("/api/players/nobody")).status_code == 404

    run(tmp_path, test)


SESSION_ONLY = [
    ("PATCH", "/api/me"),
    ("DELETE", "/api/me"),
    ("POST", "/api/accounts"),
    ("POST", "/api/me/password"),
    ("GET", "/api/me/tokens"),
    ("POST", "/api/me/tokens"),
    ("DELETE", "/api/me/tokens/t1"),
    ("GET", "/api/me/tables"),
    ("PUT", "/api/me/mutes/p1"),
    ("DELETE", "/api/me/mutes/p1"),
    ("PUT", "/api/me/blocks/p1"),
    ("DELETE", "/api/me/blocks/p1"),
    ("POST", "/api/reports"),
    ("POST", "/api/tables"),
    ("DELETE", "/api/tables/t1"),
    ("PUT", "/api/tables/t1/seats/0"),
    ("DELETE", "/api/tables/t1/seats/mine"),
    ("POST", "/api/tables/t1/bots"),
    ("DELETE", "/api/tables/t1/bots/1"),
    ("POST", "/api/tables/t1/commands"),
]


@pytest.mark.parametrize(("method", "path"), SESSION_ONLY)
def test_without_a_session_no_body_is_read(method: str, path: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.browser()
        problem(await browser.request(method, path, content=b"no json"), 401, "api_session")

    run(tmp_path, test)


def test_an_account_chooses_its_animal_and_tables_show_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.account()
        assert (await me_of(browser))["animal"] is None
        chosen = await browser.patch("/api/me", json={"animal": "sloth"})
        assert chosen.json()["animal"] == (await me_of(browser))["animal"] == "sloth"
        assert (await browser.patch("/api/me", json={"name": "Eva"})).json()["animal"] == "sloth"
        table = (await browser.post("/api/tables", json={"rulebook": "buraco"})).json()
        assert [seat["animal"] for seat in table["seats"]] == ["sloth", "", "", ""]
        guest = await server.guest("Bia")
        problem(await guest.patch("/api/me", json={"animal": "owl"}), 403, "users_guest")
        for bad in ("cat", "", 3, ["owl"]):
            assert (await browser.patch("/api/me", json={"animal": bad})).status_code == 400
        export = (await browser.get("/api/me/export")).json()
        assert export["person"]["animal"] == "sloth"
        assert (await browser.patch("/api/me", json={"animal": "by_name"})).json()["animal"] is None
        assert (await browser.get(f"/api/tables/{table['table']}")).json()["seats"][0]["animal"] == "sloth"

    run(tmp_path, test)


def test_nothing_is_changed_of_a_guest_who_asks_for_an_animal(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        guest = await server.guest("Bia")
        problem(await guest.patch("/api/me", json={"name": "Eva", "animal": "owl"}), 403, "users_guest")
        assert (await me_of(guest))["name"] == "Bia"

    run(tmp_path, test)
