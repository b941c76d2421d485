"""The bot API: the same messages as lines of one answer, and commands that come one by one."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from canastra.protocol import ServerMessage, commands, read_server
from canastra.protocol.messages import Closed, Done, Draining, Error, Pong, Refused, Said, Update, Welcome
from canastra.server.limits import Rate
from canastra.server.ws import ConnectionRejectedError, ConnectParams, NdjsonStream
from tests.server.ws.test_slow_readers import bound
from tests.server.ws.world import FREE, SECONDS, TABLE, World, run, world


def request(it: World, person: int | None = 0) -> Request:
    headers = [] if person is None else [(b"authorization", f"Bearer {it.persons[person][1]}".encode())]
    return Request(
        {"type": "http", "method": "GET", "path": "/", "scheme": "http", "headers": headers, "client": ("127.0.0.1", 5)}
    )


async def stream(it: World, person: int | None = 0, **wish: Any) -> NdjsonStream:
    return await it.sockets.stream(request(it, person), ConnectParams(TABLE, **wish))


def read(line: bytes) -> ServerMessage:
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return read_server(line)


class Answer:
    """The HTTP side of a stream. `blocked` makes sending never return."""

    def __init__(self, lines: NdjsonStream) -> None:
        self.sent: list[dict[str, Any]] = []
        self.blocked, self.stuck, self.gone = False, asyncio.Event(), asyncio.Event()
        self.news = asyncio.Event()
        self.task = asyncio.create_task(lines({"type": "http"}, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if self.blocked:
            self.stuck.set()
            await asyncio.Event().wait()
        self.sent.append(dict(message))
        self.news.set()

    async def until(self, number: int) -> list[dict[str, Any]]:
        async with asyncio.timeout(SECONDS):
            while len(self.sent) < number:
                self.news.clear()
                await self.news.wait()
        return self.sent


def test_each_message_is_a_line(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            stream_of_one = await stream(it, from_seq=1)
            async with aclosing(stream_of_one.lines()) as lines:
                welcome = read(await anext(lines))
                assert isinstance(welcome, Welcome)
                assert (welcome.seat, [each.seq for each in welcome.events]) == (0, [1, 2, 3])
                identity = it.persons[0][0]
                assert await it.sockets.send(identity, TABLE, 0, commands.Ready("c1")) == Done("c1", 4, 4)
                update = read(await anext(lines))
                assert isinstance(update, Update)
                assert update.seq == 4
            stream_of_one.release()

    run(main)


def test_an_empty_line_comes_when_there_is_nothing_to_say(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            it.sockets.context.settings = replace(it.settings, heartbeat=1)
            await it.seat()
            found = await stream(it)
            async with aclosing(found.lines()) as lines:
                await anext(lines)
                assert await anext(lines) == b"\n"
                await it.sockets.send(it.persons[0][0], TABLE, 0, commands.Ready("c1"))
                while (line := await anext(lines)) == b"\n":
                    pass
                assert isinstance(read(line), Update)
            found.release()

    run(main)


def test_a_stream_as_the_answer_to_a_request(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            answer = Answer(await stream(it))
            start, first = (await answer.until(2))[:2]
            headers = {name.decode(): value.decode() for name, value in start["headers"]}
            assert (start["status"], headers["content-type"]) == (200, "application/x-ndjson")
            assert "content-length" not in headers
            assert isinstance(read(first["body"]), Welcome)
            await it.sockets.drain(SECONDS)
            await asyncio.wait_for(answer.task, SECONDS)
            draining, closed, end = answer.sent[2:]
            assert isinstance(read(draining["body"]), Draining)
            last = read(closed["body"])
            assert isinstance(last, Closed)
            assert last.reason == "restart"
            assert (end["body"], end["more_body"]) == (b"", False)

    run(main)


def test_a_stream_that_nobody_reads_is_cut_off(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, hello=0.05) as it:
            await it.seat()
            answer = Answer(await stream(it))
            await answer.until(2)
            answer.blocked = True
            await it.sockets.send(it.persons[0][0], TABLE, 0, commands.Ready("c1"))
            await asyncio.wait_for(answer.task, SECONDS)
            assert it.counted.cut == 1
            assert it.sockets.open == 0

    run(main)


def test_a_stream_that_falls_behind_is_cut_off(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, hello=1_000) as it:
            bound(it, queue=2)
            await it.seat()
            answer = Answer(await stream(it))
            await answer.until(2)
            answer.blocked = True
            other, _ = await it.welcomed(1)
            for number in range(4):
                other.say(type="say", id=f"c{number}", text="Oi")
                await other.until(Said)
            await asyncio.wait_for(answer.task, SECONDS)
            assert it.counted.cut == 1

    run(main)


def test_who_goes_away_ends_the_stream(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            answer = Answer(await stream(it))
            await answer.until(2)
            answer.gone.set()
            await asyncio.wait_for(answer.task, SECONDS)
            assert it.sockets.open == 0

    run(main)


def test_a_socket_replaces_a_stream(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            answer = Answer(await stream(it))
            await answer.until(2)
            await it.welcomed(0)
            await asyncio.wait_for(answer.task, SECONDS)
            last = read(answer.sent[-2]["body"])
            assert isinstance(last, Closed)
            assert last.reason == "replaced"

    run(main)


@pytest.mark.parametrize(
    ("person", "wish", "status", "code"),
    [
        (None, {}, 401, "ws_not_signed_in"),
        (2, {}, 404, "lobby_no_table"),
    ],
)
def test_a_stream_may_be_refused(
    person: int | None, wish: dict[str, Any], status: int, code: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            await it.person()
            with pytest.raises(ConnectionRejectedError) as error:
                await stream(it, person, **wish)
            assert (error.value.status, error.value.code) == (status, code)
            assert it.sockets.open == 0

    run(main)


def test_a_server_that_stops_begins_no_stream(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            await it.sockets.drain(SECONDS)
            with pytest.raises(ConnectionRejectedError) as error:
                await stream(it)
            assert (error.value.status, error.value.code) == (503, "ws_restart")

    run(main)


def test_posted_messages_are_answered(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            identity = it.persons[0][0]

            async def send(message: Any, seat: int | None = 0) -> ServerMessage:
                return await it.sockets.send(identity, TABLE, seat, message)

            assert await send(commands.Ready("c1")) == Done("c1", 4, 4)
            assert await send(commands.Ready("c1")) == Done("c1", 4, 4)
            refused = await send(commands.Ready("c2"))
            assert isinstance(refused, Refused)
            assert refused.fault.code == "table_ready_already"
            assert await send(commands.Ping(3)) == Pong(3, it.time.now())
            said = await send(commands.Say("c3", text="Oi"))
            assert isinstance(said, Said)
            wrong = await send(commands.Ready("c4"), None)
            assert isinstance(wrong, Error)
            assert (wrong.id, wrong.fault.code) == ("c4", "ws_spectator")
            wrong = await send(commands.Ready("c5\n"))
            assert isinstance(wrong, Error)
            assert wrong.fault.code == "live_command_id"
            wrong = await send(commands.Ready("c6"), 1)
            assert isinstance(wrong, Refused)
            assert wrong.fault.code == "live_not_yours"

    run(main)


def test_posted_messages_may_come_too_fast(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, replace(FREE, messages_of_session=Rate(1, 0.001))) as it:
            await it.seat()
            identity = it.persons[0][0]
            assert await it.sockets.send(identity, TABLE, 0, commands.Ready("c1")) == Done("c1", 4, 4)
            wrong = await it.sockets.send(identity, TABLE, 0, commands.Ready("c2"))
            assert isinstance(wrong, Error)
            assert (wrong.id, wrong.fault.code) == ("c2", "ws_too_fast")

    run(main)
