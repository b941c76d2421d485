"""The server under test: a process of its own, with caps that let one address in with thousands of sockets."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings

MUCH = Rate(1_000_000, 1_000_000)
MANY: dict[str, Any] = {
    "sockets_of_person": 20_000,
    "sockets_of_address": 20_000,
    "sockets": 20_000,
    "tables_of_person": 20_000,
    "tables_of_site": 100_000,
    "tables": 100_000,
    "tables_listed_of_person": 20_000,
    "tables_listed_of_address": 20_000,
    "seats_of_person": 20_000,
}
RATES: dict[str, Any] = {cap.name: MUCH for cap in fields(Caps) if isinstance(cap.default, Rate)}
CAPS = Caps(**MANY, **RATES)


def pin(core: int) -> None:
    """Keep this process, and what it starts, on one core where the system can."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


def free_port() -> int:
    """A free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """Start it, kill it, start it again on the same database; ask what it costs."""

    def __init__(self, *what: str) -> None:
        """`what` is run by Python, and gets its port as the last argument."""
        self.port = free_port()
        self._command = [sys.executable, "-m", *what, str(self.port)]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Seconds until it takes connections."""
        began = time.perf_counter()
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        while time.perf_counter() < began + 60:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return time.perf_counter() - began
            time.sleep(0.01)
        raise RuntimeError("the server doesn't start")

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator would."""
        self._end(signal.SIGTERM)

    def cpu(self) -> float:
        """Seconds of processor time used so far, all threads, without children."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes resident."""
        line = next(line for line in self._proc("status").splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    def _proc(self, name: str) -> str:
        assert self._process is not None
        return Path("/proc", str(self._process.pid), name).read_text("utf-8")

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(60)


def main() -> None:
    """The process itself."""
    from canastra.server.run import serve

    database, port = sys.argv[1:]
    pin(0)
    sys.exit(serve(Settings(database=Path(database), port=int(port), log_level="warning", caps=CAPS)))


if __name__ == "__main__":
    main()
