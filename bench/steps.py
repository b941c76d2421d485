"""Random legal steps a second: enumerate all legal steps, choose one, apply it and what follows by rule.

One process, one thread. The steps are taken from the list of legal ones, so that `perform` needs no second judgement;
`apply`, which judges, is measured beside it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from canastra.cards import TWO_PACKS
from canastra.engine import Action, Phase, State, apply, deal_out, legal_actions, perform, settle, start_deal
from canastra.rulebooks import OFFICIAL, Rulebook, official

RUNS = 5
DEALS = 200


def play(rulebook: Rulebook, deals: int, seed: int, step: Callable[[State, Action], State]) -> tuple[int, float]:
    """Play random deals; the number of steps and the seconds they took, shuffling included."""
    rng = random.Random(seed)
    players = rulebook.table.players
    steps = 0
    began = time.perf_counter()
    for _ in range(deals):
        pack = list(TWO_PACKS)
        rng.shuffle(pack)
        state = settle(start_deal(rulebook, deal_out(pack, players, 0), 0))
        while state.phase is not Phase.OVER:
            state = step(state, rng.choice(legal_actions(state)))
            steps += 1
    return steps, time.perf_counter() - began


def performed(state: State, action: Action) -> State:
    """A step known to be legal."""
    return settle(perform(state, action))


def report() -> None:
    """Print steps and deals a second for each rulebook."""
    print("| rulebook | steps/s | deals/s | steps a deal | steps/s, judged again |")
    print("|---|---|---|---|---|")
    for name in OFFICIAL:
        rulebook = official(name)
        play(rulebook, DEALS, 0, performed)  # The tables fill up with use.
        runs = [play(rulebook, DEALS, seed, performed) for seed in range(1, RUNS + 1)]
        judged = [play(rulebook, DEALS // 4, seed, apply) for seed in range(1, RUNS + 1)]
        rate = statistics.median(steps / seconds for steps, seconds in runs)
        deals = statistics.median(DEALS / seconds for _, seconds in runs)
        again = statistics.median(steps / seconds for steps, seconds in judged)
        length = sum(steps for steps, _ in runs) / DEALS / RUNS
        print(f"| `{name}` | {rate:,.0f} | {deals:,.0f} | {length:.0f} | {again:,.0f} |")


if __name__ == "__main__":
    report()
