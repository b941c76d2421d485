"""The kernel and the engine beside other libraries' gin rummy, OpenSpiel's and RLCard's, in one run on one thread.

Gin rummy is their game nearest to canastra, so this compares games as well as programs. Common to all: a *step* is one
decision of a player, chosen among all the legal ones, each as likely as the others. Listing them, choosing, applying
and automatic consequences are timed, as are shuffling, dealing and scoring unless stated otherwise. Decisions differ:

- canastra: drawing a card, taking the discard pile, laying down one meld or laying off on one, discarding. Two packs,
  two to four players, melds lie on the table; a meld is legal only if the turn can still be ended, which is computed.
- OpenSpiel: drawing, passing, discarding, knocking, each meld shown and each card laid off after a knock. One pack, two
  hands of ten. A chance node for each card dealt or drawn is played and timed, but not counted, as the card that a
  player draws here is no step of its own. It updates both players' observations with each of them.
- RLCard: drawing, discarding, knocking or gin; declaring a dead hand and the two steps that score, which have no
  alternative, are counted as well.

Each is measured in the fastest way that it offers:

- OpenSpiel from Python, a call for each step; and inside C++, as its Monte Carlo tree search plays positions out
  (`RandomRolloutEvaluator`, asked through a search of one simulation). These playouts begin after the deal, which they
  so don't pay for. C++ does not tell their lengths: they are counted in playouts from Python of the same positions.
- RLCard through `env.step`, as its users play, which encodes what the player sees for learning; and on the game below
  it, which leaves that out.
- The engine by `legal_actions` and `perform`, without scoring.
"""

from __future__ import annotations

import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, NamedTuple

from bench import steps
from canastra.rulebooks import OFFICIAL, Rulebook, official

RUNS = 5
KERNEL_DEALS = 20_000
ENGINE_DEALS = 100
OTHER_DEALS = 200
PLAYOUTS = 10
"""Playouts inside C++ of each position."""
COUNTED = 4
"""Playouts from Python of each position, for the length of those inside C++."""

NEEDED = {"numba": "Numba", "pyspiel": "OpenSpiel", "rlcard": "RLCard"}
"""Modules of the extra `others`, by the name of what they belong to."""
HEAD = ("| what plays | steps/s | steps a deal | the kernel is faster |", "|---|---|---|---|")


class Played(NamedTuple):
    """The results: decisions of players (estimated if they can't be counted), deals, and the seconds they took."""

    steps: float
    deals: int
    seconds: float


Play = Callable[[int], Played]
"""Plays some deals with a seed."""


def missing() -> str:
    """One line that says what isn't installed and how to install it; empty if all is there."""
    names = [name for module, name in NEEDED.items() if find_spec(module) is None]
    if not names:
        return ""
    return f"bench.others needs {', '.join(names)}: .venv/bin/python -m pip install --editable '.[others]'"


def kernel(rulebook: Rulebook, seed: int) -> Played:
    """Inside compiled code."""
    from canastra.kernel.simulation import simulate

    began = time.perf_counter()
    made = simulate(rulebook, KERNEL_DEALS, seed)
    seconds = time.perf_counter() - began
    return Played(int(made.steps.sum()), KERNEL_DEALS, seconds)


def engine(rulebook: Rulebook, seed: int) -> Played:
    """In plain Python."""
    count, seconds = steps.play(rulebook, ENGINE_DEALS, seed, steps.performed)
    return Played(count, ENGINE_DEALS, seconds)


def open_spiel(seed: int) -> Played:
    """From Python."""
    game = import_module("pyspiel").load_game("gin_rummy")
    rng = random.Random(seed)
    began = time.perf_counter()
    count = sum(_open_spiel_to_end(game.new_initial_state(), rng) for _ in range(OTHER_DEALS))
    return Played(count, OTHER_DEALS, time.perf_counter() - began)


def _open_spiel_to_end(state: Any, rng: random.Random) -> int:
    """The number of decisions."""
    count = 0
    while not state.is_terminal():
        count += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))  # Of chance, too, all outcomes are as likely here.
    state.returns()
    return count


