"""The heuristic against itself inside the kernel: deals a second on one thread, beside deals of random steps."""

from __future__ import annotations

import statistics
import time

from canastra.kernel import require
from canastra.rulebooks import OFFICIAL, Rulebook, official

RUNS = 5
PAIRS = 2_000


def rate(rulebook: Rulebook, seed: int) -> float:
    """Deals a second, dealing and scoring included."""
    from canastra.kernel.heuristic.weights import weights_of
    from canastra.kernel.self_play import duel

    weights = weights_of(rulebook)
    began = time.perf_counter()
    duel(rulebook, weights, weights, PAIRS, seed)
    return 2 * PAIRS / (time.perf_counter() - began)


def random_rate(rulebook: Rulebook, seed: int) -> float:
    """The same of random steps."""
    from canastra.kernel.simulation import simulate

    began = time.perf_counter()
    simulate(rulebook, 2 * PAIRS, seed)
    return 2 * PAIRS / (time.perf_counter() - began)


def report() -> None:
    """Print both in each rulebook, and their ratio."""
    require()
    print("| rulebook | heuristic, deals/s | random steps, deals/s | ratio |")
    print("|---|---|---|---|")
    for name in OFFICIAL:
        rulebook = official(name)
        rate(rulebook, 0)
        random_rate(rulebook, 0)
        pairs = [(rate(rulebook, seed), random_rate(rulebook, seed)) for seed in range(1, RUNS + 1)]
        mine = statistics.median(one for one, _ in pairs)
        ratio = statistics.median(one / other for one, other in pairs)
        print(f"| `{name}` | {mine:,.0f} | {statistics.median(other for _, other in pairs):,.0f} | {ratio:.2f} |")


if __name__ == "__main__":
    report()
