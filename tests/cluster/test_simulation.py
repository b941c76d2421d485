"""Leases under every fault in simulated time, and mutants that must fail.

Mutants on real PostgreSQL are in test_fencing.py (no row lock, no epoch check) and test_outages.py (an answer before
the commit).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from canastra.cluster.ownership.holdings import Holdings
from canastra.server.storage import RefusedError
from canastra.server.storage.store import Append
from tests.cluster.simulation import FIGURES, Node, Rows, World

SHARDS, NODES = 2, 3
PLACES = st.integers(0, NODES - 1)


class Faults(RuleBasedStateMachine):
    """Any order of beats, appends, deliveries, losses, pauses and deaths."""

    rows: type[Rows] = Rows
    world_kind: type[World] = World

    def __init__(self) -> None:
        super().__init__()
        self.world = self.world_kind(self.rows(SHARDS), NODES)

    def running(self, place: int) -> Node | None:
        node = self.world.nodes[place]
        return None if node.paused else node

    @rule(seconds=st.sampled_from([0.1, 1.0, 2.9, 3.0, 5.9, 6.0, 9.9, 10.1, 30.0]))
    def pass_time(self, seconds: float) -> None:
        self.world.rows.now += seconds

    @rule(place=PLACES, what=st.sampled_from(["take", "renew", "take"]), at_once=st.booleans())
    def beat(self, place: int, what: str, at_once: bool) -> None:
        if node := self.running(place):
            getattr(self.world, what)(node)
            for _ in range(2 if at_once else 0):
                self.world.messages.pop().deliver()

    @rule(place=PLACES)
    def release(self, place: int) -> None:
        if node := self.running(place):
            self.world.release(node)

    @rule(place=PLACES, shard=st.integers(0, SHARDS - 1), steps=st.integers(0, 3))
    def append(self, place: int, shard: int, steps: int) -> None:
        if node := self.running(place):
            before = len(self.world.messages)
            self.world.append(node, shard)
            while steps and len(self.world.messages) > before:
                steps -= 1
                self.world.messages.pop().deliver()

    @precondition(lambda self: self.world.messages)
    @rule(data=st.data(), lost=st.sampled_from([False, False, False, True]))
    def deliver(self, data: st.DataObject, lost: bool) -> None:
        message = self.world.messages.pop(data.draw(st.integers(0, len(self.world.messages) - 1)))
        if lost:
            self.world.lose(message)
        else:
            message.deliver()

    @rule(place=PLACES)
    def pause_or_go_on(self, place: int) -> None:
        self.world.nodes[place].paused ^= True

    @rule(place=PLACES, skew=st.sampled_from([0.0, -20.0, 20.0]))
    def die(self, place: int, skew: float) -> None:
        self.world.join(place, skew)

    @invariant()
    def nothing_acknowledged_is_lost_or_doubled(self) -> None:
        self.world.check()


TestFaults = Faults.TestCase
TestFaults.settings = settings(stateful_step_count=60)


class NoEpochCheck(Rows):
    """A write has no epoch, and the database doesn't check the node."""

    def owns(self, node: Node, shard: int, epoch: int) -> bool:
        return True


class NoRowLock(Rows):
    """A take-over may come between the check of an append and its insert."""

    def lock(self, node: Node, shard: int, epoch: int) -> bool:
        return self.owns(node, shard, epoch)


class WallClock(Rows):
    """Nodes judge leases by their own clocks."""

    def clock(self, node: Node) -> float:
        return self.now + node.skew


class AnswerBeforeCommit(World):
    """An append is acknowledged when it is sent."""

    def append(self, node: Node, shard: int) -> None:
        before = self.commands
        super().append(node, shard)
        if self.commands > before:
            self.acknowledged.add((shard, f"c{self.commands}"))


class NoGuard(World):
    """A node relies on its shards until it learns that they are lost."""

    def join(self, place: int, skew: float) -> None:
        super().join(place, skew)
        self.nodes[place].holdings = Unguarded(FIGURES)


class Unguarded(Holdings):
    def epoch(self, shard: int, now: float) -> int | None:
        return self.epochs().get(shard)


class LateGuard(World):
    """The guard is counted from the answer instead of the question."""

    def join(self, place: int, skew: float) -> None:
        super().join(place, skew)
        self.nodes[place].holdings = Late(FIGURES, self.rows)


