"""Faults of servers that share a database. Each function causes one and repairs it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from random import Random

from tests.cluster.links import Way
from tests.cluster.processes import Cluster, Member

Nemesis = Callable[[Cluster, Random], Awaitable[None]]
"""A nemesis returns once its fault is repaired; tests measure the recovery from then on."""
LEASE = 4.0
"""Seconds of the members' leases."""
BEYOND = 1.5 * LEASE
"""Seconds of an outage after which others take over."""
AWAY = {"database": BEYOND + 3, "bus": BEYOND + 8}
"""Seconds for which a node reaches neither service: it gives up its connections, and its tables."""


async def kill(cluster: Cluster, random: Random) -> None:
    """Kill a process, and start it again once others have its tables."""
    victim = random.choice(cluster.members)
    await victim.kill()
    await asyncio.sleep(BEYOND)
    await victim.start()


async def wrong_clock(cluster: Cluster, random: Random) -> None:
    """End a process, and start it again with a clock that is wrong and changes repeatedly."""
    victim = random.choice(cluster.members)
    assert await victim.end() == 0
    victim.wrong_clock = not victim.wrong_clock
    await victim.start()


async def stop(cluster: Cluster, random: Random) -> None:
    """Stop a process for longer than its lease, and continue it."""
    victim = random.choice(cluster.members)
    victim.send(signal.SIGSTOP)
    await asyncio.sleep(BEYOND)
    victim.send(signal.SIGCONT)


async def hiccup(cluster: Cluster, random: Random) -> None:
    """Stop a process several times for less than its lease."""
    victim = random.choice(cluster.members)
    for _ in range(3):
        victim.send(signal.SIGSTOP)
        await asyncio.sleep(random.uniform(0.2, 0.8) * LEASE)
        victim.send(signal.SIGCONT)
        await asyncio.sleep(0.5)


async def lose_database(cluster: Cluster, random: Random) -> None:
    """Cut a node from the database in both directions."""
    await _cut(random.choice(cluster.members), "database", *Way)


async def lose_database_there(cluster: Cluster, random: Random) -> None:
    """Cut the direction from a node to the database."""
    await _cut(random.choice(cluster.members), "database", Way.THERE)


async def lose_database_back(cluster: Cluster, random: Random) -> None:
    """Cut the direction from the database to a node: the database executes requests without an answer."""
    await _cut(random.choice(cluster.members), "database", Way.BACK)


async def lose_bus(cluster: Cluster, random: Random) -> None:
    """Cut a node from the bus in both directions."""
    await _cut(random.choice(cluster.members), "bus", *Way)


async def lose_bus_there(cluster: Cluster, random: Random) -> None:
    """Cut the direction from a node to the bus."""
    await _cut(random.choice(cluster.members), "bus", Way.THERE)


async def lose_bus_back(cluster: Cluster, random: Random) -> None:
    """Cut the direction from the bus to a node."""
    await _cut(random.choice(cluster.members), "bus", Way.BACK)


async def slow_down(cluster: Cluster, random: Random) -> None:
    """Delay all bytes between a node and the services."""
    victim = random.choice(cluster.members)
    for link in (victim.database_link, victim.bus_link):
        link.delay = 0.2
    await asyncio.sleep(LEASE)
    for link in (victim.database_link, victim.bus_link):
        link.delay = 0.0


async def restart_database(cluster: Cluster, random: Random) -> None:
    """End PostgreSQL, orderly or by a crash, and start it a moment later."""
    random.choice([cluster.services.postgres.stop, cluster.services.postgres.kill])()
    await asyncio.sleep(random.uniform(0.0, 1.0))
    cluster.services.postgres.start()


async def miss_database(cluster: Cluster, random: Random) -> None:
    """Stop PostgreSQL for longer than a lease."""
    cluster.services.postgres.stop()
    await asyncio.sleep(BEYOND)
    cluster.services.postgres.start()


async def restart_bus(cluster: Cluster, random: Random) -> None:
    """End NATS, and start it a moment later."""
    cluster.services.nats.kill()
    await asyncio.sleep(random.uniform(0.0, 1.0))
    cluster.services.nats.start()


async def miss_bus(cluster: Cluster, random: Random) -> None:
    """Stop NATS for longer than a lease."""
    cluster.services.nats.kill()
    await asyncio.sleep(BEYOND)
    cluster.services.nats.start()


async def drain(cluster: Cluster, random: Random) -> None:
    """End a node by `canastra cluster drain`, and start it again."""
    victim = random.choice(cluster.members)
    await cluster.drain(victim)
    await victim.start()


async def roll(cluster: Cluster, random: Random) -> None:
    """End and start one node after the other, as for a new version."""
    for member in random.sample(cluster.members, len(cluster.members)):
        assert await member.end() == 0
        await member.start()


async def _cut(victim: Member, what: str, *ways: Way) -> None:
    link = victim.database_link if what == "database" else victim.bus_link
    link.cut(*ways)
    await asyncio.sleep(AWAY[what])
    link.heal()


OF_NODES: tuple[Nemesis, ...] = (
    stop,
    hiccup,
    lose_database,
    lose_database_there,
    lose_database_back,
    lose_bus,
    lose_bus_there,
    lose_bus_back,
    slow_down,
)
OF_SERVICES: tuple[Nemesis, ...] = (
    restart_database,
    miss_database,
    restart_bus,
    miss_bus,
)
OF_PROCESSES: tuple[Nemesis, ...] = (kill, wrong_clock, drain, roll)
"""The nemeses that start nodes, which need the database and the bus."""
NEMESES = (*OF_NODES, *OF_SERVICES, *OF_PROCESSES)
