"""`canastra cluster status --wait-balanced`: an upgrade ends no server while another one has more than its share."""

from __future__ import annotations

import threading
import time

import psycopg
import pytest

from canastra.cluster.ownership.shards import SHARDS
from canastra.cluster.status import ClusterStatus, NodeStatus
from tests.cli.running import canastra


def status(*held: int) -> ClusterStatus:
    nodes = tuple(NodeStatus(str(number), 5.0, shards, 0) for number, shards in enumerate(held))
    return ClusterStatus(nodes, SHARDS - sum(held), 0, 0.0, 0)


@pytest.mark.parametrize(
    ("held", "balanced"),
    [
        ((256,), True),
        ((128, 128), True),
        ((86, 86, 84), True),
        ((86, 85, 85), True),
        ((129, 127), False),
        ((124, 124, 8), False),
        ((86, 86, 83), False),  # A shard has no owner.
        ((), False),
    ],
)
def test_what_a_balance_is(held: tuple[int, ...], balanced: bool) -> None:
    assert status(*held).is_balanced == balanced


def share_out(dsn: str, *held: int) -> None:
    """Assign these numbers of shards to the nodes."""
    with psycopg.connect(dsn) as connection:
        connection.execute("DELETE FROM nodes")
        for number, shards in enumerate(held):
            name, first = f"n{number}", sum(held[:number])
            connection.execute("INSERT INTO nodes (node, until) VALUES (%s, now() + interval '1 hour')", (name,))
            connection.execute(
                "UPDATE shards SET node = %s, until = now() + interval '1 hour' WHERE shard >= %s AND shard < %s",
                (name, first, first + shards),
            )


def url(dsn: str) -> str:
    found = psycopg.conninfo.conninfo_to_dict(dsn)
    return f"postgresql:///{found['dbname']}?host={found['host']}&user={found['user']}"


def test_it_waits_and_says_whether_it_was_in_vain(database: str) -> None:
    share_out(database, 124, 124, 8)
    words = ("cluster", "status", "--database", url(database), "--lang", "en", "--wait-balanced")
    ran = canastra(*words, "0.2")
    assert (ran.status, "more than its share" in ran.out) == (1, True), ran.err
    assert canastra("cluster", "status", "--database", url(database)).status == 0  # Each shard has a server.
    later = threading.Timer(1.0, share_out, (database, 86, 86, 84))
    later.start()
    began = time.monotonic()
    ran = canastra(*words, "60")
    later.join()
    assert (ran.status, "more than its share" in ran.out) == (0, False), ran.out + ran.err
    assert time.monotonic() - began < 30
