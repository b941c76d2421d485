"""Accounts that are deleted: by their owners only, with everything they said."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.server.chat import ChatError
from tests.server.http.http_server import Server, problem, run
from tests.server.http.test_users import PASSWORD, bearing, cookie_of, me_of

GIVEN = {"password": PASSWORD}


def test_a_guest_needs_no_password_to_be_forgotten(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        assert (await browser.delete("/api/me")).status_code == 204
        assert (await browser.get("/api/me")).json() is None

    run(tmp_path, test)


def test_who_is_forgotten_is_gone(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.account("ana.luiza", PASSWORD)
        player = (await me_of(browser))["player"]
        gone = await browser.request("DELETE", "/api/me", json=GIVEN)
        assert (gone.status_code, cookie_of(gone)["max-age"]) == (204, "0")
        again = await server.browser()
        body = {"login": "ana.luiza", "password": PASSWORD}
        problem(await again.post("/api/session", json=body), 401, "users_sign_in")
        assert (await again.get(f"/api/players/{player}")).status_code in (200, 404)

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({}, 403, "users_password_missing"),
        ({"password": None}, 403, "users_password_missing"),
        ({"password": "errada1234"}, 403, "users_old_password"),
        ({"password": ""}, 400, "protocol_invalid"),
    ],
)
def test_an_account_is_deleted_only_with_its_password(
    given: dict[str, str], status: int, code: str, tmp_path: Path
) -> None:
    """A user of a signed-in browser, or of its copied cookie, can't delete the account."""

    async def test(server: Server) -> None:
        ana = await server.account("ana.luiza", PASSWORD)
        answer = await ana.request("DELETE", "/api/me", json=given)
        problem(answer, status, code)
        if not given:
            problem(await ana.delete("/api/me"), status, code)
        assert (await me_of(ana))["login"] == "ana.luiza"
        gone = await ana.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert gone.status_code == 204, gone.text
        assert (await ana.get("/api/me")).json() is None
        again = {"login": "ana.luiza", "password": PASSWORD}
        problem(await ana.post("/api/session", json=again), 401, "users_sign_in")

    run(tmp_path, test)


def test_what_a_forgotten_person_said_is_erased(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.account("ana.luiza", PASSWORD)
        token = (await browser.post("/api/me/tokens", json={"label": "robô"})).json()["token"]
        table = (await browser.post("/api/tables", json={"rulebook": "buraco", "talk": {"mode": "free"}})).json()[
            "table"
        ]
        line = {"type": "say", "id": "s1", "text": "meu segredo"}
        assert (await browser.post(f"/api/tables/{table}/commands", json=line)).json()["type"] == "said"
        problem(await (await server.client(**bearing(token))).delete("/api/me"), 403, "api_person")
        assert [each.text for each in await server.context.chat.excerpt(table)] == ["meu segredo"]
        assert (await browser.request("DELETE", "/api/me", json=GIVEN)).status_code == 204
        assert await server.context.chat.excerpt(table) == ()

    run(tmp_path, test)


def test_who_cannot_be_forgotten_now_can_ask_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        browser = await server.account("ana.luiza", PASSWORD)

        async def failing(player: str) -> None:
            raise ChatError("chat_failed")

        with monkeypatch.context() as patch:
            patch.setattr(server.context.chat, "forget", failing)
            problem(await browser.request("DELETE", "/api/me", json=GIVEN), 503, "api_unavailable")
        assert (await browser.request("DELETE", "/api/me", json=GIVEN)).status_code == 204

    run(tmp_path, test)
