"""Nodes, a network and a database in simulated time: the leases of `canastra.cluster`, and the rows as dictionaries.

Every question of a node is a message that may be late, lost or overtaken, and so is every answer. A node that is paused
does nothing while time goes on, and then goes on from where it was. What must hold is asserted where it could break.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from canastra.cluster.ownership.holdings import Holdings, LeaseFigures
from canastra.server.storage import RefusedError
from canastra.server.storage.append import Append, judge

FIGURES = LeaseFigures()
NEVER = float("-inf")


@dataclass
class Row:
    """Of a shard. The simulation has a table for each shard, and its log."""

    node: int = -1
    epoch: int = 0
    until: float = NEVER
    log: list[tuple[int, str]] = field(default_factory=list)
    """Epochs and command ids."""
    answers: dict[str, str] = field(default_factory=dict)
    shared: int = 0
    """Appends under way that hold the row."""


class Rows:
    """What `canastra.cluster.ownership.lease_rows` and `appends` do, each call a transaction at one moment of `now`."""

    def __init__(self, shards: int) -> None:
        self.shards = [Row() for _ in range(shards)]
        self.now = 0.0

    def clock(self, node: Node) -> float:
        """The clock by which leases are made and judged."""
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
        """The first half of an append: whether it may go on; it holds the row then."""
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
    """A process. A number is never used again, as no node's name is."""

    def __init__(self, number: int, clock: float, skew: float) -> None:
        self.number, self.start, self.skew = number, clock, skew
        self.holdings = Holdings(FIGURES)
        self.heads: dict[int, tuple[int, int]] = {}
        """Of the tables that it has loaded: in which epoch, and how many events."""
        self.paused = self.dead = False


@dataclass
class Message:
    """Something that happens later, or never."""

    node: Node
    deliver: Callable[[], None]
    locks: int | None = None
    """The shard whose row it holds until it is delivered or given up."""


class World:
    """All nodes, and the messages that are under way."""

    def __init__(self, rows: Rows, nodes: int = 3) -> None:
        self.rows, self.messages = rows, list[Message]()
        self.nodes: list[Node] = []
        self.acknowledged: set[tuple[int, str]] = set()
        self.commands = 0
        for _ in range(nodes):
            self.join(len(self.nodes), 0.0)

    def join(self, place: int, skew: float) -> None:
        """A new process; at a place where there was one, that one is dead."""
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
        """What an actor does: load the table if it is not loaded in this epoch, then append to what it has seen."""
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
            node.heads.pop(shard, None)  # Whatever came of it, the next one reads the log.
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
        """A node answers for a table: nobody else may believe that it could."""
        for other in self.nodes:
            if other is not node and not other.dead:
                assert other.holdings.epoch(shard, self.rows.now) is None, "two nodes answer for a table"

    def send(self, node: Node, deliver: Callable[[], None], always: bool = False, locks: int | None = None) -> None:
        """Something on its way. What goes to the database arrives even if its sender has died (`always`)."""

        def arrive() -> None:
            if always or not node.dead:
                deliver()

        self.messages.append(Message(node, arrive, locks))

    def lose(self, message: Message) -> None:
        """A message that never arrives. A transaction of which no more comes is undone."""
        if message.locks is not None:
            self.rows.shards[message.locks].shared -= 1

    def check(self) -> None:
        """What holds at any time."""
        for shard, key in self.acknowledged:
            assert [each for _, each in self.rows.shards[shard].log].count(key) == 1, "lost or doubled"