class Late(Holdings):
    def __init__(self, figures: object, rows: Rows) -> None:
        super().__init__(FIGURES)
        self.rows = rows

    def take(self, sent: float, taken: object) -> None:
        super().take(self.rows.now, taken)  # type: ignore[arg-type]


def settle(world: World) -> None:
    """Deliver all messages under way."""
    while world.messages:
        world.messages.pop(0).deliver()


def taken_over(world: World, seconds: float = 10.1) -> None:
    """The second node takes the first's shards as soon as it can."""
    world.rows.now += seconds
    world.take(world.nodes[1])
    world.messages.pop().deliver()
    world.messages.pop().deliver()


def a_write_comes_after_the_takeover(world: World) -> None:
    world.take(world.nodes[0])
    settle(world)
    world.append(world.nodes[0], 0)
    taken_over(world)
    settle(world)


def a_takeover_comes_between_check_and_insert(world: World) -> None:
    world.take(world.nodes[0])
    settle(world)
    world.append(world.nodes[0], 0)
    world.messages.pop().deliver()
    taken_over(world)
    settle(world)


def a_clock_is_fast(world: World) -> None:
    world.take(world.nodes[0])
    settle(world)
    world.join(1, 20.0)
    world.take(world.nodes[1])
    settle(world)
    world.append(world.nodes[1], 0)


def an_append_is_lost(world: World) -> None:
    world.take(world.nodes[0])
    settle(world)
    world.append(world.nodes[0], 0)
    world.lose(world.messages.pop())


def a_node_is_cut_off(world: World) -> None:
    world.take(world.nodes[0])
    settle(world)
    taken_over(world)
    world.append(world.nodes[1], 0)


def an_answer_is_slow(world: World) -> None:
    world.take(world.nodes[0])
    world.messages.pop().deliver()
    world.rows.now += 9.0
    settle(world)
    taken_over(world, 1.1)
    world.append(world.nodes[1], 0)


Schedule = Callable[[World], None]
MUTANTS: list[tuple[type[Rows], type[World], Schedule, str]] = [
    (NoEpochCheck, World, a_write_comes_after_the_takeover, "epoch that is over"),
    (NoRowLock, World, a_takeover_comes_between_check_and_insert, "epoch that is over"),
    (WallClock, World, a_clock_is_fast, "two nodes"),
    (Rows, AnswerBeforeCommit, an_append_is_lost, "lost or doubled"),
    (Rows, NoGuard, a_node_is_cut_off, "two nodes"),
    (Rows, LateGuard, an_answer_is_slow, "two nodes"),
]
"""Each with the shortest schedule that shows it."""
NAMES = ["no epoch check", "no row lock", "wall clock", "answer before commit", "no guard", "late guard"]
by_name = pytest.mark.parametrize(("rows", "world", "schedule", "fault"), MUTANTS, ids=NAMES)


@by_name
def test_each_mutant_fails(rows: type[Rows], world: type[World], schedule: Schedule, fault: str) -> None:
    def run(subject: World) -> None:
        schedule(subject)
        subject.check()

    run(World(Rows(SHARDS), NODES))
    with pytest.raises(AssertionError, match=fault):
        run(world(rows(SHARDS), NODES))


def search(machine: type[Faults], number: int, examples: int) -> None:
    """Run this many random schedules, a different series for each number."""
    found = settings(
        max_examples=examples,
        stateful_step_count=60,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(seed(number)(machine), settings=found)


@pytest.mark.soak
@pytest.mark.parametrize(("rows", "world"), [each[:2] for each in MUTANTS[:5]], ids=NAMES[:5])
def test_random_faults_find_mutants(rows: type[Rows], world: type[World]) -> None:
    """The late guard is left out, which needs rarer schedules."""

    class Mutant(Faults):
        pass

    Mutant.rows, Mutant.world_kind = rows, world
    with pytest.raises(AssertionError, match=r"epoch|two nodes|lost or doubled"):
        search(Mutant, 1, 20_000)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(10))
def test_many_random_faults(number: int) -> None:
    class Machine(Faults):
        pass

    search(Machine, number, 10_000)


def test_the_judge_of_the_simulation_is_the_stores() -> None:
    rows = Rows(1)
    assert rows.insert(0, 0, Append("t", 1, ("a",), "c", "yes")) is None
    assert isinstance(rows.insert(0, 0, Append("t", 1, ("a",), "d", "yes")), RefusedError)
