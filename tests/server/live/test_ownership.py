"""Tables that pass from one server to another on the same store."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from canastra.server.live import CommandRequest, DrainingError, EndedError, Reason, TableManager, TableStoppedError
from canastra.server.live.services import key_of, new_id
from canastra.server.storage import MemoryStore, Store
from canastra.table import Ready, Stage
from tests.server.history_checker import check
from tests.server.live.live_server import TABLE, Client, finished, opened, projection, run, seat_people, services
from tests.server.live.test_actor import send, table


class Servers:
    """Two on one store, of which one runs everything."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or MemoryStore()
        self.owner = 0
        self.hosts = [
            TableManager(services(self.store, seed=number, owns=lambda _, number=number: self.owner == number))
            for number in range(2)
        ]

    @property
    def host(self) -> TableManager:
        return self.hosts[self.owner]

    async def move(self, seconds: float = 0) -> bool:
        former, self.owner = self.owner, 1 - self.owner
        in_time = await self.hosts[former].let_go(seconds)
        await self.host.start()
        return in_time

    async def end(self) -> None:
        for host in self.hosts:
            await host.drain(60)


def test_only_the_server_that_runs_a_table_takes_what_is_asked_of_it() -> None:
    async def main() -> None:
        servers = Servers()
        await table(servers.host)
        other = servers.hosts[1]
        for refused in (
            other.table(TABLE),
            other.create("t2", opened("buraco")),
            other.send(TABLE, CommandRequest(Ready(0), "r", "p0")),
            other.subscribe(TABLE, 0),
        ):
            with pytest.raises(TableStoppedError):
                await refused
        assert await other.start() == 0
        assert other.loaded == ()
        await servers.end()

    run(main)


def test_any_server_reads_a_table_as_it_is_now() -> None:
    async def main() -> None:
        servers = Servers()
        await table(servers.host)
        other = servers.hosts[1]
        assert not (await other.peek(TABLE)).seats[0].ready
        await send(servers.host, Ready(0), "r", "p0")
        assert (await other.peek(TABLE)).seats[0].ready
        await servers.end()

    run(main)


def test_what_was_read_before_a_table_went_elsewhere_is_not_believed_when_it_comes_back() -> None:
    async def main() -> None:
        servers = Servers()
        await table(servers.host)
        first = servers.host
        await first.drain(60)
        servers.hosts[0] = first = TableManager(services(servers.store, owns=lambda _: servers.owner == 0))
        await first.peek(TABLE)
        await servers.move()
        await send(servers.host, Ready(0), "r", "p0")
        servers.owner = 0
        await servers.hosts[1].let_go()
        assert (await first.peek(TABLE)).seats[0].ready
        await servers.end()

    run(main)


def test_readers_are_told_that_the_table_stopped_and_find_it_at_the_other_server() -> None:
    async def main() -> None:
        servers = Servers()
        await table(servers.host)
        subscription = await servers.host.subscribe(TABLE, 0)
        head = (await subscription.get()).seq
        assert await servers.move(seconds=10)
        with pytest.raises(EndedError) as ended:
            await subscription.get()
        assert ended.value.reason is Reason.STOPPED
        assert servers.hosts[0].loaded == ()
        assert (await (await servers.host.subscribe(TABLE, 0, head + 1)).get()).events == ()
        await servers.end()

    run(main)


def test_a_command_in_the_mailbox_is_done_first_if_there_is_time_and_cut_off_if_there_is_none() -> None:
    async def main() -> None:
        servers = Servers()
        actor = await table(servers.host)
        waiting = actor.send(CommandRequest(Ready(0), "r0", "p0"))
        assert await servers.move(seconds=10)
        assert (await waiting) == await send(servers.host, Ready(0), "r0", "p0")

        actor = await servers.host.table(TABLE)
        waiting = actor.send(CommandRequest(Ready(1), "r1", "p1"))
        assert not await servers.move()
        with pytest.raises(TableStoppedError):
            await waiting
        await send(servers.host, Ready(1), "r1", "p1")
        await servers.end()

    run(main)


