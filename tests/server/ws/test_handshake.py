"""The handshake, and its refusals: origin, version, session, table, caps."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canastra.protocol import Close
from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.protocol.messages import Closed, Pong, Welcome
from canastra.server.limits import Rate
from canastra.server.lobby import LobbyError
from canastra.server.users import Identity
from canastra.server.ws.connection_limits import ConnectionLimits
from tests.server.ws.world import FREE, SECONDS, World, run, world


async def refused(it: World, person: int | None, query: str, **more: object) -> tuple[int, str, bool]:
    """How a socket is turned away: the close code, the code of the sentence, whether to come back."""
    closed, code = await it.wire(person, query, **more).closed()
    assert closed.fault is not None
    assert it.sockets.open == 0
    return code, closed.fault.code, closed.again


@pytest.mark.parametrize(
    ("scheme", "origin", "allowed"),
    [
        ("ws", None, True),
        ("ws", "http://mesa.example", True),
        ("wss", "https://mesa.example", True),
        ("ws", "https://friends.example", True),
        ("wss", "https://friends.example", True),
        ("ws", "https://mesa.example", False),
        ("wss", "http://mesa.example", False),
        ("ws", "http://mesa.example:8080", False),
        ("ws", "http://mesa.example.evil.example", False),
        ("ws", "http://evil.example", False),
        ("ws", "http://friends.example", False),
        ("ws", "null", False),
        ("ws", "", False),
        ("ws", "mesa.example", False),
        ("ws", "http://mesa.example, http://evil.example", False),
    ],
)
@pytest.mark.parametrize("cookie", [True, False])
def test_only_own_pages_and_friends_open_sockets(
    scheme: str, origin: str | None, allowed: bool, cookie: bool, tmp_path: Path
) -> None:
    async def main() -> None:
        async with world(tmp_path, origins=("https://friends.example",)) as it:
            await it.seat()
            headers = {} if origin is None else {"origin": origin}
            if cookie:
                prefix = "__Host-" if scheme == "wss" else ""
                headers["cookie"] = f"other=1; {prefix}canastra_session={it.persons[0][1]}"
            wire = it.wire(None if cookie else 0, scheme=scheme, headers=headers)
            if allowed:
                assert isinstance(await wire.get(), Welcome)
                return
            await asyncio.wait_for(wire.task, SECONDS)
            start, body = wire.frames
            assert (start["type"], start["status"]) == ("websocket.http.response.start", 403)
            assert json.loads(body["body"])["error"]["code"] == "ws_origin"
            assert it.counted.refusals == ["ws_origin"]

    run(main)


def test_an_origin_given_twice_is_none(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire = it.wire(0, extra=[("origin", "http://mesa.example"), ("origin", "http://mesa.example")])
            await asyncio.wait_for(wire.task, SECONDS)
            assert wire.frames[0]["status"] == 403

    run(main)


@pytest.mark.parametrize(
    ("query", "close", "code"),
    [
        ("", Close.UNKNOWN_VERSION, "ws_version"),
        ("v=2", Close.UNKNOWN_VERSION, "ws_version"),
        ("v=1&from=x", Close.MALFORMED, "ws_query"),
        ("v=1&from=-1", Close.MALFORMED, "ws_query"),
        ("v=1&from=" + "9" * 400, Close.MALFORMED, "ws_query"),
        ("v=1&from=%D9%A1", Close.MALFORMED, "ws_query"),
        ("v=1&watch=yes", Close.MALFORMED, "ws_query"),
        ("v=1&from=1&from=2", Close.MALFORMED, "ws_query"),
    ],
)
def test_addresses_that_are_wrong_are_told_so(query: str, close: Close, code: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            assert await refused(it, 0, query) == (close, code, False)

    run(main)


@pytest.mark.parametrize("table", ["t2", "x" * 65, "ção", "t1#secrets", ""])
def test_a_table_that_is_not_there(table: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            assert await refused(it, 0, "v=1", table=table) == (Close.NO_TABLE, "lobby_no_table", False)

    run(main)


def test_a_private_table_needs_its_invitation(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            it.lobby.secret = "s3cret"
            refusal = (Close.NO_TABLE, "lobby_no_table", False)
            assert await refused(it, 0, "v=1&watch=true") == refusal
            assert await refused(it, 0, "v=1&watch=true&invitation=wrong") == refusal
            assert await refused(it, 0, "v=1&watch=true&invitation=" + "s" * 1_000) == refusal
            _, welcome = await it.welcomed(0, "v=1&watch=true&invitation=s3cret")
            assert welcome.seat is None

    run(main)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer nobody"},
        {"authorization": "Bearer "},
        {"authorization": "Basic YTpi"},
        {"authorization": "Bearer " + "x" * 5_000},
        {"cookie": "canastra_session=nobody"},
        {"cookie": "canastra_session=;;;=\x7f"},
    ],
)
def test_without_a_session_nobody_has_a_seat(headers: dict[str, str], tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            refusal = await refused(it, None, "v=1", headers=headers)
            assert refusal == (Close.NOT_SIGNED_IN, "ws_not_signed_in", False)

    run(main)


def test_a_programs_header_counts_before_a_cookie(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            _, welcome = await it.welcomed(1, headers={"cookie": f"canastra_session={it.persons[0][1]}"})
            assert welcome.seat == 1

    run(main)


def test_who_has_no_seat_gets_none(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            await it.person()
            assert (await refused(it, 2, "v=1"))[0] == Close.NO_TABLE

    run(main)


@pytest.mark.parametrize("cap", ["sockets", "sockets_of_person", "sockets_of_address"])
def test_too_many_sockets(cap: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, replace(FREE, **{cap: 1})) as it:  # type: ignore[arg-type]
            await it.seat()
            first, _ = await it.welcomed(0, "v=1&watch=true")
            closed, code = await it.wire(0, "v=1&watch=true").closed()
            assert (code, closed.again) == (Close.TOO_MANY, True)
            first.hang_up()
            await first.task
            await it.welcomed(0)

    run(main)


@pytest.mark.limit("sockets_of_person")
@pytest.mark.limit("sockets_of_address")
def test_the_caps_are_each_their_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, replace(FREE, sockets_of_person=1, sockets_of_address=2)) as it:
            await it.seat()
            await it.welcomed(0)
            await it.welcomed(1)
            assert await it.wire(None, "v=1&watch=true").until(Closed)
            await it.welcomed(None, "v=1&watch=true", client="192.0.2.7")

    run(main)


@pytest.mark.limit("new_sockets_of_address")
def test_an_address_opens_no_more_than_so_many_sockets_a_second(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, replace(FREE, new_sockets_of_address=Rate(2, 1e-9))) as it:
            await it.seat()
            for _ in range(2):
                wire, _ = await it.welcomed(0)
                wire.hang_up()
                await wire.task
            closed, code = await it.wire(0).closed()
            assert (code, closed.again) == (Close.TOO_MANY, True)
            await it.welcomed(0, client="192.0.2.7")

    run(main)


def test_a_place_is_given_back_once() -> None:
    places = ConnectionLimits(10, 1, 1)
    place = places.take("p1", "a")
    place.release_person()
    with pytest.raises(ConnectionRejectedError) as error:
        places.take("p1", "a")
    assert (error.value.code, error.value.status, error.value.close) == ("ws_too_many", 429, Close.TOO_MANY)
    places.take("p1", "b").release()
    for _ in range(2):
        place.release()
    assert places.taken == 0
    places.take("", "a")


def test_a_session_that_ends_on_the_way_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            admit = it.lobby.queries.admit

            async def slowly(
                identity: Identity | None, table_id: str, watch: bool, invitation: str | None
            ) -> int | None:
                await it.users.sign_out(it.persons[0][0])
                return await admit(identity, table_id, watch, invitation)

            it.lobby.queries.admit = slowly
            assert (await refused(it, 0, "v=1"))[0] == Close.NOT_SIGNED_IN

    run(main)


def test_who_came_first_and_was_slower_does_not_replace_who_came_later(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            admit, go_on, arrived = it.lobby.queries.admit, asyncio.Event(), asyncio.Event()

            async def slowly(
                identity: Identity | None, table_id: str, watch: bool, invitation: str | None
            ) -> int | None:
                it.lobby.queries.admit = admit
                arrived.set()
                await go_on.wait()
                return await admit(identity, table_id, watch, invitation)

            it.lobby.queries.admit = slowly
            older = it.wire(0)
            await arrived.wait()
            newer, _ = await it.welcomed(0)
            go_on.set()
            assert (await older.closed())[1] == Close.REPLACED
            newer.say(type="ping", n=3)
            assert (await newer.until(Pong)).n == 3

    run(main)


def test_a_seat_that_is_anothers_on_the_way_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat(people=1)

            async def wrongly(
                identity: Identity | None, table_id: str, watch: bool, invitation: str | None
            ) -> int | None:
                return 1

            it.lobby.queries.admit = wrongly
            assert await refused(it, 0, "v=1") == (Close.MOVED, "ws_moved", True)
            await it.person("Bia")
            assert await refused(it, 1, "v=1") == (Close.LEFT, "ws_left", False)

    run(main)


def test_a_fault_is_nobodys_to_know(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()

            async def fail(identity: Identity | None, table_id: str, watch: bool, invitation: str | None) -> int | None:
                raise ValueError("the hand is KD")

            it.lobby.queries.admit = fail
            assert await refused(it, 0, "v=1") == (Close.STOPPED, "ws_stopped", True)

    run(main)
    assert "event=fault error=ValueError" in caplog.text
    assert "KD" not in caplog.text


def test_a_table_that_another_server_runs_by_then(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()

            def let_go(table_id: str) -> Any:
                raise LobbyError("lobby_no_table", 404)

            it.lobby.queries.terms = let_go  # type: ignore[method-assign]
            assert await refused(it, 0, "v=1") == (Close.STOPPED, "live_stopped", True)

    run(main)
    assert "event=fault" not in caplog.text
