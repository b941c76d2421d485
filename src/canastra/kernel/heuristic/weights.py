"""The weights of a rulebook: the data file's, by the parameters in which a rulebook is nearest to an official one."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from canastra.kernel.book import MOST_BOOKS
from canastra.kernel.heuristic.names import WEIGHT_NAMES
from canastra.rulebooks import OFFICIAL, official
from canastra.rulebooks.schema import Rulebook
from canastra.rulebooks.values import kinds, value_of


def weights_of(rulebook: Rulebook) -> Any:
    """The weights that the heuristic plays a rulebook with: float64, in the order of `WEIGHT_NAMES`.

    A house's rulebook gets those of the official one from which it differs in the fewest parameters.
    """
    return np.array(_values(rulebook), np.float64)


@lru_cache(MOST_BOOKS)
def _values(rulebook: Rulebook) -> tuple[float, ...]:
    found = tables()["default"] | tables().get(nearest(rulebook).id, {})
    return tuple(found[name] for name in WEIGHT_NAMES)


def nearest(rulebook: Rulebook) -> Rulebook:
    """The official rulebook that differs in the fewest parameters; of several the first."""
    return min(map(official, OFFICIAL), key=lambda each: _differences(each, rulebook))


def _differences(one: Rulebook, other: Rulebook) -> int:
    return sum(value_of(one, key) != value_of(other, key) for key in kinds())


@cache
def tables() -> dict[str, dict[str, float]]:
    """The data file: the weights of every rulebook, and those in which an official one differs."""
    return tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
