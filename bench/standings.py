"""Standings of 200 sides after nine rounds, with reasons, and the fold of the log that leads there.

``python -m bench.standings`` prints a line each.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median

from canastra.tournament import (
    LoggedEvent,
    Tournament,
    apply_event,
    dump_log,
    fold,
    load_log,
    log_event,
    regulations_digest,
    start,
)
from canastra.tournament import events as ev
from canastra.tournament.events import Fixture, PlayedResult, TournamentEvent
from canastra.tournament.regulations import example_regulations, parse_regulations
from canastra.tournament.standings import phase_standings

SIDES, ROUNDS, RUNS = 200, 9, 7


def tournament(tied: bool) -> tuple[Tournament, list[LoggedEvent]]:
    """An event by lot, its results by chance; `tied` with few different scores, so that chains have work to do."""
    text = example_regulations("club-rounds").replace("most = 120", "most = 200").replace("rounds = 5", "rounds = 9")
    regulations, chance = parse_regulations(text), Random(14)
    state, log = start(regulations), list[LoggedEvent]()

    def add(event: TournamentEvent) -> None:
        nonlocal state
        log.append(log_event(event, "Ana", 0, log))
        state = apply_event(state, log[:-1], log[-1])

    add(ev.Adopted(regulations_digest(text), ""))
    sides = list(range(1, SIDES + 1))
    for side in sides:
        add(ev.SideRegistered(side, f"Lado {side}", (f"A {side}", f"B {side}"), ""))
        add(ev.CheckedIn(side))
    add(ev.SeedPublished(1, "48213"))
    add(ev.PhaseBegun(1, (tuple(sides),)))
    for number in range(1, ROUNDS + 1):
        chance.shuffle(sides)
        pairs = zip(sides[::2], sides[1::2], strict=True)
        fixtures = tuple(Fixture(at, (one,), (two,)) for at, (one, two) in enumerate(pairs, 1))
        add(ev.RoundDrafted(1, number, fixtures, ()))
        add(ev.RoundPublished(1, number))
        add(ev.RoundStarted(1, number))
        for table in range(1, len(fixtures) + 1):
            score = (chance.randrange(3), chance.randrange(3)) if tied else (chance.randrange(3000), 1500)
            add(ev.SheetReceived(1, number, table, PlayedResult((score,))))
        add(ev.RoundClosed(1, number))
    return state, log


def seconds(what: Callable[[], object]) -> float:
    """The median of some runs."""
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        what()
        took.append(time.perf_counter() - began)
    return median(took)


def report() -> None:
    """Print how long the standings take, those with many ties too, and reading the log."""
    for name, tied in (("few ties", False), ("many ties", True)):
        state, log = tournament(tied)
        took = seconds(lambda state=state: phase_standings(state, 1))  # type: ignore[misc]
        print(f"standings of {SIDES} sides after {ROUNDS} rounds, {name}: {1000 * took:.0f} ms")
    content, regulations = dump_log(log), state.regulations
    print(f"load {len(log)} lines: {1000 * seconds(lambda: load_log(content)):.0f} ms")
    print(f"fold {len(log)} lines: {1000 * seconds(lambda: fold(regulations, log)):.0f} ms")


if __name__ == "__main__":
    report()
