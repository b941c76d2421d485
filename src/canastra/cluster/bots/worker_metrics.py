"""The metrics of a worker and their HTTP server for Prometheus; they contain neither cards nor seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from prometheus_client import start_http_server

from canastra.errors import InputError
from canastra.server.metrics import MetricRegistry
from canastra.server.settings import LARGEST_PORT

HERE = "127.0.0.1"
"""The listening address if only a port is given."""
_ADDRESS = re.compile(r"(?:(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):)?(?P<port>[0-9]{1,5})", re.ASCII)


class WorkerMetrics(MetricRegistry):
    """The metrics of a worker, as docs/cluster-bots.md lists them."""

    def __init__(self, version: str = "") -> None:
        super().__init__(version)
        self.questions = self.counter("worker_questions", "Questions, by how they ended", "level", "end")
        self.seconds = self.histogram("worker_seconds", "Thinking about a question, however that ended", "level")


class MetricsAddress(NamedTuple):
    """The address of the metrics' HTTP server."""

    host: str
    port: int


def metrics_address(text: str) -> MetricsAddress:
    """An address with a port, or a port of this host alone. Raises `InputError`.

    >>> metrics_address("9108"), metrics_address("[::1]:9108")
    (MetricsAddress(host='127.0.0.1', port=9108), MetricsAddress(host='::1', port=9108))
    """
    found = _ADDRESS.fullmatch(text)
    if found is None or not 0 < int(found["port"]) <= LARGEST_PORT:
        raise InputError("bot_worker_metrics", found=text[:80])
    return MetricsAddress((found["host"] or HERE).strip("[]"), int(found["port"]))


@contextmanager
def showing(metrics: MetricRegistry, address: MetricsAddress | None) -> Iterator[None]:
    """Serve the metrics by HTTP during a block, if there is an address. Raises `InputError` if the address is
    unavailable.
    """
    if address is None:
        yield
        return
    try:
        server, thread = start_http_server(address.port, address.host, metrics.registry)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError("bot_worker_metrics_refused", host=address.host, port=address.port, reason=reason) from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
