"""Guests and tables from many addresses of one network, and from everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings
from tests.server.http.http_server import GENEROUS, PLENTY, Server, run

NETWORK = "2001:db8:7"


async def guest(server: Server, address: str) -> httpx2.AsyncClient:
    """A program at an address that has, or was refused, a guest's session: see `refusal`."""
    client = httpx2.AsyncClient(transport=httpx2.ASGITransport(server.app, client=(address, 5000)), base_url="http://x")
    await server.stack.enter_async_context(client)
    answer = await client.post("/api/guests", json={"name": "Eva", "token": True})
    client.headers["authorization"] = f"Bearer {answer.json().get('token')}"
    client.headers["x-status"] = str(answer.status_code)
    return client


async def opened(client: httpx2.AsyncClient) -> int:
    return (await client.post("/api/tables", json={"rulebook": "canastra-duelo"})).status_code


def settings(**caps: Rate) -> Settings:
    return Settings(caps=replace(GENEROUS, **caps))  # type: ignore[arg-type]


@pytest.mark.limit("guests_of_site")
def test_guests_of_many_addresses_of_one_subscriber_are_counted_together(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        statuses = [(await guest(server, f"{NETWORK}:{n:x}::1")).headers["x-status"] for n in range(60)]
        assert statuses == ["201"] * 5 + ["429"] * 55
        assert (await guest(server, "2001:db8:8::1")).headers["x-status"] == "201"
        assert (await guest(server, "192.0.2.200")).headers["x-status"] == "201"

    run(tmp_path, test, settings(guests_of_address=Rate(3, 1), guests_of_site=Rate(5, 1)))


@pytest.mark.limit("guests")
def test_guests_from_everywhere_are_counted_together(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        statuses = [(await guest(server, f"2001:db8:{n:x}::1")).headers["x-status"] for n in range(1, 9)]
        assert statuses == ["201"] * 6 + ["429"] * 2
        server.clock.now += 1
        assert (await guest(server, "192.0.2.200")).headers["x-status"] == "201"

    run(tmp_path, test, settings(guests=Rate(6, 1)))


@pytest.mark.limit("tables_opened_of_address")
@pytest.mark.limit("tables_opened_of_site")
@pytest.mark.parametrize(
    ("address", "allowed"), [(lambda n: f"{NETWORK}::{n:x}", 4), (lambda n: f"{NETWORK}:{n:x}::1", 6)]
)
def test_tables_opened_by_many_guests_are_counted_together(
    address: Callable[[int], str], allowed: int, tmp_path: Path
) -> None:
    async def test(server: Server) -> None:
        guests = [await guest(server, address(n)) for n in range(1, 9)]
        assert [await opened(each) for each in guests] == [201] * allowed + [429] * (8 - allowed)
        assert await opened(await guest(server, "2001:db8:8::1")) == 201

    run(tmp_path, test, settings(tables_opened_of_address=Rate(4, 1), tables_opened_of_site=Rate(6, 1)))


def test_the_opener_has_a_person_get_up_over_http(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, eva = await server.program(), await server.program("Eva")
        table = (await ana.post("/api/tables", json={"rulebook": "canastra-duelo"})).json()["table"]
        seat = f"/api/tables/{table}/seats/1"
        assert (await eva.put(seat)).status_code == 200
        assert (await eva.delete(f"/api/tables/{table}/seats/0")).json()["error"]["code"] == "lobby_not_opener"
        assert (await ana.delete(seat)).status_code == 204
        assert (await eva.put(seat)).json()["error"]["code"] == "lobby_unseated"
        assert (await eva.delete(f"/api/tables/{table}/seats/mine")).json()["error"]["code"] == "lobby_not_seated"

    run(tmp_path, test)


def test_the_caps_of_networks_are_no_smaller_than_those_of_addresses() -> None:
    caps = Caps()
    assert caps.guests_of_address.burst <= caps.guests_of_site.burst <= caps.guests.burst
    assert caps.tables_opened_of_address.burst <= caps.tables_opened_of_site.burst
    assert PLENTY.burst > caps.guests.burst
