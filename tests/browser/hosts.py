"""A server for one test, which can fail."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.ports import free_port
from tests.server.run.process import PLENTY, Process, serving


@dataclass
class Host:
    """A server that can be stopped, and started again with another client, with the same tables at the same address."""

    folder: Path
    running: ExitStack = field(default_factory=ExitStack)
    port: int = field(default_factory=free_port)
    address: str = ""

    def on(self, web: Path, *options: str) -> None:
        process: Process = self.running.enter_context(
            serving(self.folder, "--web", str(web), "--port", str(self.port), "--drain", "0", *options, *PLENTY)
        )
        process.wait_ready()
        self.address = process.address

    def off(self) -> None:
        """Kill the process, so that it can finish nothing."""
        self.running.close()
