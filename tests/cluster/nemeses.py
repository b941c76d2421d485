"""What may go wrong with servers that share a database, each a function that does it and puts it right again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from random import Random

from tests.cluster.links import Way
from tests.cluster.processes import Cluster, Member

Nemesis = Callable[[Cluster, Random], Awaitable[None]]
"""Returns once everything is as it should be again; how long it takes from there is what tests look at."""
LEASE = 4.0
"""Seconds of the members' leases."""
BEYOND = 1.5 * LEASE
"""Seconds for which something is away that others are to take over from."""
AWAY = {"database": BEYOND + 3, "bus": BEYOND + 8}
"""Seconds for which a node reaches neither of these: it gives up its connections, and its tables."""


async def kill(cluster: Cluster, random: Random) -> None:
    """A process ends without a word, and is started again when others have its tables."""
    victim = random.choice(cluster.members)
    await victim.kill()
    await asyncio.sleep(BEYOND)
    await victim.start()


async def wrong_clock(cluster: Cluster, random: Random) -> None:
    """A process ends, and is started again on a machine whose clock is wrong and set again and again."""
    victim = random.choice(cluster.members)
    assert await victim.end() == 0
    victim.wrong_clock = not victim.wrong_clock
    await victim.start()


async def stop(cluster: Cluster, random: Random) -> None:
    """A process stands still for longer than its lease, and goes on as if nothing had happened."""
    victim = random.choice(cluster.members)
    victim.send(signal.SIGSTOP)
    await asyncio.sleep(BEYOND)
    victim.send(signal.SIGCONT)


async def hiccup(cluster: Cluster, random: Random) -> None:
    """A process stands still now and then, for less than its lease."""
    victim = random.choice(cluster.members)
    for _ in range(3):
        victim.send(signal.SIGSTOP)
        await asyncio.sleep(random.uniform(0.2, 0.8) * LEASE)
        victim.send(signal.SIGCONT)
        await asyncio.sleep(0.5)


async def lose_database(cluster: Cluster, random: Random) -> None:
    """Nothing passes between a node and the database, in either direction."""
    await _cut(random.choice(cluster.members), "database", *Way)


async def lose_database_there(cluster: Cluster, random: Random) -> None:
    """Nothing of a node comes to the database."""
    await _cut(random.choice(cluster.members), "database", Way.THERE)


async def lose_database_back(cluster: Cluster, random: Random) -> None:
    """What a node asks is done by the database, and it never hears of it."""
    await _cut(random.choice(cluster.members), "database", Way.BACK)


async def lose_bus(cluster: Cluster, random: Random) -> None:
    """Nothing passes between a node and the bus, in either direction."""
    await _cut(random.choice(cluster.members), "bus", *Way)


async def lose_bus_there(cluster: Cluster, random: Random) -> None:
    """Nothing of a node comes to the bus."""
    await _cut(random.choice(cluster.members), "bus", Way.THERE)


async def lose_bus_back(cluster: Cluster, random: Random) -> None:
    """A node hears nothing of the bus."""
    await _cut(random.choice(cluster.members), "bus", Way.BACK)


async def slow_down(cluster: Cluster, random: Random) -> None:
    """Everything between a node and the others comes late."""
    victim = random.choice(cluster.members)
    for link in (victim.database_link, victim.bus_link):
        link.delay = 0.2
    await asyncio.sleep(LEASE)
    for link in (victim.database_link, victim.bus_link):
        link.delay = 0.0


async def restart_database(cluster: Cluster, random: Random) -> None:
    """PostgreSQL ends, in order or in a crash, and is there again a moment later."""
    random.choice([cluster.services.postgres.stop, cluster.services.postgres.kill])()
    await asyncio.sleep(random.uniform(0.0, 1.0))
    cluster.services.postgres.start()


async def miss_database(cluster: Cluster, random: Random) -> None:
    """PostgreSQL is away for longer than a lease."""
    cluster.services.postgres.stop()
    await asyncio.sleep(BEYOND)
    cluster.services.postgres.start()


async def restart_bus(cluster: Cluster, random: Random) -> None:
    """NATS ends, and is there again a moment later."""
    cluster.services.nats.kill()
    await asyncio.sleep(random.uniform(0.0, 1.0))
    cluster.services.nats.start()


async def miss_bus(cluster: Cluster, random: Random) -> None:
    """NATS is away for longer than a lease."""
    cluster.services.nats.kill()
    await asyncio.sleep(BEYOND)
    cluster.services.nats.start()


async def drain(cluster: Cluster, random: Random) -> None:
    """A node is told to end by `canastra cluster drain`, and started again."""
    victim = random.choice(cluster.members)
    await cluster.drain(victim)
    await victim.start()


async def roll(cluster: Cluster, random: Random) -> None:
    """One node after the other ends in order and is started again, as for a new version."""
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
"""Those that start nodes, which have to find the database and the bus."""
NEMESES = (*OF_NODES, *OF_SERVICES, *OF_PROCESSES)
