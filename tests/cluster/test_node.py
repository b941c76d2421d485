"""Whole nodes on private PostgreSQL and NATS, with clients that reach a table through the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from canastra.client import Client, at_random, play
from canastra.cluster.node import FREED, Node
from canastra.cluster.ownership.holdings import LeaseFigures
from canastra.cluster.ownership.shards import SHARDS
from canastra.cluster.settings import ClusterSettings
from canastra.protocol.tables import NewTable
from canastra.server.settings import Caps, Rate, Settings
from tests.cluster.gateways import listening
from tests.services import Nats

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
        async with asyncio.timeout(20):
            while True:
                held = [len(self.nodes[name].leases.shards) for name in self.running]
                if sum(held) == SHARDS and max(held) - min(held) <= len(held):
                    return
                await asyncio.sleep(0.05)

    async def owner(self, table: str) -> str:
        """The node that has a table, once one has it."""
        async with asyncio.timeout(20):
            while True:
                for name in self.running:
                    if self.nodes[name].leases.owns(table):
                        return name
                await asyncio.sleep(0.01)

    async def end(self, name: str) -> None:
        """End a node in order."""
        await self.running.pop(name).aclose()


@asynccontextmanager
async def cluster(tmp_path: Path, dsn: str, bus: str, names: str = "abc") -> AsyncIterator[Cluster]:
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
            node = made.nodes[name] = Node(settings, ClusterSettings(dsn, bus, name, QUICK))
            stack = made.running[name] = AsyncExitStack()
            made.addresses[name] = await stack.enter_async_context(listening(node.entrance, settings, lifespan="on"))
        await made.shared_out()
        yield made
    finally:
        for name in list(made.running):
            await made.end(name)


async def opened(ana: Client, bia: Client) -> str:
    """A duel of two people; its id."""
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
                await made.nodes[name].leases.release()  # Whoever is first takes its shards, it some of theirs.
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
