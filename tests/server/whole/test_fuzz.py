"""Nonsense of all kinds at a real server: it changes nothing, disturbs no player, and leaves no traceback."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.client import Client, RefusedError, Table
from canastra.client.fairness import Cuts
from canastra.protocol.tables import NewTable
from tests.server.history_checker import Attempt, Outcome
from tests.server.run.process import PLENTY, SECONDS, Process, serving
from tests.server.whole.frames import FRAMES, Frame, Raw
from tests.server.whole.judge import judge, judge_log, left
from tests.server.whole.recorder import Guest, Notes

GAME = ("stage", "step", "play", "points", "deal", "offers", "result")
Value = TypeVar("Value")


class Besieged:
    """A server with a table at which an attacker and another person play, and a spectator."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self.table_id = ""
        self.guests: list[Guest] = []
        self.tables: list[Table] = []
        self.acts: list[Attempt] = []

    def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Do something in the one event loop in which the clients live."""
        return self._runner.run(asyncio.wait_for(work, 2 * SECONDS))

    async def begin(self) -> None:
        """Sit down, and begin to play."""
        address = self.process.address
        clients = [await self._stack.enter_async_context(Client(address)) for _ in range(3)]
        for seat, client in zip((0, 1, None), clients, strict=True):
            self.guests.append(Guest(client, Notes((await client.account.guest("Ana")).player, seat)))
        self.table_id = (await clients[0].tables.open(NewTable("canastra-duelo"))).table
        await clients[1].tables.take_seat(self.table_id, 1)
        attacker = self.guests[0].table(self.table_id, cuts=Cuts(bytes))
        self.tables = [await self._stack.enter_async_context(each.table(self.table_id)) for each in self.guests[1:]]
        async with attacker:
            await attacker.ready()
            await self.tables[0].ready()
            for each in (attacker, *self.tables):
                await each.until(lambda state: state["stage"] == "playing")

    async def end(self) -> None:
        """Leave."""
        await self._stack.aclose()

    def close(self) -> None:
        """End the event loop."""
        self._runner.close()

    @property
    def token(self) -> str:
        """The attacker's."""
        return self.guests[0].client.token or ""

    def game(self) -> dict[str, Any]:
        """All of the other's state that nonsense could change."""
        state: dict[str, Any] = dict(self.tables[0].state)
        return {key: state[key] for key in GAME}

    async def check(self) -> None:
        """The table answers the others, and their states are equal."""
        with pytest.raises(RefusedError) as refused:
            await self.tables[0].act("draw", 0)
        assert refused.value.code == "table_stale"
        seq = self.tables[0].seq
        await self.tables[1].until(lambda _: self.tables[1].seq >= seq)
        assert self.process.child.poll() is None

    def note(self, sent: Sequence[dict[str, Any]], heard: Sequence[dict[str, Any]], invoked: float) -> None:
        """The attacker's messages and their answers: every sending has an answer of its own."""
        answers = defaultdict(list)
        for each in heard:
            if each.get("id") is not None:
                answers[each["id"]].append(each)
        for each in sent:
            answer = answers[each["id"]].pop(0)
            outcome = {"done": Outcome.ACKNOWLEDGED, "refused": Outcome.REFUSED}[answer["type"]]
            key = self.guests[0].notes.key(each["id"])
            self.acts.append(Attempt(key, invoked, perf_counter(), outcome, answer.get("seq")))
        assert not any(answers.values())

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[Raw]:
        """A socket of the attacker's seat."""
        async with Raw.open(self.process.address) as raw:
            await raw.become_socket(self.table_id, self.token)
            yield raw


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    folder = tmp_path_factory.mktemp("besieged")
    with serving(folder, *PLENTY, "--heartbeat", "600", "--log-level", "debug") as process:
        process.wait_ready()
        made = Besieged(process)
        try:
            made.run(made.begin())
            yield made
        finally:
            made.run(made.end())
            made.close()
        status, _ = process.end()
        assert status == 0
    asyncio.run(judged(made, folder))


async def judged(made: Besieged, folder: Path) -> None:
    """After all attacks: the log agrees with what the others were told, and nothing went wrong in the server."""
    found = await left(folder / "canastra.db", made.table_id)
    attacker, *others = [guest.notes for guest in made.guests]
    attacker.attempts += made.acts
    judge(found, [attacker, *others])
    judge_log(made.process.log, found.secrets)


async def attack(besieged: Besieged, frames: Sequence[Frame]) -> None:
    before = besieged.game()
    async with besieged.socket() as raw:
        raw.send(*frames)
        await raw.settled()
    await besieged.check()
    assert besieged.game() == before


@given(FRAMES)
def test_frames_that_are_none_change_nothing(besieged: Besieged, frames: Sequence[Frame]) -> None:
    besieged.run(attack(besieged, frames))


