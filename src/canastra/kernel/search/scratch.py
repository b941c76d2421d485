"""Arrays of a search, for one thread: nothing is allocated while compiled code runs."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from canastra.kernel.arrays import Cards, Features, Masks, Points, Rng, Scores, Steps
from canastra.kernel.heuristic.scratch import HeuristicScratch, new_heuristic_scratch
from canastra.kernel.play.layout import Deals, new_states
from canastra.kernel.play.scoring import COMPONENTS
from canastra.kernel.rules.steps import MOST_STEPS
from canastra.kernel.search.features import FEATURES
from canastra.kernel.search.network import WIDEST

NODES: Final = 256
"""Most positions met while turns are listed."""
LONGEST: Final = 40
"""Most steps of a turn."""
MOST_TURNS: Final = 24
"""Most turns compared."""
MOST_WORLDS: Final = 2048


class SearchBudget(NamedTuple):
    """The budget of a decision."""

    candidates: int
    """Most turns compared."""
    rollouts: int
    """Turns played out, in all."""
    turns: int
    """Turns that the heuristic plays after each candidate, before the network values the position."""
    halving: bool = True
    """True if the worse half of the turns is dropped after every round."""
    gate: float = 1.0
    """Standard errors that a turn has to gain on the heuristic's own to be played instead."""
    wild_meld: float = 0.0
    """Points that a turn has to gain over each one with fewer new melds of three cards with a wild; 0 for no such
    demand.

    With it, the heuristic's best turn with the fewest of these melds takes the place of its own.
    """

    @property
    def worlds(self) -> int:
        """Deals in which each candidate is played out if no turn is dropped before the end."""
        return self.rollouts // self.candidates


def even_budget(candidates: int, worlds: int, turns: int) -> SearchBudget:
    """A budget with which all candidates are played out in the same number of worlds, at most `MOST_WORLDS`."""
    return SearchBudget(candidates, candidates * worlds, turns, halving=False)


class SearchScratch(NamedTuple):
    """Arrays of one thread."""

    nodes: Deals
    """Positions within the turn; rollouts are played in the last one."""
    node_steps: Steps
    """`NODES` x `LONGEST`: the steps that led to each node."""
    node_sizes: Steps
    """The number of steps of each node."""
    node_losses: Scores
    """Points that the heuristic gives up by each node."""
    node_keys: Masks
    """Keys that are equal for positions that differ only by the order of steps."""
    node_states: Cards
    """The state of each node: to be continued, done, the end."""
    turns: Steps
    """Nodes that end turns worth comparing, the heuristic's own first."""
    world: Deals
    """The position with the hidden cards dealt anew."""
    values: Scores
    """`MOST_TURNS` x `MOST_WORLDS`: the points of each turn in each world."""
    counts: Steps
    """`MOST_TURNS`: the number of worlds in which each turn was played."""
    alive: Cards
    """`MOST_TURNS`: 1 while a turn is still compared."""
    steps: Steps
    """`MOST_STEPS`: steps as the heuristic ranks them."""
    scores: Scores
    """The heuristic's score of each step."""
    rng: Rng
    pool: Cards
    """104 cards to deal anew."""
    points: Points
    """2 x components."""
    opening: Cards
    """By side: the minimums at the beginning of a deal."""
    features: Features
    hidden: Features
    """The network's layers."""
    player: HeuristicScratch


def new_search_scratch() -> SearchScratch:
    """Arrays for one thread."""
    return SearchScratch(
        nodes=new_states(NODES + 1),
        node_steps=np.zeros((NODES, LONGEST), np.int32),
        node_sizes=np.zeros(NODES, np.int32),
        node_losses=np.zeros(NODES),
        node_keys=np.zeros(NODES, np.int64),
        node_states=np.zeros(NODES, np.int8),
        turns=np.zeros(MOST_TURNS, np.int32),
        world=new_states(1),
        values=np.zeros((MOST_TURNS, MOST_WORLDS)),
        counts=np.zeros(MOST_TURNS, np.int32),
        alive=np.zeros(MOST_TURNS, np.int8),
        steps=np.zeros(MOST_STEPS, np.int32),
        scores=np.zeros(MOST_STEPS),
        rng=np.zeros(1, np.uint64),
        pool=np.zeros(104, np.int8),
        points=np.zeros((2, len(COMPONENTS)), np.int32),
        opening=np.full(2, -1, np.int8),
        features=np.zeros(FEATURES, np.float32),
        hidden=np.zeros((2, WIDEST), np.float32),
        player=new_heuristic_scratch(),
    )
