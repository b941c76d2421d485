"""Nodes, a network and a database in simulated time: the leases of `canastra.cluster`, and the rows as dictionaries.

Each request of a node is a message that may be late, lost or overtaken, and so is each answer. A paused node does
nothing while time goes on, and then continues where it was. Assertions stand where an invariant could break.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from canastra.cluster.ownership.holdings import Holdings, LeaseFigures
from canastra.server.storage import RefusedError
from canastra.server.storage.store import Append, judge

FIGURES = LeaseFigures()
NEVER = float("-inf")


@dataclass
class Row:
    """The row of a shard. The simulation has one table for each shard, and its log."""

    node: int = -1
    epoch: int = 0
    until: float = NEVER
    log: list[tuple[int, str]] = field(default_factory=list)
    """Epochs and command ids."""
    answers: dict[str, str] = field(default_factory=dict)
    shared: int = 0
    """Appends under way that hold the row."""


class Rows:
    """The calls of `canastra.cluster.ownership.lease_rows` and `appends`, each a transaction at one moment of `now`."""

    def __init__(self, shards: int) -> None:
        self.shards = [Row() for _ in range(shards)]
        self.now = 0.0

    def clock(self, node: Node) -> float:
        """Return the clock by which leases are made and judged."""
        return self.now

    def take(self, node: Node, held: set[int]) -> dict[int, int]:
        now, taken = self.clock(node), {}
        for shard, row in enumerate(self.shards):
            free = row.until < now or (row.node == node.number and shard not in held)
            if free and not row.shared:
                row.node, row.epoch, row.until = node.number, row.epoch + 1, now + FIGURES.lease
                taken[shard] = row.epoch
        return taken

    def renew(self, node: Node, held: dict[int, int]) -> set[int]:
        kept = {shard for shard, epoch in held.items() if self.owns(node, shard, epoch)}
        for shard in kept:
            self.shards[shard].until = self.clock(node) + FIGURES.lease
        return kept

    def release(self, node: Node, held: dict[int, int]) -> None:
        for shard, epoch in held.items():
            if self.owns(node, shard, epoch):
                self.shards[shard].node, self.shards[shard].until = -1, NEVER

    def owns(self, node: Node, shard: int, epoch: int) -> bool:
        return (self.shards[shard].node, self.shards[shard].epoch) == (node.number, epoch)

    def lock(self, node: Node, shard: int, epoch: int) -> bool:
        """The first half of an append. Returns whether it may continue; it then holds the row."""
        owned = self.owns(node, shard, epoch)
        self.shards[shard].shared += owned
        return owned

    def insert(self, shard: int, epoch: int, append: Append) -> RefusedError | None:
        """The second half, and the commit."""
        row = self.shards[shard]
        row.shared = max(0, row.shared - 1)
        told = row.answers.get(append.command_id or "")
        refusal = judge(append, len(row.log), told)
        if refusal is None:
            assert epoch == row.epoch, "an epoch that is over has written"
            assert not row.log or row.log[-1][0] <= epoch, "epochs take turns in a log"
            assert append.answer is not None
            row.log.append((epoch, append.command_id or ""))
            row.answers[append.command_id or ""] = append.answer
        return refusal


class Node:
    """A process. No number is used twice, as no node's name is."""

    def __init__(self, number: int, clock: float, skew: float) -> None:
        self.number, self.start, self.skew = number, clock, skew
        self.holdings = Holdings(FIGURES)
        self.heads: dict[int, tuple[int, int]] = {}
        """The epoch and the number of events of each table that it has loaded."""
        self.paused = self.dead = False


@dataclass
class Message:
    """An event that happens later, or never."""

    node: Node
    deliver: Callable[[], None]
    locks: int | None = None
    """The shard whose row it holds until it is delivered or given up."""


class World:
    """All nodes, and the messages under way."""

    def __init__(self, rows: Rows, nodes: int = 3) -> None:
        self.rows, self.messages = rows, list[Message]()
        self.nodes: list[Node] = []
        self.acknowledged: set[tuple[int, str]] = set()
        self.commands = 0
        for _ in range(nodes):
            self.join(len(self.nodes), 0.0)

    def join(self, place: int, skew: float) -> None:
        """Start a process; an earlier process at the same place is dead."""
        node = Node(1000 * place + self.commands + len(self.messages), self.rows.now, skew)
        self.commands += 1
        if place < len(self.nodes):
            self.nodes[place].dead = True
            self.nodes[place] = node
        else:
            self.nodes.append(node)

    def take(self, node: Node) -> None:
        sent, held = self.rows.now, set(node.holdings.epochs())

        def at_database() -> None:
            taken = self.rows.take(node, held)
            self.send(node, lambda: node.holdings.take(sent, taken))

        self.send(node, at_database, always=True)

    def renew(self, node: Node) -> None:
        sent, asked = self.rows.now, node.holdings.epochs()

        def at_database() -> None:
            kept = self.rows.renew(node, asked)
            self.send(node, lambda: (node.holdings.renew(sent, asked, kept), None)[1])

        self.send(node, at_database, always=True)

    def release(self, node: Node) -> None:
        held = node.holdings.epochs()
        node.holdings.drop(held)
        self.send(node, lambda: self.rows.release(node, held), always=True)

    def append(self, node: Node, shard: int) -> None:
        """Load the table if it is not loaded in this epoch, then append after its known events, as an actor does."""
        epoch = node.holdings.epoch(shard, self.rows.now)
        if epoch is None:
            return
        self.answering(node, shard)
        if node.heads.get(shard, (0, 0))[0] != epoch:
            node.heads[shard] = (epoch, len(self.rows.shards[shard].log))
        self.commands += 1
        head, key = node.heads[shard][1], f"c{self.commands}"
        append = Append("t", head + 1, ("event",), key, "yes")

        def answer(refusal: RefusedError | None) -> None:
            node.heads.pop(shard, None)  # After any failure, the next append reads the log.
            if refusal is None:
                self.acknowledged.add((shard, key))

        def second() -> None:
            refusal = self.rows.insert(shard, epoch, append)
            self.send(node, lambda: answer(refusal))

        def first() -> None:
            if self.rows.lock(node, shard, epoch):
                self.send(node, second, always=True, locks=shard)

        self.send(node, first, always=True)

    def answering(self, node: Node, shard: int) -> None:
        """Assert that no other node may answer for the table, as this node does now."""
        for other in self.nodes:
            if other is not node and not other.dead:
                assert other.holdings.epoch(shard, self.rows.now) is None, "two nodes answer for a table"

    def send(self, node: Node, deliver: Callable[[], None], always: bool = False, locks: int | None = None) -> None:
        """Send a message. With `always`, it arrives even if its sender has died, as requests to the database do."""

        def arrive() -> None:
            if always or not node.dead:
                deliver()

        self.messages.append(Message(node, arrive, locks))

    def lose(self, message: Message) -> None:
        """Lose a message. A transaction that lacks its second half is rolled back."""
        if message.locks is not None:
            self.rows.shards[message.locks].shared -= 1

    def check(self) -> None:
        """Assert the invariants of any moment."""
        for shard, key in self.acknowledged:
            assert [each for _, each in self.rows.shards[shard].log].count(key) == 1, "lost or doubled"