@pytest.mark.soak
@given(FRAMES)
def test_many_frames_that_are_none_change_nothing(besieged: Besieged, frames: Sequence[Frame]) -> None:
    besieged.run(attack(besieged, frames))


TARGETS = (
    "/",
    "/api/me",
    "/api/tables",
    "/api/tables/x/socket?v=1",
    "/healthz",
    "/api/%00",
    "*",
    "//",
    "/" + "x" * 9000,
)
HEADERS = (
    b"Host: x",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: 5\r\nContent-Length: 6",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: chunked, identity",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 99",
    b"Cookie: canastra_session=\xff\xfe",
    b"Authorization: Bearer \x80\x81",
    b"Authorization: Basic !!",
    b"X: " + b"y" * 70_000,
    b"Expect: 100-continue",
    b": nothing",
    b" folded",
    b"Content-Type: application/json",
    b"Origin: null",
)
BODIES = (
    b"",
    b"0\r\n\r\n",
    b"ffffffffffffffff\r\nx",
    b"[" * 5000,
    b'{"name":' + b"[" * 3000,
    b"\xff" * 50,
    b"{}",
    b"{",
)
REQUESTS = st.one_of(
    st.binary(max_size=300),
    st.builds(
        lambda method, target, version, headers, body: (
            b"%s %s %s\r\n%s\r\n\r\n%s" % (method, target.encode(), version, b"\r\n".join(headers), body)
        ),
        st.sampled_from([b"GET", b"POST", b"PUT", b"OPTIONS", b"TRACE", b"PRI", b"get", b"G\0T", b"", b"CONNECT"]),
        st.sampled_from(TARGETS),
        st.sampled_from([b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9.9", b"", b"HTTP/1.1 x"]),
        st.lists(st.sampled_from(HEADERS), max_size=5),
        st.sampled_from(BODIES),
    ),
)


async def ask_badly(besieged: Besieged, requests: Sequence[bytes]) -> None:
    before = besieged.game()
    for request in requests:
        async with Raw.open(besieged.process.address) as raw:
            raw.send_bytes(request)
            answered = await raw.at_end()
        assert not answered or answered.startswith(b"HTTP/1.1 ")
        assert b"HTTP/1.1 5" not in answered
        assert b"Traceback" not in answered
    await besieged.check()
    assert besieged.game() == before


@given(st.lists(REQUESTS, min_size=1, max_size=4))
def test_requests_that_are_none_change_nothing(besieged: Besieged, requests: Sequence[bytes]) -> None:
    besieged.run(ask_badly(besieged, requests))


@pytest.mark.soak
@given(st.lists(REQUESTS, min_size=1, max_size=4))
def test_many_requests_that_are_none_change_nothing(besieged: Besieged, requests: Sequence[bytes]) -> None:
    besieged.run(ask_badly(besieged, requests))


async def burst(besieged: Besieged, order: Sequence[int]) -> None:
    """The attacker's own turn, its commands doubled and in any order; then the turn is finished, and the next one."""
    async with besieged.socket() as raw:
        state = raw.messages()[0]["state"]
        if state["stage"] == "playing":
            step, hand = state["step"], state["play"]["hand"].split()
            actions = (("draw", step), (f"discard {hand[0]}", step + 1), (f"discard {hand[-1]}", step + 1))
            # The same name is the same command: sent again, it is to get the same answer.
            sent = [_act(f"b{step}-{n}", *actions[n % len(actions)]) for n in order]
            invoked = perf_counter()
            raw.send(*(Frame(json.dumps(each).encode()) for each in sent))
            while sum("id" in each for each in raw.messages()) < len(sent):
                assert await raw.more()
            assert await raw.settled()
            besieged.note(sent, raw.messages(), invoked)
    async with besieged.guests[0].table(besieged.table_id, cuts=Cuts(bytes)) as own:
        for table in (own, besieged.tables[0]):
            await table.until(lambda _, table=table: table.seq >= besieged.tables[0].seq)  # type: ignore[misc]
            while table.my_turn:
                assert table.state["play"] is not None
                # A draw or a discard if there is one: without melds no hand comes to an end between bursts.
                legal = table.state["play"]["legal"]
                await table.act(next((each for each in legal if each.startswith(("draw", "discard"))), legal[0]))
    await besieged.check()


def _act(name: str, action: str, step: int) -> dict[str, object]:
    return {"type": "act", "id": name, "action": action, "step": step}


@given(st.lists(st.integers(0, 7), min_size=2, max_size=14))
@settings(max_examples=12)
def test_commands_doubled_and_out_of_order_are_done_once(besieged: Besieged, order: Sequence[int]) -> None:
    besieged.run(burst(besieged, order))
