"""Whole nodes on private PostgreSQL and NATS, with clients that reach a table through the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from canastra.client import Client, ClientError, EndedError, Table, at_random, play
from canastra.cluster.node import FREED, Node, Outsider
from canastra.cluster.ownership.holdings import LeaseFigures
from canastra.cluster.ownership.shards import SHARDS, shard_of
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.cluster.settings import ClusterSettings
from canastra.protocol.moderation import BanPerson, CloseTable
from canastra.protocol.tables import NewTable
from canastra.server.limits import Rate
from canastra.server.live import LocalBots, SystemClock
from canastra.server.moderation.service import Moderator
from canastra.server.settings import Caps, Settings
from canastra.table.events import Played, load_event
from tests.cluster.bot_workers import workers
from tests.cluster.gateways import listening
from tests.cluster.nodes import LONG
from tests.services import Nats, Postgres

pytestmark = pytest.mark.slow

MACHINE = Moderator("machine:test", "admin")
FREE = Rate(1e6, 1e6)
QUICK = LeaseFigures(lease=3.0, renew=0.5, guard=2.0, given_back=64)


@dataclass
class Cluster:
    """Nodes by name, and their addresses."""

    nodes: dict[str, Node]
    addresses: dict[str, str]
    running: dict[str, AsyncExitStack]

    async def shared_out(self) -> None:
        """Wait until all shards are owned, and no node has more than its share."""
        async with asyncio.timeout(60):
            while True:
                held = [len(self.nodes[name].leases.shards) for name in self.running]
                if sum(held) == SHARDS and max(held) - min(held) <= len(held):
                    return
                await asyncio.sleep(0.05)

    async def owner(self, table: str) -> str:
        """Return the node that owns a table, once there is one."""
        async with asyncio.timeout(60):
            while True:
                for name in self.running:
                    if self.nodes[name].leases.owns(table):
                        return name
                await asyncio.sleep(0.01)

    async def end(self, name: str) -> None:
        """End a node in order."""
        await self.running.pop(name).aclose()


@asynccontextmanager
async def cluster(
    tmp_path: Path, dsn: str, bus: str, names: Sequence[str] = "abc", figures: LeaseFigures = QUICK
) -> AsyncIterator[Cluster]:
    made = Cluster({}, {}, {})
    caps = Caps(
        messages_of_socket=FREE,
        messages_of_session=FREE,
        messages_of_address=FREE,
        requests_of_address=FREE,
        guests_of_address=FREE,
        guests_of_site=FREE,
    )
    try:
        for name in names:
            settings = Settings(
                database=tmp_path / f"{name}.db", bot_processes=0, plain_bots=True, web=None, drain=2.0, caps=caps
            )
            node = made.nodes[name] = Node(settings, ClusterSettings(dsn, bus.format(node=name), name, figures))
            stack = made.running[name] = AsyncExitStack()
            made.addresses[name] = await stack.enter_async_context(listening(node.entrance, settings, lifespan="on"))
        await made.shared_out()
        yield made
    finally:
        for name in list(made.running):
            await made.end(name)


async def opened(ana: Client, bia: Client) -> str:
    """Open a duel of two people, and return its id."""
    await ana.account.guest("Ana")
    await bia.account.guest("Bia", "en")
    card = await ana.tables.open(NewTable("canastra-duelo"))
    await bia.tables.take_seat(card.table, 1)
    return card.table


def test_a_match_goes_on_while_its_table_moves_from_node_to_node(
    tmp_path: Path, empty_database: str, nats: Nats
) -> None:
    async def main(made: Cluster, ana: Client, bia: Client) -> None:
        table = await opened(ana, bia)
        assert await made.owner(table) == "b"
        async with ana.table(table, from_seq=1) as one, bia.table(table) as two:
            playing = asyncio.gather(play(one, at_random(1)), play(two, at_random(2)))
            for _ in range(4):
                await asyncio.sleep(0.3)
                name = await made.owner(table)
                await made.nodes[name].leases.release()  # The first to beat takes its shards, it takes some of theirs.
                made.nodes[name].bus.publish(FREED, b"")
            await playing
            assert one.state["stage"] == two.state["stage"] == "finished"
        log = await made.nodes["a"].lobby.registry.services.store.read(table)
        assert [each.seq for each in log] == list(range(1, len(log) + 1))

    async def whole() -> None:
        async with (
            cluster(tmp_path, empty_database, nats.url) as made,
            Client(made.addresses["b"]) as ana,
            Client(made.addresses["c"]) as bia,
        ):
            await main(made, ana, bia)

    asyncio.run(whole())


def test_a_node_that_ends_hands_its_tables_over_at_once(tmp_path: Path, empty_database: str, nats: Nats) -> None:
    async def main() -> None:
        async with cluster(tmp_path, empty_database, nats.url) as made:
            async with Client(made.addresses["a"]) as eva:
                await eva.account.guest("Eva")
                card = await eva.tables.open(NewTable("canastra-duelo", seat=None))
            assert await made.owner(card.table) == "a"
            async with Client(made.addresses["b"]) as ana, Client(made.addresses["c"]) as bia:
                await ana.account.guest("Ana")
                await bia.account.guest("Bia", "en")
                await ana.tables.take_seat(card.table, 0)
                await bia.tables.take_seat(card.table, 1)
                async with ana.table(card.table) as one, bia.table(card.table) as two:
                    await one.ready()
                    await made.end("a")
                    await two.ready()
                    assert await made.owner(card.table) in "bc"
                    await asyncio.gather(play(one, at_random(1)), play(two, at_random(2)))
            await made.shared_out()

    asyncio.run(main())


async def ended(table: Table) -> EndedError:
    """Return how a table's connection ends for good."""

    async def listen() -> None:
        while True:
            await table.changed()

    with pytest.raises(EndedError) as found:
        await asyncio.wait_for(listen(), 10)
    return found.value


