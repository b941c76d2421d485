"""Room to search in, for one thread: nothing is allocated while compiled code runs."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from canastra.kernel.heuristic.choosing import new_room as new_player_room
from canastra.kernel.layout import new_states
from canastra.kernel.scoring import COMPONENTS
from canastra.kernel.search.features import FEATURES
from canastra.kernel.search.network import WIDEST
from canastra.kernel.steps import MOST_STEPS

NODES: Final = 256
"""Most positions met while turns are listed."""
LONGEST: Final = 40
"""Most steps of a turn."""
MOST_TURNS: Final = 24
"""Most turns compared."""
MOST_WORLDS: Final = 2048


class SearchBudget(NamedTuple):
    """What a decision may cost."""

    candidates: int
    """Most turns compared."""
    rollouts: int
    """Turns played out, in all."""
    turns: int
    """Turns that each goes on with the heuristic before the network says what the position is worth."""
    halving: bool = True
    """Whether the worse half of the turns goes after every round."""
    gate: float = 1.0
    """Standard errors that a turn has to gain on the heuristic's own to be played instead."""

    @property
    def worlds(self) -> int:
        """Deals that each candidate is played out in where none goes before the end."""
        return self.rollouts // self.candidates


def even_budget(candidates: int, worlds: int, turns: int) -> SearchBudget:
    """A budget with which all candidates are played out in the same number of worlds, at most `MOST_WORLDS`."""
    return SearchBudget(candidates, candidates * worlds, turns, halving=False)


class Room(NamedTuple):
    """Arrays of one thread."""

    nodes: Any
    """Records of `STATE`: positions within the turn; the last one is where rollouts are played."""
    node_steps: Any
    """int32, `NODES` x `LONGEST`: how each was reached."""
    node_sizes: Any
    """int32: steps of each."""
    node_losses: Any
    """float64: points that the heuristic gives up by it."""
    node_keys: Any
    """int64: the same for positions that differ only by the order of steps."""
    node_states: Any
    """int8: to be looked at, done."""
    turns: Any
    """int32: nodes that end turns worth comparing, the heuristic's own first."""
    world: Any
    """A record of `STATE`: the position with the hidden cards dealt anew."""
    values: Any
    """float64, `MOST_TURNS` x `MOST_WORLDS`: points that came of each turn in each world."""
    counts: Any
    """int32, `MOST_TURNS`: worlds that each turn was played in."""
    alive: Any
    """int8, `MOST_TURNS`: whether a turn is still compared."""
    steps: Any
    scores: Any
    """int32 and float64, `MOST_STEPS`: what the heuristic thinks of steps."""
    chance: Any
    pool: Any
    """int8, 104: cards to be dealt anew."""
    points: Any
    """int32, 2 x components."""
    opening: Any
    """int8, 2: minimums to begin a deal with."""
    features: Any
    hidden: Any
    """float32: what goes into the network, and its layers."""
    player: Any
    """Room of the heuristic."""


def new_room() -> Room:
    """Room for one thread."""
    return Room(
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
        chance=np.zeros(1, np.uint64),
        pool=np.zeros(104, np.int8),
        points=np.zeros((2, len(COMPONENTS)), np.int32),
        opening=np.full(2, -1, np.int8),
        features=np.zeros(FEATURES, np.float32),
        hidden=np.zeros((2, WIDEST), np.float32),
        player=new_player_room(),
    )
