"""A small network in compiled code: from features to the points by which a side will be ahead at the end."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from canastra.kernel.arrays import Features, Scores
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.jit import compiled
from canastra.kernel.play.layout import Deals
from canastra.kernel.rules.tables import MOST_TABLES, Rules
from canastra.kernel.search.features import FEATURES, write_features
from canastra.rulebooks.schema import Rulebook

FIRST: Final = 48
SECOND: Final = 24
WIDEST: Final = max(FIRST, SECOND)


class Network(NamedTuple):
    """Weights; the first ones also bring features to one scale."""

    first: Features
    """`FEATURES` x `FIRST`."""
    first_bias: Features
    second: Features
    """`FIRST` x `SECOND`."""
    second_bias: Features
    last: Features
    """`SECOND`."""
    scale: Scores
    """Factor and summand that turn the output into points."""


Players: TypeAlias = tuple[Weights, Network]
"""The players of a search: the heuristic's weights, and the network that values positions."""


def no_network() -> Network:
    """A substitute for a network: it values every position at 0."""
    shapes = (FEATURES, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,)
    first, first_bias, second, second_bias, last = (np.zeros(shape, np.float32) for shape in shapes)
    return Network(first, first_bias, second, second_bias, last, np.zeros(2))


@lru_cache(MOST_TABLES)
def network_of(rulebook: Rulebook) -> Network | None:
    """The network that was trained with exactly these rules; None if there is no such network.

    Those of regional, buraco and duelo were trained with the former readings of the 2 that goes home and of the card
    that stays (docs/rules.md §5), which seldom come up.
    """
    folder = files(__package__) / "networks"
    made = folder / f"{rulebook.id}.json"
    if not made.is_file() or json.loads(made.read_text("utf-8"))["sha256"] != rulebook.sha256:
        return None
    with (folder / f"{rulebook.id}.npz").open("rb") as file, np.load(file) as arrays:
        return Network(**arrays)


@compiled
def value(states: Deals, i: int, rules: Rules, network: Network, features: Features, hidden: Features) -> float:
    """Points by which the side of the seat to act can expect to be ahead at the end of deal `i`."""
    write_features(states, i, rules, features)
    first, second = hidden[0], hidden[1]
    for to in range(FIRST):
        first[to] = network.first_bias[to]
    for at in range(FEATURES):
        x = features[at]
        if x != 0.0:
            for to in range(FIRST):
                first[to] += x * network.first[at, to]
    for to in range(SECOND):
        second[to] = network.second_bias[to]
    for at in range(FIRST):
        x = first[at]
        if x > 0.0:
            for to in range(SECOND):
                second[to] += x * network.second[at, to]
    found: float = 0.0
    for at in range(SECOND):
        if second[at] > 0.0:
            found += second[at] * network.last[at]
    return float(found * network.scale[0] + network.scale[1])
