"""Two or more nodes in one process, with gateways in front of applications, and a NATS server of their own."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn

from canastra.cluster.routing.bus import Bus
from canastra.cluster.routing.gateway import Gateway
from canastra.protocol import LARGEST_FRAME
from canastra.server.settings import Settings
from canastra.server.ws import Connections, protocols
from tests.ports import free_port


class FixedDirectory:
    """Owners as a test sets them, in one dictionary that all nodes share."""

    def __init__(self, node: str, owners: dict[str, str]) -> None:
        self.node, self.owners = node, owners

    def owner(self, key: str) -> str | None:
        return self.owners.get(key, self.owners.get("*"))

    async def wait(self, key: str, seconds: float) -> str | None:
        end = asyncio.get_running_loop().time() + seconds
        while (found := self.owner(key)) is None and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        return found


@asynccontextmanager
async def listening(app: Any, settings: Settings | None = None, lifespan: Any = "off") -> AsyncIterator[str]:
    """Serve an application behind this project's protocols, and yield its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        made = protocols(Connections(settings or Settings()))
        config = uvicorn.Config(
            app, **made, ws_max_size=LARGEST_FRAME, ws_per_message_deflate=False, lifespan=lifespan, log_config=None
        )
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        task = asyncio.create_task(server._serve([listener]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


@asynccontextmanager
async def gateway(app: Any, bus: Bus, directory: FixedDirectory, **options: Any) -> AsyncIterator[Gateway]:
    """Start a gateway, and check at the end that nothing is left in it."""
    made = Gateway(app, bus, directory, **options)
    await made.start()
    try:
        yield made
    finally:
        await made.close()
        assert len(made.tunnels) == 0


@contextmanager
def nats_server(port: int = 0) -> Iterator[str]:
    """Start a NATS server, and yield its address."""
    found = shutil.which("nats-server")
    assert found, "nats-server is not installed"
    port = port or free_port()
    child = subprocess.Popen([found, "-a", "127.0.0.1", "-p", str(port)], stderr=subprocess.PIPE, text=True)
    try:
        assert child.stderr is not None
        assert any("Server is ready" in line for line in child.stderr)
        yield f"nats://127.0.0.1:{port}"
    finally:
        child.kill()
        child.communicate()
