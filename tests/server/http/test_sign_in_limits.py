"""Guesses at passwords are limited from everywhere, and other people's guesses don't lock a user out."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import httpx2
import pytest

from canastra.server.http.security import DEVICE, DEVICES, MAX_AGE
from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings
from tests.server.http.http_server import GENEROUS, HOME, Server, problem, run

PASSWORD = "um segredo longo"
DEFAULT = Caps()
REAL = Settings(
    caps=replace(
        GENEROUS,
        signings_in_of_address=DEFAULT.signings_in_of_address,
        signings_in_of_site=DEFAULT.signings_in_of_site,
        tries_of_login=DEFAULT.tries_of_login,
        strangers_of_login=DEFAULT.strangers_of_login,
    )
)
TRIES = int(DEFAULT.tries_of_login.burst)
STRANGERS = int(DEFAULT.strangers_of_login.burst)


async def at(server: Server, address: str, base: str = HOME, **headers: str) -> httpx2.AsyncClient:
    """A browser at an address."""
    transport = httpx2.ASGITransport(server.app, client=(address, 5000))
    client = httpx2.AsyncClient(transport=transport, base_url=base, headers={"origin": base, **headers})
    return await server.stack.enter_async_context(client)


async def attempt(browser: httpx2.AsyncClient, login: str = "ana.luiza", password: str = "errada1234") -> int:
    """The status of an attempt to sign in, once its words are known to be the usual ones."""
    answer = await browser.post("/api/session", json={"login": login, "password": password})
    if answer.status_code != 200:
        problem(answer, answer.status_code, {401: "users_sign_in", 429: "api_rate"}[answer.status_code])
    return answer.status_code


async def guess(server: Server, login: str = "ana.luiza", network: str = "198.51.100") -> int:
    """Guess at one password from ever new addresses until that is refused; how many guesses were taken."""
    taken = 0
    for number in range(250):
        browser = await at(server, f"{network}.{number}")
        for _ in range(TRIES):
            if await attempt(browser, login) == 429:
                return taken
            taken += 1
    return taken


def test_wrong_passwords_of_another_address_keep_nobody_out(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza")
        evil = await at(server, "203.0.113.5")
        assert [await attempt(evil) for _ in range(TRIES + 1)] == [401] * TRIES + [429]
        for _ in range(200):  # For as long as it likes: the rest of its own bucket is not enough for that.
            server.clock.now += 60
            await attempt(evil)
        assert await attempt(await at(server, "192.0.2.77"), "ANA.luiza", PASSWORD) == 200

    run(tmp_path, test, REAL)


@pytest.mark.limit("tries_of_login")
def test_a_login_and_an_address_have_a_limit(tmp_path: Path) -> None:
    """Also where an operator lets an address do more, for a school."""
    school = Settings(caps=replace(REAL.caps, signings_in_of_address=Rate(1000, 1000)))

    async def test(server: Server) -> None:
        await server.account("ana.luiza")
        pupil = await at(server, "203.0.113.5")
        assert [await attempt(pupil) for _ in range(TRIES + 1)] == [401] * TRIES + [429]
        assert await attempt(pupil, "bia.maria") == 401
        server.clock.now += 60
        assert [await attempt(pupil) for _ in range(2)] == [401, 429]

    run(tmp_path, test, school)


def test_the_right_password_costs_no_try(tmp_path: Path) -> None:
    """A program that signs in whenever it starts is not one that guesses."""
    school = Settings(caps=replace(REAL.caps, signings_in_of_address=Rate(1000, 1000)))

    async def test(server: Server) -> None:
        await server.account("ana.luiza")
        program = await at(server, "203.0.113.5")
        for _ in range(TRIES * 2):
            assert await attempt(program, password=PASSWORD) == 200
            program.cookies.clear()
        assert [await attempt(program) for _ in range(TRIES + 1)] == [401] * TRIES + [429]

    run(tmp_path, test, school)


@pytest.mark.limit("strangers_of_login")
def test_guesses_from_many_addresses_leave_those_who_are_known_alone(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        device = await server.account("ana.luiza")
        phone = await at(server, "192.0.2.77")
        assert await attempt(phone, password=PASSWORD) == 200
        assert await guess(server) == STRANGERS - 2, "beside the phone and the making of the account"
        stranger = await at(server, "192.0.2.200")
        assert await attempt(stranger, password=PASSWORD) == 429
        elsewhere = await at(server, "192.0.2.201", cookie=_cookies(device))
        assert await attempt(elsewhere, password=PASSWORD) == 200, "a known device, at another address"
        assert await attempt(await at(server, "192.0.2.77"), password=PASSWORD) == 200, "a known address"
        assert await attempt(stranger, "bia.maria") == 401
        server.clock.now += 4
        assert await attempt(stranger, password=PASSWORD) == 200

    run(tmp_path, test, REAL)


def test_a_login_that_does_not_exist_has_the_same_limits(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza")
        assert await guess(server, "bia.maria") == STRANGERS
        assert await guess(server, "ana.luiza", "198.51.101") == STRANGERS - 1, "beside the making of the account"

    run(tmp_path, test, REAL)


@pytest.mark.limit("signings_in_of_address")
def test_an_address_has_a_limit_over_all_logins(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        evil = await at(server, "203.0.113.5")
        found = [await attempt(evil, f"login{number}") for number in range(12)]
        assert found == [401] * 10 + [429] * 2

    run(tmp_path, test, REAL)


@pytest.mark.limit("signings_in_of_site")
def test_addresses_of_one_customer_have_a_limit_together(tmp_path: Path) -> None:
    """A customer with a /48 of IPv6 has 65,536 networks of the size that counts as an address."""

    async def test(server: Server) -> None:
        found = []
        for number in range(120):
            browser = await at(server, f"2001:db8:7:{number:x}::1")
            found.append(await attempt(browser, f"login{number}"))
        assert found == [401] * 100 + [429] * 20
        assert await attempt(await at(server, "2001:db8:8::1"), "login1") == 401

    run(tmp_path, test, REAL)


def _cookies(browser: httpx2.AsyncClient, *names: str) -> str:
    found = {each.name: each.value for each in browser.cookies.jar}
    return "; ".join(f"{name}={found[name]}" for name in names or (DEVICE,))


def test_a_known_device_has_a_limit_of_its_own(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        device = await server.account("ana.luiza")
        addresses = count(1)
        found = []
        for _ in range(TRIES + 1):
            thief = await at(server, f"198.51.100.{next(addresses)}", cookie=_cookies(device))
            found.append(await attempt(thief))
        assert found == [401] * TRIES + [429]

    run(tmp_path, test, REAL)


def test_what_a_device_keeps_is_no_session_and_no_bypass_for_others(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, eva = await server.account("ana.luiza"), await server.account("eva.maria")
        token = _cookies(ana).partition("=")[2]
        assert (await (await at(server, "192.0.2.9", cookie=_cookies(ana))).get("/api/me")).json() is None
        await guess(server)
        number, _, signature = token.partition(".")
        wrong = ("", "~", number, f"{number}.{'0' * 64}", f"{'A' * 22}.{signature}", token[:-1], token + "0", "~" * 999)
        assert (
            await server.context.users.accounts.device_of("ana.luiza", ["é.", "\ud800", f"{number}.{'٠' * 64}"]) is None
        )
        for host, cookie in enumerate([*(f"{DEVICE}={each}" for each in wrong), _cookies(eva)], 20):
            thief = await at(server, f"192.0.2.{host}", cookie=cookie)
            assert await attempt(thief, password=PASSWORD) == 429
        changed = await ana.post("/api/me/password", json={"old": PASSWORD, "new": "outra senha boa"})
        assert changed.status_code == 200
        old = await at(server, "192.0.2.90", cookie=f"{DEVICE}={token}")
        assert await attempt(old, password="outra senha boa") == 429, "a stranger again"
        new = await at(server, "192.0.2.91", cookie=_cookies(ana))
        assert await attempt(new, password="outra senha boa") == 200

    run(tmp_path, test, REAL)


def test_a_device_keeps_several_accounts_apart(tmp_path: Path) -> None:
    """A family's tablet: each of them is known on it, up to a number."""

    async def test(server: Server) -> None:
        logins = [f"login{number}" for number in range(DEVICES + 1)]
        for login in logins:
            await server.account(login)
        tablet = await server.browser()
        for login in logins:
            assert await attempt(tablet, login, PASSWORD) == 200
            assert (await tablet.delete("/api/session")).status_code == 204
        kept = next(each.value for each in tablet.cookies.jar if each.name == DEVICE)
        assert kept is not None
        assert kept.count("~") == DEVICES - 1
        devices = [await server.context.users.accounts.device_of(login, kept.split("~")) for login in logins]
        assert [each is not None for each in devices] == [False] + [True] * DEVICES
        again = await tablet.post("/api/session", json={"login": logins[-1], "password": PASSWORD})
        assert DEVICE not in "".join(again.headers.get_list("set-cookie")), "known already"

    run(tmp_path, test)


