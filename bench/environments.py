"""Steps a second of many deals at once, called from Python: with and without what is shown, on one and two threads.

Each step chooses a legal action at random for every lane, in NumPy; that is counted. Beside it the engine
alone, one deal after the other, with the same observations and masks made from views. A second is one of the
processor's, but where threads are compared: so others on the machine matter less.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np

from canastra.cards import TWO_PACKS
from canastra.engine import Phase, deal_out, perform, settle, start_deal, view
from canastra.environments import Batch, Observations, Options, action_space
from canastra.rulebooks import OFFICIAL, Rulebook, official

RUNS = 5
LANES = 1024
MANY = 4096
"""Lanes where threads are compared: with few, handing out the work costs more than a second thread brings."""
STEPS = 50
DEALS = 2
SHOWN = (Options(observations=False, masks=False), Options(observations=False), Options())


def rate(batch: Batch, seed: int, clock: Callable[[], float] = time.process_time) -> float:
    """Steps a second, over all lanes."""
    rng, lanes = np.random.default_rng(seed), np.arange(batch.lanes)
    seen = batch.reset(seed)
    began = clock()
    for _ in range(STEPS):
        seen = batch.step(seen.legal[lanes, rng.integers(0, seen.counts)])
    return STEPS * batch.lanes / (clock() - began)


def by_the_engine(rulebook: Rulebook, seed: int) -> float:
    """The same without compiled code."""
    rng, observations, space = random.Random(seed), Observations(rulebook), action_space(rulebook)
    began, steps = time.process_time(), 0
    for number in range(DEALS):
        pack = list(TWO_PACKS)
        rng.shuffle(pack)
        players = rulebook.table.players
        dealer = number % players
        state = settle(start_deal(rulebook, deal_out(pack, players, dealer), dealer))
        while state.phase is not Phase.OVER:
            seen = view(state, state.seat)
            observations.encode(seen)
            mask = space.mask(seen)
            state = settle(perform(state, space.decode(int(rng.choice(mask.nonzero()[0])))))
            steps += 1
    return steps / (time.process_time() - began)


def rates(rulebook: Rulebook) -> Iterator[float]:
    """The median of each column but the one of threads."""
    for options in SHOWN:
        batch = Batch(rulebook, LANES, options)
        rate(batch, 0)
        yield statistics.median(rate(batch, seed) for seed in range(1, RUNS + 1))
    yield statistics.median(by_the_engine(rulebook, seed) for seed in range(1, RUNS + 1))


def gain(rulebook: Rulebook) -> float:
    """How many times as fast two threads are as one, by the clock on the wall."""
    one, two = Batch(rulebook, MANY), Batch(rulebook, MANY, Options(threads=2))
    pairs = [(rate(one, seed, time.perf_counter), rate(two, seed, time.perf_counter)) for seed in range(RUNS + 1)]
    two.close()
    return statistics.median(second / first for first, second in pairs[1:])


def report() -> None:
    """Print all of them for each rulebook."""
    print("| rulebook | bare | with masks | with masks and observations | by the engine | two threads |")
    print("|---|---|---|---|---|---|")
    for name in OFFICIAL:
        rulebook = official(name)
        print(f"| `{name}` |", " | ".join(f"{rate:,.0f}" for rate in rates(rulebook)), f"| {gain(rulebook):.2f}x |")


if __name__ == "__main__":
    report()
