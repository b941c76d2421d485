"""Shards: every table belongs to one of 256, and servers own shards."""

from __future__ import annotations

from hashlib import blake2b

from canastra.server.live.services import key_of

SHARDS = 256
"""Stored with every table: it can't change without a migration."""


def shard_of(table_id: str) -> int:
    """The shard of a table or a tournament, the same on every machine and for ever.

    >>> shard_of("t1"), shard_of("t2"), shard_of("t2-3"), shard_of("t2#secrets")
    (240, 119, 119, 119)
    """
    return blake2b(key_of(table_id).encode(), digest_size=1).digest()[0]
