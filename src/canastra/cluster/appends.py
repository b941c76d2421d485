"""The appends of one transaction: looked up together, judged in order, written together.

It takes three queries for any number of appends. The first locks the rows of their shards, so that another node cannot
take a shard before the transaction has ended. A separate statement *after* that lock reads the tables' heads: a single
statement would read them as they were before it waited for the lock, and might miss a former owner's last append.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from psycopg import AsyncConnection

from canastra.server.storage import FencedError, RefusedError
from canastra.server.storage.store import Append, judge

_BEGIN: LiteralString = "BEGIN ISOLATION LEVEL READ COMMITTED"
_FENCE: LiteralString = (
    "SELECT shard, epoch FROM shards WHERE shard = ANY (%s::smallint[]) AND node = %s ORDER BY shard FOR SHARE"
)
_HEADS: LiteralString = """
SELECT id, (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = id) FROM tables WHERE id = ANY (%s::text[])
"""
_TOLD: LiteralString = """
SELECT table_id, command_id, answer
FROM unnest(%s::text[], %s::text[]) AS wanted (table_id, command_id) JOIN commands USING (table_id, command_id)
"""
_EVENTS: LiteralString = """
INSERT INTO events (table_id, seq, start, command_id, body, epoch)
SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::bigint[])
"""
_COMMANDS: LiteralString = """
INSERT INTO commands (table_id, command_id, answer) SELECT * FROM unnest(%s::text[], %s::text[], %s::text[])
"""


@dataclass(frozen=True, slots=True)
class ShardClaim:
    """A writer's claim to own a table: the table's shard and the epoch."""

    table_id: str
    shard: int
    epoch: int


@dataclass(slots=True)
class LockedState:
    """The state of the database when the shards were locked."""

    epochs: dict[int, int]
    """The epochs of the node's own shards, by shard."""
    heads: dict[str, int]
    told: dict[tuple[str, str | None], str]

    def refusal(self, claim: ShardClaim, append: Append | None = None) -> RefusedError | None:
        """The reason to refuse a write, None to accept it."""
        if self.epochs.get(claim.shard) != claim.epoch:
            return FencedError(claim.table_id)
        if append is None:
            return None
        told = self.told.get((append.table_id, append.command_id))
        return judge(append, self.heads.get(append.table_id), told)


async def lock_shards(
    connection: AsyncConnection[Any], node: str, claims: Sequence[ShardClaim], appends: Sequence[Append] = ()
) -> LockedState:
    """Begin a transaction that locks the shards, and look up the data that decides the appends.

    The last query is outside the pipeline: inside one, PostgreSQL would not count how long the session stands idle in
    its transaction, and a node that stops there would keep its shards for ever.
    """
    asked = [(append.table_id, append.command_id) for append in appends if append.leaves_answer]
    shards = sorted({claim.shard for claim in claims})
    async with connection.pipeline():
        await connection.execute(_BEGIN)
        owned = await connection.execute(_FENCE, (shards, node))
        heads = await connection.execute(_HEADS, (sorted({append.table_id for append in appends}),))
    told = await connection.execute(
        _TOLD, ([table_id for table_id, _ in asked], [command_id for _, command_id in asked])
    )
    return LockedState(
        dict(await owned.fetchall()),
        dict(await heads.fetchall()),
        {(table_id, command_id): answer for table_id, command_id, answer in await told.fetchall()},
    )


@dataclass(slots=True)
class BatchRows:
    """The rows to write, by columns."""

    events: tuple[list[Any], ...]
    commands: tuple[list[Any], ...]


def judge_batch(
    found: LockedState, requests: Sequence[tuple[ShardClaim, Append]]
) -> tuple[list[RefusedError | None], BatchRows]:
    """Return the refusal of each append or None, and the rows of the accepted ones.

    The appends are judged one after the other, as if each came alone.
    """
    outcomes: list[RefusedError | None] = []
    events: list[tuple[Any, ...]] = []
    commands: list[tuple[Any, ...]] = []
    for claim, append in requests:
        outcomes.append(found.refusal(claim, append))
        if outcomes[-1] is not None:
            continue
        start, key = append.expected_seq, append.command_id
        rows = enumerate(append.events, start)
        events += [(append.table_id, seq, start, key, body, claim.epoch) for seq, body in rows]
        found.heads[append.table_id] = start + len(append.events) - 1
        if key is not None and append.answer is not None:
            commands.append((append.table_id, key, append.answer))
            found.told[append.table_id, key] = append.answer
    return outcomes, BatchRows(_columns(events, 6), _columns(commands, 3))


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> tuple[list[Any], ...]:
    return tuple(map(list, zip(*rows, strict=True))) if rows else tuple([] for _ in range(width))


async def insert_rows(connection: AsyncConnection[Any], rows: BatchRows) -> None:
    """Insert the rows, inside the transaction of the connection."""
    if rows.events[0]:
        await connection.execute(_EVENTS, rows.events)
    if rows.commands[0]:
        await connection.execute(_COMMANDS, rows.commands)
