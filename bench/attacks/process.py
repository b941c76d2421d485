"""The server under attack: the real command of any source tree, so that an older version is tried in the same way."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from bench.serving.process import free_port

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
OPTIONS = ("--proxy", "127.0.0.1", "--plain-bots", "--log-level", "warning")
"""All caps as they are by default: honest people come from addresses of their own, by a proxy that is believed."""


class Server:
    """`canastra serve` of a tree that has its environment in ``.venv``, on a database of its own."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree, self.folder, self.port = tree.resolve(), folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Return when it takes connections."""
        python = sys.executable if self.tree == ROOT else self.tree / ".venv" / "bin" / "python"
        command = [str(python), "-c", "from canastra.cli.main import main; main()", "serve", "--port", str(self.port)]
        command += ["--database", str(self.folder / "attacked.db"), *OPTIONS]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        deadline = time.perf_counter() + 120
        while time.perf_counter() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError("the server doesn't start: " + (self.folder / "log").read_text("utf-8")[-500:])

    def stop(self) -> int | None:
        """End it as an operator would; its exit status, None if it had to be killed after a minute."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return None

    def memory(self) -> int:
        """Bytes resident, of the server's own process."""
        assert self._process is not None
        return _memory(self._process.pid)

    def memory_of_children(self) -> int:
        """Bytes resident of the processes beside it: bots, replays."""
        assert self._process is not None
        return sum(_memory(pid) for pid in children(self._process.pid))

    def cpu(self) -> float:
        """Seconds of processor time that the server and all that it has started have used."""
        assert self._process is not None
        return sum(_cpu(pid) for pid in (self._process.pid, *children(self._process.pid)))

    def disk(self) -> int:
        """Bytes of the database and the files beside it."""
        return sum(path.stat().st_size for path in self.folder.glob("attacked.db*"))


def children(pid: int) -> list[int]:
    """All processes below one."""
    found, waiting = [], [pid]
    while waiting:
        for task in Path("/proc", str(waiting.pop()), "task").glob("*/children"):
            try:
                below = [int(word) for word in task.read_text("utf-8").split()]
            except OSError:
                continue
            found += below
            waiting += below
    return found


def _memory(pid: int) -> int:
    try:
        lines = Path("/proc", str(pid), "status").read_text("utf-8").splitlines()
    except OSError:  # It has ended meanwhile.
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")), 0)


def _cpu(pid: int) -> float:
    try:
        fields = Path("/proc", str(pid), "stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / TICKS
