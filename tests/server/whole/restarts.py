"""A server that is killed and started again, each time as a new process on the same database."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from canastra.client import Client, ClientError
from tests.server.run.process import COMMAND, SECONDS, Process, serving
from tests.server.whole.proxy import Proxy


class Restarting:
    """`canastra serve` in a folder, with proxies that follow it from port to port."""

    def __init__(self, folder: Path, *options: str, command: Sequence[str] = COMMAND) -> None:
        self.folder, self._options, self._command = folder, options, command
        self.proxies: list[Proxy] = []
        self.kills = 0
        self._stack = ExitStack()
        self._process: Process | None = None

    @property
    def process(self) -> Process:
        """The one that runs, or ran last."""
        assert self._process is not None
        return self._process

    @property
    def file(self) -> Path:
        """The database."""
        return self.folder / "canastra.db"

    @asynccontextmanager
    async def running(self, started: bool = True) -> AsyncIterator[Restarting]:
        """Started or yet to be, and ended whatever happens."""
        try:
            if started:
                await self.start()
            yield self
        finally:
            await asyncio.to_thread(self._stack.close)

    async def start(self, **variables: str) -> None:
        """Start it."""
        serves = serving(self.folder, *self._options, command=self._command, **variables)
        self._process = await asyncio.to_thread(self._stack.enter_context, serves)
        for proxy in self.proxies:
            proxy.target = int(self._process.address.rpartition(":")[2])

    async def kill(self) -> None:
        """End it without a word, whatever it is doing."""
        await asyncio.to_thread(self.process.end, signal.SIGKILL)
        self.kills += 1

    async def end(self) -> None:
        """End it in order."""
        status, _ = await asyncio.to_thread(self.process.end)
        assert status == 0

    def proxy(self, seed: int) -> Proxy:
        """One more way to it, calm at first."""
        self.proxies.append(Proxy(int(self.process.address.rpartition(":")[2]), seed=seed))
        return self.proxies[-1]


async def record(address: str, token: str | None, table_id: str) -> str:
    """The record of a table's match, by a connection of its own."""
    async with Client(address, token) as client:
        for _ in range(SECONDS):
            try:
                return await client.tables.record(table_id)
            except ClientError as error:
                if error.status != 503:
                    raise
                await asyncio.sleep(0.1)
        raise AssertionError("never ready")
