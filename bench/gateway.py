"""The cost of a message through a gateway: `python -m bench.gateway nats://127.0.0.1:4222`. Echoes over one socket."""

from __future__ import annotations

import asyncio
import sys
import time
from multiprocessing import Process, Queue
from typing import Any

import uvicorn
from websockets.asyncio.client import connect

from canastra.cluster.routing.gateway import Gateway
from canastra.cluster.routing.nats_bus import NatsBus

ROUNDS, RUNS = 5_000, 5
MESSAGE = '{"type":"act","id":"a7","step":41,"action":"discard KS"}' + " " * 200


class OneOwner:
    """Node b owns everything."""

    def __init__(self, node: str) -> None:
        self.node = node

    def owner(self, key: str) -> str | None:
        return "b"

    async def wait(self, key: str, seconds: float) -> str | None:
        return "b"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": str(time.process_time()) if event["text"] == "cpu" else MESSAGE})


async def node(name: str, address: str, ports: Any) -> None:
    bus = NatsBus(address)
    await bus.start()
    gateway = Gateway(echo, bus, OneOwner(name))
    await gateway.start()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await (echo if "/cpu" in scope["path"] else gateway)(scope, receive, send)

    server = uvicorn.Server(
        uvicorn.Config(app, port=0, log_level="error", lifespan="off", ws_per_message_deflate=False)
    )
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    ports.put((name, server.servers[0].sockets[0].getsockname()[1]))
    await task


def run(name: str, address: str, ports: Any) -> None:
    asyncio.run(node(name, address, ports))


async def measure(ports: dict[str, int]) -> None:
    for _ in range(RUNS):
        for name in "ba":
            cpu = [await spent(port) for port in ports.values()]
            async with connect(
                f"ws://127.0.0.1:{ports[name]}/api/tables/t/socket", compression=None, proxy=None
            ) as socket:
                times = []
                for _ in range(ROUNDS):
                    began = time.perf_counter()
                    await socket.send(MESSAGE)
                    await socket.recv()
                    times.append(time.perf_counter() - began)
            used = [(await spent(port) - before) / ROUNDS for port, before in zip(ports.values(), cpu, strict=True)]
            times.sort()
            median, late = (1000 * times[int(share * ROUNDS)] for share in (0.5, 0.99))
            who = "gateway" if name == "a" else "owner"
            words = ", ".join(f"{port} {1e6 * seconds:.0f} µs" for port, seconds in zip(ports, used, strict=True))
            print(f"by the {who}: median {median:.2f} ms, p99 {late:.2f} ms; CPU of an echo: {words}")


async def spent(port: int) -> float:
    async with connect(f"ws://127.0.0.1:{port}/cpu", compression=None, proxy=None) as socket:
        await socket.send("cpu")
        return float(await socket.recv())


def main() -> None:
    ports: Any = Queue()
    nodes = [Process(target=run, args=(name, sys.argv[1], ports), daemon=True) for name in "ab"]
    for process in nodes:
        process.start()
    asyncio.run(measure(dict(sorted(ports.get() for _ in nodes))))
    for process in nodes:
        process.terminate()


if __name__ == "__main__":
    main()