class Slow(MemoryStore):
    async def flush(self) -> None:
        await asyncio.sleep(0.01)


def test_a_table_that_is_lost_while_it_is_read_is_not_run() -> None:
    async def main() -> None:
        servers = Servers(Slow())
        await servers.host.create(TABLE, opened("canastra-duelo"))
        asking = asyncio.create_task(servers.host.table(TABLE))
        await asyncio.sleep(0)
        servers.owner = 1
        with pytest.raises(TableStoppedError):
            await asking
        assert servers.hosts[0].loaded == ()
        await servers.end()

    run(main)


@pytest.mark.parametrize("turns", [0, 1])
def test_who_waits_for_a_table_that_is_let_go_while_it_is_read_is_not_cancelled(turns: int) -> None:
    """The waiter may be a person at the table, or the server as it takes over: it would never do so again."""

    async def main() -> None:
        servers = Servers(Slow())
        await servers.host.create(TABLE, opened("canastra-duelo"))
        former = servers.host
        asking, starting = asyncio.create_task(former.table(TABLE)), asyncio.create_task(former.start())
        for _ in range(turns + 1):
            await asyncio.sleep(0)
        assert not await servers.move()
        with pytest.raises(TableStoppedError):
            await asking
        assert await starting == 0
        assert former.loaded == ()
        await servers.end()

    run(main)


def test_who_waits_for_a_table_that_is_read_while_the_server_ends_is_told_so() -> None:
    async def main() -> None:
        servers = Servers(Slow())
        for table_id in (TABLE, "t2"):
            await servers.host.create(table_id, opened("canastra-duelo"))
        asking = asyncio.create_task(servers.host.table(TABLE))
        looking = asyncio.create_task(servers.host.peek("t2"))
        await asyncio.sleep(0)
        assert not await servers.host.drain(0)
        for waiting in (asking, looking):
            with pytest.raises(DrainingError):
                await waiting

    run(main)


def test_who_goes_takes_the_table_from_nobody_else_who_waits() -> None:
    async def main() -> None:
        servers = Servers(Slow())
        await servers.host.create(TABLE, opened("canastra-duelo"))
        first, second = (asyncio.create_task(servers.host.table(TABLE)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).table_id == TABLE
        assert first.cancelled()
        await servers.end()

    run(main)


@pytest.mark.parametrize("seconds", [0, 10])
def test_a_whole_match_goes_on_while_its_table_moves_to_and_fro(seconds: float) -> None:
    async def main() -> None:
        servers = Servers()
        await servers.host.create(TABLE, opened("canastra-duelo"))
        client = Client(lambda: servers.host)
        people = await seat_people(client, "canastra-duelo", (0, 1))
        playing = [asyncio.create_task(person.play()) for person in people]
        moves, random = 0, Random(7)
        while not all(task.done() for task in playing):
            await asyncio.sleep(random.uniform(0.001, 0.005))
            await servers.move(seconds)
            moves += 1
        await asyncio.gather(*playing)
        assert moves > 5
        actor = await finished(servers.host)
        assert actor.table.stage is Stage.FINISHED
        log = await servers.store.read(TABLE)
        assert check(client.history, log) == []
        for person in people:
            known = {each.seq: each for each in person.seen}
            assert all(known[each.seq] == each for each in projection(log, person.seat) if each.seq in known)
        await servers.end()

    run(main)


def test_what_belongs_together_has_one_key() -> None:
    random = Random(5)
    wanted = {"a", "b"}
    made = [new_id(random, lambda own_id: key_of(own_id)[0] in wanted) for _ in range(50)]
    assert {each[0] for each in made} == wanted
    inside = new_id(random, lambda _: False, within=made[0])
    assert key_of(inside) == key_of(f"{inside}-2") == key_of(f"{inside}#secrets") == key_of(f"{made[0]}/2/1#packs")
    assert len(new_id(random, lambda _: False)) == 16
