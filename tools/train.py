"""Teaches the networks that the search values positions with, and writes them into the package.

    .venv/bin/python -m tools.train [--deals N] [--seed N] [--threads N] [RULEBOOK ...]

The heuristic plays against itself (`canastra.kernel.search.training_data`), scikit-learn fits the points that followed
the positions. It takes about two minutes a rulebook on two cores. Each network's file names the data and the fit. Seeds
of training begin at `SEED`, far from the seeds that measure bots.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
import sklearn  # type: ignore[import-untyped]
from sklearn.exceptions import ConvergenceWarning  # type: ignore[import-untyped]
from sklearn.neural_network import MLPRegressor  # type: ignore[import-untyped]

from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search import network
from canastra.kernel.search.features import FEATURES
from canastra.kernel.search.scratch import new_search_scratch
from canastra.kernel.search.training_data import EACH, collect
from canastra.rulebooks import OFFICIAL, Rulebook, official

SEED: Final = 7_000_000
FOLDER: Final = Path(network.__file__).parent / "networks"
RATES: Final = ((1e-3, 6), (3e-4, 4), (1e-4, 3))
"""Learning rates, and times that all positions are seen with each."""
HELD_BACK: Final = 20
"""One deal of this many is held back for the measurement."""


def positions(rulebook: Rulebook, span: tuple[int, int], seed: int, threads: int) -> tuple[Any, Any]:
    """Features and ends of the deals of a span."""
    rules, weights = rule_tables(rulebook).rules, weights_of(rulebook)

    def part(begin: int, end: int) -> tuple[Any, Any]:
        rows = np.zeros(((end - begin) * EACH, FEATURES), np.float32)
        ends = np.zeros((end - begin) * EACH, np.float32)
        count = collect(new_search_scratch(), rules, weights, seed, (begin, end), (rows, ends))
        return rows[:count], ends[:count]

    size = -(-(span[1] - span[0]) // (4 * threads))
    with ThreadPoolExecutor(threads) as pool:
        begins = range(span[0], span[1], size)
        made = list(pool.map(lambda begin: part(begin, min(begin + size, span[1])), begins))
    return np.concatenate([rows for rows, _ in made]), np.concatenate([ends for _, ends in made])


def train(rulebook: Rulebook, deals: int, seed: int, threads: int) -> dict[str, Any]:
    """Write the network of a rulebook; how it was made."""
    began = time.monotonic()
    rows, ends = positions(rulebook, (0, deals), seed, threads)
    played = time.monotonic()
    held_rows, held_ends = positions(rulebook, (deals, deals + deals // HELD_BACK), seed, threads)
    middle, spread, scale = rows.mean(axis=0), rows.std(axis=0), float(ends.std())
    # A constant input carries no information: its weight is 0.
    factor = np.where(spread > 0, 1 / np.maximum(spread, 1e-6), 0).astype(np.float32)
    made = _fitted((rows - middle) * factor, ends / scale, seed)
    first = made.coefs_[0] * factor[:, None]
    whole = network.Network(
        first=first.astype(np.float32),
        first_bias=(made.intercepts_[0] - middle @ first).astype(np.float32),
        second=made.coefs_[1].astype(np.float32),
        second_bias=made.intercepts_[1].astype(np.float32),
        last=made.coefs_[2][:, 0].astype(np.float32),
        scale=np.array([scale, scale * float(made.intercepts_[2][0])]),
    )
    errors = made.predict((held_rows - middle) * factor) * scale - held_ends
    FOLDER.mkdir(exist_ok=True)
    np.savez(FOLDER / f"{rulebook.id}.npz", **whole._asdict())
    return {
        "rulebook": rulebook.id,
        "revision": rulebook.revision,
        "sha256": rulebook.sha256,
        "deals": deals,
        "seed": seed,
        "positions": len(rows),
        "explained": round(1 - float(errors.var() / held_ends.var()), 4),
        "mean_error": round(float(np.abs(errors).mean()), 1),
        "spread": round(float(held_ends.std()), 1),
        "seconds": [round(played - began, 1), round(time.monotonic() - played, 1)],
        "with": f"numpy {np.__version__}, numba {numba.__version__}, scikit-learn {sklearn.__version__}",
    }


def _fitted(rows: Any, ends: Any, seed: int) -> MLPRegressor:
    layers = (network.FIRST, network.SECOND)
    made = MLPRegressor(hidden_layer_sizes=layers, batch_size=2048, warm_start=True, random_state=seed, tol=0.0)
    for rate, times in RATES:
        made.set_params(learning_rate_init=rate, max_iter=times)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            made.fit(rows, ends)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rulebooks", nargs="*", default=[*OFFICIAL], metavar="RULEBOOK")
    parser.add_argument("--deals", type=int, default=250_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    for name in asked.rulebooks:
        made = train(official(name), asked.deals, asked.seed, asked.threads)
        print(json.dumps(made), flush=True)
        (FOLDER / f"{name}.json").write_text(json.dumps(made, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
