"""Measures each ingredient of the search against the heuristic on duplicate deals: python -m tools.ablation

Each line of the table is the search with something left out. All play the same packs, from a seed that neither tuning
nor training uses. Deals are played in the kernel; the cards hidden from the searcher are dealt anew from the pack in
its order, so that it knows only the contents of a `View`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

import numpy as np

from canastra.bots.levels import BUDGETS
from canastra.bots.search import TO_THE_END
from canastra.kernel.heuristic.choice import choose
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play.deal import deal
from canastra.kernel.play.layout import OVER, new_states
from canastra.kernel.play.scoring import COMPONENTS, score
from canastra.kernel.play.turn import perform
from canastra.kernel.rng import seed_rng, shuffle
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.network import network_of, no_network
from canastra.kernel.search.scratch import SearchBudget, new_search_scratch
from canastra.kernel.search.search import search
from canastra.rulebooks import OFFICIAL, official

SEED: Final = 2_000_000
FULL: Final = BUDGETS["mestre"]
FEW: Final = SearchBudget(FULL.candidates, 8 * FULL.candidates, TO_THE_END, halving=False)


class Variant(NamedTuple):
    """The search with something left out."""

    name: str
    budget: SearchBudget
    network: bool = True
    known: bool = True


VARIANTS: Final = (
    Variant("whole", FULL),
    Variant("a quarter of the rollouts", FULL._replace(rollouts=FULL.rollouts // 4)),
    Variant("no gate", FULL._replace(gate=0.0)),
    Variant("no halving", FULL._replace(halving=False)),
    Variant("no known cards", FULL, known=False),
    Variant(
        "no network, a tenth of the rollouts", FULL._replace(rollouts=FULL.rollouts // 10, turns=TO_THE_END), False
    ),
    Variant("few worlds, nothing else", FEW._replace(gate=0.0), network=False),
    Variant("few worlds and the gate", FEW, network=False),
    Variant("few worlds and a gate of two errors", FEW._replace(gate=2.0), network=False),
)


class Played(NamedTuple):
    """Points per pair, and seconds of each decision."""

    points: list[float]
    seconds: list[float]


def play(name: str, variant: Variant, pairs: Sequence[int]) -> Played:
    """Both deals of each pair: the searcher on one side, then on the other."""
    table = _Table(name, variant)
    found = Played([], [])
    for pair in pairs:
        found.points.append(sum(table.play(pair, side, found.seconds) for side in range(2)) / 2)
    return found


class _Table:
    def __init__(self, name: str, variant: Variant) -> None:
        self.rulebook, self.variant = official(name), variant
        self.rules = rule_tables(self.rulebook).rules
        network = network_of(self.rulebook) if variant.network else None
        self.players = weights_of(self.rulebook), network or no_network()
        self.scratch, self.states = new_search_scratch(), new_states(1)

    def play(self, pair: int, side: int, seconds: list[float]) -> int:
        """The points by which the searching side is ahead in the end."""
        rng, pack, states, rules = np.zeros(1, np.uint64), np.zeros(104, np.int8), self.states, self.rules
        seed_rng(rng, 0, SEED, pair)
        shuffle(rng, 0, pack)
        deal(states, 0, rules, pack, pair % self.rulebook.table.players, np.full(2, -1, np.int8))
        while states[0]["phase"] != OVER:
            if states[0]["seat"] % 2 == side:
                began = time.perf_counter()
                steps = self._searched(pair)
                seconds.append(time.perf_counter() - began)
            else:
                steps = [int(choose(states, 0, rules, self.players[0], self.scratch.player))]
            for step in steps:
                perform(states, 0, rules, step)
        points = np.zeros((2, len(COMPONENTS)), np.int32)
        score(states, 0, rules, points)
        return int(points[side].sum() - points[1 - side].sum())

    def _searched(self, pair: int) -> list[int]:
        """The steps of the turn that the search chooses."""
        scratch = self.scratch
        scratch.nodes[0] = self.states[0]
        if not self.variant.known:
            scratch.nodes[0]["known_one"], scratch.nodes[0]["known_two"] = 0, 0
        seed = pair * 1000 + int(self.states[0]["turn"])
        node = scratch.turns[search(scratch, self.rules, self.players, seed, self.variant.budget)]
        steps: list[int] = scratch.node_steps[node, : scratch.node_sizes[node]].tolist()
        return steps


def line(name: str, variant: Variant, pairs: int, pool: Any, workers: int) -> str:
    """A row of the table."""
    numbers = [(name, variant, range(first, pairs, 4 * workers)) for first in range(4 * workers)]
    parts = [future.result() for future in [pool.submit(play, *batch) for batch in numbers]]
    points = np.array([point for part in parts for point in part.points])
    seconds = np.array([second for part in parts for second in part.seconds])
    error = 1.96 * points.std(ddof=1) / np.sqrt(len(points))
    took = f"{np.median(seconds) * 1e3:.0f} | {np.quantile(seconds, 0.95) * 1e3:.0f}"
    return f"| `{name}` | {variant.name} | {points.mean():+.0f} ± {error:.0f} | {took} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rulebooks", nargs="*", default=[*OFFICIAL], metavar="RULEBOOK")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--variants", nargs="*", type=int, default=range(len(VARIANTS)), metavar="N")
    asked = parser.parse_args()
    print("| rulebook | search | points a deal | decision, median, ms | 95 % |\n|---|---|---|---|---|")
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as pool:
        for name in asked.rulebooks:
            for number in asked.variants:
                print(line(name, VARIANTS[number], asked.pairs, pool, asked.workers), flush=True)


if __name__ == "__main__":
    main()
