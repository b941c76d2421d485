"""The least that an action can cost with these libraries: ``python -m bench.serving.echo [--tables N] [--rate N]``.

Uvicorn, websockets and uvloop as the server has them, and an application that does nothing: each message of one of four
sockets is answered, and sent on to all four, as large as an update is.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import defaultdict
from random import Random
from typing import Any

import uvicorn
import uvloop

from bench.serving.process import Server, pin
from bench.serving.socket import Socket

UPDATE, ANSWER = "x" * 450, "x" * 60
SEATS = 4
Send = Any
_tables: defaultdict[str, list[Send]] = defaultdict(list)


async def application(scope: Any, receive: Any, send: Send) -> None:
    """ASGI: the path is the table."""
    await receive()
    await send({"type": "websocket.accept"})
    seats = _tables[scope["path"]]
    seats.append(send)
    while (await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": ANSWER})
        for send in seats:
            await send({"type": "websocket.send", "text": UPDATE})


async def measure(tables: int, rate: float, seconds: float, server: Server) -> None:
    """Send at random moments, and say what the server's process took for each message."""
    heard = 0

    def note(message: bytes) -> None:
        nonlocal heard
        heard += 1

    sockets = [
        await Socket.connect(server.port, f"/{table}", "", note) for table in range(tables) for _ in range(SEATS)
    ]
    random, started, sent = Random(0), time.perf_counter(), 0
    cpu, due = server.cpu(), started
    while (due := due + random.expovariate(rate)) < started + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        random.choice(sockets).send(b"x" * 80)
        sent += 1
    await asyncio.sleep(0.5)
    assert heard == sent * (SEATS + 1)
    print(
        f"{sent / seconds:.0f} messages/s, {(server.cpu() - cpu) / sent * 1e6:.0f} us of the server's process for each"
    )


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        pin(0)
        port = int(sys.argv[2])
        uvicorn.run(application, port=port, ws="websockets-sansio", ws_per_message_deflate=False, log_level="error")
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=8)
    options = parser.parse_args()
    pin(1)
    server = Server("bench.serving.echo", "serve")
    server.start()
    try:
        uvloop.run(measure(options.tables, options.rate, options.seconds, server))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
