"""Nodes as processes of their own, each with links of its own to PostgreSQL and NATS."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from canastra.cluster.ownership.shards import SHARDS, shard_of
from tests.cli.running import canastra
from tests.cluster.links import Link
from tests.server.run.process import COMMAND, PLENTY, Process, serving
from tests.services import Nats, Postgres

OPTIONS = (*PLENTY, "--plain-bots", "--bot-processes", "0", "--web", "none", "--drain", "2")
WRONG_CLOCK = """
import time
right = time.time_ns
time.time_ns = lambda: right() + (-1) ** int(time.monotonic() / 3) * 100_000 * 10**9
time.time = lambda: time.time_ns() / 1e9
"""
"""Lines before `COMMAND`'s: the clock is more than a day wrong, and set every three seconds."""
SECONDS = 60.0
"""Seconds within which a cluster reaches the state that a test waits for."""


@dataclass
class Member:
    """`canastra serve` as a member of a cluster. Its process may end and start again; its log continues."""

    name: str
    folder: Path
    database_link: Link
    bus_link: Link
    database: str
    options: Sequence[str]
    wrong_clock: bool = False
    process: Process | None = None
    _stack: ExitStack = field(default_factory=ExitStack)

    @property
    def address(self) -> str:
        """The latest address of the process."""
        return self.process.address if self.process else "http://127.0.0.1:1"

    @property
    def log(self) -> str:
        """The log of all its processes."""
        return (self.folder / "log").read_text("utf-8")

    async def start(self, *more: str) -> None:
        """Start the process, with more options, and return once it answers."""
        options = (
            f"--database=postgresql://canastra@127.0.0.1:{self.database_link.port}/{self.database}?sslmode=disable",
            f"--bus=nats://127.0.0.1:{self.bus_link.port}",
            f"--node={self.name}",
        )
        command = [*COMMAND[:-1], WRONG_CLOCK + COMMAND[-1]] if self.wrong_clock else COMMAND
        serves = serving(self.folder, *OPTIONS, *self.options, *options, *more, command=command)
        self.process = await asyncio.to_thread(self._stack.enter_context, serves)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process."""
        assert self.process is not None
        self.process.child.send_signal(number)

    async def kill(self) -> None:
        """Kill the process."""
        self.send(signal.SIGKILL)
        await self.gone()

    async def end(self) -> int:
        """End the process in order, and return its exit status."""
        self.send(signal.SIGTERM)
        return await self.gone()

    async def gone(self) -> int:
        """Wait for the end of the process, and return its exit status."""
        assert self.process is not None
        return await asyncio.to_thread(self.process.child.wait, SECONDS)

    def close(self) -> None:
        """End the process, even if it is stopped."""
        self._stack.close()


@dataclass(frozen=True)
class Services:
    """The services that members share."""

    postgres: Postgres
    nats: Nats
    dsn: str
    """The connection string of the database, without a link."""

    @property
    def database(self) -> str:
        """The name of the database."""
        return str(psycopg.conninfo.conninfo_to_dict(self.dsn)["dbname"])


@dataclass
class Cluster:
    """Members on one database and one bus."""

    services: Services
    members: Sequence[Member]

    @property
    def dsn(self) -> str:
        """The connection string of the database, without a link."""
        return self.services.dsn

    def owners(self) -> dict[int, str]:
        """Return the owned shards with their owners: a member's name and some letters."""
        with psycopg.connect(self.dsn) as connection:
            rows = connection.execute("SELECT shard, node FROM shards WHERE until >= now()").fetchall()
        return {int(shard): str(node) for shard, node in rows}

    def expect(self, members: Iterable[Member]) -> None:
        """Announce members to the database, so that the first to start leaves shards to the others."""
        with psycopg.connect(self.dsn) as connection:
            for member in members:
                connection.execute("INSERT INTO nodes VALUES (%s, now() + interval '5 s')", (member.name,))

    def tables_of(self, member: Member, tables: Iterable[str]) -> set[str]:
        """Return the tables, of these, that a member runs."""
        owners = self.owners()
        return {each for each in tables if owners.get(shard_of(each), "").rpartition("-")[0] == member.name}

    async def drain(self, member: Member) -> None:
        """End a member by `canastra cluster drain`."""
        await self.shared_out()  # A member that was cut off owns nothing, so its name is unknown until it is back.
        node = next(each for each in self.owners().values() if each.rpartition("-")[0] == member.name)
        ran = await asyncio.to_thread(canastra, "cluster", "drain", node, "--bus", self.services.nats.url)
        assert ran.status == 0, ran
        assert await member.gone() == 0

    async def shared_out(self) -> None:
        """Wait until each shard has an owner, and each member owns shards."""
        async with asyncio.timeout(SECONDS):
            while True:
                held = self.owners().values()
                if len(held) == SHARDS and len(set(held)) == len(self.members):
                    return
                await asyncio.sleep(0.1)


@asynccontextmanager
async def cluster(folder: Path, services: Services, *options: str, names: str = "abc") -> AsyncIterator[Cluster]:
    """Run members that share the shards. At the end all their processes are stopped."""
    async with AsyncExitStack() as stack:
        members = []
        for name in names:
            links = Link(services.postgres.folder / ".s.PGSQL.5432"), Link(services.nats.port)
            for link in links:
                await stack.enter_async_context(link.running())
            (folder / name).mkdir()
            members.append(Member(name, folder / name, *links, services.database, options))
            stack.callback(members[-1].close)
        made = Cluster(services, members)
        made.expect(members[1:])
        await asyncio.gather(*(each.start() for each in members))
        await made.shared_out()
        yield made
