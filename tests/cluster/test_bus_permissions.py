"""deploy/nats-hosts.conf as a real NATS reads it: TLS, a user for each server, and what each role may do."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
import trustme

from canastra.client import Client, at_random, play
from canastra.cluster.bots.messages import WORKERS, level_subject, worker_subject
from canastra.cluster.node import FREED
from canastra.cluster.routing.bus import UnheardError
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.cluster.status import drain_subject, status_subject
from canastra.protocol.tables import NewTable
from canastra.server.live import LocalBots
from tests.cluster.bot_workers import question, until, workers
from tests.cluster.test_node import QUICK, cluster
from tests.ports import free_port
from tests.services import SECONDS, Nats, as_user, folder_for_user, program, wait_for, wanted

CONF = Path(__file__).parents[2] / "deploy" / "nats-hosts.conf"


class Secured:
    """NATS with the file, its passwords filled in."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        authority = trustme.CA()
        own = authority.issue_cert("localhost")
        authority.cert_pem.write_to_path(folder / "ca.pem")
        own.private_key_pem.write_to_path(folder / "nats.key")
        own.cert_chain_pems[0].write_to_path(folder / "nats.pem")
        text = (
            CONF.read_text("utf-8")
            .replace("/etc/canastra/", f"{folder}/")
            .replace("0.0.0.0:4222", f"127.0.0.1:{self.port}")
        )
        text = re.sub(r"PASSWORD-OF-(\w+)", lambda found: f"secret-{found[1].lower()}", text)
        (folder / "nats.conf").write_text(text, "utf-8")
        for path in folder.iterdir():
            path.chmod(0o644)
        command = as_user(signal.SIGKILL, program("nats-server"), "--config", str(folder / "nats.conf"))
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_for(self._listens, self.process, folder / "log")

    def url(self, user: str) -> str:
        """Return the options with which a user connects."""
        return f"tls://{user}:secret-{user}@localhost:{self.port}"

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False


@pytest.fixture
def secured(monkeypatch: pytest.MonkeyPatch) -> Iterator[Secured]:
    wanted()
    folder = folder_for_user()
    made = Secured(folder)
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "ca.pem"))  # As docs/cluster.md says.
    yield made
    made.process.kill()
    made.process.wait(SECONDS)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
def test_servers_and_a_worker_do_all_that_they_do_with_no_more_rights(
    secured: Secured, tmp_path: Path, empty_database: str
) -> None:
    """A person plays a worker's bot through another node, and all end in order, without a refused message."""

    async def main() -> None:
        bus = NatsBus(secured.url("bots"))
        await bus.start()
        own = secured.url("{node}")
        async with (
            workers(bus, LocalBots(), levels=("greedy",)) as (worker,),
            cluster(tmp_path, empty_database, own, ("um", "dois", "tres"), QUICK) as made,
            Client(made.addresses["um"]) as ana,
        ):
            await ana.account.guest("Ana")
            for _ in range(3):  # One of them is another node's: each opens tables of its own.
                card = await ana.tables.open(NewTable("canastra-duelo"))
                await ana.tables.add_bots(card.table, "greedy")
                owner = await made.owner(card.table)
                there = next(name for name in made.nodes if name != owner)
                async with Client(made.addresses[there], token=ana.token) as again, again.table(card.table) as one:
                    await play(one, at_random(1))
                    assert one.state["stage"] == "finished"
            assert worker.counts["answered"] > 0
            operator = NatsBus(secured.url("operator"))
            await operator.start()
            node = made.nodes["dois"].leases.node
            assert b'"version"' in await operator.request(status_subject(node), b"", 5)
            await operator.close()
            await made.end("tres")
            await made.shared_out()
        await bus.close()

    asyncio.run(main())
    assert "Violation" not in (secured.folder / "log").read_text("utf-8")


def test_each_role_has_no_more_rights_than_it_needs(secured: Secured) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:

            async def connected(user: str) -> NatsBus:
                bus = NatsBus(secured.url(user))
                await bus.start()
                stack.push_async_callback(bus.close)
                return bus

            server, other, worker, operator = [await connected(user) for user in ("um", "dois", "bots", "operator")]
            assert not server.lets_anybody_in
            heard: list[bytes] = []
            for subject in ("canastra.frames.um", "canastra.open.um", FREED, WORKERS, "canastra.drain.um"):
                await worker.subscribe(subject, heard.append)
                await operator.subscribe(subject, heard.append)
            await worker.subscribe("_INBOX.>", heard.append)
            asked: list[bytes] = []

            def drained(data: bytes) -> bytes:
                asked.append(data)
                return b"yes"

            await server.subscribe(drain_subject("um"), drained)

            async def answer(data: bytes) -> bytes:
                return b"answer"

            await server.serve("canastra.open.um", answer)
            await worker.serve(worker_subject("w"), answer)
            await worker.serve(level_subject("greedy"), answer, "bots")
            assert await other.request("canastra.open.um", b"", 5) == b"answer"
            for subject in (worker_subject("w"), level_subject("greedy")):
                assert await other.request(subject, question(), 5) == b"answer"
            other.publish("canastra.frames.um", b"cards")
            other.publish(FREED, b"")
            for bus in (other, worker):
                with pytest.raises(UnheardError):
                    await bus.request(drain_subject("um"), b"", 0.5)
            assert not asked
            assert await operator.request(drain_subject("um"), b"", 5) == b"yes"
            with pytest.raises(UnheardError):
                await operator.request("canastra.open.um", b"", 0.5)
            with pytest.raises(UnheardError):
                await worker.request("canastra.open.um", b"", 0.5)
            assert not heard

    asyncio.run(main())


def test_nobody_else_gets_in(secured: Secured, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(url: str) -> None:
        with pytest.raises(UnheardError):
            await NatsBus(url).start(2)

    async def main() -> None:
        await refused(secured.url("um").replace("secret-um", "secret-dois"))
        await refused(f"tls://localhost:{secured.port}")
        await refused(secured.url("um").replace("localhost", "127.0.0.1"))  # Not the name in its certificate.
        monkeypatch.delenv("SSL_CERT_FILE")
        await refused(secured.url("um"))  # Its authority is unknown.

    asyncio.run(main())


def test_a_bus_that_lets_anybody_in_is_warned_of(nats: Nats, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        await until(lambda: bus.is_connected)
        bus.warn_if_open()
        await bus.close()

    asyncio.run(main())
    assert caplog.text.count("event=bus_open") == 1