def test_a_node_on_a_machine_whose_clock_is_wrong_has_the_databases_time(
    tmp_path: Path, empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time_ns
    clocks = (lambda: right() - 3_600 * 10**9, time.monotonic_ns)
    monkeypatch.setattr(SystemClock.__init__, "__defaults__", clocks)
    node = Node(Settings(database=tmp_path / "a.db", web=None), ClusterSettings(empty_database, "nats://127.0.0.1:1"))
    assert abs(node.clock.now() - right() // 10**6) < 1_000


def test_what_one_node_writes_of_people_holds_at_all(tmp_path: Path, empty_database: str, nats: Nats) -> None:
    """A block, an ended session, a ban, a table closed by a moderator, a forgotten name."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            made = await stack.enter_async_context(cluster(tmp_path, empty_database, nats.url))
            ana, bia, caio = [await stack.enter_async_context(Client(made.addresses[each])) for each in "abc"]
            players = [
                (await each.account.guest(name)).player for each, name in ((ana, "Ana"), (bia, "Bia"), (caio, "Caio"))
            ]
            card = await ana.tables.open(NewTable("canastra-duelo"))
            assert await made.owner(card.table) == "a"

            # By her node, Bia blocks a player of another node's table, which she then can't join.
            await bia.players.block(players[0])
            async with asyncio.timeout(10):
                while not made.nodes["a"].users.blocks.between(players[0], players[1]):
                    await asyncio.sleep(0.01)
            with pytest.raises(ClientError, match="sit down with the people at this table"):
                await bia.tables.take_seat(card.table, 1)

            # Caio sits down at a's table by c. b bans him: his seat becomes free.
            await caio.tables.take_seat(card.table, 1)
            async with caio.table(card.table) as sitting:
                await made.nodes["b"].moderation.handle(MACHINE, BanPerson(players[2], 1, "insultou"))
                assert (await ended(sitting)).code == "moderation_banned"
            async with asyncio.timeout(10):
                while (await ana.tables.card(card.table)).seats[1].kind != "empty":
                    await asyncio.sleep(0.05)
            with pytest.raises(ClientError, match="insultou"):
                await caio.tables.take_seat(card.table, 1)

            # Bia's session ends by c; at a's table she watches by b.
            async with bia.table(card.table, watch=True) as watching:
                other = await stack.enter_async_context(Client(made.addresses["c"], bia.token))
                await other.account.sign_out()
                assert (await ended(watching)).code == "ws_not_signed_in"

            # A moderator on the machine of the database ends the table.
            outsider = Outsider(Settings(bot_processes=0, plain_bots=True, web=None), empty_database)
            await outsider.prepare()
            await outsider.moderation.handle(MACHINE, CloseTable(card.table, "parada"))
            await outsider.close()
            with pytest.raises(ClientError, match="no such table"):
                await ana.tables.card(card.table)

    asyncio.run(main())


def test_a_deleted_person_has_no_name_at_any_node(tmp_path: Path, empty_database: str, nats: Nats) -> None:
    async def main() -> None:
        async with (
            cluster(tmp_path, empty_database, nats.url, "ab") as made,
            Client(made.addresses["a"]) as ana,
            Client(made.addresses["b"]) as bia,
        ):
            table = await opened(ana, bia)
            assert await made.owner(table) == "a"
            async with ana.table(table) as one, bia.table(table) as two:
                await asyncio.gather(play(one, at_random(1)), play(two, at_random(2)))
            await bia.account.delete()
            actor = made.nodes["a"].lobby.host
            async with asyncio.timeout(10):
                while (await actor.peek(table)).seats[1].name == "Bia":
                    await asyncio.sleep(0.02)
            assert "Bia" not in await ana.tables.record(table)

    asyncio.run(main())


def test_bots_at_a_nodes_tables_are_answered_for_by_a_worker(tmp_path: Path, empty_database: str, nats: Nats) -> None:
    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        async with (
            workers(bus, LocalBots(), levels=("greedy",)) as (worker,),
            # After a lapsed lease, a bot would be asked again.
            cluster(tmp_path, empty_database, nats.url, "a", LONG) as made,
            Client(made.addresses["a"]) as ana,
        ):
            await ana.account.guest("Ana")
            card = await ana.tables.open(NewTable("canastra-duelo"))
            await ana.tables.add_bots(card.table, "greedy")
            async with ana.table(card.table) as one:
                await play(one, at_random(1))
                assert one.state["stage"] == "finished"
            asked = made.nodes["a"].metrics.bot_answers.labels("worker")._value.get()
            log = await made.nodes["a"].lobby.registry.services.store.read(card.table)
            events = [load_event(each.body) for each in log]
            played = sum(isinstance(each, Played) and each.bot == "greedy" for each in events)
            assert asked == worker.counts["answered"] == played > 0
            text = made.nodes["a"].metrics.text().decode()
            assert "canastra_bot_workers 1.0" in text
            assert "canastra_shards 256.0" in text
            assert f'canastra_shard_tables{{shard="{shard_of(card.table)}"}} 1.0' in text
            assert 'by="own"' not in text
        await bus.close()

    asyncio.run(main())


def test_a_node_that_waits_for_the_database_lives(
    tmp_path: Path, empty_database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node is alive: a restart by its supervisor would not help."""

    async def main() -> None:
        async with cluster(tmp_path, empty_database, nats.url, "a") as made:
            node, alive = made.nodes["a"], 0

            async def never(work: object) -> None:
                await asyncio.get_running_loop().create_future()

            def count() -> None:
                nonlocal alive
                alive += 1

            monkeypatch.setattr(node.database, "write", never)
            monkeypatch.setattr(node.supervisor, "alive", count)
            async with asyncio.timeout(10):
                while alive < 3:
                    await asyncio.sleep(0.1)

    asyncio.run(main())


def test_tables_that_wait_for_nobody_go_on_after_the_database_was_away(
    tmp_path: Path, empty_database: str, postgres: Postgres, nats: Nats
) -> None:
    """The actor ends with the lost append. Without any client, the clock must go on once the database is back."""

    async def main() -> None:
        usual = LeaseFigures()  # They outlast the outage: no shard is lost and taken again.
        async with cluster(tmp_path, empty_database, nats.url, "a", usual) as made, Client(made.addresses["a"]) as ana:
            host = made.nodes["a"].lobby.host
            await ana.account.guest("Ana")
            card = await ana.tables.open(NewTable("canastra-duelo", bots="random"))
            async with ana.table(card.table) as one:
                postgres.stop()
                asking = asyncio.create_task(one.ready())
                async with asyncio.timeout(10):
                    while card.table in host.loaded:
                        await asyncio.sleep(0.01)
                asking.cancel()
            await asyncio.sleep(1.5)  # The first attempts to load it fail.
            assert card.table not in host.loaded
            postgres.start()
            async with asyncio.timeout(10):
                while card.table not in host.loaded:
                    await asyncio.sleep(0.01)

    asyncio.run(main())
