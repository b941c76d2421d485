"""The names and attributes of cookies over TLS, on a sub-path, and beside what a neighbour's host has set."""

from __future__ import annotations

from pathlib import Path

from canastra.server.http import COOKIE
from canastra.server.http.security import MAX_AGE
from canastra.server.settings import Settings
from tests.server.http.http_server import GENEROUS, HOME, Server, run, token_of
from tests.server.http.test_users import me_of

HTTPS = HOME.replace("http:", "https:")
HOST_COOKIE = f"__Host-{COOKIE}"


def test_the_cookie_is_secure_where_the_page_is(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.client(HTTPS, origin=HTTPS)
        answer = await browser.post("/api/guests", json={"name": "Ana"})
        (cookie,) = answer.headers.get_list("set-cookie")
        assert cookie.startswith(f"{HOST_COOKIE}=")
        assert set(cookie.split("; ")[1:]) == {"HttpOnly", "Path=/", "SameSite=lax", "Secure", f"Max-Age={MAX_AGE}"}
        assert (await me_of(browser))["name"] == "Ana"
        gone = await browser.delete("/api/session")
        assert gone.headers["set-cookie"].startswith(f'{HOST_COOKIE}=""')
        assert "Secure" in gone.headers["set-cookie"]
        assert "Path=/;" in gone.headers["set-cookie"]
        assert (await browser.get("/api/me")).json() is None

    run(tmp_path, test)


def test_over_https_a_cookie_without_its_prefix_counts_for_nothing(tmp_path: Path) -> None:
    """A neighbour's host can set one for all hosts of a domain, and so sign a person in under another name."""

    async def test(server: Server) -> None:
        browser = await server.client(HTTPS, origin=HTTPS)
        browser.cookies.set(COOKIE, token_of(await server.guest("Eva")), domain="canastra.example", path="/")
        answer = await browser.get("/api/me")
        assert (answer.json(), "set-cookie" in answer.headers) == (None, False)
        await browser.post("/api/guests", json={"name": "Ana"})
        assert [cookie.name for cookie in browser.cookies.jar] == [HOST_COOKIE]

    run(tmp_path, test)


def test_a_cookie_planted_by_a_neighbours_host_does_not_replace_the_sessions_own(tmp_path: Path) -> None:

    async def test(server: Server) -> None:
        planted = token_of(await server.guest("Eva"))
        browser = await server.client(HTTPS, origin=HTTPS)
        await browser.post("/api/guests", json={"name": "Ana"})
        browser.cookies.set(COOKIE, planted, domain="canastra.example", path="/api")
        answer = await browser.get("/api/me")
        assert (answer.json()["name"], "set-cookie" in answer.headers) == ("Ana", False)
        gone = await browser.delete("/api/session")
        assert {each.partition("=")[0] for each in gone.headers.get_list("set-cookie")} == {COOKIE, HOST_COOKIE}

    run(tmp_path, test)


def test_on_a_sub_path_the_cookie_has_the_prefix_that_may_have_a_path(tmp_path: Path) -> None:
    """So the other programs on that host don't get it."""

    async def test(server: Server) -> None:
        browser = await server.client(HTTPS, origin=HTTPS)
        cookie = (await browser.post("/api/guests", json={"name": "Ana"})).headers["set-cookie"]
        assert cookie.startswith(f"__Secure-{COOKIE}=")
        assert {"Path=/jogos/;", "Secure"} <= {f"{each};" if "Path" in each else each for each in cookie.split("; ")}
        token = cookie.partition("=")[2].partition(";")[0]
        again = await server.client(HTTPS, cookie=f"__Secure-{COOKIE}={token}")
        assert (await me_of(again))["name"] == "Ana"

    run(tmp_path, test, Settings(caps=GENEROUS, root_path="/jogos"))
