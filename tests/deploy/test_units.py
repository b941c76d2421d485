"""The server as its unit starts it, with somebody who listens in systemd's place."""

from __future__ import annotations

import re
import shlex
import signal
import socket
import subprocess
from pathlib import Path

from canastra.server.run import AFTER_DRAIN
from canastra.server.settings import Settings
from tests.cli.running import environment
from tests.deploy.proxies import DEPLOY
from tests.server.run.running import COMMAND, SECONDS

UNIT = (DEPLOY / "canastra.service").read_text("utf-8")
INSTALLED = "/opt/canastra/bin/canastra"


def setting(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)
    return str(found)


def test_the_unit_is_told_that_the_server_is_ready_alive_and_ending(tmp_path: Path) -> None:
    (tmp_path / "state" / "canastra").mkdir(parents=True)

    def placed(text: str) -> str:
        return text.replace("%S", f"{tmp_path}/state").replace("%C", f"{tmp_path}/cache")

    program, *arguments = shlex.split(placed(setting("ExecStart")))
    assert program == INSTALLED
    given = dict(each.split("=", 1) for each in re.findall(r"^Environment=(.*)$", placed(UNIT), re.MULTILINE))
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
    """By default systemd gives up after five failures within ten seconds, which a full disk makes of five starts."""
    assert (setting("StartLimitIntervalSec"), setting("Restart")) == ("0", "on-failure")
    assert int(setting("RestartSec")) >= 1
