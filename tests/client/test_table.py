"""Tables of the client at a host of this process, over sockets that break."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise

import pytest

from canastra.client import (
    Changed,
    Connection,
    Cuts,
    EndedError,
    LostError,
    RefusedError,
    ShuffleCheck,
    Table,
    Welcomed,
    at_random,
    by_bot,
    play,
)
from canastra.client.reconnection import Deliver
from canastra.fairness import Status
from canastra.protocol import State, encode, read_client
from canastra.protocol.commands import Ready
from canastra.protocol.messages import (
    Closed,
    Done,
    Draining,
    Error,
    Fault,
    Hinted,
    Line,
    Previewed,
    Reason,
    RematchReady,
    Said,
    Seen,
    Update,
    Watchers,
    Welcome,
)
from canastra.rulebooks import official
from canastra.server.live import CommandRequest, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import AddBots
from tests.client.faking import TALK, any_state, dial_to, never, now_and_then
from tests.server.live.live_server import TABLE, Client, opened, seat_people, services


def hurried(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    """Time that runs a thousand times as fast."""
    return asyncio.get_running_loop().call_later(seconds / 1000, call)


async def host_with(rulebook: str, people: int) -> TableManager:
    host = TableManager(services(MemoryStore()))
    await host.create(TABLE, opened(rulebook))
    await seat_people(Client(lambda: host), rulebook, range(people))
    return host


def at(host: TableManager, seat: int | None, breaks: Callable[[], bool] = never, cuts: Cuts | None = None) -> Table:
    return Table(TABLE, dial_to(lambda: host, seat, breaks), 1, cuts, hurried)


async def listen(table: Table, heard: list[object]) -> None:
    async for news in table:
        heard += [news]


@pytest.mark.parametrize(("rulebook", "people"), [("canastra-duelo", 2), ("tranca", 1)])
def test_a_match_over_sockets_that_break(rulebook: str, people: int) -> None:
    async def main() -> None:
        host = await host_with(rulebook, people)
        heard: list[list[object]] = [[] for _ in range(people)]
        async with asyncio.timeout(120):
            ends = await asyncio.gather(*(seat(host, number, heard[number]) for number in range(people)))
        await host.drain(seconds=60)
        for end, told in zip(ends, heard, strict=True):
            assert end["stage"] == "finished"
            check_news(told)
        assert sum(isinstance(each, Welcomed) for told in heard for each in told) > people, "it never broke"

    async def seat(host: TableManager, number: int, heard: list[object]) -> State:
        async with at(host, number, now_and_then(number, 12)) as table:
            listening = asyncio.create_task(listen(table, heard))
            choose = by_bot("greedy", number, official(rulebook)) if number else at_random(1)
            end = await play(table, choose)
            while table._tasks:
                await table.changed()
        await listening
        return end

    def check_news(heard: list[object]) -> None:
        changes = [each for each in heard if isinstance(each, Changed)]
        numbers = [each.seq for change in changes for each in change.events]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert all(one.state is two.before for one, two in pairwise(changes))
        shuffles = [each for each in heard if isinstance(each, ShuffleCheck)]
        assert [each.deal for each in shuffles] == list(range(1, len(shuffles) + 1))
        assert shuffles
        assert all(each.status is Status.VERIFIED and not each.findings for each in shuffles)
        assert any(each.own for each in shuffles)

    asyncio.run(main())


def test_the_state_shows_what_was_done() -> None:
    async def main() -> None:
        host = await host_with("canastra-duelo", 1)
        async with at(host, 0) as table:
            assert table.seat == 0
            before = table.state
            done = await table.ready()
            assert table.seq >= done.last
            assert [state["seats"][0]["ready"] for state in (before, table.state)] == [False, True]
            await table.until(lambda state: state["play"] is not None and table.my_turn)
            state = table.state
            assert state["play"] is not None
            await table.act("draw")
            assert table.state["step"] > state["step"]
            assert table.state is not state
            said = await table.chat.say("olá")
            assert said.line.text == "olá"
            assert (await table.chat.react("clap")).reaction == "clap"
        await host.drain(seconds=60)

    asyncio.run(main())


def test_refusals() -> None:
    async def main() -> None:
        host = await host_with("canastra-duelo", 1)
        async with at(host, 0) as table:
            with pytest.raises(RefusedError) as caught:
                await table.act("draw")
            assert caught.value.code == "table_in_seating"
            assert caught.value.message("pt") != caught.value.message("en") == str(caught.value)
            assert caught.value.article is None
            await table.ready()
            await table.until(lambda state: table.my_turn)
            with pytest.raises(RefusedError) as caught:
                await table.act("discard KD")
            assert caught.value.article is not None
            with pytest.raises(RefusedError) as caught:
                await table.act("draw", step=0)
            assert caught.value.code == "table_stale"
            assert caught.value.missed is not None
        await host.drain(seconds=60)

    asyncio.run(main())


def test_a_spectator() -> None:
    async def main() -> None:
        host = await host_with("canastra-duelo", 0)
        await host.send(TABLE, CommandRequest(AddBots("random"), "f"))
        async with at(host, None) as table:
            end = await table.until(lambda state: state["stage"] == "finished")
            assert table.seat is None
            assert not table.my_turn
            assert end["last"] is not None
        await host.drain(seconds=60)

    asyncio.run(main())


class Scripted:
    """A socket with scripted messages."""

    def __init__(self, *messages: object) -> None:
        self._messages, self._more = [*messages], asyncio.Event()
        self.sent: list[str] = []

    def say(self, message: object) -> None:
        """Deliver a message; a number is a close code."""
        self._messages.append(message)
        self._more.set()

    async def send(self, text: str) -> None:
        self.sent.append(text)

    async def receive(self) -> bytes:
        while not self._messages:
            self._more.clear()
            await self._more.wait()
        message = self._messages.pop(0)
        if isinstance(message, int):
            raise LostError(message)
        return message if isinstance(message, bytes) else encode(message)

    async def close(self) -> None:
        pass


def scripted(*sockets: Scripted) -> Table:
    left = [*sockets]

    async def dial(from_seq: int) -> Scripted:
        if not left:
            raise LostError(4004)
        return left.pop(0)

    return Table("t", dial)  # By true time: faster time would soon send a ping.


def welcome(seq: int = 1, **changes: object) -> Welcome:
    return Welcome(1, "t", 0, seq, any_state(seq, **changes), TALK, 20_000)


FAULT = Fault("ws_replaced", "seu lugar", "your seat")


@pytest.mark.parametrize(
    ("last", "code", "close"), [(4004, "client_ended", 4004), (Closed("replaced", False, FAULT), FAULT.code, None)]
)
def test_a_final_end_is_an_error_everywhere(last: object, code: str, close: int | None) -> None:
    async def main() -> None:
        socket = Scripted(welcome())
        async with scripted(socket) as table:
            waiting = [asyncio.create_task(each) for each in (table.ready(), table.until(lambda state: False))]
            reading = asyncio.create_task(listen(table, []))
            await asyncio.sleep(0)
            socket.say(last)
            found = await asyncio.gather(*waiting, return_exceptions=True)
            await reading
            with pytest.raises(EndedError):
                await table.undo()
            await listen(table, [])
        for each in found:
            assert isinstance(each, EndedError)
            assert (each.code, each.close) == (code, close)
            assert each.message("pt") != each.message("en")

    asyncio.run(main())


def test_a_table_that_is_not_there() -> None:
    async def main() -> None:
        with pytest.raises(EndedError) as caught:
            async with scripted():
                pass
        assert caught.value.code == "client_ended"
        with pytest.raises(EndedError) as caught:
            _ = scripted().state
        assert caught.value.code == "client_not_welcomed"
        async with scripted(Scripted(welcome())) as table:
            await table.close()
            with pytest.raises(EndedError) as caught:
                await table.ready()
        assert caught.value.code == "client_closed"

    asyncio.run(main())


def test_what_is_no_message_breaks_the_socket_only() -> None:
    async def main() -> None:
        async with scripted(Scripted(welcome(), b"{"), Scripted(welcome(2))) as table:
            await table.until(lambda state: state["step"] == 2)

    asyncio.run(main())


def test_other_news() -> None:
    async def main() -> None:
        news = [Said(Line(1, 5, "p", "Ana", text="oi")), Watchers(2), RematchReady("t-2"), Draining(900), Error(FAULT)]
        socket = Scripted(welcome())
        async with scripted(socket) as table:
            heard: list[object] = []
            reading = asyncio.create_task(listen(table, heard))
            await asyncio.sleep(0)
            for each in news:
                socket.say(each)
            while len(heard) < 6:
                await table.changed()
            assert (table.watchers, table.next) == (2, "t-2")
        await reading
        assert [type(each).__name__ for each in heard][:6] == [
            "Said",
            "Watchers",
            "RematchReady",
            "Draining",
            "LinkReport",
            "ServerFault",
        ]

    asyncio.run(main())


def test_events_that_are_known_are_not_told_again() -> None:
    async def main() -> None:
        socket = Scripted(welcome(3))
        async with scripted(socket) as table:
            news = table.news()
            socket.say(Update(5, tuple(Seen(seq, {"type": "readied"}) for seq in (2, 3, 4, 5)), {"step": 5}))
            changed = await anext(news)
            assert isinstance(changed, Changed)
            assert ([each.seq for each in changed.events], changed.missed) == ([4, 5], False)
            assert changed.state["step"] == 5

    asyncio.run(main())


def test_a_command_returns_when_the_state_shows_it() -> None:
    async def main() -> None:
        socket = Scripted(welcome())
        async with scripted(socket) as table:
            asking = asyncio.create_task(table.ready())
            await hurry()
            (sent,) = socket.sent
            socket.say(Done(read_client(sent).id, 2, 3))  # type: ignore[union-attr]
            socket.say(Update(2, (Seen(2, None),), {}))
            await hurry()
            assert (table.seq, asking.done()) == (2, False)
            socket.say(Update(3, (Seen(3, None),), {"step": 9}))
            assert (await asking).last == 3
            assert table.state["step"] == 9

    asyncio.run(main())


def test_questions_are_answered() -> None:
    async def main() -> None:
        socket = Scripted(welcome())
        async with scripted(socket) as table:
            told = asyncio.create_task(table.hint())
            looked = asyncio.create_task(table.preview("4H 5H"))
            await hurry()
            hint, preview = (read_client(each).id for each in socket.sent)  # type: ignore[union-attr]
            socket.say(Previewed(preview, 7, (), ()))
            socket.say(Hinted(hint, 7, "draw", (Reason("Compre.", "Draw.", "Art. 6"),)))
            assert ((await told).action, (await looked).step) == ("draw", 7)
            again = asyncio.create_task(table.hint())
            await hurry()
            socket.say(Error(FAULT, read_client(socket.sent[2]).id))  # type: ignore[union-attr]
            with pytest.raises(RefusedError):
                await again

    asyncio.run(main())


def test_what_is_asked_for_upon_a_message_waits_its_turn() -> None:
    async def main() -> None:
        sent: list[object] = []
        socket = Scripted(welcome())

        async def dial(from_seq: int) -> Scripted:
            return socket

        def hear(told: object) -> None:
            if isinstance(told, Deliver):
                connection.ask(Ready("later"))

        connection = Connection(dial, hear)
        connection.ask(Ready("first"))
        connection.network(True)
        await hurry()
        sent += [read_client(each) for each in socket.sent]
        await connection.close()
        assert sent == [Ready("first"), Ready("later")]

    asyncio.run(main())


async def hurry() -> None:
    """Let all tasks run that can."""
    for _ in range(20):
        await asyncio.sleep(0)