def test_the_cookie_of_a_device_is_for_signing_in_only(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for base, name in ((HOME, DEVICE), (HOME.replace("http:", "https:"), f"__Host-{DEVICE}")):
            browser = await server.client(base, origin=base)
            assert DEVICE not in (await browser.post("/api/guests", json={"name": "Ana"})).headers["set-cookie"]
            body = {"login": f"ana.{base[:5].strip(':')}", "password": PASSWORD}
            answer = await browser.post("/api/accounts", json=body)
            (cookie,) = (each for each in answer.headers.get_list("set-cookie") if DEVICE in each)
            said = set(cookie.split("; "))
            assert cookie.startswith(f"{name}=")
            assert {"HttpOnly", "Path=/", "SameSite=strict", f"Max-Age={MAX_AGE}"} <= said
            assert ("Secure" in said) == (base != HOME)
            program = await server.client()
            assert "set-cookie" not in (await program.post("/api/session", json={**body, "token": True})).headers

    run(tmp_path, test)


def test_a_stolen_session_guesses_at_its_password_no_faster_from_many_addresses(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.account("ana.luiza")
        session = "; ".join(f"{each.name}={each.value}" for each in ana.cookies.jar)
        found = []
        for number in range(TRIES + 1):
            thief = await at(server, f"198.51.100.{number}", cookie=session)
            answer = await thief.post("/api/me/password", json={"old": "errada1234", "new": "outra senha boa"})
            found.append(answer.status_code)
        assert found == [403] * TRIES + [429]
        again = await at(server, "198.51.100.1")
        assert await attempt(again, password=PASSWORD) == 200, "the owner isn't kept out by that"

    run(tmp_path, test, REAL)
