"""Recovery codes over HTTP: access, limits, and answers."""

from __future__ import annotations

from pathlib import Path

import httpx2

from tests.server.http.http_server import Server, problem, run, token_of
from tests.server.http.test_sign_in_limits import REAL, STRANGERS, TRIES, at
from tests.server.http.test_users import PASSWORD, bearing, cookie_of, me_of

FRESH = "outra senha boa"
WRONG = "00000-00000-00000-00000"


async def begin(server: Server, login: str = "ana.luiza") -> tuple[httpx2.AsyncClient, str]:
    """An account's browser, and its recovery code."""
    browser = await server.guest()
    made = await browser.post("/api/accounts", json={"login": login, "password": PASSWORD})
    assert made.headers["cache-control"] == "no-store"
    return browser, made.json()["recovery_code"]


def lost(code: str, login: str = "ana.luiza", **more: object) -> dict[str, object]:
    return {"login": login, "code": code, "password": FRESH, **more}


def test_a_lost_password_is_replaced(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        first, code = await begin(server)
        me = await me_of(first)
        assert me["recovery_code"] is None, "shown once"
        assert me["recovery_made"]
        browser = await server.browser()
        answer = await browser.post("/api/recovery", json=lost(code))
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        assert cookie_of(answer)
        assert answer.json()["player"] == me["player"]
        assert answer.json()["token"] is None
        assert (await me_of(browser))["login"] == "ana.luiza"
        assert (await first.get("/api/me")).json() is None, "all other sessions have ended"
        problem(await browser.post("/api/recovery", json=lost(code)), 401, "users_recovery")
        program = (await browser.post("/api/recovery", json=lost(answer.json()["recovery_code"], token=True))).json()
        assert (await (await server.client(**bearing(program["token"]))).get("/api/me")).json()["login"] == "ana.luiza"

    run(tmp_path, test)


def test_a_new_code_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser, code = await begin(server)
        problem(await browser.post("/api/me/recovery", json={"password": "errada1234"}), 403, "users_old_password")
        answer = await browser.post("/api/me/recovery", json={"password": PASSWORD})
        assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
        fresh = answer.json()
        assert (await me_of(browser))["recovery_made"] == fresh["made"]
        problem(await browser.post("/api/recovery", json=lost(code)), 401, "users_recovery")
        changed = await browser.post("/api/me/password", json={"old": PASSWORD, "new": FRESH})
        problem(await browser.post("/api/recovery", json=lost(fresh["code"])), 401, "users_recovery")
        assert (await browser.post("/api/recovery", json=lost(changed.json()["recovery_code"]))).status_code == 200

    run(tmp_path, test)


def test_neither_programs_nor_guests_make_codes(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser, _ = await begin(server)
        token = (await browser.post("/api/me/tokens", json={"label": "robô"})).json()["token"]
        body = {"password": PASSWORD}
        problem(await (await server.client(**bearing(token))).post("/api/me/recovery", json=body), 403, "api_person")
        problem(await (await server.guest()).post("/api/me/recovery", json=body), 403, "api_account")
        problem(await (await server.browser()).post("/api/me/recovery", json=body), 401, "api_session")

    run(tmp_path, test)


def test_another_sites_page_recovers_nothing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser, code = await begin(server)
        evil = await server.client(origin="https://evil.example")
        problem(await evil.post("/api/recovery", json=lost(code)), 403, "api_origin")
        evil.headers["cookie"] = f"canastra_session={token_of(browser)}"
        problem(await evil.post("/api/me/recovery", json={"password": PASSWORD}), 403, "api_origin")
        assert (await browser.post("/api/recovery", json=lost(code))).status_code == 200

    run(tmp_path, test)


def test_codes_are_tried_as_rarely_as_passwords(tmp_path: Path) -> None:
    """They share a limit: an address that has tried all its passwords has no code left."""

    async def test(server: Server) -> None:
        await begin(server)
        for number, login in enumerate(("ana.luiza", "nobody.here")):
            evil = await at(server, f"203.0.113.{number}")
            found = [(await evil.post("/api/recovery", json=lost(WRONG, login))).status_code for _ in range(TRIES + 1)]
            assert found == [401] * TRIES + [429]
            signing = await evil.post("/api/session", json={"login": login, "password": PASSWORD})
            problem(signing, 429, "api_rate")
            taken = 0
            for more in range(250):
                evil = await at(server, f"198.51.{100 + number}.{more}")
                if (await evil.post("/api/recovery", json=lost(WRONG, login))).status_code == 429:
                    break
                taken += 1
            assert taken == STRANGERS - TRIES - (login == "ana.luiza"), "beside the making of the account"

    run(tmp_path, test, REAL)


def test_unknown_logins_get_the_same_answer(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        _, code = await begin(server)
        browser = await server.browser()
        answers = [
            await browser.post("/api/recovery", json=lost(*given))
            for given in ((WRONG,), (code, "bia.maria"), (WRONG, "x y"))
        ]
        assert {answer.status_code for answer in answers} == {401}
        assert len({answer.content for answer in answers}) == 1
        assert len({tuple(sorted(answer.headers.items())) for answer in answers}) == 1

    run(tmp_path, test)


def test_the_export_has_no_code(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser, code = await begin(server)
        found = (await browser.get("/api/me/export")).text
        assert "ana.luiza" in found
        assert code not in found
        assert "recovery" not in found

    run(tmp_path, test)
