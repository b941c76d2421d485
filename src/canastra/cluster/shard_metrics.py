"""The metrics of a node's shards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from canastra.cluster.ownership.shards import shard_of


class ShardTables(Collector):
    """Counts the tables in memory by shard at each collection."""

    def __init__(self, loaded: Callable[[], Iterable[str]]) -> None:
        self._loaded = loaded

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """One gauge, with a value for each shard that has tables."""
        gauge = GaugeMetricFamily("canastra_shard_tables", "Tables in memory by shard", labels=["shard"])
        for shard, count in sorted(Counter(map(shard_of, self._loaded())).items()):
            gauge.add_metric([str(shard)], count)
        yield gauge
