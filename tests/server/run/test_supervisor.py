"""Notifications to systemd, and the end of a server that can't write."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from canastra.server.health import Health, Supervisor, keep_watching
from tests.server.run.process import SECONDS, serving

FULL = 1_200_000
"""The largest size of a file, in bytes."""
CRAMPED = (
    f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({FULL}, {FULL * 100})); "
    "from canastra.cli.main import main; main()"
)


@contextmanager
def listener(address: str) -> Iterator[socket.socket]:
    """The socket that systemd listens on."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(address)
        made.settimeout(SECONDS)
        yield made


def drained(told: socket.socket) -> set[bytes]:
    """The notifications so far."""
    found = set[bytes]()
    told.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            found.add(told.recv(100))
    return found


@pytest.mark.parametrize("form", ["path", "abstract"])
def test_a_supervisor_is_told_what_happens(tmp_path: Path, form: str) -> None:
    name = str(tmp_path / "n") if form == "path" else f"@canastra-{os.getpid()}"
    address = name if form == "path" else "\0" + name[1:]
    environment = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": str(os.getpid())}
    with listener(address) as told:
        supervisor = Supervisor(environment)
        assert not environment  # No process started by this one is to speak for it.
        assert supervisor.interval == 1.5
        supervisor.ready()
        supervisor.alive()
        supervisor.stopping()
        assert [told.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


@pytest.mark.parametrize(
    "environment",
    [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "relative"}, {"NOTIFY_SOCKET": "/nonexistent/socket"}],
)
def test_nobody_who_listens_is_no_fault(environment: dict[str, str]) -> None:
    Supervisor(environment).ready()


@pytest.mark.parametrize(
    ("allowed", "process"), [("0", None), ("x", None), ("", None), ("5000000", "1"), ("²", None), ("-5", None)]
)
def test_a_watchdog_for_somebody_else_wants_nothing(allowed: str, process: str | None) -> None:
    environment = {"WATCHDOG_USEC": allowed} | ({"WATCHDOG_PID": process} if process else {})
    assert Supervisor(environment).interval is None


class Told(Supervisor):
    """Counts the signs of life."""

    def __init__(self) -> None:
        super().__init__({"WATCHDOG_USEC": "2000"})
        self.signs = 0

    def alive(self) -> None:
        self.signs += 1


def test_a_writer_that_hangs_gives_no_sign_of_life() -> None:
    async def main() -> None:
        supervisor, hanging = Told(), asyncio.Event()

        async def written() -> None:
            if supervisor.signs >= 5:
                hanging.set()
                await asyncio.Event().wait()

        gave_up: list[None] = []
        watching = asyncio.create_task(
            keep_watching(supervisor, Health(lambda: False), written, lambda: gave_up.append(None), 0.001)
        )
        await asyncio.wait_for(hanging.wait(), SECONDS)
        await asyncio.sleep(0.02)
        assert supervisor.signs == 5
        assert not gave_up
        watching.cancel()

    asyncio.run(main())


@pytest.mark.parametrize("exit_after", [0.5, 0])
@pytest.mark.limit("exit_after")
def test_a_fault_that_lasts_ends_the_server_once(exit_after: float) -> None:
    async def main() -> None:
        supervisor, health, gave_up = Told(), Health(lambda: True), asyncio.Event()

        async def written() -> None:
            raise AssertionError("nothing can be written")

        watching = asyncio.create_task(keep_watching(supervisor, health, written, gave_up.set, exit_after))
        if exit_after:
            await asyncio.wait_for(watching, SECONDS)
            assert gave_up.is_set()
        else:
            while supervisor.signs < 10:
                await asyncio.sleep(0.01)
            assert not gave_up.is_set()
            watching.cancel()
        assert supervisor.signs > 1  # It gets the time for an orderly end.

    asyncio.run(main())


def test_a_server_whose_disk_was_full_goes_on_once_there_is_room(tmp_path: Path) -> None:
    """Nothing that was acknowledged is lost, and the server gives signs of life all the time."""
    address = str(tmp_path / "notify")
    caps = ("--cap=guests_of_address=100000/100000", "--cap=requests_of_address=100000/100000", "--plain-bots")
    tokens: list[str] = []

    def fill(client: httpx2.Client) -> httpx2.Response:
        """Make guests until one is refused; return that answer."""
        while (answer := client.post("/api/guests", json={"name": "A" * 20, "token": True})).is_success:
            tokens.append(answer.json()["token"])
        return answer

    with listener(address) as told:
        variables = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "500000"}
        command = [sys.executable, "-c", CRAMPED]
        options = (*caps, "--exit-after=1", "--log-level=warning")
        with serving(tmp_path, *options, command=command, **variables) as process:
            assert told.recv(100) == b"READY=1"
            process.wait_ready()
            with httpx2.Client(base_url=process.address, timeout=SECONDS) as client:
                refused = fill(client)
                assert (refused.status_code, refused.json()["error"]["code"]) == (503, "api_unavailable")
                assert client.get("/healthz").json() == {"status": "ok"}
                assert client.get("/readyz").json() == {"status": "storage_waits"}
                time.sleep(2)  # Twice as long as a server lives that only a restart helps.
                assert client.post("/api/guests", json={"name": "Eva"}).status_code == 503
                resource.prlimit(process.child.pid, resource.RLIMIT_FSIZE, (FULL * 100, FULL * 100))
                process.wait_ready()
                tokens.append(client.post("/api/guests", json={"name": "Eva", "token": True}).json()["token"])
            heard = drained(told)
            status, _ = process.end()
            assert status == 0
            assert process.log.count("event=not_written") == process.log.count("event=written_again") == 1
            assert "gave_up" not in process.log
        heard |= drained(told)
        assert heard == {b"WATCHDOG=1", b"STOPPING=1"}
    with serving(tmp_path, "--plain-bots") as process:
        process.wait_ready()
        for token in (tokens[0], tokens[-1]):
            assert process.get("/api/me", Authorization=f"Bearer {token}").status_code == 200
        assert process.end()[0] == 0