def open_spiel_playouts(seed: int) -> Played:
    """Inside C++, from positions just dealt."""
    spiel = import_module("pyspiel")
    game = spiel.load_game("gin_rummy")
    evaluator = spiel.RandomRolloutEvaluator(PLAYOUTS, seed)
    # The arguments after it: exploration, simulations (the first evaluates the position itself), megabytes, whether to
    # solve, seed, whether to print.
    search = spiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
    rng = random.Random(seed)
    seconds, count = 0.0, 0
    for _ in range(OTHER_DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        began = time.perf_counter()
        search.mcts_search(state)
        seconds += time.perf_counter() - began
        count += sum(_open_spiel_to_end(state.clone(), rng) for _ in range(COUNTED))
    return Played(count * PLAYOUTS / COUNTED, OTHER_DEALS * PLAYOUTS, seconds)


def rlcard_environment(seed: int) -> Played:
    """By `env.step`."""
    env = import_module("rlcard").make("gin-rummy", config={"seed": seed})
    rng = random.Random(seed)
    count = 0
    began = time.perf_counter()
    for _ in range(OTHER_DEALS):
        state, _player = env.reset()
        while not env.is_over():
            state, _player = env.step(rng.choice(state["raw_legal_actions"]))
            count += 1
        env.get_payoffs()
    return Played(count, OTHER_DEALS, time.perf_counter() - began)


def rlcard_game(seed: int) -> Played:
    """On the game below the environment."""
    game = import_module("rlcard.games.gin_rummy.game").GinRummyGame()
    game.np_random.seed(seed)
    rng = random.Random(seed)
    count = 0
    began = time.perf_counter()
    for _ in range(OTHER_DEALS):
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
            count += 1
        game.judge.scorer.get_payoffs(game=game)
    return Played(count, OTHER_DEALS, time.perf_counter() - began)


def kernels() -> dict[str, Play]:
    """The kernel in each rulebook."""
    return {f"kernel, `{name}`": partial(kernel, official(name)) for name in OFFICIAL}


def others() -> dict[str, Play]:
    """The programs to compare with; the engine plays the one official rulebook for two, as gin rummy is."""
    two = next(rulebook for rulebook in map(official, OFFICIAL) if rulebook.table.players == 2)
    return {
        f"engine, `{two.id}`": partial(engine, two),
        "OpenSpiel `gin_rummy`, inside C++": open_spiel_playouts,
        "OpenSpiel `gin_rummy`, from Python": open_spiel,
        "RLCard `gin-rummy`, its game": rlcard_game,
        "RLCard `gin-rummy`, `env.step`": rlcard_environment,
    }


def table(ours: Mapping[str, Play], beside: Mapping[str, Play], runs: int = RUNS) -> Iterator[str]:
    """Lines of a table: medians of `runs` runs, in each of which all play in turn after one to warm up.

    The ratio, too, is a median over the runs: of the slowest of `ours` to that row, so that a machine that is slower
    for a while is so for both.
    """
    players = {**ours, **beside}
    for play in players.values():
        play(0)
    made = [{name: play(seed) for name, play in players.items()} for seed in range(1, runs + 1)]
    yield from HEAD
    for name in players:
        rate = statistics.median(_rate(run[name]) for run in made)
        length = sum(run[name].steps for run in made) / sum(run[name].deals for run in made)
        ratio = statistics.median(min(_rate(run[mine]) for mine in ours) / _rate(run[name]) for run in made)
        factor = "–" if name in ours else f"{ratio:.0f}x"
        yield f"| {name} | {rate:,.0f} | {length:.0f} | {factor} |"


def _rate(played: Played) -> float:
    return played.steps / played.seconds


def report() -> None:
    """Print versions and the table."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("open-spiel", "rlcard", "numba"))
    print(f"{versions}, Python {platform.python_version()}; one thread, medians of {RUNS} runs\n")
    for line in table(kernels(), others()):
        print(line)


def main() -> None:
    """Report, or end with the line that says what is missing."""
    if line := missing():
        sys.exit(line)
    report()


if __name__ == "__main__":
    main()
