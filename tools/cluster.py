"""Three servers behind nginx on this machine, as docs/cluster.md has them, one of which is killed now and then.

Run as ``python -m tools.cluster [--kill SECONDS] [--port PORT]`` and, beside it, the tests of the page:
``CANASTRA_SERVER=http://127.0.0.1:PORT pytest tests/browser/test_deals.py``.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path

from canastra.cluster.schema import bring_up_to_date
from tests.cluster import processes
from tests.cluster.processes import Cluster, Services
from tests.deploy.proxies import MAIN
from tests.services import Nats, Postgres
from tools.debian import find
from tools.web_build import ROOT, build, built

DEPLOY = ROOT / "deploy" / "nginx"
LEASE = 10.0
SITE = """
map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
server {{
    listen 127.0.0.1:{port};
    location / {{ {location} }}
}}
"""


@contextmanager
def nginx(folder: Path, port: int, addresses: list[str]) -> Iterator[None]:
    """Debian's nginx with the project's files, but for addresses and TLS."""
    (folder / "conf.d").mkdir()
    upstream = (DEPLOY / "canastra-cluster.conf").read_text("utf-8")
    for example, address in zip(("8081", "8082", "8083"), addresses, strict=True):
        assert f"127.0.0.1:{example}" in upstream
        upstream = upstream.replace(f"127.0.0.1:{example}", address.removeprefix("http://"))
    location = (DEPLOY / "canastra-proxy.conf").read_text("utf-8")
    location = location.replace("proxy_pass http://127.0.0.1:8080;", "proxy_pass http://canastra;")
    (folder / "conf.d" / "site.conf").write_text(upstream + SITE.format(port=port, location=location), "utf-8")
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder, user="user root;"), "utf-8")
    child = subprocess.Popen([str(find("nginx")), "-c", str(main)])
    try:
        yield
    finally:
        child.terminate()
        child.wait()


async def kill_in_turn(cluster: Cluster, seconds: float) -> None:
    """Kill a server every `seconds` seconds and start it again at the same address, until cancelled."""
    for member in cycle(cluster.members):
        await asyncio.sleep(seconds)
        port = member.address.rpartition(":")[2]
        await member.kill()
        print(f"killed {member.name}", flush=True)
        await asyncio.sleep(2)
        await member.start(f"--port={port}")


async def run(port: int, kill: float) -> None:
    """Serve until cancelled."""
    build(ROOT)
    postgres, nats = Postgres(), Nats()
    try:
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="canastra-tests-")))
            options = (f"--lease={LEASE}", "--web", str(built(ROOT)), "--proxy", "127.0.0.1", "--allowed-host", "*")
            dsn = postgres.dsn(postgres.create())
            bring_up_to_date(dsn)
            servers = processes.cluster(folder, Services(postgres, nats, dsn), *options)
            made = await stack.enter_async_context(servers)
            stack.enter_context(nginx(folder, port, [member.address for member in made.members]))
            print(f"three servers at http://127.0.0.1:{port}", flush=True)
            if kill:
                await kill_in_turn(made, kill)
            await asyncio.Event().wait()
    finally:
        nats.close()
        postgres.close()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--kill", type=float, default=0.0, metavar="SECONDS")
    given = parser.parse_args()
    with suppress(KeyboardInterrupt):
        asyncio.run(run(given.port, given.kill))


if __name__ == "__main__":
    main()
