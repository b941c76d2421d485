"""The server and the worker as their units start them, with a listener in systemd's place."""

from __future__ import annotations

import asyncio
import re
import shlex
import signal
import socket
import subprocess
from pathlib import Path

from canastra.cluster.bots.run import FINISH
from canastra.cluster.routing.nats_bus import LEAVING, NatsBus
from canastra.server.bots import Asker
from canastra.server.run import AFTER_DRAIN
from canastra.server.settings import Settings
from tests.cli.running import environment
from tests.cluster.bot_workers import Unasked, asking, views
from tests.deploy.proxies import DEPLOY
from tests.ports import free_port
from tests.server.run.process import COMMAND, SECONDS
from tests.services import Nats

UNIT = (DEPLOY / "canastra.service").read_text("utf-8")
WORKER = (DEPLOY / "canastra-worker.service").read_text("utf-8")
WORKER_PAGE = (DEPLOY.parent / "docs" / "cluster-bots.md").read_text("utf-8")
INSTALLED = "/opt/canastra/bin/canastra"


def setting(name: str, unit: str = UNIT) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)
    return str(found)


def variables(unit: str) -> dict[str, str]:
    """Return the environment of a unit, without the variables from a file."""
    return dict(each.split("=", 1) for each in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE))


def command_lines() -> str:
    """Return the command lines of all processes, as `ps` shows them."""
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(each.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:  # It has ended.
            continue
    return "\n".join(found)


def test_the_unit_is_told_that_the_server_is_ready_alive_and_ending(tmp_path: Path) -> None:
    (tmp_path / "state" / "canastra").mkdir(parents=True)

    def placed(text: str) -> str:
        return text.replace("%S", f"{tmp_path}/state").replace("%C", f"{tmp_path}/cache")

    program, *arguments = shlex.split(placed(setting("ExecStart")))
    assert program == INSTALLED
    given = variables(placed(UNIT))
    assert setting("Type") == "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(SECONDS)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "2000000", "CANASTRA_PORT": "0"}
        child = subprocess.Popen(
            [*COMMAND, *arguments],
            env=environment(**given, **told),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            heard = [systemd.recv(100)]
            while heard[-3:] != [b"WATCHDOG=1"] * 3:
                heard.append(systemd.recv(100))
            child.send_signal(signal.SIGTERM)
            while heard[-1] != b"STOPPING=1":
                heard.append(systemd.recv(100))
            assert b"READY=1" in heard
            assert child.wait(SECONDS) == 0
        finally:
            child.kill()
            child.wait()
    assert (tmp_path / "state" / "canastra" / "canastra.db").is_file()


def test_the_unit_leaves_the_server_its_time() -> None:
    assert int(setting("WatchdogSec")) >= 30  # docs/operating.md: a busy disk takes its time.
    assert int(setting("TimeoutStopSec")) > Settings().drain + AFTER_DRAIN
    assert int(setting("LimitNOFILE")) > 2 * Settings().caps.sockets


def test_a_server_that_cannot_start_is_tried_again_for_ever() -> None:
    """By default systemd gives up after five failures within ten seconds, as many as five starts on a full disk."""
    assert (setting("StartLimitIntervalSec"), setting("Restart")) == ("0", "on-failure")
    assert int(setting("RestartSec")) >= 1


def test_the_workers_unit_tells_that_it_lives_and_keeps_its_password_out_of_command_lines(
    nats: Nats, tmp_path: Path
) -> None:
    """The password comes from the page's file; users who can't read the file don't see it by `ps`."""
    program, *arguments = shlex.split(setting("ExecStart", WORKER))
    assert (program, arguments) == (INSTALLED, ["worker"])
    assert "CANASTRA_BUS" not in variables(WORKER)  # `systemctl show` shows these to every user.
    place = setting("EnvironmentFile", WORKER)
    assert f"install -D -m 600 /dev/null {place}" in WORKER_PAGE
    (shown,) = re.findall(rf"^```ini\n# {re.escape(place)}\n(.*?)^```", WORKER_PAGE, re.MULTILINE | re.DOTALL)
    written = dict(line.split("=", 1) for line in shown.splitlines())
    assert "SECRET" in written["CANASTRA_BUS"]
    secret = "a-password-of-this-test"
    written["CANASTRA_BUS"] = nats.url.replace("nats://", f"nats://bots:{secret}@")
    written["CANASTRA_WORKER_METRICS"] = str(free_port())
    cache = {name: text.replace("%C", str(tmp_path)) for name, text in variables(WORKER).items()}

    async def ask() -> None:
        """Ask a question, so that a process of bots runs too."""
        bus = NatsBus(nats.url)
        await bus.start()
        async with asking(bus, Unasked()) as bots:
            await bots.ask(views()[0], "greedy", 1, Asker(number=1))
        await bus.close()

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(SECONDS)
        told = {
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "WATCHDOG_USEC": "1000000",
            "CANASTRA_LEVELS": "greedy",  # Needs no time to compile.
        }
        with (tmp_path / "log").open("w", encoding="utf-8") as log:
            child = subprocess.Popen(
                [*COMMAND, *arguments],
                env=environment(**cache, **written | told),
                stdout=log,
                stderr=log,
            )
        try:
            assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            asyncio.run(ask())
            assert f"{COMMAND[-1]} worker" in command_lines()
            assert secret not in command_lines()
            child.send_signal(signal.SIGTERM)
            while (heard := systemd.recv(100)) != b"STOPPING=1":
                assert heard == b"WATCHDOG=1"
            assert child.wait(SECONDS) == 0
        finally:
            child.kill()
            child.wait()
    assert secret not in (tmp_path / "log").read_text("utf-8")


def test_the_workers_unit_leaves_it_its_time_and_tries_for_ever() -> None:
    assert int(setting("WatchdogSec", WORKER)) > FINISH  # No work of the worker blocks its loop this long.
    assert int(setting("TimeoutStopSec", WORKER)) > FINISH + LEAVING + 1  # And time to send the waiting messages.
    assert (setting("StartLimitIntervalSec", WORKER), setting("Restart", WORKER)) == ("0", "on-failure")
