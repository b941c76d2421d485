"""Several servers with one database: logs in PostgreSQL, and leases by which each owns tables; see docs/cluster.md.

`PostgresStore` is a `canastra.server.storage.Store`; `Leases` tells it which tables belong to this server. Needs the
extra `canastra[cluster]`.
"""

from __future__ import annotations

from canastra.cluster.ownership.holdings import LeaseFigures
from canastra.cluster.ownership.lease_rows import LeaseRows, PostgresLeaseRows
from canastra.cluster.ownership.leases import Leases
from canastra.cluster.ownership.shards import SHARDS, shard_of
from canastra.cluster.store import PostgresStore

__all__ = ["SHARDS", "LeaseFigures", "LeaseRows", "Leases", "PostgresLeaseRows", "PostgresStore", "shard_of"]
