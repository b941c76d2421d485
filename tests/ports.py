"""Ports for servers that start on a port of the test's choice, or come back on the one that they had."""

from __future__ import annotations

import os
import socket
from itertools import cycle
from random import randrange

BEGIN, END = 10_000, 32_000
"""Below the ports that Linux gives to connections and for port 0, where a free port may be taken at once."""
SHARE = 1_000
"""Ports of one process: the run itself, or one of its workers."""


def _own() -> range:
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw-1").removeprefix("gw")) + 1
    begin = BEGIN + number * SHARE % (END - BEGIN)
    return range(begin, begin + SHARE)


_ports = cycle(_own())
for _ in range(randrange(SHARE)):  # Another run may go on beside this one.
    next(_ports)


def free_port() -> int:
    """A port without a listener that no other process of this run gets."""
    for port in _ports:
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
    raise AssertionError
