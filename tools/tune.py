"""Tune the heuristic's weights, rulebook by rulebook: python -m tools.tune [RULEBOOK …].

Each round asks in which direction the weights gain. Every weight is moved a little up or down by chance (its logarithm
by `STEP`), and the weights so moved play duplicate deals against those moved the other way: both sides of the same
question, on the same packs. Both also play rivals of other styles and `greedy`, since weights that only meet
similar ones get worse against others. The mean of the differences, each with its signs, is the gradient; a part within
its noise is shrunk to 0. Then weights some way along it play the old ones and the others, on other packs, and the best
way is taken if it gains. All chance comes from `SEED`, and deals from seeds below `FIRST_EVALUATION`; seeds from there
on are left to evaluations. The same sources, seed and figures give the same weights on any number of threads.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from canastra.arena.seeds import pack_and_dealer
from canastra.bots.greedy.bot import GreedyBot
from canastra.bots.heuristic import HeuristicBot
from canastra.engine import Phase, deal_out, perform, score, settle, start_deal, start_match, view
from canastra.kernel.arrays import Scores
from canastra.kernel.heuristic import weights as stored
from canastra.kernel.heuristic.weights import WEIGHT_NAMES, values_of, weights_from, weights_of
from canastra.kernel.self_play import duel
from canastra.rulebooks import OFFICIAL, Rulebook, official

FILE = Path(str(stored.__file__)).with_name("weights.toml")
SEED = 1
FIRST_EVALUATION = 1_000_000
STEP = 0.25
LENGTHS = (0.25, 0.5, 1.0, 2.0)
"""How far along the gradient: the logarithm by which its largest part changes a weight."""
DIGITS = 3
RIVALS: tuple[dict[str, float], ...] = (
    {},
    {"unknown_card": 15.0, "denied_card": 0.5, "laid": 1.2, "card_before_out": -10.0, "out_our_hopes": 0.2},
    {"unknown_card": 3.0, "denied_card": 2.5},
)
"""Styles, as changes of the default weights: as they are, in a hurry to go out, and taking every pile."""


def rivals() -> list[Scores]:
    """Their weights."""
    default = tomllib.loads(FILE.read_text("utf-8"))["default"]
    return [np.array([(default | changes)[name] for name in WEIGHT_NAMES]) for changes in RIVALS]


class Sizes(NamedTuple):
    """Pairs that are played to compare two sets of weights: in compiled code, and against `greedy` through views."""

    pairs: int
    greedy: int
    threads: int


def gains(rulebook: Rulebook, ours: Scores, theirs: Scores, sizes: Sizes, seed: int) -> tuple[float, float]:
    """Points a deal by which `ours` are better than `theirs`, and the standard error.

    That is the mean of what they gain on them, what they gain more than they on the rivals, and more on `greedy`.
    """
    both = ((1, ours), (-1, theirs))
    found = [_points(rulebook, ours, theirs, sizes, seed)]
    found.append(
        sum(sign * _points(rulebook, weights, rival, sizes, seed) for rival in rivals() for sign, weights in both)
    )
    found[1] = found[1] / len(RIVALS)
    if sizes.greedy:
        found.append(sum(sign * against_greedy(rulebook, weights, sizes.greedy, seed) for sign, weights in both))
    variance = sum(results.var(ddof=1) / len(results) for results in found)
    return float(sum(results.mean() for results in found)) / len(found), float(np.sqrt(variance)) / len(found)


def _points(rulebook: Rulebook, ours: Scores, theirs: Scores, sizes: Sizes, seed: int) -> Any:
    found = duel(rulebook, weights_from(ours), weights_from(theirs), sizes.pairs, seed, sizes.threads)
    return found.mean(axis=1)


def against_greedy(rulebook: Rulebook, weights: Scores, pairs: int, seed: int) -> Any:
    """Points a deal by which the heuristic with these weights is better than `greedy`, for each pair."""
    found = np.zeros(pairs)
    for pair in range(pairs):
        for side in range(2):
            found[pair] += _against_greedy(rulebook, weights, seed, pair, side) / 2
    return found


def _against_greedy(rulebook: Rulebook, weights: Scores, seed: int, pair: int, side: int) -> int:
    players = rulebook.table.players
    pack, dealer = pack_and_dealer(seed, pair, players)
    bots = [HeuristicBot(0, weights_from(weights)) if seat % 2 == side else GreedyBot(seat) for seat in range(players)]
    match = start_match(rulebook, dealer)
    state = settle(start_deal(rulebook, deal_out(pack, players, dealer), dealer, match.opening))
    while state.phase is not Phase.OVER:
        state = settle(perform(state, bots[state.seat].choose(view(state, state.seat, match))))
    points = [side.total for side in score(state)]
    return (points[side] or 0) - (points[1 - side] or 0)


def gradient(rulebook: Rulebook, weights: Scores, given: argparse.Namespace, seed: int) -> Any:
    """Points that each weight gains by a change of its logarithm, less what is noise."""
    rng = np.random.default_rng(seed)
    signs = rng.choice((-1.0, 1.0), (given.directions, len(weights)))
    points = np.zeros(given.directions)
    for at, sign in enumerate(signs):
        up, down = weights * np.exp(STEP * sign), weights * np.exp(-STEP * sign)
        points[at], _ = gains(rulebook, up, down, Sizes(given.pairs, given.greedy, given.threads), seed + at)
    slopes = signs.T @ points / given.directions / (2 * STEP)
    noise = points.std() / np.sqrt(given.directions) / (2 * STEP)
    return slopes * np.maximum(0.0, 1.0 - (noise / np.maximum(np.abs(slopes), 1e-9)) ** 2)


def improved(rulebook: Rulebook, weights: Scores, given: argparse.Namespace, seed: int) -> Any:
    """The weights after a round: the best way along the gradient, or as they were."""
    slopes = gradient(rulebook, weights, given, seed)
    if not slopes.any():
        return weights
    best, most = weights, 0.0
    for length in LENGTHS:
        tried = weights * np.exp(length * slopes / np.abs(slopes).max())
        sizes = Sizes(given.checks, 20 * given.greedy, given.threads)
        mean, error = gains(rulebook, tried, weights, sizes, seed + given.directions)
        print(f"  {length:4}: {mean:+.1f} ± {1.96 * error:.1f}", flush=True)
        if mean - error > most:
            best, most = tried, mean - error
    return best


def write(tuned: dict[str, Any]) -> None:
    """Put the weights that differ from the default ones into the file, beside and then in its place."""
    text = FILE.read_text("utf-8")
    tables = tomllib.loads(text)
    default = tables["default"]
    head = text[: text.index("\n[", text.index("[default]"))] if len(tables) > 1 else text
    parts = [head.rstrip("\n") + "\n"]
    for name in OFFICIAL:
        own = {key: _rounded(value) for key, value in zip(WEIGHT_NAMES, tuned.get(name, ()), strict=False)}
        found = {key: value for key, value in (own or tables.get(name, {})).items() if value != default[key]}
        lines = "".join(f"{key} = {value}\n" for key, value in found.items())
        parts.append(f"\n[{name}]\n{lines}")
    beside = FILE.with_suffix(".tmp")
    beside.write_text("".join(parts), "utf-8")
    os.replace(beside, FILE)


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="*", default=OFFICIAL)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--directions", type=int, default=300)
    parser.add_argument("--pairs", type=int, default=250, help="of each direction")
    parser.add_argument("--greedy", type=int, default=0, help="pairs of each direction against greedy")
    parser.add_argument("--checks", type=int, default=3_000, help="pairs that each way along the gradient plays")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    for name in given.rulebooks:
        rulebook, seed = official(name), SEED
        if seed + given.rounds * (given.directions + 1) > FIRST_EVALUATION:
            parser.error("so many directions would need seeds of the evaluation")
        weights = values_of(weights_of(rulebook))
        for number in range(given.rounds):
            print(f"{name}, round {number + 1}", flush=True)
            weights = improved(rulebook, weights, given, seed)
            seed += given.directions + 1
        write({name: weights})


if __name__ == "__main__":
    main()
