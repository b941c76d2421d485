"""A server's metrics, for Prometheus; in a registry of its own, so that one process may have several.

Labels are of fixed sets: kinds, routes as templates, statuses. No id, name or address is a label.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SLOW = (0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600)

_CREATED = re.compile(rb"(?:# (?:HELP|TYPE) )?canastra_\w+_created[ {]")


class MetricRegistry:
    """The metrics of a program, with its version; empty if the version doesn't matter."""

    def __init__(self, version: str = "") -> None:
        self.registry = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=self.registry)
        Gauge("canastra_info", "The version that runs", ["version"], registry=self.registry).labels(version).set(1)

    def watch(self, name: str, words: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed when it is read."""
        Gauge(f"canastra_{name}", words, registry=self.registry).set_function(value)

    def counter(self, name: str, words: str, *labels: str) -> Counter:
        """Add a counter."""
        return Counter(f"canastra_{name}", words, labels, registry=self.registry)

    def histogram(self, name: str, words: str, *labels: str, buckets: tuple[float, ...] = _FAST) -> Histogram:
        """Add a histogram of seconds."""
        return Histogram(f"canastra_{name}", words, labels, buckets=buckets, registry=self.registry)

    def text(self) -> bytes:
        """All metrics in Prometheus' format, without the times of creation, which are half of all lines."""
        return b"".join(line for line in generate_latest(self.registry).splitlines(True) if not _CREATED.match(line))


class Metrics(MetricRegistry):
    """The metrics of a server; docs/operating.md lists them."""

    def __init__(self, version: str = "") -> None:
        super().__init__(version)
        self.requests = self.counter("http_requests", "Requests answered", "method", "route", "status")
        self.request_seconds = self.histogram("http_request_seconds", "From a request to its answer", "route")
        self.opened = self.counter("sockets_opened", "Sockets and streams that got their welcome")
        self.closed = self.counter("sockets_closed", "Of these, those that are no more")
        self.refused = self.counter("sockets_refused", "Sockets and messages turned away", "code")
        self.cut_off = self.counter("sockets_cut_off", "Sockets whose reader was too slow")
        self.received = self.counter("messages_received", "Messages from sockets")
        self.sent = self.counter("messages_sent", "Messages to sockets and streams")
        self.commands = self.histogram("command_seconds", "From a command's receipt to its answer")
        self.appends = self.histogram("append_seconds", "Writing the events of a command")
        self.events = self.counter("events", "Events written to the logs of tables")
        self.bots = self.histogram("bot_seconds", "A bot's thinking", "level")
        self.bot_answers = self.counter("bot_answers", "Bots' answers where there are workers", "by")
        self.analyses = self.counter("analyses", "Analyses that came to an end", "end")
        self.analysis_seconds = self.histogram("analysis_seconds", "Analysing a match", buckets=_SLOW)
        self.lag = self.histogram("loop_lag_seconds", "How late the event loop is")


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Note how long a block took, however it ended."""
    began = perf_counter()
    try:
        yield
    finally:
        histogram.observe(perf_counter() - began)


LAG_PERIOD = 0.5
"""Seconds between two measurements of the event loop's lag."""


async def keep_measuring(metrics: Metrics) -> None:
    """Measure the event loop's lag, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_PERIOD
        await asyncio.sleep(LAG_PERIOD)
        metrics.lag.observe(max(0.0, loop.time() - due))
