"""The kernel beside the engine: random legal steps a second in each rulebook, on one thread and on two; a clone."""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

from bench import steps
from canastra.kernel import require
from canastra.rulebooks import OFFICIAL, Rulebook, official

RUNS = 5
DEALS = 20_000
CLONES = 20_000_000


def rate(rulebook: Rulebook, seed: int, threads: int) -> float:
    """Steps a second, dealing and scoring included."""
    from canastra.kernel.simulation import simulate

    began = time.perf_counter()
    made = simulate(rulebook, DEALS, seed, threads)
    return float(made.steps.sum() / (time.perf_counter() - began))


def clone_time() -> float:
    """Nanoseconds for a clone inside compiled code."""
    from canastra.kernel.jit import compiled
    from canastra.kernel.play.layout import new_states

    @compiled
    def clone(states: Any, count: int) -> int:
        lanes = len(states)
        for number in range(count):
            to = number % (lanes - 1)
            states[to] = states[lanes - 1]
            states[lanes - 1].turn = states[to].turn + 1  # So that no clone can be left out.
        return int(states[0].turn)

    states = new_states(16)
    clone(states, 1)
    began = time.perf_counter()
    clone(states, CLONES)
    return (time.perf_counter() - began) / CLONES * 1e9


def report() -> None:
    """Print both, and how many times faster the kernel is in the same run."""
    require()
    print("| rulebook | kernel, steps/s | deals/s | on two threads | times the engine |")
    print("|---|---|---|---|---|")
    for name in OFFICIAL:
        rulebook = official(name)
        rate(rulebook, 0, 2)
        pairs = [(rate(rulebook, seed, 1), rate(rulebook, seed, 2)) for seed in range(1, RUNS + 1)]
        one = statistics.median(one for one, _ in pairs)
        scale = statistics.median(two / one for one, two in pairs)
        count, seconds = steps.play(rulebook, steps.DEALS // 2, 1, steps.performed)
        deals = one / _length(rulebook)
        print(f"| `{name}` | {one:,.0f} | {deals:,.0f} | {scale:.2f}x | {one / (count / seconds):.0f}x |")
    print(f"\nA clone inside compiled code: {statistics.median(clone_time() for _ in range(RUNS)):.0f} ns")


def _length(rulebook: Rulebook) -> float:
    from canastra.kernel.simulation import simulate

    return float(np.mean(simulate(rulebook, 2_000, 1).steps))


if __name__ == "__main__":
    report()
