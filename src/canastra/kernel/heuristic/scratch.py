"""Arrays for the heuristic to work in: nothing is allocated while compiled code runs."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, Protocol, cast

import numpy as np

from canastra.kernel.arrays import ArrayRecord, Float64, RecordArray, Scores, Steps, dtype_of
from canastra.kernel.heuristic.sight import SIGHT, Sight
from canastra.kernel.play.layout import Deals, new_states
from canastra.kernel.rules.steps import MOST_STEPS


class Rates(ArrayRecord, Protocol):
    """The rates, in points, that depend on the deal and not on the cards of the hand."""

    late: Float64
    """The progress of the deal towards its end, from 0 to 1."""
    per_card: Float64
    """For each card in the hand."""
    per_point: Float64
    """For each point of the cards laid."""
    first_wild: Float64
    more_wilds: Float64
    need: Float64
    """For the canasta that going out needs."""
    emptied: Float64
    """For a hand emptied by laying."""
    discarded: Float64
    """For a hand emptied by a discard."""
    before: Float64
    """The worth before the step under consideration.

    This and the following fields are written while a step is chosen.
    """
    mode: Float64
    """How freely to lay: see `canastra.kernel.heuristic.lays`."""
    found: Float64
    """The score of the best step found."""
    planned: Float64
    """The score of the plan."""


RATES: Final = dtype_of(Rates)


class Workspace(ArrayRecord, Protocol):
    """The arrays of one thread."""

    seen: Annotated[Sight, SIGHT]
    rates: Annotated[Rates, RATES]
    scores: Annotated[Scores, "f8", MOST_STEPS]
    steps: Annotated[Steps, "i4", MOST_STEPS]
    """The steps while the best one is searched."""
    uses: Annotated[Steps, "i4", MOST_STEPS]
    """The uses of the pile's top card."""
    listed: Annotated[Steps, "i4", MOST_STEPS]
    """The steps that `choose` has listed."""


class HeuristicScratch(NamedTuple):
    """The heuristic's arrays for one thread."""

    work: RecordArray[Workspace]
    """One record."""
    copies: Deals
    """Two copies of the deal to plan on."""


def new_heuristic_scratch() -> HeuristicScratch:
    """Arrays for one thread."""
    return HeuristicScratch(cast(RecordArray[Workspace], np.zeros(1, dtype_of(Workspace))), new_states(2))
