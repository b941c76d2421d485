"""The weights of a rulebook: the data file's, by the parameters in which a rulebook is nearest to an official one."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Final, Protocol, cast

import numpy as np

from canastra.kernel.arrays import ArrayRecord, Float64, Scores, dtype_of
from canastra.kernel.rules.tables import MOST_TABLES
from canastra.rulebooks import OFFICIAL, official
from canastra.rulebooks.schema import Rulebook
from canastra.rulebooks.values import kinds, value_of


class Weights(ArrayRecord, Protocol):
    """The weights of the heuristic. All are points, or parts of points, unless `weights.toml` says otherwise."""

    # Melds, and their further worth.
    of_seven: Annotated[Scores, "f8", 4]
    """The part of a canasta's bonus that three, four, five and six cards are worth."""
    royal_part: Float64
    held_part: Float64
    first_canasta: Float64
    red_threes: Float64
    # Cards in the hand.
    run: Float64
    pair: Float64
    gap: Float64
    near: Float64
    group_pair: Float64
    group_run: Float64
    wild: Float64
    second_wild: Float64
    card: Float64
    card_before_morto: Float64
    card_before_out: Float64
    card_late: Float64
    stripped: Float64
    # Laying.
    laid: Float64
    laid_late: Float64
    late_from: Float64
    hurry: Float64
    wild_fades: Float64
    meld_with_wild: Float64
    opening: Float64
    # An empty hand.
    morto: Float64
    morto_directly: Float64
    out: Float64
    out_their_cards: Float64
    out_partners_cards: Float64
    out_our_hopes: Float64
    out_their_hopes: Float64
    # Drawing.
    unknown_card: Float64
    hidden_card: Float64
    denied_card: Float64
    refused: Float64
    # Discarding.
    keep_fitting: Float64
    keep_wild: Float64
    burden: Float64
    burden_late: Float64
    gives_fitting: Float64
    gives_canasta: Float64
    gives_near: Float64
    gives_known: Float64
    gives_open: Float64
    gives_group: Float64
    gives_again: Float64
    gives_pile: Float64
    blocks: Float64
    black_three: Float64


WEIGHTS: Final = dtype_of(Weights)
OF_SEVEN: Final = ("three_of_seven", "four_of_seven", "five_of_seven", "six_of_seven")
"""The names of the parts of `Weights.of_seven` in the file."""
WEIGHT_NAMES: Final = (*OF_SEVEN, *(name for name in WEIGHTS.names or () if name != "of_seven"))


def weights_of(rulebook: Rulebook) -> Weights:
    """The weights with which the heuristic plays a rulebook.

    A house's rulebook gets those of the official one from which it differs in the fewest parameters.
    """
    return weights_from(_values(rulebook))


def weights_from(values: Sequence[float] | Scores) -> Weights:
    """Weights as compiled code takes them, from numbers in the order of `WEIGHT_NAMES`."""
    return cast(Weights, np.array(values, np.float64).view(WEIGHTS)[0])


def values_of(weights: Weights) -> Scores:
    """The numbers from which `weights_from` made the weights, as float64."""
    return np.array([weights], WEIGHTS).view(np.float64)


@lru_cache(MOST_TABLES)
def _values(rulebook: Rulebook) -> tuple[float, ...]:
    found = tables()["default"] | tables().get(nearest(rulebook).id, {})
    return tuple(found[name] for name in WEIGHT_NAMES)


def nearest(rulebook: Rulebook) -> Rulebook:
    """The official rulebook that differs in the fewest parameters; of equal ones the first."""
    return min(map(official, OFFICIAL), key=lambda candidate: _differences(candidate, rulebook))


def _differences(one: Rulebook, other: Rulebook) -> int:
    return sum(value_of(one, key) != value_of(other, key) for key in kinds())


@cache
def tables() -> dict[str, dict[str, float]]:
    """The data file: the weights of every rulebook, and those in which an official one differs."""
    return tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
