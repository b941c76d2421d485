"""An intruder in another person's account is thrown out, and finds no other way in."""

from __future__ import annotations

import asyncio
import unicodedata
from pathlib import Path

import httpx2
import pytest

from canastra.server.http import COOKIE
from tests.server.http.http_server import Server, listening, problem, run, token_of
from tests.server.http.test_programs import reading
from tests.server.http.test_users import PASSWORD, bearing, me_of

NEW = "outra senha bem longa"


def test_a_new_password_ends_the_streams_of_a_copied_session(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.account("ana.luiza", PASSWORD)
        table = (await ana.post("/api/tables", json={"rulebook": "buraco"})).json()["table"]
        path = f"/api/tables/{table}/stream"
        async with listening(server.app) as address:
            thief = await server.far(address, **bearing(token_of(ana)))
            async with reading(thief, path) as messages:
                assert (await anext(messages))["seat"] == 0
                answer = await ana.post("/api/me/password", json={"old": PASSWORD, "new": NEW})
                assert answer.status_code == 200
                async with asyncio.timeout(60):
                    last = [message async for message in messages][-1]
                assert (last["type"], last["reason"]) == ("closed", "not_signed_in")
            problem(await thief.get(path), 401, "api_token")
        assert (await me_of(ana))["login"] == "ana.luiza"

    run(tmp_path, test)


def test_signing_in_at_the_same_time_gives_sessions_apart(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza", PASSWORD)
        browsers = [await server.browser() for _ in range(8)]

        async def sign_in(browser: httpx2.AsyncClient) -> str:
            answer = await browser.post("/api/session", json={"login": "ana.luiza", "password": PASSWORD})
            assert answer.status_code == 200, answer.text
            return token_of(browser)

        tokens = await asyncio.gather(*map(sign_in, browsers))
        assert len(set(tokens)) == len(tokens)
        assert (await browsers[0].delete("/api/session")).status_code == 204
        assert (await browsers[1].get("/api/me")).json()["login"] == "ana.luiza", "signing out ends one of them"

    run(tmp_path, test)


def test_a_planted_cookie_is_no_session_after_signing_in(tmp_path: Path) -> None:
    """Neither an invented one nor a guest's that another person knows."""

    async def test(server: Server) -> None:
        await server.account("ana.luiza", PASSWORD)
        known = token_of(await server.guest("Eva"))
        for planted in (known, "A" * 43, "cnt_" + "A" * 43):
            victim = await server.browser()
            victim.cookies.set(COOKIE, planted, domain="canastra.example", path="/")
            answer = await victim.post("/api/session", json={"login": "ana.luiza", "password": PASSWORD})
            assert answer.status_code == 200
            attacker = await server.client(cookie=f"{COOKIE}={planted}")
            assert (await attacker.get("/api/me")).json() is None

    run(tmp_path, test)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_password_is_the_same_on_every_keyboard(form: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza", unicodedata.normalize("NFC", "coração às três"))
        typed = unicodedata.normalize(form, "coração às três")  # type: ignore[arg-type]
        browser = await server.browser()
        answer = await browser.post("/api/session", json={"login": "ＡＮＡ.luiza", "password": typed})
        assert answer.status_code == 200
        other = await browser.post("/api/session", json={"login": "ana.luiza", "password": "coracao as tres"})
        problem(other, 401, "users_sign_in")

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("char", "length", "status"),
    [("a", 256, 401), ("a", 257, 400), ("é", 256, 401), ("\u0301", 256, 401), ("x", 60_000, 400)],
)
def test_a_long_password_is_wrong_like_another_or_refused(char: str, length: int, status: int, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza", PASSWORD)
        body = {"login": "ana.luiza", "password": char * length}
        answer = await (await server.browser()).post("/api/session", json=body)
        problem(answer, status, "users_sign_in" if status == 401 else "protocol_invalid")

    run(tmp_path, test)


@pytest.mark.parametrize("login", ["аna.luiza", "ana\u200d.luiza", "ana.luiza\u0000", "ana․luiza", " ana.luiza"])
def test_a_login_that_looks_alike_is_another_one(login: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza", PASSWORD)
        answer = await (await server.browser()).post("/api/session", json={"login": login, "password": PASSWORD})
        assert answer.status_code == (200 if login == "ana․luiza" else 401), "one dot leader is a full stop (NFKC)"

    run(tmp_path, test)
